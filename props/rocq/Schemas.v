(* Chapter 2. Schemas (SPEC.md, chapter 3).

   A schema may be recursive: the schema of a tree is that of its branches. So the type is
   coinductive, which allows infinite schemas. No definition recurses over a schema; they all
   recurse over documents and look at the schema as far as the document goes. *)
From Coq Require Import String List Bool.
Require Import Values.
Import ListNotations.
Local Open Scope list_scope.

(* The types that a scalar may have, and what a server stores if it is missing. *)
Record scalars := Scalars { allow_string : bool; allow_number : bool; allow_bool : bool; default : option json }.

(* The merge keys of a keyed list. recommended contains the default key, and nothing else if
   the schema recommends no keys. defaults are the values that absent keys count as: only
   keys from x-kubernetes-list-map-keys have some, and the shell leaves out those of required
   fields. Rules keys-multi, keys-recommended and keys-default. *)
Record merge_keys := MergeKeys {
  default_key : list string;
  recommended : list string;
  defaults : list (string * json);
}.

(* How a list merges. *)
Inductive list_strategy := Atomic | ValueSet | Keyed (keys : merge_keys).

(* A member of a union: its fields, the value of the discriminator that names it, and the
   values of its fields that count as unset (section 8.4). *)
Record member := Member { member_fields : list string; member_name : string; unset : list json }.
Record union := Union { discriminator : option string; members : list member }.

CoInductive schema :=
  Schema
    (type : schema_type)
    (replaced : bool)  (* a map has strategy replace *)
    (retained : bool)  (* a map has strategy retainKeys *)
with schema_type :=
| AnyType
| ScalarType (allowed : scalars)
| MapType (declared : list (string * schema)) (values : option schema) (unions : list union)
| ListType (element : schema) (strategy : list_strategy).

(* If there is no schema for a value, maps merge by name and lists are atomic. *)
Definition schemaless : schema := Schema AnyType false false.

Definition type_of (s : schema) : schema_type := match s with Schema t _ _ => t end.
Definition has_strategy_replace (s : schema) : bool := match s with Schema _ r _ => r end.
Definition has_strategy_retain (s : schema) : bool := match s with Schema _ _ r => r end.

(* A map with strategy replace: the schema need not define the type map for that. *)
Definition is_atomic_map (s : schema) : bool :=
  match type_of s with ListType _ _ => false | _ => has_strategy_replace s end.

Definition declared_field (s : schema) (name : string) : option schema :=
  match type_of s with MapType declared _ _ => get name declared | _ => None end.

(* A declared map has named fields and no others. *)
Definition is_declared (s : schema) : bool :=
  match type_of s with MapType _ None _ => true | _ => false end.

(* The schema of all other values of a free-form map. *)
Definition values_of (s : schema) : schema :=
  match type_of s with MapType _ (Some v) _ => v | _ => schemaless end.

(* The schema of a field: its own, or that of all values of the map, or none. Rules
   field-names, map-values and unknown-field. *)
Definition field_schema (s : schema) (name : string) : schema :=
  match declared_field s name with Some f => f | None => values_of s end.

Definition default_of (s : schema) : option json := match type_of s with ScalarType a => default a | _ => None end.

Definition unions_of (s : schema) : list union :=
  match type_of s with MapType _ _ us => us | _ => [] end.

Definition element_of (s : schema) : schema :=
  match type_of s with ListType e _ => e | _ => schemaless end.

Definition strategy_of (s : schema) : list_strategy :=
  match type_of s with ListType _ st => st | _ => Atomic end.

Definition is_list_type (s : schema) : bool :=
  match type_of s with ListType _ _ => true | _ => false end.
Definition is_any_type (s : schema) : bool :=
  match type_of s with AnyType => true | _ => false end.

(* A merging list is a keyed list or a set. *)
Definition is_merging (s : schema) : bool :=
  match strategy_of s with Atomic => false | _ => true end.
