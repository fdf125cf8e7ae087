(* Chapter 6. The order of merged lists (SPEC.md, chapter 7). *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* An element of a merged list. Those of the original come first, in their order, and those
   that the patch added follow. patched is the index of the first element of the patch list
   that is about this one. *)
Record merged := Merged { value : json; patched : option nat; added : bool }.

(* 7.1 Without a directive. *)

(* Inserts an element of the patch behind those that the patch lists earlier. *)
Fixpoint insert (x : nat * merged) (l : list (nat * merged)) : list (nat * merged) :=
  let place y := match patched (snd y) with Some n => n | None => 0 end in
  match l with
  | [] => [x]
  | y :: rest => if place x <? place y then x :: l else y :: insert x rest
  end.
Definition by_patch (l : list (nat * merged)) : list (nat * merged) := fold_left (fun l x => insert x l) l [].

(* Splits the elements before index i from the rest. *)
Fixpoint before (i : nat) (l : list (nat * merged)) : list (nat * merged) * list (nat * merged) :=
  match l with
  | [] => ([], [])
  | x :: rest =>
      if fst x <? i then let (a, b) := before i rest in (x :: a, b) else ([], l)
  end.

(* kept are the elements that only the original has, and waiting those of the patch list
   since the last one that the original has, too. Rule order-default. *)
Fixpoint interleave (kept waiting patch : list (nat * merged)) : list (nat * merged) :=
  match patch with
  | [] => kept ++ waiting
  | x :: rest =>
      if added (snd x) then interleave kept (waiting ++ [x]) rest
      else let (earlier, later) := before (fst x) kept in
           earlier ++ waiting ++ x :: interleave later [] rest
  end.

Definition is_kept (x : nat * merged) : bool := negb (present (patched (snd x))).

Definition default_order (l : list merged) : list json :=
  let l := indexed l in
  map (fun x => value (snd x))
    (interleave (filter is_kept l) [] (by_patch (filter (fun x => negb (is_kept x)) l))).

(* The order of a merged list before a $setElementOrder, if there is one: the directive looks
   at the elements where they are. *)
Definition arrange (ordered : bool) (l : list merged) : list json :=
  if ordered then map value l else default_order l.

(* 7.2 $setElementOrder. An entry of the directive tests elements. *)
Inductive entry := ValueEntry (v : json) | KeyEntry (k : merge_keys) (wanted : list (string * option json)).

Definition names_element (n : entry) (e : json) : bool :=
  match n with
  | ValueEntry v => same_scalar v e
  | KeyEntry k wanted => has_keys k wanted e
  end.

Definition same_entry (a b : entry) : bool :=
  match a, b with
  | ValueEntry v, ValueEntry w => same_scalar v w
  | KeyEntry _ v, KeyEntry _ w => same_keys v w
  | _, _ => false
  end.

(* Takes all elements that an entry names, or the first one if the entry is listed again. *)
Fixpoint take (n : entry) (again : bool) (l : list json) : list json * list json :=
  match l with
  | [] => ([], [])
  | e :: rest =>
      if names_element n e
      then if again then ([e], rest) else let (mine, others) := take n again rest in (e :: mine, others)
      else let (mine, others) := take n again rest in (mine, e :: others)
  end.

(* Returns the elements that no entry names, and the others in the order of the entries. *)
Fixpoint place (entries : list entry) (l : list json) : list json * list json :=
  match entries with
  | [] => (l, [])
  | n :: rest =>
      let (mine, others) := take n (existsb (same_entry n) rest) l in
      let (unlisted, listed) := place rest others in (unlisted, mine ++ listed)
  end.

(* Rules order-directive and order-recommended. *)
Definition directed_order (entries : list entry) (l : list json) : list json :=
  let (unlisted, listed) := place entries l in unlisted ++ listed.

(* Reads the entries of a $setElementOrder for a merging list. *)
Definition read_entry (c : context) (s : schema) (at_ : path) (i : nat) (e : json) : result entry :=
  match strategy_of s with
  | Keyed k =>
      do require (is_map e) InvalidDirective "order-directive" at_ then
      let* key := read_key c k (element_of s) false "order-directive" e (Index i :: at_) in Ok (KeyEntry k (wanted key))
  | _ => do require (is_scalar e) InvalidDirective "order-directive" at_ then Ok (ValueEntry e)
  end.
Definition read_order (c : context) (s : schema) (directive : json) (at_ : path) : result (list entry) :=
  do require (is_list directive) InvalidDirective "order-directive" at_ then
  each (fun x => read_entry c s at_ (fst x) (snd x)) (indexed (elements (Some directive))).

(* The index of the first entry that names an element. *)
Fixpoint entry_of (entries : list entry) (e : json) : option nat :=
  match entries with
  | [] => None
  | n :: rest => if names_element n e then Some 0 else option_map S (entry_of rest e)
  end.

(* The entry that an element of the patch list would be. *)
Definition entry_for (c : context) (s : schema) (e : json) : entry :=
  match strategy_of s with
  | Keyed k => KeyEntry k (written_key c k (element_of s) e)
  | _ => ValueEntry e
  end.

(* Whether an element has the keys of an earlier one that is not the one before it. seen are
   the earlier elements, the last one first. *)
Definition is_apart (n : entry) (seen : list entry) : bool :=
  match seen with
  | [] => false
  | last :: earlier => existsb (same_entry n) earlier && negb (same_entry n last)
  end.

(* Checks that the elements of the patch list are in the directive, in its order, and next to
   their duplicates. reached is the entry of the element before. *)
Fixpoint agrees (c : context) (s : schema) (entries : list entry) (at_ : path)
    (l : list (nat * json)) (reached : nat) (seen : list entry) : result unit :=
  match l with
  | [] => Ok tt
  | (i, e) :: rest =>
      if is_marker e || is_deletion e then agrees c s entries at_ rest reached seen
      else
        let n := entry_for c s e in
        match entry_of entries e with
        | Some found =>
            do require ((reached <=? found) && negb (is_apart n seen)) OrderMismatch "order-directive" (Index i :: at_) then
            agrees c s entries at_ rest found (n :: seen)
        | None => Fault OrderMismatch "order-directive" Patch (Index i :: at_)
        end
  end.

(* Orders a merged list by the directive. It is ignored if the patch sets the field to null,
   and if the list does not merge. at_ is the place of the map, name the field. *)
Definition set_order (c : context) (s : schema) (name : string) (directive : option json)
    (patch result : option json) : Results.result (option json) :=
  match directive with
  | None => Ok result
  | Some directive =>
      let at_ := Field (order_prefix ++ name)%string :: here c in
      do require (negb (if string_dec name "" then true else false)) InvalidDirective "order-directive" at_ then
      if negb (is_merging s) || holds is_null patch then Ok result
      else
        let* entries := read_order c s directive at_ in
        do agrees c s entries (Field name :: here c) (indexed (elements patch)) 0 [] then
        Ok (match result with
            | Some (JList l) => Some (JList (directed_order entries l))
            | other => other
            end)
  end.
