(* Chapter 17. The target of a three-way merge (SPEC.md, sections 11.1 and 11.2). *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions Keyed Maps Diff Pairs.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* The wanted value of a part of current, or None if there is none. retained: the value is a
   map with strategy retainKeys. keys are its merge keys if it is an element, and fill is set
   if a server filled in some of them. *)
Definition targeter := schema -> forall (retained : bool) (keys : list string) (fill : bool), forall original current : option json, option json.

Record target_part := Targeted { target_text : json; target_of_part : targeter }.

(* Lists. *)

(* A part is an element of modified, merged with that of current. It is new if current lacks
   it, or if a key is removed from it. A patch must contain what is new or changed. *)
Record merged_part := MergedPart { merged_value : json; source : option candidate; is_new : bool }.

Definition is_sent (p : merged_part) : bool :=
  is_new p || match source p with Some x => negb (equal (merged_value p) (content_of x)) | None => true end.

Definition owns (x : candidate) (p : merged_part) : bool :=
  match source p with Some y => index x =? index y | None => false end.

Definition matching (s : schema) (l : list candidate) (e : json) : list candidate :=
  filter (fun x => match_elements s e (identity x)) l.

(* Copies the keys of current, as a server has filled them in. *)
Definition keep_keys (keys : list string) (x : json) (v : json) : json :=
  match v with
  | JMap m => JMap (fold_right (fun n m => match field n x with Some w => put n w m | None => m end) m keys)
  | _ => v
  end.

Definition merge_part (s : schema) (current : list candidate) (p : pair) (t : targeter) : option merged_part :=
  let e := wanted_element p in
  let elem := element_of s in
  let content := option_map content_of (now p) in
  let fill := match now p with Some x => filled x | None => false end in
  let value :=
    if negb (keyed_element s e) then Some (match content with Some x => x | None => bare e end)
    else t elem (has_strategy_retain s || map_retains elem) (list_keys s) fill (was p) content in
  option_map (fun v =>
    let v := match now p with Some x => if filled x then keep_keys (list_keys s) (content_of x) v else v | None => v end in
    let loses_key :=
      match now p with
      | Some x => existsb (fun n => has_field n (content_of x) && negb (has_field n v)) (list_keys s)
          && match matching s current (identity x) with [_] => true | _ => false end
      | None => true
      end in
    MergedPart v (now p) loses_key) value.

(* Whether all elements have keys, and different ones. *)
Definition exact (s : schema) (l : list json) : bool :=
  forallb (keyed_element s) l && pairwise (fun a b => negb (match_elements s a b)) l.

Definition leaves (s : schema) (original modified : list json) (gone : list pair) (x : candidate) : bool :=
  match strategy_of s with Keyed _ => false | _ => has_match s original (identity x) && negb (has_match s modified (identity x)) end
  || existsb (fun p => match now p with Some y => index x =? index y | None => false end) gone.

(* An element of the target: its place in modified if it is one of modified's elements or a
   duplicate of one, and whether it is modified's own. behind are the places of the elements of
   modified with its keys that precede it in current, if it is a duplicate. *)
Record placed_element := Placed { to_merge : merged; place_of : option nat; own : bool; behind : list nat }.

Definition own_places (l : list placed_element) : list nat :=
  flat_map (fun x => if own x then match place_of x with Some i => [i] | None => [] end else []) l.

Fixpoint ascending (l : list nat) : bool :=
  match l with a :: ((b :: _) as rest) => (a <=? b) && ascending rest | _ => true end.

(* The order that $setElementOrder gives. *)
Definition by_directive (n : nat) (l : list placed_element) : list placed_element :=
  filter (fun x => negb (present (place_of x))) l
  ++ flat_map (fun i => filter (fun x => match place_of x with Some j => i =? j | None => false end) l) (seq 0 n).

(* The order of a patch without the directive. *)
Definition without_directive (l : list placed_element) : list placed_element :=
  let items := indexed (map to_merge l) in
  somes (map (fun x => nth_error l (fst x))
    (interleave (filter is_kept items) [] (by_patch (filter (fun x => negb (is_kept x)) items)))).

(* Whether no duplicate that others have added precedes an element of modified that it is
   behind in current. *)
Fixpoint stays_behind (l : list placed_element) : bool :=
  match l with
  | [] => true
  | x :: rest => forallb (fun i => negb (existsb (Nat.eqb i) (own_places rest))) (behind x) && stays_behind rest
  end.

(* The places of the elements of modified with the keys of an element of others. *)
Definition places_among (s : schema) (modified : list json) (x : candidate) : list nat :=
  map fst (filter (fun e => match_elements s (snd e) (identity x)) (indexed modified)).

(* Those of them that precede it in current. *)
Definition places_before (parts : list merged_part) (x : candidate) : list nat -> list nat :=
  filter (fun i => match nth_error parts i with
    | Some p => match source p with Some y => negb (is_new p) && (index y <? index x) | None => false end
    | None => false
    end).

