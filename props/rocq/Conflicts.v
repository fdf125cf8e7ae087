(* Chapter 18. The conflicts of a three-way merge (SPEC.md, section 11.4). *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions Keyed Maps Diff Pairs Target.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

Inductive conflict_code := BothChanged | BothAdded | LeftDeleted | RightDeleted.

(* A step to a field, to an element by its keys, or to a value of a set. *)
Inductive conflict_step := InField (name : string) | WithKeys (keys : list (string * option json)) | WithValue (v : json).

(* site is the steps from the root, the last one first. *)
Record conflict := Conflict { site : list conflict_step; kind : conflict_code; mine : option json; theirs : option json }.

Definition alike_values (a b : option json) : bool :=
  same_value (option_map bare (non_null a)) (option_map bare (non_null b)).

(* A value of modified and one of current that contradict each other. *)
Definition contradiction (at_ : list conflict_step) (original modified current : option json) : list conflict :=
  let code := match original, modified, current with
    | None, Some _, _ => BothAdded
    | _, None, _ => LeftDeleted
    | _, _, None => RightDeleted
    | _, _, _ => BothChanged
    end in
  [Conflict at_ code (option_map bare modified) current].

(* An element of current without the keys that a server has filled in: those that an element
   of another document lacks. *)
Definition without_filled (keys : list string) (e current : option json) : option json :=
  match current with
  | Some (JMap c) => Some (JMap (filter (fun f => negb (listed (fst f) keys && negb (present (non_null (get (fst f) (fields e)))))) c))
  | _ => current
  end.

(* A value of current without the defaults of fields that another document lacks. *)
Fixpoint without_defaults (c : json) : schema -> option json -> option json :=
  match c with
  | JMap m =>
      let parts := map (fun f => (fst f, without_defaults (snd f))) m in
      fun s e => Some (JMap (flat_map (fun f =>
        match snd f (field_schema s (fst f)) (non_null (get (fst f) (fields e))) with Some v => [(fst f, v)] | None => [] end) parts))
  | JList l =>
      let parts := map (fun x => (x, without_defaults x)) l in
      fun s e => Some (JList (map (fun x =>
        match nth_error (elements e) (fst x) with
        | Some e => match snd (snd x) (element_of s) (Some e) with Some v => v | None => fst (snd x) end
        | None => fst (snd x)
        end) (indexed parts)))
  | _ => fun s e => if negb (present e) && same_value (default_of s) (Some c) then None else Some c
  end.

(* A value of current without what a server has filled in. *)
Definition as_sent (s : schema) (keys : list string) (e current : option json) : option json :=
  let e := non_null e in
  match without_filled keys e (non_null current) with Some c => without_defaults c s e | None => None end.

(* An element of modified with the keys that a server has filled in. *)
Definition with_filled (keys : list string) (modified current : option json) : option json :=
  match modified, current with
  | Some (JMap m), Some c =>
      Some (JMap (fold_right (fun n m => if present (non_null (get n m)) then m else set_field n (non_null (field n c)) m) m keys))
  | m, _ => m
  end.

(* Compares values as a whole. keys are the merge keys of an element. What a server has filled in
   counts only beside a value of modified. *)
Definition compare_values (at_ : list conflict_step) (s : schema) (keys : list string) (original modified current : option json) : list conflict :=
  if alike_values original modified
    || alike_values original (as_sent s keys original current)
    || (if present (non_null modified) then alike_values modified (as_sent s keys modified current) else negb (present (non_null current)))
  then []
  else contradiction at_ original (with_filled keys modified current) current.

(* An element of modified or original, named by its keys and those that a server has filled in.
   Rule threeway-conflict. *)
Definition name_element (s : schema) (e : json) (current : option json) : conflict_step :=
  match strategy_of s with
  | Keyed k =>
      WithKeys (map (fun n => (n,
        match key_value k e n, current with
        | Some v, _ => Some v
        | None, Some c => key_value k c n
        | None, None => None
        end)) (list_keys s))
  | _ => WithKeys []
  end.

(* Conflicts in what modified dropped: others changed it. keys are the merge keys of an element. *)
Definition dropped_conflicts := list conflict_step -> schema -> forall (keys : list string), option json -> list conflict.

Definition conflicts_of_dropped_elements (at_ : list conflict_step) (s : schema) (pairs : list pair)
    (inside : json -> dropped_conflicts) : list conflict :=
  flat_map (fun p =>
    let c := option_map content_of (now p) in
    if keyed_element s (wanted_element p)
    then inside (wanted_element p) (name_element s (wanted_element p) c :: at_) (element_of s) (list_keys s) c
    else []) pairs.

Fixpoint lookup (l : list (json * dropped_conflicts)) (e : json) : dropped_conflicts :=
  match l with
  | [] => fun _ _ _ _ => []
  | (x, f) :: rest => if equal x e then f else lookup rest e
  end.

Fixpoint in_dropped (o : json) : dropped_conflicts :=
  match o with
  | JNull => fun _ _ _ _ => []
  | JMap m =>
      let parts := map (fun f => (fst f, in_dropped (snd f))) m in
      fun at_ s keys current =>
        match current with
        | Some (JMap c) =>
            if is_atomic_map s then compare_values at_ s keys (Some o) None current
            else flat_map (fun f => snd f (InField (fst f) :: at_) (field_schema s (fst f)) [] (get (fst f) c)) parts
        | _ => compare_values at_ s keys (Some o) None current
        end
  | JList l =>
      let parts := map (fun e => (e, in_dropped e)) l in
      fun at_ s keys current =>
        match strategy_of s, current with
        | Keyed _, Some (JList c) =>
            conflicts_of_dropped_elements at_ s (pair_dropped s l (candidates s l [] c)) (lookup parts)
        | ValueSet, Some (JList _) => []
        | _, _ => compare_values at_ s keys (Some o) None current
        end
  | _ => fun at_ s keys current => compare_values at_ s keys (Some o) None current
  end.

(* Conflicts of what modified has. keys are the merge keys of an element: they count as absent
   if they are null in modified. *)
Definition conflicting := list conflict_step -> schema -> forall (keys : list string), forall original current : option json, list conflict.

Record conflict_part := Conflicted { conflict_text : json; conflicts_of : conflicting }.

(* If original has a value of another type, nothing in it was added. *)
Definition below (same_type : bool) (l : list conflict) : list conflict :=
  map (fun x => if negb same_type then
      match kind x with BothAdded => Conflict (site x) BothChanged (mine x) (theirs x) | _ => x end else x) l.

(* Both sides have a map or list, or original has it and current lacks it. *)
Definition compares_inside (type : json -> bool) (original current : option json) : bool :=
  match current with Some c => type c | None => holds type original end.

Definition conflicts_of_map (m : list (string * conflict_part)) : conflicting := fun at_ s keys original current =>
  let m := filter (fun f => negb (listed (fst f) keys && is_null (conflict_text (snd f)))) m in
  let texts := map (fun f => (fst f, conflict_text (snd f))) m in
  let was := fields original in
  let is := fields current in
  below (match original with Some o => is_map o | None => true end)
    (flat_map (fun n =>
       if match get n is with Some v => is_excluded s was texts is (n, v) | None => false end then []
       else
         match get n m, get n was with
         | Some p, o => conflicts_of p (InField n :: at_) (field_schema s n) [] o (get n is)
         | None, Some o => in_dropped o (InField n :: at_) (field_schema s n) [] (get n is)
         | None, None => []
         end) (sorted_names (names m ++ names was))).

Definition conflicts_of_list (l : list conflict_part) : conflicting := fun at_ s _ original current =>
  let '(pairs, unwanted, free) := pair_modified s (map conflict_text l) (elements original)
    (candidates s (elements original) (map conflict_text l) (elements current)) in
  below (match original with Some o => is_list o | None => true end)
    (flat_map (fun x =>
       let (p, part) := x : pair * conflict_part in
       let c := option_map content_of (now p) in
       let named := match was p with Some o => o | None => wanted_element p end in
       if keyed_element s named
       then conflicts_of part (name_element s named c :: at_) (element_of s) (list_keys s) (was p) c
       else []) (combine pairs l)
     ++ conflicts_of_dropped_elements at_ s (pair_dropped s unwanted free) in_dropped).

Fixpoint in_wanted (m : json) : conflicting :=
  match m with
  | JNull => fun at_ s keys original current =>
      match original with
      | None => if present (as_sent s [] None current) then contradiction at_ None None current else []
      | Some o => in_dropped o at_ s keys current
      end
  | JMap fs =>
      let inside := conflicts_of_map (map (fun f => (fst f, Conflicted (snd f) (in_wanted (snd f)))) fs) in
      fun at_ s keys original current =>
        let original := non_null original in
        if negb (is_atomic_map s) && compares_inside is_map original current then inside at_ s keys original current
        else compare_values at_ s keys original (Some m) current
  | JList l =>
      let inside := conflicts_of_list (map (fun e => Conflicted e (in_wanted e)) l) in
      fun at_ s keys original current =>
        let original := non_null original in
        if compares_inside is_list original current then
          match strategy_of s with
          | Keyed _ => inside at_ s keys original current
          | ValueSet => []
          | Atomic => compare_values at_ s keys original (Some m) current
          end
        else compare_values at_ s keys original (Some m) current
  | _ => fun at_ s keys original current => compare_values at_ s keys (non_null original) (Some m) current
  end.

Definition conflicts (s : schema) (original modified current : option json) : list conflict :=
  in_wanted (to_document modified) [] (Schema (type_of s) false (has_strategy_retain s)) []
    (Some (to_document original)) (Some (bare (to_document current))).
