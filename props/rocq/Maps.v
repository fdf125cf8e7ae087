(* Chapter 12. Maps (SPEC.md, sections 4.2, 4.6 and 4.7). *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(* The fields of a patch map, with their meanings. *)
Definition parts := list (string * part).

Definition written (m : parts) : fields_of := map (fun f => (fst f, text (snd f))) m.

Definition same_name (a b : string) : bool := if string_dec a b then true else false.

(* The field that a name of a patch map is about. *)
Definition target_of (c : context) (s : schema) (name : string) (v : json) : option string :=
  match role_of c s name v with
  | DeleteList target | OrderList target => Some target
  | Dropped | Data => Some name
  | _ => None
  end.

(* The fields that a patch map is about, sorted. *)
Definition targets (c : context) (s : schema) (m : parts) : list string :=
  sorted_names (somes (map (fun f => target_of c s (fst f) (text (snd f))) m)).

(* What a patch map contains for one field: its value, its delete list, its order list and a
   dropped value of this name. *)
Definition with_role (c : context) (s : schema) (m : parts) (name : string) (is : role -> bool) : option part :=
  match get name m with
  | Some p => if is (role_of c s name (text p)) then Some p else None
  | None => None
  end.
Definition value_for c s m name :=
  with_role c s m name (fun r => match r with Data => true | _ => false end).
Definition dropped_for c s m name :=
  with_role c s m name (fun r => match r with Dropped => true | _ => false end).
Definition delete_list_for c s m name :=
  with_role c s m (delete_prefix ++ name)%string (fun r => match r with DeleteList n => same_name n name | _ => false end).
Definition order_list_for c s m name :=
  with_role c s m (order_prefix ++ name)%string (fun r => match r with OrderList n => same_name n name | _ => false end).

(* A strict engine rejects a field or directive that a declared map does not define. Rule
   unknown-field. *)
Definition check_known (c : context) (s : schema) (m : parts) (name : string) : result unit :=
  if strict (opts c) && is_declared s && negb (present (declared_field s name)) then
    let check (found : option part) n := require (negb (present found)) UnknownField "unknown-field" (Field n :: here c) in
    do check (dropped_for c s m name) name then
    do check (value_for c s m name) name then
    if same_name name "" then Ok tt
    else
      do check (delete_list_for c s m name) (delete_prefix ++ name)%string then
      check (order_list_for c s m name) (order_prefix ++ name)%string
  else Ok tt.

(* The names that $retainKeys keeps; None without the directive. The patch must not set another
   field. Rule retain-keys. *)
Definition retained_names (c : context) (s : schema) (m : parts) : result (option (list string)) :=
  match with_role c s m retain_name (fun r => match r with RetainKeys => true | _ => false end) with
  | None => Ok None
  | Some p =>
      match retain_list (text p) with
      | None => Fault InvalidDirective "retain-keys" Patch (Field retain_name :: here c)
      | Some kept =>
          do each (fun name =>
            require (negb (holds (fun v => negb (is_null v)) (option_map text (value_for c s m name)))
                     || listed name kept) RetainKeysMismatch "retain-keys" (Field name :: here c))
            (targets c s m) then
          Ok (Some kept)
      end
  end.

Definition retain (kept : option (list string)) (m : fields_of) : fields_of :=
  match kept with
  | None => m
  | Some kept => filter (fun f => listed (fst f) kept) m
  end.

(* Merges the fields with these names, in order. Rule map-merge. *)
Fixpoint merge_named (c : context) (s : schema) (m : parts) (todo : list string) (merged : fields_of)
    : result fields_of :=
  match todo with
  | [] => Ok merged
  | name :: rest =>
      do check_known c s m name then
      let* v := merge_field c (field_schema s name) name
        (value_for c s m name)
        (option_map text (delete_list_for c s m name))
        (option_map text (order_list_for c s m name))
        (get name merged) in
      merge_named c s m rest (set_field name v merged)
  end.

(* Merges all fields of a patch map into those of the original. *)
Definition merge_fields (c : context) (s : schema) (m : parts) (original : fields_of) : result fields_of :=
  let* kept := retained_names c s m in
  let* merged := merge_named c s m (targets c s m) (retain kept original) in
  if use_unions (opts c)
  then unite_all (here c) original
         (if selecting c then remove merge_key_name (written m) else written m) (unions_of s) merged
  else Ok merged.

(* Merges a patch map. Where the schema defines another type than map, there is no schema.
   Rules map-delete, map-replace, map-atomic and absent-is-empty. *)
Definition merge_map (c : context) (s : schema) (m : parts) (original : option json) : result (option json) :=
  let inner := match type_of s with MapType _ _ _ => s | _ => schemaless end in
  let* directive := read_directive (here c) (written m) in
  match directive with
  | Delete => Ok None
  | Replace => let* r := merge_fields c inner m [] in Ok (Some (JMap r))
  | Merge =>
      let* r := merge_fields c inner m (if is_atomic_map s then [] else fields original) in
      Ok (Some (JMap r))
  end.