Fixpoint distinct_candidates (seen : list json) (l : list candidate) : list candidate :=
  match l with
  | [] => []
  | x :: rest =>
      if contains seen (content_of x) then distinct_candidates seen rest
      else x :: distinct_candidates (content_of x :: seen) rest
  end.

Definition place_element (s : schema) (modified : list json) (parts : list merged_part) (goes : candidate -> bool) (x : candidate)
    : option placed_element :=
  let sent i := match nth_error parts i with Some p => is_sent p | None => false end in
  match find_index (owns x) parts with
  | Some i =>
      match nth_error parts i with
      | Some p => if is_new p then None else Some (Placed (Merged (merged_value p) (if sent i then Some i else None) false) (Some i) true [])
      | None => None
      end
  | None =>
      if goes x then None
      else
        let places := places_among s modified x in
        let behind := places_before parts x places in
        let place := match rev behind with i :: _ => Some i | [] => hd_error places end in
        Some (Placed (Merged (content_of x) (List.find sent places) false) place false behind)
  end.

Definition added_elements (parts : list merged_part) : list placed_element :=
  somes (map (fun x => if is_new (snd x)
    then Some (Placed (Merged (merged_value (snd x)) (Some (fst x)) true) (Some (fst x)) true []) else None) (indexed parts)).

(* If a value is added to a set, duplicates are removed. Rule set-merge. *)
Definition without_duplicates (s : schema) (parts : list merged_part) (current : list candidate) : list candidate :=
  match strategy_of s, added_elements parts with
  | Keyed _, _ | _, [] => current
  | _, _ => distinct_candidates [] current
  end.

Definition placed_elements (s : schema) (modified : list json) (current : list candidate) (parts : list merged_part) (goes : candidate -> bool)
    : list placed_element :=
  somes (map (place_element s modified parts goes) current) ++ added_elements parts.

(* The order of a patch without the directive if it is modified's, and if the next merge takes
   no duplicate for an element of modified. *)
Definition in_place (s : schema) (modified : list json) (current : list candidate) (parts : list merged_part) (goes : candidate -> bool)
    : list placed_element :=
  let all := placed_elements s modified (without_duplicates s parts current) parts goes in
  let unordered := without_directive all in
  if ascending (own_places unordered) && stays_behind unordered then unordered else by_directive (List.length modified) all.

(* A set that must be replaced if it changes. *)
Definition is_unclear (s : schema) (original modified : list json) (current : list candidate) : bool :=
  match strategy_of s with
  | Keyed _ => false
  | _ => negb (exact s modified && (exact s original || exact s (map identity current)))
  end.

Definition replaced_set (s : schema) (modified : list json) (current : list candidate) (parts : list merged_part) (goes : candidate -> bool)
    : list json :=
  let stays x := existsb (owns x) parts || negb (goes x) in
  let places := somes (map (fun x => find_index (owns x) parts) current) in
  if ascending places && negb (existsb is_sent parts) && forallb stays current then map content_of current
  else map (fun x => value (to_merge x)) (by_directive (List.length modified) (placed_elements s modified current parts goes)).

Definition merge_parts (s : schema) (original modified : list json) (current : list candidate) (parts : list merged_part) (gone : list pair)
    : list json :=
  let goes := leaves s original modified gone in
  if is_unclear s original modified current
  then replaced_set s modified current parts goes
  else map (fun x => value (to_merge x)) (in_place s modified current parts goes).

Definition target_list (l : list target_part) (s : schema) (original current : list json) : list json :=
  let modified := map target_text l in
  let current := candidates s original modified current in
  let '(pairs, unwanted, free) := pair_modified s modified original current in
  let gone := pair_dropped s unwanted free in
  let parts := somes (map (fun x => merge_part s current (fst x) (target_of_part (snd x))) (combine pairs l)) in
  merge_parts s original modified current parts gone.

(* Maps. *)

(* What is left of a field that modified dropped: in free-form maps and merging lists, the
   values that others added. *)
Fixpoint dropped (c : json) : schema -> json -> option json :=
  match c with
  | JMap m =>
      let parts := map (fun f => (fst f, (snd f, dropped (snd f)))) m in
      fun s o =>
        match o with
        | JMap was =>
            if is_declared s || map_retains s || is_atomic_map s then None
            else
              let kept := flat_map (fun f =>
                match non_null (get (fst f) was) with
                | None => [(fst f, fst (snd f))]
                | Some o => match snd (snd f) (field_schema s (fst f)) o with Some v => [(fst f, v)] | None => [] end
                end) parts in
              match kept with [] => None | _ => Some (JMap kept) end
        | _ => None
        end
  | JList l => fun s o =>
      match o with
      | JList was =>
          if map_retains s || negb (is_merging s) then None
          else match target_list [] s was l with [] => None | kept => Some (JList kept) end
      | _ => None
      end
  | _ => fun _ _ => None
  end.

(* Whether two values without null fields are equal, where the order of merging lists does not
   count. *)
