(* Laws of maps as sorted lists of fields. *)
From Coq Require Import String List Bool Arith NArith Ascii.
Require Import Values.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

Lemma ascii_compare_trans a b c : Ascii.compare a b = Lt -> Ascii.compare b c = Lt -> Ascii.compare a c = Lt.
Proof. unfold Ascii.compare. rewrite !N.compare_lt_iff. apply N.lt_trans. Qed.

Lemma ascii_compare_refl a : Ascii.compare a a = Eq.
Proof. apply N.compare_refl. Qed.

Lemma ascii_compare_eq a b : Ascii.compare a b = Eq -> a = b.
Proof. apply Ascii.compare_eq_iff. Qed.

Lemma compare_refl a : String.compare a a = Eq.
Proof. induction a as [|x a IH]; simpl; [reflexivity|]. rewrite ascii_compare_refl. exact IH. Qed.

Lemma compare_trans a : forall b c,
  String.compare a b = Lt -> String.compare b c = Lt -> String.compare a c = Lt.
Proof.
  induction a as [|x a IH]; intros [|y b] [|z c]; simpl; try congruence.
  destruct (Ascii.compare x y) eqn:XY, (Ascii.compare y z) eqn:YZ; try congruence; intros A B.
  - apply ascii_compare_eq in XY, YZ. subst. rewrite ascii_compare_refl. eauto.
  - apply ascii_compare_eq in XY. subst. rewrite YZ. reflexivity.
  - apply ascii_compare_eq in YZ. subst. rewrite XY. reflexivity.
  - rewrite (ascii_compare_trans _ _ _ XY YZ). reflexivity.
Qed.

Lemma compare_gt a b : String.compare a b = Gt -> String.compare b a = Lt.
Proof. rewrite String.compare_antisym. destruct (String.compare b a); simpl; congruence. Qed.

Lemma compare_lt_neq a b : String.compare a b = Lt -> a <> b.
Proof. intros L ->. rewrite compare_refl in L. discriminate. Qed.

(* The fields of a map are sorted by name, and each name occurs once. *)
Fixpoint sorted {A} (m : list (string * A)) : Prop :=
  match m with
  | [] => True
  | (n, _) :: rest => Forall (fun f => String.compare n (fst f) = Lt) rest /\ sorted rest
  end.

