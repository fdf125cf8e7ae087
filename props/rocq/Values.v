(* Chapter 1. Values: JSON documents (SPEC.md, section 2).

   A map is a list of fields that is sorted by name, so that two maps are equal if they have
   the same fields. A number is the canonical spelling of its value: the shell spells 1, 1.0
   and 1e0 in one way, so that equal numbers are equal strings. *)
From Coq Require Import String List Bool Arith NArith.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

Inductive json :=
| JNull
| JBool (b : bool)
| JNumber (canonical : string)
| JString (s : string)
| JList (elements : list json)
| JMap (fields : list (string * json)).

Definition fields_of := list (string * json).

Fixpoint json_dec (a b : json) {struct a} : {a = b} + {a <> b}.
Proof.
  decide equality; try apply bool_dec; try apply string_dec.
  - exact (list_eq_dec json_dec elements elements0).
  - apply list_eq_dec. intros [n v] [n' v'].
    destruct (string_dec n n') as [->|]; [|right; congruence].
    destruct (json_dec v v') as [->|]; [left; reflexivity|right; congruence].
Defined.

Definition equal (a b : json) : bool := if json_dec a b then true else false.

(* Null is not a scalar (section 2). *)
Definition is_scalar (v : json) : bool :=
  match v with JBool _ | JNumber _ | JString _ => true | _ => false end.
Definition is_null (v : json) : bool := match v with JNull => true | _ => false end.
Definition is_list (v : json) : bool := match v with JList _ => true | _ => false end.
Definition is_map (v : json) : bool := match v with JMap _ => true | _ => false end.
Definition is_string (v : json) : bool := match v with JString _ => true | _ => false end.

(* A value that may be absent. *)
Definition holds (test : json -> bool) (v : option json) : bool :=
  match v with Some v => test v | None => false end.
Definition present {A} (v : option A) : bool := match v with Some _ => true | None => false end.

(* Fields of maps, by name. *)

Fixpoint get {A} (name : string) (m : list (string * A)) : option A :=
  match m with
  | [] => None
  | (n, v) :: rest => if string_dec name n then Some v else get name rest
  end.

Fixpoint put {A} (name : string) (v : A) (m : list (string * A)) : list (string * A) :=
  match m with
  | [] => [(name, v)]
  | (n, w) :: rest =>
      match String.compare name n with
      | Lt => (name, v) :: m
      | Eq => (name, v) :: rest
      | Gt => (n, w) :: put name v rest
      end
  end.

Fixpoint remove {A} (name : string) (m : list (string * A)) : list (string * A) :=
  match m with
  | [] => []
  | (n, w) :: rest => if string_dec name n then remove name rest else (n, w) :: remove name rest
  end.

(* Sets a field, or removes it if there is no value. *)
Definition set_field {A} (name : string) (v : option A) (m : list (string * A)) :=
  match v with Some v => put name v m | None => remove name m end.

Definition names {A} (m : list (string * A)) : list string := map fst m.

Definition listed (name : string) (l : list string) : bool :=
  existsb (fun n => if string_dec name n then true else false) l.

(* The sorted names of a list, each of them once. *)
Definition sorted_names (l : list string) : list string :=
  names (fold_right (fun n m => put n tt m) [] l).

(* The fields and elements of a value; none if it has another type or is absent. *)
Definition fields (v : option json) : fields_of :=
  match v with Some (JMap m) => m | _ => [] end.
Definition elements (v : option json) : list json :=
  match v with Some (JList l) => l | _ => [] end.
Definition field (name : string) (v : json) : option json := get name (fields (Some v)).