Fixpoint alike (a : json) : schema -> json -> bool :=
  match a with
  | JMap m =>
      let parts := map (fun f => (fst f, alike (snd f))) m in
      fun s b =>
        if is_atomic_map s then equal a b
        else
          match b with
          | JMap other =>
              forallb (fun f => match get (fst f) other with Some w => snd f (field_schema s (fst f)) w | None => false end) parts
              && forallb (fun f => present (get (fst f) m)) other
          | _ => false
          end
  | JList l =>
      let parts := map alike l in
      fun s b =>
        match b with
        | JList other =>
            if negb (is_merging s) then equal a b
            else
              match fold_left (fun others f => match others with
                  | Some others => option_map snd (take_first (f (element_of s)) others)
                  | None => None
                  end) parts (Some other) with
              | Some [] => true
              | _ => false
              end
        | _ => false
        end
  | _ => fun _ b => equal a b
  end.

(* Unions. Modified chooses the member that it sets, or that its discriminator names. *)
Definition choice (u : union) (m : fields_of) : option (member -> bool) :=
  match set_members u m, non_null (discriminator_of u m) with
  | [], None => None
  | _, _ => chosen u (filter (fun f => negb (is_null (snd f))) m)
  end.

Definition union_fields (u : union) : list string :=
  match discriminator u with Some n => [n] | None => [] end ++ flat_map member_fields (members u).

(* Whether a patch must contain a field of the union. *)
Definition sends_union (s : schema) (u : union) (original modified current : fields_of) : bool :=
  existsb (fun n =>
    negb (same_value (option_map bare (non_null (get n original))) (option_map bare (non_null (get n modified))))
    || match get n modified with
       | Some v => negb (holding v false (field_schema s n) [] (get n original) (get n current))
       | None => false
       end) (union_fields u).

(* Whether a union clears a field of the target. Rule union-target. *)
Definition is_excluded (s : schema) (original modified current : fields_of) (f : string * json) : bool :=
  let (n, v) := f in
  negb (present (non_null (get n modified)))
  && existsb (fun u =>
       match choice u modified with
       | Some stays =>
           sends_union s u original modified current
           && existsb (fun x => negb (stays x)
                && (match discriminator u with Some d => same_name d n && is_text (Some v) (member_name x) | None => false end
                    || listed n (member_fields x) && sets x (Some v))) (members u)
       | None => false
       end) (unions_of s).

(* The target of one field. Rule threeway. *)
Definition target_field (s : schema) (name : string) (wanted : option target_part) (original current : option json) : option json :=
  let f := field_schema s name in
  match wanted, non_null original, current with
  | Some w, _, _ => target_of_part w f (map_retains f) [] false original current
  | None, None, _ => current
  | None, Some o, Some c => dropped c f o
  | None, Some _, None => None
  end.

Definition target_fields (s : schema) (m : list (string * target_part)) (original current : fields_of) : fields_of :=
  fold_right (fun n w =>
      match target_field s n (get n m) (get n original) (get n current) with Some v => put n v w | None => w end)
    [] (sorted_names (names m ++ names original ++ names current)).

(* Without the keys that are null, if a server filled in keys. *)
Definition without_null_keys {A} (text : A -> json) (keys : list string) (fill : bool) (m : list (string * A)) : list (string * A) :=
  if fill then filter (fun f => negb (listed (fst f) keys && is_null (text (snd f)))) m else m.

(* A map with strategy retainKeys keeps only modified's fields if modified changed it, or if
   current does not hold modified's values. *)
Definition clears (s : schema) (retained : bool) (original : option json) (modified : fields_of) (current : option json) : bool :=
  retained
  && (negb (alike (bare (match non_null original with Some o => o | None => JMap [] end)) s (bare (JMap modified)))
      || negb (holding (JMap modified) false s [] original current)).

Definition target_map (m : list (string * target_part)) : targeter := fun s retained keys fill original current =>
  let m := without_null_keys target_text keys fill m in
  let modified := map (fun f => (fst f, target_text (snd f))) m in
  let clear := clears s retained original modified current in
  Some (JMap (filter (fun f =>
      listed (fst f) keys
      || negb (clear && negb (present (get (fst f) m)))
         && negb (is_excluded s (fields original) modified (fields current) f))
    (target_fields s m (fields original) (fields current)))).

Fixpoint targeting (m : json) : targeter :=
  match m with
  | JNull => fun _ _ _ _ _ _ => None
  | JMap fs =>
      let merged := target_map (map (fun f => (fst f, Targeted (snd f) (targeting (snd f)))) fs) in
      fun s retained keys fill original current =>
        if is_atomic_map s then Some (bare m) else merged s retained keys fill original current
  | JList l =>
      let parts := map (fun e => Targeted e (targeting e)) l in
      fun s _ _ _ original current =>
        if is_merging s then Some (JList (target_list parts s (elements original) (elements current))) else Some (bare m)
  | _ => fun _ _ _ _ _ _ => Some m
  end.

(* The target of three documents. *)
Definition target (s : schema) (original modified current : option json) : json :=
  match targeting (to_document modified) (Schema (type_of s) false (has_strategy_retain s)) (map_retains s) [] false
          (Some (to_document original)) (Some (bare (to_document current))) with
  | Some w => w
  | None => JMap []
  end.
