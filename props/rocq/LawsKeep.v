(* Kept places have the values of the live document. *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Diff Levels Pairs ThreeWay Keep.
Require Import LawsValues.
Import ListNotations.
Local Open Scope list_scope.

(* The value in a place: null counts as absent. *)
Fixpoint value_at (place : list string) (v : option json) : option json :=
  match place with
  | [] => non_null v
  | n :: rest => value_at rest (get n (fields v))
  end.

(* A document without values of other types than maps around a place. *)
Fixpoint is_open (place : list string) (doc : option json) : Prop :=
  match place with
  | [] => True
  | n :: rest =>
      match doc with
      | Some (JMap m) => is_open rest (get n m)
      | None | Some JNull => True
      | _ => False
      end
  end.

Lemma value_at_none place : value_at place None = None.
Proof. induction place; simpl; auto. Qed.

Lemma open_none place : is_open place None.
Proof. destruct place; exact I. Qed.

(* A document has the value of the live document in a kept place. Preconditions: the place is
   named by fields alone; the document has no value of another type than map around the place. *)
Theorem kept_place_is_live place : forall live doc, is_open place doc ->
  value_at place (keep_place place live doc) = value_at place live.
Proof.
  induction place as [|n rest IH]; intros live doc O.
  - simpl. destruct live as [[]|]; reflexivity.
  - assert (New : match keep_place rest (get n (fields live)) None with
        | Some v => value_at (n :: rest) (Some (JMap [(n, v)])) = value_at (n :: rest) live
        | None => value_at (n :: rest) live = None
        end).
    { specialize (IH (get n (fields live)) None (open_none rest)). destruct (keep_place rest _ None) as [v|]; simpl.
      - destruct (string_dec n n); [exact IH|congruence].
      - rewrite <- IH. apply value_at_none. }
    simpl in O. destruct doc as [[| | | | |m]|]; try contradiction.
    + simpl keep_place. destruct (keep_place rest (get n (fields live)) None); [exact New|]. rewrite New. simpl. apply value_at_none.
    + specialize (IH (get n (fields live)) (get n m) O). simpl keep_place.
      set (r := keep_place rest (get n (fields live)) (get n m)) in *.
      assert (G : get n (set_field n r m) = r) by (rewrite get_set_field; destruct (string_dec n n); congruence).
      cbn [value_at]. rewrite <- IH.
      destruct (set_field n r m) as [|f kept] eqn:E.
      * simpl in G. rewrite <- G. destruct m as [|g m]; [reflexivity|]. destruct (holds is_map live); reflexivity.
      * cbn [fields]. rewrite G. reflexivity.
    + simpl keep_place. destruct (keep_place rest (get n (fields live)) None); [exact New|]. rewrite New. simpl. apply value_at_none.
Qed.
