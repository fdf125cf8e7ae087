(* Chapter 20. Compose: one patch with the effect of several (SPEC.md, section 12.1).

   What patches do to a place is known if the last of them replaces the value there. A later
   patch is then applied to this value, and the composed patch contains the result. Compose
   applies what it creates for such a place, and reads a composed map back. So that the
   composed patch is correct there follows from the definitions. *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Lists Unions Keyed Maps Apply Diff.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

Definition not_composable {A} (at_ : path) : result A := Fault NotComposable "compose" Patch at_.

(* A value that gives the same result for every original: null, a scalar, a map or list that
   replaces the original. *)
Definition is_fixed (s : schema) (v : json) : bool :=
  match v with
  | JList l => replaces s l
  | JMap m => is_atomic_map s || match directive_of m with Some Merge => false | _ => true end
  | _ => true
  end.

Definition part_of (v : json) : part := Part v (eval v).

(* Applies the part of a patch about one field. *)
Definition apply_change (c : context) (s : schema) (name : string) (ch : change) (original : option json) : result (option json) :=
  merge_field c s name (option_map part_of (sent ch)) (removed ch) (placed ch) original.

(* A value with a marker in each merging list below it. *)
Fixpoint with_markers (v : json) : schema -> json :=
  match v with
  | JMap m =>
      let parts := map (fun f => (fst f, with_markers (snd f))) m in
      fun s => JMap (map (fun f => (fst f, snd f (field_schema (match type_of s with MapType _ _ _ => s | _ => schemaless end) (fst f)))) parts)
  | JList l =>
      let parts := map with_markers l in
      fun s => JList (map (fun f => f (element_of s)) parts ++ if is_merging s then [marker] else [])
  | _ => fun _ => v
  end.

(* The patch that sets a field to a known value. The value itself replaces the original. *)
Definition replacing (s : schema) (v : json) : json :=
  match v with
  | JMap m => if is_atomic_map s then v else JMap (put patch_name (JString "replace") m)
  | JList l => if is_merging s && negb (existsb is_marker l) then JList (l ++ [marker]) else v
  | _ => v
  end.

(* The first candidate that sets the field to the value. *)
Fixpoint first_setting (c : context) (s : schema) (name : string) (v : option json) (candidates : list json) : result change :=
  match candidates with
  | [] => not_composable (Field name :: here c)
  | x :: rest =>
      let ch := Change (Some x) None None in
      if is_fixed s x && match apply_change c s name ch None with Ok r => same_value r v | _ => false end
      then Ok ch else first_setting c s name v rest
  end.

Definition set_to (c : context) (s : schema) (name : string) (v : option json) : result change :=
  first_setting c s name v
    (match v with
     | Some v => [replacing s v; replacing s (with_markers v s)]
     | None => [JNull]
     end).

(* The place of an error of a later patch in a known value: the value or the directive for it. *)
Definition place_of_change (c : context) (name : string) (ch : change) : path :=
  match sent ch, removed ch, placed ch with
  | Some _, _, _ => Field name :: here c
  | None, Some _, _ => Field (delete_prefix ++ name)%string :: here c
  | None, None, _ => Field (order_prefix ++ name)%string :: here c
  end.

(* Composes a part of an earlier patch that leaves a known value with a part of a later one. *)
Definition compose_known (c : context) (s : schema) (name : string) (earlier : change) (known : option json) (later : change) : result change :=
  match apply_change c s name later known with
  | Ok r => if same_value r known then Ok earlier else set_to c s name r
  | Fault _ _ _ _ => not_composable (place_of_change c name later)
  end.

(* What composes a value of the later patch, with its delete list and its order list, with the
   same field of the earlier patch. The context is that of the value. *)
Definition composer := forall removed placed : option json, context -> schema -> change -> result change.

(* A part of a later patch, with its composer. *)
Record later_part := Later { later_text : json; follows : composer }.

(* Sets and delete lists. *)

Definition union_of (a b : option json) : option json :=
  match a, b with
  | Some _, Some _ => Some (JList (elements a ++ filter (fun v => negb (contains (elements a) v)) (elements b)))
  | Some _, None => a
  | None, _ => b
  end.

(* Sorts elements by the entries that list them. An element that no entry lists stays behind the
   one before it. *)
Fixpoint insert_by {A} (place : A -> nat) (x : A) (l : list A) : list A :=
  match l with
  | [] => [x]
  | y :: rest => if place x <? place y then x :: l else y :: insert_by place x rest
  end.
Definition sort_by {A} (place : A -> nat) (l : list A) : list A := fold_left (fun l x => insert_by place x l) l [].

Definition ordered_by (c : context) (s : schema) (order : option json) (l : list json) : option (list json) :=
  match order with
  | None => None
  | Some directive =>
      match read_order c s directive [] with
      | Ok entries =>
          let agreeing l := match agrees c s entries [] (indexed l) 0 [] with Ok _ => true | _ => false end in
          let place e := match entry_of entries e with Some i => i | None => 0 end in
          let sorted := sort_by place l in
          if agreeing l then Some l else if agreeing sorted then Some sorted else None
      | _ => None
      end
  end.

(* The list with the later order list or, if this does not list the elements, with the earlier
   one. The order of elements is not promised. A lenient engine keeps the
   entries of both, to find elements of later patches that depend on one of them. *)
Definition with_order (c : context) (s : schema) (l : option (list json)) (removed earlier later : option json) : change :=
  let texts := match l with Some l => l | None => [] end in
  let whole texts order := Change (option_map (fun _ => JList texts) l) removed order in
  if lenient (opts c) then
    whole texts (match earlier, later with Some _, Some _ => Some (JList (elements later ++ elements earlier)) | Some _, None => earlier | None, _ => later end)
  else match ordered_by c s later texts, ordered_by c s earlier texts with
  | Some sorted, _ => whole sorted later
  | None, Some sorted => whole sorted earlier
  | None, None => whole texts None
  end.

(* The values of both patches, without those of the earlier one that the later one deletes. *)
Definition compose_sets (c : context) (s : schema) (earlier later : change) : change :=
  let kept := filter (fun v => negb (contains (elements (removed later)) v)) (elements (sent earlier)) in
  let added := kept ++ filter (fun v => negb (contains kept v)) (elements (sent later)) in
  with_order c s (if present (sent earlier) || present (sent later) then Some added else None)
    (union_of (removed earlier) (removed later)) (placed earlier) (placed later).

(* Keyed lists. *)

(* How an element selects: by keys with these values, and by keys that must be absent. *)
Definition selection_of (c : context) (k : merge_keys) (elem : schema) (nulls : bool) (e : json) : key :=
  match read_key c k elem nulls "" e [] with Ok key => key | Fault _ _ _ _ => Key [] [] false end.
Definition element_key c k elem e := selection_of c k elem (negb (is_deletion e)) e.

(* Whether two elements may be the same: the keys by which both select are equal. *)
Definition may_match (a b : key) : bool :=
  forallb (fun w => match get (fst w) (wanted b) with Some v => same (snd w) v | None => true end) (wanted a).
Definition selects_same (a b : key) : bool :=
  is_empty (deleted a) && is_empty (deleted b) && same_keys (wanted a) (wanted b).
(* A null key does not count. *)
Definition key_count (a : key) : nat := List.length (wanted a).

(* An element of the composed list. own is set for those that only the later patch has. *)
Record composed_element := ComposedElement { body : json; body_key : key; own_element : bool }.

Definition is_merge (e : composed_element) : bool := negb (is_deletion (body e)) && negb (is_marker (body e)).

(* The entries of an order list, with the number of keys that each lists. *)
Definition entry_keys (c : context) (k : merge_keys) (elem : schema) (order : option json) : list key :=
  map (selection_of c k elem false) (elements order).

(* The later patch must not select by other keys what the earlier one may select. A deletion may
   select by fewer keys. kept are the earlier elements that the later patch does not delete. *)
Definition selects_clearly (c : context) (earlier kept : list composed_element) (entries : list key) (e : json) (key : key) : bool :=
  forallb (fun x =>
      negb (is_merge x) || negb (may_match key (body_key x)) || selects_same key (body_key x)
      || is_deletion e && (key_count key <? key_count (body_key x)))
    (if is_deletion e then earlier else kept)
  && (is_deletion e || forallb (fun n => negb (may_match key n) || negb (key_count key <? key_count n)) entries).

(* Puts an element of the later patch into the list: into the last one that selects by the same
   keys, unless an element between them may be the same, or the two cannot be composed. l is the
   list from its end. *)
Fixpoint put_element (compose : json -> result (option json)) (x : composed_element) (l : list composed_element)
    : result (option (list composed_element)) :=
  match l with
  | [] => Ok None
  | y :: rest =>
      if is_merge y && selects_same (body_key x) (body_key y) then
        match directive_of (fields (Some (body y))) with
        | Some Merge =>
            let* v := compose (body y) in
            Ok (option_map (fun v => ComposedElement v (body_key y) (own_element y) :: rest) v)
        | _ => Ok None
        end
      else if is_merge y && may_match (body_key x) (body_key y) then Ok None
      else let* r := put_element compose x rest in Ok (option_map (cons y) r)
  end.

(* Whether a union may set a key of the elements. *)
Definition union_sets_key (c : context) (k : merge_keys) (elem : schema) : bool :=
  use_unions (opts c) && existsb (fun u => match discriminator u with Some d => listed d (recommended k) | None => false end) (unions_of elem).

Definition compose_element (c : context) (s : schema) (k : merge_keys) (l : list composed_element) (x : nat * later_part)
    : result (list composed_element) :=
  let (i, p) := x in
  let e := later_text p in
  let elem := element_of s in
  let entry := ComposedElement e (element_key c k elem e) true in
  if is_deletion e then
    if existsb (fun y => is_deletion (body y) && selects_same (body_key entry) (body_key y)) l then Ok l else Ok (l ++ [entry])
  else
    let inner := deeper c (Index i) (Index i) (selects c elem) in
    let compose y :=
      if is_fixed elem e then Ok (Some e)
      else
        match follows p None None inner elem (Change (Some y) None None) with
        | Ok ch => Ok (sent ch)
        | Fault code rule d at_ =>
            (* The elements stay apart, unless the later one is always rejected. *)
            match (let* v := eval y inner elem None in eval e inner elem v) with
            | Ok _ => Ok None
            | Fault _ _ _ _ => Fault code rule d at_
            end
        end in
    let* r := if union_sets_key c k elem then Ok None else put_element compose entry (rev l) in
    Ok (match r with Some l => rev l | None => l ++ [entry] end).

(* The elements of the earlier patch that the later one does not delete, and the elements of the
   later one. *)
Definition compose_elements (c : context) (s : schema) (k : merge_keys) (earlier : change) (later : list later_part)
    : result (list json) :=
  let elem := element_of s in
  let entry own e := ComposedElement e (element_key c k elem e) own in
  let have := map (entry false) (elements (sent earlier)) in
  let entries := entry_keys c k elem (placed earlier) in
  do (if union_sets_key c k elem && negb (is_empty have) && negb (is_empty later) then not_composable (here c) else Ok tt) then
  let deletions := map (fun p => element_key c k elem (later_text p)) (filter (fun p => is_deletion (later_text p)) later) in
  let kept := filter (fun x => negb (is_merge x)
      || negb (existsb (fun d => includes_keys (wanted (body_key x)) (wanted d)) deletions)) have in
  do each (fun x =>
      let e := later_text (snd x) in
      if selects_clearly c have kept entries e (element_key c k elem e) then Ok tt else not_composable (Index (fst x) :: here c))
    (indexed later) then
  let* l := steps (compose_element c s k) kept (indexed later) in
  Ok (map body l).

(* Composes lists that merge, and directives for lists. later is absent if the later patch has
   only directives. *)
Definition compose_lists (later : option (list later_part)) : composer := fun removed' placed' c s earlier =>
  let texts := option_map (fun l => JList (map later_text l)) later in
  match strategy_of s with
  | Keyed k =>
      match later with
      | None => Ok (with_order c s (option_map (fun v => elements (Some v)) (sent earlier)) None (placed earlier) placed')
      | Some l =>
          let* l := compose_elements c s k earlier l in
          Ok (with_order c s (Some l) None (placed earlier) placed')
      end
  | ValueSet => Ok (compose_sets c s earlier (Change texts removed' placed'))
  | Atomic => Ok (Change (sent earlier) (union_of (removed earlier) removed') (match placed' with Some _ => placed' | None => placed earlier end))
  end.

(* Maps. *)

(* What the patches so far do to a field. A field that $retainKeys clears is absent, unless the
   patch that has the directive sets the field. *)
Inductive field_state := Untouched | Cleared | Changed (ch : change).

Definition is_nothing (ch : change) : bool := negb (present (sent ch) || present (removed ch) || present (placed ch)).

(* The part of a patch map about one field. *)
Definition change_for (c : context) (s : schema) (m : parts) (name : string) : change :=
  Change (option_map text (value_for c s m name)) (option_map text (delete_list_for c s m name)) (option_map text (order_list_for c s m name)).

Definition parts_of_map (m : fields_of) : parts := map (fun f => (fst f, part_of (snd f))) m.

Definition loses (kept : option (list string)) (name : string) : bool :=
  match kept with Some kept => negb (listed name kept) | None => false end.

(* Composes one field. before is what the earlier patch does. *)
Definition compose_field (c : context) (s : schema) (name : string) (before : field_state) (later : change)
    (compose : change -> result change) : result field_state :=
  if is_nothing later then Ok before
  else
    match before with
    | Untouched => Ok (Changed later)
    | Cleared =>
        let* ch := compose_known c s name (Change None None None) None later in
        Ok (if is_nothing ch then Cleared else Changed ch)
    | Changed ch => let* ch := compose ch in Ok (Changed ch)
    end.

Definition compose_change (value : option later_part) (removed' placed' : option json) (c : context) (s : schema) (name : string)
    (earlier : change) : result change :=
  let later := Change (option_map later_text value) removed' placed' in
  let inside := Context (opts c) (Field name :: here c) (Field name :: there c) false false in
  if holds (is_fixed s) (sent later) then Ok later
  else
    match sent earlier, value with
    | Some v, _ =>
        if is_fixed s v then
          match apply_change c s name earlier None with
          | Ok known => compose_known c s name earlier known later
          | Fault _ _ _ _ => not_composable (place_of_change c name later)
          end
        else
          match v, sent later, value with
          | JMap _, Some (JMap _), Some p => follows p removed' placed' inside s earlier
          | JMap _, _, _ => compose_known c s name earlier (Some (JMap [])) later
          | _, Some (JMap _), _ => compose_known c s name earlier (Some (JList [])) later
          | _, _, Some p => follows p removed' placed' inside s earlier
          | _, _, None => compose_lists None removed' placed' inside s earlier
          end
    | None, Some p =>
        match later_text p with
        | JMap _ => Ok later
        | _ => follows p removed' placed' inside s earlier
        end
    | None, None => compose_lists None removed' placed' inside s earlier
    end.

(* The names that both patches keep, and those that the later one sets. *)
Definition kept_names (a b : option (list string)) (states : list (string * field_state)) : option (list string) :=
  match a, b with
  | None, None => None
  | _, _ =>
      let both := filter (fun n => negb (loses a n) && negb (loses b n))
        (match a with Some l => l | None => [] end ++ match b with Some l => l | None => [] end) in
      let set := somes (map (fun f => match snd f with
        | Changed ch => if holds (fun v => negb (is_null v)) (sent ch) then Some (fst f) else None
        | _ => None
        end) states) in
      Some (sorted_names (both ++ set))
  end.

(* The fields of the composed map. *)
Definition composed_fields (kept : option (list string)) (states : list (string * field_state)) : fields_of :=
  fold_right (fun f m => match snd f with
      | Changed ch => if loses kept (fst f) then m else set_change (fst f) ch m
      | _ => m
      end)
    (match kept with Some l => [(retain_name, JList (map JString l))] | None => [] end) states.

Definition same_change (a b : change) : bool :=
  same_value (sent a) (sent b) && same_value (removed a) (removed b) && same_value (placed a) (placed b).

(* Whether a map reads as the composed fields, and has no others. *)
Definition reads_as (c : context) (s : schema) (kept : option (list string)) (states : list (string * field_state)) (m : fields_of) : bool :=
  let m := parts_of_map m in
  match retained_names c s m with
  | Ok names =>
      match names, kept with
      | None, None => true
      | Some a, Some b => if list_eq_dec string_dec a b then true else false
      | _, _ => false
      end
  | Fault _ _ _ _ => false
  end
  && match directive_of (written m) with Some Merge => true | _ => false end
  && forallb (fun f => same_change (change_for c s m (fst f))
       (match snd f with
        | Changed ch => if loses kept (fst f) then Change None None None else ch
        | _ => Change None None None
        end)) states
  && forallb (fun n => listed n (names states)) (targets c s m).

(* Whether a name is a directive in one patch and data in the other. *)
Definition is_directive (r : role) : bool := match r with Data | Dropped => false | _ => true end.
Definition roles_differ (c : context) (s : schema) (a : fields_of) (f : string * later_part) : bool :=
  match get (fst f) a with
  | Some v => negb (eqb (is_directive (role_of c s (fst f) v)) (is_directive (role_of c s (fst f) (later_text (snd f)))))
  | None => false
  end.

(* Unions. What a patch does to the members of a union: nothing, or it clears those that do not stay.
   That a discriminator clears members may depend on the original. *)
Inductive union_choice := NoChoice | MayChoose (stays : member -> bool) | Chooses (stays : member -> bool).

Definition same_member (a b : member) : bool := if list_eq_dec string_dec (member_fields a) (member_fields b) then true else false.

(* known is the discriminator before the patch, if it is known. *)
Definition choice_of (u : union) (known : option (option json)) (m : fields_of) : union_choice :=
  match set_members u (said m), discriminator_of u (said m) with
  | x :: _, _ => Chooses (same_member x)
  | [], Some v =>
      let stays y := is_text (Some v) (member_name y) in
      match known with
      | None => MayChoose stays
      | Some before => if same_value before (Some v) then NoChoice else Chooses stays
      end
  | [], None => NoChoice
  end.

Definition removes_field (v : json) : bool := is_null v || is_deletion v.
Definition get_discriminator (u : union) (m : fields_of) : option json := match discriminator u with Some d => get d m | None => None end.

Definition changes_union (u : union) (m : fields_of) : bool :=
  negb (is_empty (set_members u (said m))) || present (discriminator_of u m).

(* The discriminator after a patch, if it is known. *)
Definition known_discriminator (u : union) (kept : option (list string)) (m : fields_of) : option (option json) :=
  match discriminator u with
  | None => None
  | Some d =>
      match get d m, set_members u (said m) with
      | Some v, _ => Some (if removes_field v then None else Some v)
      | None, x :: _ => Some (Some (JString (member_name x)))
      | None, [] => if loses kept d then Some None else None
      end
  end.

(* What a union does to a field of the original. A cleared field is absent, or has a scalar that counts
   as unset: maps and lists merge into it alike. *)
Inductive union_state := Stays | MayBeCleared | IsCleared.

Definition member_state (ch : union_choice) (x : member) (n : string) (m : fields_of) : union_state :=
  if present (get n m) then Stays
  else match ch with
    | NoChoice => Stays
    | MayChoose stays => if stays x then Stays else MayBeCleared
    | Chooses stays => if stays x then Stays else IsCleared
    end.

Definition worse (a b : union_state) : union_state :=
  match a, b with
  | IsCleared, _ | _, IsCleared => IsCleared
  | MayBeCleared, _ | _, MayBeCleared => MayBeCleared
  | _, _ => Stays
  end.

Definition union_state_of (on : bool) (us : list union) (m : fields_of) (n : string) : union_state :=
  if on then
    fold_left (fun st u => fold_left (fun st x =>
      if listed n (member_fields x) then worse st (member_state (choice_of u None m) x n m) else st) (members u) st) us Stays
  else Stays.

(* The states of the fields that one of two maps is about. *)
Definition compose_states (c : context) (s : schema) (ka kb : option (list string)) (a : parts) (b : list (string * later_part)) (mb : parts)
    : result (list (string * field_state)) :=
  each (fun n =>
      let ch := change_for c s a n in
      let before := if loses ka n || loses kb n then Cleared else if is_nothing ch then Untouched else Changed ch in
      let later := change_for c s mb n in
      let value := match value_for c s mb n with Some _ => get n b | None => None end in
      let compose := compose_change value (removed later) (placed later) c (field_schema s n) n in
      let* st :=
        match (if is_nothing later then Stays else union_state_of (use_unions (opts c)) (unions_of s) (written a) n) with
        | Stays => compose_field c (field_schema s n) n before later compose
        | cleared =>
            if strict (opts c) && present (placed later) then not_composable (here c)
            else if holds (is_fixed (field_schema s n)) (sent later) then
              if present (removed later) then not_composable (here c) else Ok (Changed later)
            else if present (removed later) && negb (present (sent later)) then not_composable (here c)
            else match cleared with
              | IsCleared => compose_field c (field_schema s n) n Cleared later compose
              | _ => not_composable (here c)
              end
        end in
      Ok (n, st))
    (sorted_names (targets c s a ++ targets c s mb)).

(* The state of the value of a field, and the states with a field that is cleared. *)
Definition state_of (states : list (string * field_state)) (n : string) : field_state :=
  match get n states with
  | Some (Changed ch) => if present (sent ch) then Changed ch else Untouched
  | _ => Untouched
  end.
Definition clear_field (n : string) (states : list (string * field_state)) : list (string * field_state) :=
  put n (Changed (Change (Some JNull) None None)) states.

Definition states_fields (states : list (string * field_state)) : fields_of :=
  somes (map (fun f => match snd f with Changed ch => option_map (fun v => (fst f, v)) (sent ch) | _ => None end) states).

(* Applies a union to the composed fields: both patches have had their effects. Fields that are
   cleared are null in the composed patch, unless its own union clears them. *)
Definition compose_union (c : context) (kept ka kb : option (list string)) (a b : fields_of) (u : union) (states : list (string * field_state))
    : result (list (string * field_state)) :=
  if negb (changes_union u a && changes_union u b
        || changes_union u a && existsb (fun x => existsb (fun n => present (get n b) || loses kb n) (member_fields x)) (members u))
  then Ok states
  else
    let first := choice_of u None a in
    let known := known_discriminator u ka a in
    let second := choice_of u known b in
    (* The discriminator: a union that sets a member sets it. *)
    let states := match discriminator u, set_members u (said b), get_discriminator u b with
      | Some d, _ :: _, None => match get d states with Some (Changed _) => put d Cleared states | _ => states end
      | _, _, _ => states
      end in
    let places := flat_map (fun x => map (fun n => (x, n)) (member_fields x)) (members u) in
    (* The later patch clears what the earlier one has set. *)
    let states := fold_left (fun states (f : member * string) =>
        let (x, n) := f in
        match second, member_state second x n b, state_of states n with
        | Chooses _, IsCleared, Changed ch => if sets x (sent ch) then clear_field n states else states
        | _, _, _ => states
        end) places states in
    let auto x := match set_members u (said (states_fields states)) with y :: _ => negb (same_member y x) | [] => false end in
    (* Fields of the original that one of the patches clears. *)
    let step (r : result (list (string * field_state))) (f : member * string) :=
      let* states := r in
      let (x, n) := f in
      let clear := if auto x then Ok states else if is_empty (unset x) then Ok (clear_field n states) else not_composable (here c) in
      let known := match get n states with Some Cleared => loses ka n || loses kb n | _ => false end in
      if known then Ok states else
      match state_of states n, member_state first x n a, first, member_state second x n b, second with
      | Untouched, _, _, IsCleared, Chooses _ => clear
      | Untouched, IsCleared, Chooses _, _, _ => clear
      | Untouched, MayBeCleared, _, _, NoChoice =>
          if present (get_discriminator u b) && negb (same_value (get_discriminator u a) (get_discriminator u b))
          then not_composable (here c) else Ok states
      | Untouched, MayBeCleared, _, _, _ => not_composable (here c)
      | _, _, _, _, _ => Ok states
      end in
    let* states := fold_left step places (Ok states) in
    (* The discriminator of a member that only the earlier patch has set. *)
    Ok (match discriminator u, set_members u (said a), get_discriminator u a, get_discriminator u b, set_members u (said (states_fields states)) with
      | Some d, x :: _, None, None, [] => if is_empty (set_members u (said b)) && negb (loses kb d) then put d (Changed (Change (Some (JString (member_name x))) None None)) states else states
      | _, _, _, _, _ => states
      end).

(* Whether two unions share a field. *)
Definition shares_field (us : list union) : bool :=
  let fields u := match discriminator u with Some d => [d] | None => [] end ++ flat_map member_fields (members u) in
  negb (pairwise (fun u v => negb (existsb (fun n => listed n (fields v)) (fields u))) us).

(* A union that both patches change, one of them by $retainKeys: the later patch must keep only the
   fields of the union that it sets. *)
Definition retains_union (ka kb : option (list string)) (a b : fields_of) (u : union) : bool :=
  let fields := match discriminator u with Some d => [d] | None => [] end ++ flat_map member_fields (members u) in
  let touches kept m := existsb (fun n => present (get n m) || loses kept n) fields in
  touches ka a && touches kb b
  && match ka, kb with
     | None, None => false
     | _, None => true
     | _, Some kept => existsb (fun n => listed n kept && negb (present (get n b))) fields
     end.

Fixpoint compose_unions (c : context) (kept ka kb : option (list string)) (a b : fields_of) (us : list union) (states : list (string * field_state))
    : result (list (string * field_state)) :=
  match us with
  | [] => Ok states
  | u :: rest =>
      do (if retains_union ka kb a b u then not_composable (here c) else Ok tt) then
      let* states := compose_union c kept ka kb a b u states in
      compose_unions c kept ka kb a b rest states
  end.

(* The $patchMergeKey of an element: that of the later patch, or of the earlier one. *)
Definition keep_selection (c : context) (a b m : fields_of) : fields_of :=
  if selecting c then
    match get merge_key_name b, get merge_key_name a with
    | Some v, _ | None, Some v => put merge_key_name v m
    | None, None => m
    end
  else m.

Definition later_texts (b : list (string * later_part)) : fields_of := map (fun f => (fst f, later_text (snd f))) b.

(* Composes maps that merge. *)
Definition compose_maps (b : list (string * later_part)) : composer := fun _ _ c s earlier =>
  let inner := match type_of s with MapType _ _ _ => s | _ => schemaless end in
  let a := fields (sent earlier) in
  let ma := parts_of_map a in
  let mb := parts_of_map (later_texts b) in
  match retained_names c inner ma, retained_names c inner mb with
  | Ok ka, Ok kb =>
      let* states := compose_states c inner ka kb ma b mb in
      let us := unions_of inner in
      let* states :=
        if use_unions (opts c) && negb (is_empty us) then
          let changed m := existsb (fun u => changes_union u m) us in
          do (if shares_field us && changed a && changed (later_texts b) then not_composable (here c) else Ok tt) then
          compose_unions c None ka kb a (later_texts b) us states
        else Ok states in
      let kept := kept_names ka kb states in
      let m := keep_selection c a (later_texts b) (composed_fields kept states) in
      if reads_as c inner kept states m then Ok (Change (Some (JMap m)) None None)
      else
        do each (fun f => if roles_differ c inner a f then not_composable (Field (fst f) :: here c) else Ok tt) b then
        not_composable (here c)
  | _, _ => not_composable (here c)
  end.

Fixpoint follow (later : json) : composer :=
  match later with
  | JMap m => compose_maps (map (fun f => (fst f, Later (snd f) (follow (snd f)))) m)
  | JList l => compose_lists (Some (map (fun e => Later e (follow e)) l))
  | _ => fun removed placed _ _ _ => Ok (Change (Some later) removed placed)
  end.

(* Composes two patches of a document, which apply accepts. *)
Definition compose_two (o : options) (s : schema) (a b : json) : result json :=
  let c := Context o [] [] false false in
  let s := at_root s in
  let done (ch : change) := match sent ch with Some v => Ok v | None => not_composable [] end in
  match a, b with
  | JMap m, JMap _ =>
      if is_fixed s b then Ok b
      else if is_fixed s a then
        match eval a c s None with
        | Ok known =>
            match eval b c s known with
            | Ok r =>
                let x := match r with Some v => replacing s v | None => JNull end in
                let y := match r with Some v => replacing s (with_markers v s) | None => JNull end in
                let gives x := is_fixed s x && match eval x c s None with Ok r' => same_value r r' | _ => false end in
                if same_value r known then Ok a
                else if gives x then Ok x else if gives y then Ok y else not_composable []
            | Fault _ _ _ _ => not_composable []
            end
        | Fault _ _ _ _ => not_composable []
        end
      else let* ch := follow b None None c s (Change (Some a) None None) in done ch
  | _, _ => not_composable []
  end.

Definition be_lenient (o : options) : options :=
  Options (strict o) (use_unions o) (ignore_delete_list o) (ignore_order_list o) (ignore_retain_keys o) (ignore_merge_key o) true.

(* The error of a patch that is rejected for every original. *)
Definition check_patch (o : options) (s : schema) (patch : json) : result unit :=
  match apply (be_lenient o) s None patch with
  | Fault c rule Patch at_ => Fault c rule Patch at_
  | _ => Ok tt
  end.

(* The composed patch, or the error of patch i. *)
Inductive composition := Composed (patch : json) | Refused (i : nat) (c : code) (rule : string) (at_ : path).

(* Composes the patches after those that are composed already. A composed patch may lack an order
   list that decides which element a later patch selects, so all is the same patch with all order
   lists. *)
Fixpoint compose_after (o : options) (s : schema) (i : nat) (earlier all : json) (patches : list json) : composition :=
  match patches with
  | [] => Composed earlier
  | p :: rest =>
      match (do check_patch o s p then
             let* x := compose_two o s earlier p in
             let* y := compose_two (be_lenient o) s all p in Ok (x, y)) with
      | Ok (x, y) => compose_after o s (S i) x y rest
      | Fault c rule _ at_ => Refused i c rule at_
      end
  end.

(* Composes patches, which are applied in order. Rule compose. *)
Definition compose (o : options) (s : schema) (patches : list json) : composition :=
  match patches with
  | [] => Composed (JMap [])
  | p :: rest =>
      match check_patch o s p with
      | Ok _ => compose_after o s 1 p p rest
      | Fault c rule _ at_ => Refused 0 c rule at_
      end
  end.