Lemma get_put {A} n n' (v : A) m : get n (put n' v m) = if string_dec n n' then Some v else get n m.
Proof.
  induction m as [|[x w] rest IH]; simpl; [reflexivity|].
  destruct (String.compare n' x) eqn:C; simpl.
  - apply String.compare_eq_iff in C. subst. destruct (string_dec n x); reflexivity.
  - destruct (string_dec n n'); reflexivity.
  - destruct (string_dec n x) as [->|]; [|exact IH].
    destruct (string_dec x n') as [->|]; [|reflexivity].
    rewrite compare_refl in C. discriminate.
Qed.

Lemma get_remove {A} n n' (m : list (string * A)) :
  get n (remove n' m) = if string_dec n n' then None else get n m.
Proof.
  induction m as [|[x w] rest IH]; simpl; [destruct (string_dec n n'); reflexivity|].
  destruct (string_dec n' x) as [E|N]; simpl; rewrite IH;
    destruct (string_dec n x), (string_dec n n'); congruence.
Qed.

Lemma get_set_field {A} n n' (v : option A) m :
  get n (set_field n' v m) = if string_dec n n' then v else get n m.
Proof. destruct v; simpl; [apply get_put|apply get_remove]. Qed.

Lemma Forall_put {A} (P : string * A -> Prop) n v m : Forall P m -> P (n, v) -> Forall P (put n v m).
Proof.
  induction m as [|[x w] rest IH]; simpl; intros F H; [auto|]. inversion F; subst.
  destruct (String.compare n x); auto.
Qed.

Lemma Forall_remove {A} (P : string * A -> Prop) n m : Forall P m -> Forall P (remove n m).
Proof.
  induction m as [|[x w] rest IH]; simpl; intros F; [auto|]. inversion F; subst.
  destruct (string_dec n x); auto.
Qed.

Lemma sorted_put {A} n (v : A) m : sorted m -> sorted (put n v m).
Proof.
  induction m as [|[x w] rest IH]; simpl; [auto|]. intros [F S].
  destruct (String.compare n x) eqn:C; simpl.
  - apply String.compare_eq_iff in C. subst. auto.
  - repeat split; auto. constructor; [exact C|].
    eapply Forall_impl; [|exact F]. intros f. apply compare_trans, C.
  - split; [|auto]. apply Forall_put; [exact F|]. apply compare_gt, C.
Qed.

Lemma sorted_remove {A} n (m : list (string * A)) : sorted m -> sorted (remove n m).
Proof.
  induction m as [|[x w] rest IH]; simpl; [auto|]. intros [F S].
  destruct (string_dec n x); simpl; auto using Forall_remove.
Qed.

Lemma sorted_set_field {A} n (v : option A) m : sorted m -> sorted (set_field n v m).
Proof. destruct v; simpl; auto using sorted_put, sorted_remove. Qed.

Lemma sorted_filter {A} (f : string * A -> bool) m : sorted m -> sorted (filter f m).
Proof.
  induction m as [|[n v] rest IH]; simpl; [auto|]. intros [F S].
  destruct (f (n, v)); simpl; auto. split; auto.
  apply Forall_forall. intros x I. apply filter_In in I. rewrite Forall_forall in F. apply F, I.
Qed.

Lemma get_none_before {A} n (m : list (string * A)) :
  Forall (fun f => String.compare n (fst f) = Lt) m -> get n m = None.
Proof.
  induction m as [|[x w] rest IH]; simpl; intros F; [reflexivity|]. inversion F; subst.
  destruct (string_dec n x) as [->|]; [|auto]. simpl in *. rewrite compare_refl in *. discriminate.
Qed.

Lemma get_some_in {A} n (v : A) m : get n m = Some v -> In (n, v) m.
Proof.
  induction m as [|[x w] rest IH]; simpl; [discriminate|].
  destruct (string_dec n x) as [->|]; [intros [= ->]; auto|auto].
Qed.

Lemma in_names_get {A} n (m : list (string * A)) : In n (names m) <-> get n m <> None.
Proof.
  induction m as [|[x w] rest IH]; simpl; [split; [tauto|congruence]|].
  destruct (string_dec n x) as [->|N]; [split; [discriminate|auto]|].
  rewrite <- IH. split; [intros [|]; congruence|auto].
Qed.

Lemma in_get {A} n (v : A) m : sorted m -> In (n, v) m -> get n m = Some v.
Proof.
  induction m as [|[x w] rest IH]; simpl; [tauto|]. intros [F S] [E|I].
  - injection E as -> ->. destruct (string_dec n n); congruence.
  - destruct (string_dec n x) as [->|]; [|auto].
    rewrite Forall_forall in F. specialize (F _ I). simpl in F. rewrite compare_refl in F. discriminate.
Qed.

Lemma sorted_nodup {A} (m : list (string * A)) : sorted m -> NoDup (names m).
Proof.
  induction m as [|[n v] rest IH]; simpl; [constructor|]. intros [F S]. constructor; [|auto].
  rewrite in_names_get. rewrite (get_none_before _ _ F). congruence.
Qed.

(* Maps with the same fields are equal. *)
Lemma sorted_ext {A} (a : list (string * A)) : forall b,
  sorted a -> sorted b -> (forall n, get n a = get n b) -> a = b.
Proof.
  induction a as [|[n v] r IH]; intros [|[n' v'] r'] Sa Sb E.
  - reflexivity.
  - specialize (E n'). simpl in E. destruct (string_dec n' n'); congruence.
  - specialize (E n). simpl in E. destruct (string_dec n n); congruence.
  - destruct Sa as [Fa Sa], Sb as [Fb Sb].
    assert (n = n') as <-.
    { destruct (String.compare n n') eqn:C.
      - apply String.compare_eq_iff, C.
      - exfalso. pose proof (E n) as En. simpl in En. destruct (string_dec n n); [|congruence].
        destruct (string_dec n n') as [->|]; [rewrite compare_refl in C; discriminate|].
        rewrite get_none_before in En; [discriminate|].
        eapply Forall_impl; [|exact Fb]. intros f. apply compare_trans, C.
      - exfalso. apply compare_gt in C. pose proof (E n') as En. simpl in En.
        destruct (string_dec n' n') as [_|]; [|congruence].
        destruct (string_dec n' n) as [->|]; [rewrite compare_refl in C; discriminate|].
        rewrite get_none_before in En; [discriminate|].
        eapply Forall_impl; [|exact Fa]. intros f. apply compare_trans, C. }
    assert (v = v') as <-.
    { specialize (E n). simpl in E. destruct (string_dec n n); congruence. }
    f_equal. apply IH; auto. intros x. specialize (E x). simpl in E.
    destruct (string_dec x n) as [->|]; [|exact E].
    rewrite !get_none_before; auto.
Qed.

(* Sorted names. *)

Lemma names_put {A} n n' (v : A) m : In n (names (put n' v m)) <-> n = n' \/ In n (names m).
Proof.
  rewrite !in_names_get, get_put. destruct (string_dec n n') as [->|]; [|tauto].
  split; [auto|discriminate].
Qed.

Lemma in_sorted_names n l : In n (sorted_names l) <-> In n l.
Proof.
  unfold sorted_names. induction l as [|x r IH]; simpl; [reflexivity|].
  rewrite names_put, IH. split; intros [|]; auto.
Qed.

Lemma sorted_names_nodup l : NoDup (sorted_names l).
Proof.
  apply sorted_nodup. induction l as [|x r IH]; simpl; [exact I|]. apply sorted_put, IH.
Qed.

Lemma listed_iff n l : listed n l = true <-> In n l.
Proof.
  unfold listed. rewrite existsb_exists. split.
  - intros (x & I & E). destruct (string_dec n x); [congruence|discriminate].
  - intros I. exists n. split; [exact I|]. destruct (string_dec n n); congruence.
Qed.

Lemma in_somes {A} (a : A) l :
  In a (flat_map (fun o => match o with Some a => [a] | None => [] end) l) <-> In (Some a) l.
Proof.
  rewrite in_flat_map. split.
  - intros (o & I & H). destruct o; [destruct H as [->|[]]; exact I|destruct H].
  - intros I. exists (Some a). split; [exact I|left; reflexivity].
Qed.

(* Induction through lists and maps. *)
Section Induction.
  Variable P : json -> Prop.
  Hypothesis null : P JNull.
  Hypothesis bool : forall b, P (JBool b).
  Hypothesis number : forall n, P (JNumber n).
  Hypothesis text : forall s, P (JString s).
  Hypothesis list : forall l, Forall P l -> P (JList l).
  Hypothesis map : forall m, Forall (fun f => P (snd f)) m -> P (JMap m).

  Fixpoint json_induction (v : json) : P v :=
    match v with
    | JNull => null
    | JBool b => bool b
    | JNumber n => number n
    | JString s => text s
    | JList l => list l ((fix go l := match l return Forall P l with
        | [] => Forall_nil _ | x :: r => Forall_cons _ (json_induction x) (go r) end) l)
    | JMap m => map m ((fix go m := match m return Forall (fun f => P (snd f)) m with
        | [] => Forall_nil _ | f :: r => Forall_cons _ (json_induction (snd f)) (go r) end) m)
    end.
End Induction.
