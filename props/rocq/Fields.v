(* Chapter 8. One field of a patch map (SPEC.md, sections 4.2 to 4.5).

   A field has a value, a delete list and an order list, or some of them. *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* A patch list replaces an atomic list, and any list if it has a marker. Rules list-atomic
   and list-replace. *)
Definition replaces (s : schema) (l : list json) : bool :=
  negb (is_merging s) || existsb is_marker l.

(* A strict engine rejects a value whose type contradicts the schema. Rule value-type. *)
Definition fits (s : schema) (v : json) : bool :=
  match type_of s, v with
  | AnyType, _ | _, JNull => true
  | ScalarType a, JString _ => allow_string a
  | ScalarType a, JNumber _ => allow_number a
  | ScalarType a, JBool _ => allow_bool a
  | MapType _ _ _, JMap _ => true
  | ListType _ _, JList _ => true
  | _, _ => false
  end.
Definition check_type (c : context) (s : schema) (v : json) (at_ : path) : result unit :=
  require (negb (strict (opts c)) || fits s v) WrongType "value-type" at_.

(* Checks an element of a patch list: its type, its directive and its keys. Rules set-merge,
   keyed-merge, no-nested-lists, list-atomic and list-replace. *)
Definition check_element (c : context) (s : schema) (replacing : bool) (at_ : path) (e : json) : result unit :=
  let elem := element_of s in
  let list_rule rule := if is_list e then "no-nested-lists" else rule in
  if replacing then
    if is_marker e || is_deletion e && is_merging s then Ok tt
    else
      do require (negb (is_deletion e)) InvalidDirective "list-atomic" (Field patch_name :: at_) then
      do read_directive at_ (fields (Some e)) then
      check_type c elem e at_
  else
    match strategy_of s with
    | Keyed k =>
        do require (is_map e) WrongType (list_rule "keyed-merge") at_ then
        do read_directive at_ (fields (Some e)) then
        do read_element_key c k elem e at_ then Ok tt
    | _ =>
        do require (is_scalar e) WrongType (list_rule "set-merge") at_ then
        check_type c elem e at_
    end.

Definition check_elements (c : context) (s : schema) (at_ : path) (v : option json) : result unit :=
  match v with
  | Some (JList l) =>
      do each (fun x => check_element c s (replaces s l) (Index (fst x) :: at_) (snd x)) (indexed l) then Ok tt
  | _ => Ok tt
  end.

(* A strict engine rejects an element of the original that is not a map or lacks a merge key.
   Rule keyed-original. *)
Definition check_original_element (k : merge_keys) (at_ : path) (e : json) : result unit :=
  let check ok c p : result unit := if ok : bool then Ok tt else Fault c "keyed-original" Original p in
  do check (is_map e) WrongType at_ then
  do each (fun n =>
    match key_value k e n with
    | None => check false MissingMergeKey at_
    | Some v => check (is_scalar v) InvalidMergeKey (Field n :: at_)
    end) (default_key k) then Ok tt.

Definition check_original (c : context) (s : schema) (at_ : path) (directives : bool)
    (patch original : option json) : result unit :=
  let merges := match patch with
    | Some (JList l) => negb (replaces s l)
    | Some _ => false
    | None => directives
    end in
  match strategy_of s, original with
  | Keyed k, Some (JList l) =>
      if strict (opts c) && merges
      then do each (fun x => check_original_element k (Index (fst x) :: at_) (snd x)) (indexed l) then Ok tt
      else Ok tt
  | _, _ => Ok tt
  end.

(* Merges one field: its value after the patch. The delete list comes before the value, and
   the order list after it. name and c are those of the field in its map. *)
Definition merge_field (c : context) (s : schema) (name : string)
    (value : option part) (delete_list order_list : option json) (original : option json)
    : result (option json) :=
  let patch := option_map text value in
  let at_ := Field name :: here c in
  do match patch with Some v => check_type c s v at_ | None => Ok tt end then
  do check_elements c s at_ patch then
  do check_original c s (Field name :: there c) (present delete_list || present order_list) patch original then
  let* original := delete_values c s name delete_list patch original in
  let* result :=
    match value with
    | None => Ok original
    | Some v => means v (Context (opts c) at_ (Field name :: there c) (present order_list) false) s original
    end in
  set_order c s name order_list patch result.
