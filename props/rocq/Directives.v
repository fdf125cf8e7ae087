(* Chapter 4. Directives and data (SPEC.md, sections 4.6 and 8.1 to 8.3). *)
From Coq Require Import String List Bool.
Require Import Values Schemas Results.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

Definition patch_name := "$patch".
Definition retain_name := "$retainKeys".
Definition merge_key_name := "$patchMergeKey".
Definition delete_prefix := "$deleteFromPrimitiveList/".
Definition order_prefix := "$setElementOrder/".

(* The rest of a name after a prefix. *)
Fixpoint cut_prefix (prefix name : string) : option string :=
  match prefix, name with
  | EmptyString, _ => Some name
  | String a p, String b n => if Ascii.ascii_dec a b then cut_prefix p n else None
  | _, _ => None
  end.

Definition begins_with_dollar (name : string) : bool := present (cut_prefix "$" name).

(* The meaning of a name in a patch map. *)
Inductive role :=
| PatchDirective                  (* $patch *)
| RetainKeys                      (* $retainKeys *)
| MergeKeySelection               (* $patchMergeKey of an element *)
| DeleteList (target : string)    (* $deleteFromPrimitiveList/target *)
| OrderList (target : string)     (* $setElementOrder/target *)
| Dropped                         (* an unknown directive *)
| Data.

(* Rule data-names: a name that looks like a delete or order list is data in a free-form map
   whose values are not lists. Without schema its value decides. *)
Definition targets_list (s : schema) (target : string) (value : json) : bool :=
  is_declared s || present (declared_field s target) || is_list_type (values_of s)
  || is_any_type (values_of s) && is_list value.

(* Rules unknown-directive, data-names and directive-level. *)
Definition role_of (c : context) (s : schema) (name : string) (value : json) : role :=
  if string_dec name patch_name then PatchDirective
  else if selecting c && (if string_dec name merge_key_name then true else false) then MergeKeySelection
  else if present (declared_field s name) then Data
  else if (if string_dec name retain_name then true else false)
          && negb (ignore_retain_keys (opts c)) && (is_declared s || is_list value) then RetainKeys
  else
    let other := if begins_with_dollar name && is_declared s then Dropped else Data in
    match cut_prefix delete_prefix name, cut_prefix order_prefix name with
    | Some target, _ =>
        if negb (ignore_delete_list (opts c)) && targets_list s target value then DeleteList target else other
    | None, Some target =>
        if negb (ignore_order_list (opts c)) && targets_list s target value then OrderList target else other
    | None, None => other
    end.

(* $patch: replace or delete. Another value is an error. Rules map-replace, map-delete and
   unknown-directive. *)
Inductive patch_directive := Merge | Replace | Delete.

Definition directive_of (m : fields_of) : option patch_directive :=
  match get patch_name m with
  | None => Some Merge
  | Some (JString "replace") => Some Replace
  | Some (JString "delete") => Some Delete
  | Some _ => None
  end.

Definition read_directive (at_ : path) (m : fields_of) : result patch_directive :=
  match directive_of m with
  | Some d => Ok d
  | None => Fault InvalidDirective "unknown-directive" Patch (Field patch_name :: at_)
  end.

(* An element that is only {$patch: replace}. Rule list-replace. *)
Definition is_marker (e : json) : bool :=
  match e with JMap [(n, JString "replace")] => if string_dec n patch_name then true else false | _ => false end.

(* An element with $patch: delete. Rule keyed-delete. *)
Definition is_deletion (e : json) : bool :=
  match directive_of (fields (Some e)) with Some Delete => true | _ => false end.

(* The names in a well-formed $retainKeys. Rule retain-keys. *)
Definition retain_list (directive : json) : option (list string) :=
  match directive with
  | JList l =>
      if forallb is_string l
      then Some (map (fun e => match e with JString n => n | _ => EmptyString end) l) else None
  | _ => None
  end.
