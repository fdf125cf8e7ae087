(* Chapter 3. Results: a value, or one error with its code, its rule and its place (SPEC.md, chapter 9).

   A definition checks its input in the order in which errors are reported, and stops at the
   first one. *)
From Coq Require Import String List Bool.
Require Import Values Schemas.
Import ListNotations.
Local Open Scope list_scope.


Inductive code :=
| WrongType (* wrong-kind *)
| InvalidDirective
| MissingMergeKey
| InvalidMergeKey
| AmbiguousMergeKey
| OrderMismatch
| RetainKeysMismatch
| UnionConflict
| UnknownField
| NotRepresentable
| NotComposable
| Precondition.

Inductive step := Field (name : string) | Index (i : nat).

(* A place in a document: the steps from the root, the last one first. *)
Definition path := list step.

Inductive document := Original | Patch | Modified | Current.

Inductive result (A : Type) :=
| Ok (a : A)
| Fault (c : code) (rule : string) (d : document) (at_ : path).
Arguments Ok {A} a.
Arguments Fault {A} c rule d at_.

Definition bind {A B} (r : result A) (f : A -> result B) : result B :=
  match r with Ok a => f a | Fault c rule d p => Fault c rule d p end.

Notation "'let*' x := r 'in' f" := (bind r (fun x => f))
  (at level 200, x pattern, r at level 100, f at level 200, right associativity).
Notation "'do' r 'then' f" := (bind r (fun _ => f))
  (at level 200, r at level 100, f at level 200, right associativity).

(* An error at a place in the patch, unless the condition holds. *)
Definition require (condition : bool) (c : code) (rule : string) (at_ : path) : result unit :=
  if condition then Ok tt else Fault c rule Patch at_.

(* Carries out f on each element, in order. *)
Fixpoint each {A B} (f : A -> result B) (l : list A) : result (list B) :=
  match l with
  | [] => Ok []
  | a :: rest => let* b := f a in let* bs := each f rest in Ok (b :: bs)
  end.

(* The elements of a list with their indexes. *)
Fixpoint indexed_from {A} (i : nat) (l : list A) : list (nat * A) :=
  match l with
  | [] => []
  | a :: rest => (i, a) :: indexed_from (S i) rest
  end.
Definition indexed {A} (l : list A) := indexed_from 0 l.

(* Options of an engine. Rules unknown-field (strict), directive-level (ignore) and
   union-member (unions). lenient is for operations on patches alone: it leaves out the checks
   whose answers depend on the elements of the original. *)
Record options := Options {
  strict : bool;
  use_unions : bool;
  ignore_delete_list : bool;
  ignore_order_list : bool;
  ignore_retain_keys : bool;
  ignore_merge_key : bool;
  lenient : bool;
}.

(* What a part of a patch must know about its surroundings: the options, its place and that
   of the original, whether $setElementOrder orders the list that it is, and whether it is an
   element whose $patchMergeKey is a directive. *)
Record context := Context {
  opts : options;
  here : path;
  there : path;
  ordered : bool;
  selecting : bool;
}.

(* The meaning of a part of a patch: what it makes of a value of the original. An absent
   value is None. *)
Definition meaning := context -> schema -> option json -> result (option json).

(* A part of a patch, as it is written, with its meaning. *)
Record part := Part { text : json; means : meaning }.
