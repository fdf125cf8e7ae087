(* Chapter 9. Lists that are replaced (SPEC.md, sections 5.1 and 5.5). *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields.
Import ListNotations.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* Evaluates an element against nothing. Markers and deletions are dropped, and a null is
   data. Rules list-atomic and list-replace. *)
Definition replacing_element (c : context) (s : schema) (x : nat * part) : result (option json) :=
  let (i, p) := x in
  let at_ := Index i :: here c in
  if is_marker (text p) || is_deletion (text p) then Ok None
  else if is_null (text p) then Ok (Some JNull)
  else
    let elem := element_of s in
    do check_type c elem (text p) at_ then
    do check_elements c elem at_ (Some (text p)) then
    means p (Context (opts c) at_ (Index i :: there c) false (is_merging s && selects c elem)) elem None.

(* Rules list-atomic and list-replace. *)
Definition replace_list (c : context) (s : schema) (l : list part) : result json :=
  let* evaluated := each (replacing_element c s) (indexed l) in
  Ok (JList (somes evaluated)).
