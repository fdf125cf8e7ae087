(* Chapter 7. Sets (SPEC.md, section 5.2). *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

Definition contains (l : list json) (v : json) : bool := existsb (same_scalar v) l.

(* Removes duplicates and keeps the first of equal values. Values that are not scalars are
   equal to none. *)
Fixpoint distinct_after (seen l : list json) : list json :=
  match l with
  | [] => []
  | v :: rest =>
      if contains seen v then distinct_after seen rest else v :: distinct_after (v :: seen) rest
  end.
Definition distinct (l : list json) : list json := distinct_after [] l.

Fixpoint index_of (v : json) (l : list json) : option nat :=
  match l with
  | [] => None
  | w :: rest => if same_scalar v w then Some 0 else option_map S (index_of v rest)
  end.

(* Adds the values of the patch that the original lacks. An empty patch list changes nothing.
   Rule set-merge. *)
Definition merge_set (ordered : bool) (original patch : list json) : list json :=
  match patch with
  | [] => original
  | _ =>
      let have := distinct original in
      let want := distinct patch in
      arrange ordered
        (map (fun v => Merged v (index_of v want) false) have
         ++ map (fun v => Merged v (index_of v want) true) (filter (fun v => negb (contains have v)) want))
  end.

(* Whether a field can be a list of scalars: by its schema, or by its value if the schema does
   not define that. Null, markers and an absent value do not decide. Rule set-delete. *)
Definition may_hold_scalars (s : schema) (v : option json) : bool :=
  match type_of s with
  | ScalarType _ | MapType _ _ _ => false
  | ListType _ (Keyed _) => false
  | ListType _ ValueSet => true
  | ListType elem Atomic =>
      match type_of elem with
      | ScalarType _ => true
      | AnyType => forallb (fun e => negb (is_list e) && (negb (is_map e) || is_marker e)) (elements v)
      | _ => false
      end
  | AnyType =>
      negb (holds is_map v) && negb (holds is_scalar v)
      && forallb (fun e => negb (is_list e) && (negb (is_map e) || is_marker e)) (elements v)
  end.

(* Removes the values of $deleteFromPrimitiveList from the original. patch is the value of the
   same field in the patch. Rule set-delete. *)
Definition delete_values (c : context) (s : schema) (name : string) (directive : option json)
    (patch original : option json) : result (option json) :=
  match directive with
  | None => Ok original
  | Some directive =>
      do require
        (negb (if string_dec name "" then true else false)
         && may_hold_scalars s original && may_hold_scalars s patch
         && is_list directive && forallb is_scalar (elements (Some directive)))
        InvalidDirective "set-delete" (Field (delete_prefix ++ name)%string :: here c) then
      Ok (match original with
          | Some (JList l) => Some (JList (filter (fun v => negb (contains (elements (Some directive)) v)) l))
          | other => other
          end)
  end.
