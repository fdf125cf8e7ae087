(* Chapter 11. Keyed lists (SPEC.md, sections 5.3, 5.4 and 5.6). *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* An element of the original or one that the patch added, with its place in the original. *)
Record item := Item { content : json; first : option nat; new : bool; origin : path }.

Definition has (k : merge_keys) (x : key) (i : item) : bool := has_keys k (wanted x) (content i).

(* Removes the elements that a deletion matches. Rule keyed-delete. *)
Definition delete_element (c : context) (s : schema) (k : merge_keys) (items : list item) (x : nat * part)
    : result (list item) :=
  let (i, p) := x in
  if is_deletion (text p)
  then let* key := read_element_key c k (element_of s) (text p) (Index i :: here c) in
       Ok (filter (fun e => negb (has k key e)) items)
  else Ok items.

(* The place of the first element that satisfies a test. *)
Fixpoint find_index {A} (test : A -> bool) (l : list A) : option nat :=
  match l with
  | [] => None
  | a :: rest => if test a then Some 0 else option_map S (find_index test rest)
  end.

Definition has_deleted_keys (k : merge_keys) (x : key) (e : json) : bool :=
  forallb (fun n => present (key_value k e n)) (deleted x).

(* The place of the element that a patch element merges into: the first one with its keys. If
   the patch element deletes keys, one that has them comes first. Rules keyed-merge and
   keys-null. *)
Definition find (k : merge_keys) (x : key) (items : list item) : option nat :=
  match deleted x, find_index (fun i => has k x i && has_deleted_keys k x (content i)) items with
  | _ :: _, Some i => Some i
  | _, _ => find_index (has k x) items
  end.

Definition matches (k : merge_keys) (x : key) (items : list item) : nat := List.length (filter (has k x) items).

(* The place of element i of the patch list, as far as it is not about an earlier one. *)
Definition claim (i : nat) (e : item) : item :=
  Item (content e) (match first e with None => Some i | f => f end) (new e) (origin e).

(* Changes one element, and claims it and its duplicates for element i of the patch list. A
   patch element that deletes keys claims no duplicates. *)
Definition is_empty {A} (l : list A) : bool := match l with [] => true | _ => false end.
Definition change (k : merge_keys) (x : key) (i at_ : nat) (v : json) (items : list item) : list item :=
  map (fun j : nat * item =>
    let (n, e) := j in
    let e' : item := if (n =? at_) || is_empty (deleted x) && has k x e then claim i e else e in
    if n =? at_ then Item v (first e') (new e') (origin e') else e')
    (indexed items).

(* What a patch element makes of one element, or of none. *)
Definition evaluate (c : context) (s : schema) (i : nat) (p : part) (original : option item) : result (option json) :=
  let elem := element_of s in
  means p (Context (opts c) (Index i :: here c)
             (match original with Some e => origin e | None => [] end) false (selects c elem))
    elem (option_map content original).

(* Whether a patch element removes a key that it does not contain. *)
Definition clears_key (c : context) (elem : schema) (e : json) (n : string) : bool :=
  let inner := match type_of elem with MapType _ _ _ => elem | _ => schemaless end in
  let kept := match field retain_name e with
    | Some d => match role_of c inner retain_name d with RetainKeys => retain_list d | _ => None end
    | None => None
    end in
  match directive_of (fields (Some e)) with Some Replace => true | _ => false end
  || is_atomic_map elem
  || match kept with Some kept => negb (listed n kept) | None => false end.

(* A key of the element that a patch element merges into, after the merge. *)
Definition key_after (c : context) (k : merge_keys) (elem : schema) (e original : json) (n : string) : option json :=
  match field n e, discriminator_for (use_unions (opts c)) elem (fields (Some e)) n with
  | Some v, _ => if is_null v || is_deletion v then get n (defaults k) else Some v
  | None, Some v => Some v
  | None, None => if clears_key c elem e n then get n (defaults k) else key_value k original n
  end.

(* A strict engine rejects an element without $patchMergeKey whose default key matches several
   elements that differ in other recommended keys. It also rejects an element that changes or
   removes a recommended key that it does not match by. before are the elements before the
   first merge, and merged is the element after the merge, if this succeeds. Rule
   keys-recommended. *)
Definition check_meant (c : context) (s : schema) (k : merge_keys) (items_before items : list item)
    (i : nat) (p : part) (x : key) (original : item) (merged : option json) : result unit :=
  if negb (strict (opts c)) || lenient (opts c) then Ok tt
  else
    let elem := element_of s in
    let twins := match selection c elem (text p) with
      | None => map content (filter (has k x) (items_before ++ filter new items))
      | Some _ => []
      end in
    do each (fun n =>
      let had := key_value k (content original) n in
      let differs := match twins with
        | [] => false
        | t :: rest => existsb (fun u => negb (same_value (key_value k t n) (key_value k u n))) rest
        end in
      let after := match merged with
        | Some v => key_value k v n
        | None => key_after c k elem (text p) (content original) n
        end in
      require ((negb (present had) || same_value had after) && negb differs)
        AmbiguousMergeKey "keys-recommended" (Index i :: here c))
      (filter (fun n => negb (listed n (map fst (wanted x) ++ deleted x))) (recommended k)) then Ok tt.

(* Merges a patch element into the first element with its keys, or adds it. Rules keyed-merge,
   element-replace and keys-partial. *)
Definition merge_element (c : context) (s : schema) (k : merge_keys) (items_before items : list item)
    (x : nat * part) : result (list item) :=
  let (i, p) := x in
  if is_deletion (text p) then Ok items
  else
    let* key := read_element_key c k (element_of s) (text p) (Index i :: here c) in
    match find k key items with
    | None =>
        let* v := evaluate c s i p None in
        Ok (items ++ match v with Some v => [Item v (Some i) true []] | None => [] end)
    | Some at_ =>
        let original := nth at_ items (Item JNull None false []) in
        do require (negb (partial key && is_empty (deleted key)) || (matches k key items <=? 1) || lenient (opts c))
          AmbiguousMergeKey "keys-partial" (Index i :: here c) then
        let merged := match evaluate c s i p (Some original) with Ok (Some v) => Some v | _ => None end in
        do check_meant c s k items_before items i p key original merged then
        let* v := evaluate c s i p (Some original) in
        Ok (change k key i at_ (match v with Some v => v | None => JNull end) items)
    end.

(* Carries out a step for each element of the patch list, in order. *)
Fixpoint steps {A B} (f : A -> B -> result A) (a : A) (l : list B) : result A :=
  match l with
  | [] => Ok a
  | b :: rest => let* a := f a b in steps f a rest
  end.

(* Applies the deletions of a patch list, and then merges the rest. Rules keyed-delete and
   keyed-merge. *)
Definition merge_keyed (c : context) (s : schema) (k : merge_keys) (original : list json) (l : list part)
    : result json :=
  let patch := indexed l in
  let items := map (fun x => Item (snd x) None false (Index (fst x) :: there c)) (indexed original) in
  let* remaining := steps (delete_element c s k) items patch in
  let* items := steps (merge_element c s k remaining) remaining patch in
  Ok (JList (arrange (ordered c) (map (fun e => Merged (content e) (first e) (new e)) items))).
