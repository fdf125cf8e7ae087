(* Chapter 10. Unions (SPEC.md, section 8.4). *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(* A value sets its member unless it is absent, null or counts as unset. *)
Definition sets (m : member) (v : option json) : bool :=
  match v with
  | Some v => negb (is_null v) && negb (existsb (fun u => same_scalar u v) (unset m))
  | None => false
  end.

Definition set_members (u : union) (m : fields_of) : list member :=
  filter (fun x => existsb (fun n => sets x (get n m)) (member_fields x)) (members u).

(* The fields of a patch map that have values, not nulls or deletions. *)
Definition said (m : fields_of) : fields_of :=
  filter (fun f => negb (is_null (snd f)) && negb (is_deletion (snd f))) m.

Definition is_text (v : option json) (s : string) : bool :=
  match v with Some (JString t) => if string_dec s t then true else false | _ => false end.

Definition discriminator_of (u : union) (m : fields_of) : option json :=
  match discriminator u with Some n => get n m | None => None end.

Definition same_value (a b : option json) : bool :=
  match a, b with
  | None, None => true
  | Some a, Some b => equal a b
  | _, _ => false
  end.

(* The members that stay: the one that the patch sets, or those that its discriminator names.
   None if the patch contradicts itself. *)
Definition chosen (u : union) (patch : fields_of) : option (member -> bool) :=
  let says := discriminator_of u patch in
  match set_members u patch with
  | [] => Some (fun x => is_text says (member_name x))
  | [m] =>
      if negb (present says) || is_text says (member_name m)
      then Some (fun x => if list_eq_dec string_dec (member_fields x) (member_fields m) then true else false)
      else None
  | _ => None
  end.

(* Clears the fields of members that do not stay. Fields that the patch contains stay. *)
Definition clear_member (said : fields_of) (stays : member -> bool) (merged : fields_of) (x : member) : fields_of :=
  fold_left (fun merged n =>
    if negb (stays x) && negb (present (get n said)) && sets x (get n merged) then remove n merged else merged)
    (member_fields x) merged.

(* Applies one union to the merged fields. It has no effect if the patch sets no member and
   does not change the discriminator. Rules union-member and union-discriminator. *)
Definition unite (at_ : path) (original patch : fields_of) (u : union) (merged : fields_of) : result fields_of :=
  let values := said patch in
  let set := set_members u values in
  let says := discriminator_of u values in
  if (match set with [] => true | _ => false end)
     && (negb (present says) || same_value (discriminator_of u merged) (discriminator_of u original))
  then Ok merged
  else
    match chosen u values with
    | None => Fault UnionConflict "union-member" Patch at_
    | Some stays =>
        let merged := fold_left (clear_member values stays) (members u) merged in
        Ok (match set, discriminator u with
            | [m], Some n => if present (get n patch) then merged else put n (JString (member_name m)) merged
            | _, _ => merged
            end)
    end.

(* Applies all unions of a map, if the engine uses unions. *)
Fixpoint unite_all (at_ : path) (original patch : fields_of) (us : list union) (merged : fields_of) : result fields_of :=
  match us with
  | [] => Ok merged
  | u :: rest => let* merged := unite at_ original patch u merged in unite_all at_ original patch rest merged
  end.

(* The value that a patch map gives to a discriminator with this name which it does not
   contain. *)
Definition discriminator_for (on : bool) (s : schema) (patch : fields_of) (name : string) : option json :=
  if negb on then None
  else
    fold_left (fun found u =>
      match found, discriminator u, set_members u (said patch) with
      | None, Some n, [m] => if string_dec n name then Some (JString (member_name m)) else None
      | _, _, _ => found
      end) (unions_of s) None.
