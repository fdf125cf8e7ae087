(* Laws of sets: rules set-merge and set-delete. *)
From Coq Require Import String List Bool Arith Permutation Lia Sorted.
Require Import Values Schemas Results Directives Keys Order Sets Fields.
Require Import LawsValues LawsMaps LawsOrder.
Import ListNotations.
Local Open Scope list_scope.

Lemma contains_iff l v : contains l v = true <-> is_scalar v = true /\ In v l.
Proof.
  unfold contains. rewrite existsb_exists. split.
  - intros (x & I & E). apply same_scalar_iff in E. destruct E as [S ->]. auto.
  - intros (S & I). exists v. split; [exact I|]. apply same_scalar_iff. auto.
Qed.

Lemma distinct_after_iff v l : is_scalar v = true -> forall seen,
  In v (distinct_after seen l) <-> In v l /\ ~ In v seen.
Proof.
  intros S. induction l as [|x rest IH]; simpl; intros seen; [tauto|].
  destruct (contains seen x) eqn:C.
  - rewrite IH. apply contains_iff in C. destruct C as [_ C]. split.
    + intros [I N]. auto.
    + intros [[->|I] N]; [contradiction|auto].
  - simpl. rewrite IH. simpl. split.
    + intros [->|[I N]]; [|tauto]. split; [auto|]. intros I.
      assert (contains seen v = true) by (apply contains_iff; auto). congruence.
    + intros [[->|I] N]; [auto|]. destruct (json_dec x v); [auto|]. right. split; [exact I|]. intros [|]; auto.
Qed.

Lemma distinct_iff v l : is_scalar v = true -> In v (distinct l) <-> In v l.
Proof. intros S. unfold distinct. rewrite (distinct_after_iff v l S). simpl. tauto. Qed.

Lemma distinct_after_nodup l : forall seen, NoDup (filter is_scalar (distinct_after seen l)).
Proof.
  induction l as [|x rest IH]; simpl; intros seen; [constructor|].
  destruct (contains seen x); [apply IH|]. simpl.
  destruct (is_scalar x) eqn:S; [|apply IH]. constructor; [|apply IH].
  intros I. apply filter_In in I. destruct I as [I _].
  apply (distinct_after_iff x rest S (x :: seen)) in I. destruct I as [_ N]. apply N. left. reflexivity.
Qed.

(* The values of a merged set, in some order. *)
Lemma merge_set_values ordered original p rest :
  Permutation (merge_set ordered original (p :: rest))
    (distinct original ++ filter (fun v => negb (contains (distinct original) v)) (distinct (p :: rest))).
Proof.
  unfold merge_set. rewrite arrange_loses_nothing, map_app, !map_map. cbn [value]. rewrite !map_id. reflexivity.
Qed.

(* Rule set-merge: A merged set contains the values of original and patch, and no others. *)
Theorem set_merge_values ordered original patch v :
  is_scalar v = true -> In v (merge_set ordered original patch) <-> In v original \/ In v patch.
Proof.
  intros S. destruct patch as [|p rest]; [simpl; tauto|].
  assert (E : In v (merge_set ordered original (p :: rest)) <->
    In v (distinct original ++ filter (fun v => negb (contains (distinct original) v)) (distinct (p :: rest)))).
  { split; apply Permutation_in; [|symmetry]; apply merge_set_values. }
  rewrite E, in_app_iff, filter_In, !distinct_iff by exact S. split.
  - tauto.
  - intros [I|I]; [auto|].
    destruct (contains (distinct original) v) eqn:C; [|auto].
    apply contains_iff in C. rewrite distinct_iff in C by exact S. tauto.
Qed.

Lemma filter_filter {A} (f g : A -> bool) l : filter f (filter g l) = filter g (filter f l).
Proof.
  induction l as [|x rest IH]; simpl; [reflexivity|].
  destruct (g x) eqn:G, (f x) eqn:F; simpl; rewrite ?F, ?G; congruence.
Qed.

Lemma NoDup_app_disjoint {A} (a b : list A) :
  NoDup a -> NoDup b -> (forall x, In x a -> ~ In x b) -> NoDup (a ++ b).
Proof.
  induction a as [|x rest IH]; simpl; intros Ha Hb D; [exact Hb|]. inversion Ha; subst.
  constructor; [|apply IH; auto]. rewrite in_app_iff. intros [I|I]; [auto|]. exact (D x (or_introl eq_refl) I).
Qed.

(* Rule set-merge: A merged set contains each scalar once. Preconditions: the patch list is not
   empty. *)
Theorem set_merge_distinct ordered original p rest :
  NoDup (filter is_scalar (merge_set ordered original (p :: rest))).
Proof.
  assert (P : Permutation (filter is_scalar (merge_set ordered original (p :: rest)))
    (filter is_scalar (distinct original) ++ filter (fun v => negb (contains (distinct original) v)) (filter is_scalar (distinct (p :: rest))))).
  { rewrite <- filter_filter, <- filter_app.
    assert (G : forall a b, Permutation a b -> Permutation (filter is_scalar a) (filter is_scalar b)).
    { intros a b Q. induction Q; simpl; try destruct (is_scalar x); try destruct (is_scalar y); eauto using Permutation. }
    apply G, merge_set_values. }
  apply (Permutation_NoDup (Permutation_sym P)). apply NoDup_app_disjoint.
  - apply distinct_after_nodup.
  - apply NoDup_filter, distinct_after_nodup.
  - intros x I J. apply filter_In in I. destruct I as [I S]. apply filter_In in J. destruct J as [_ J].
    apply negb_true_iff in J. assert (contains (distinct original) x = true) by (apply contains_iff; auto). congruence.
Qed.

(* Rule set-delete: A delete list removes its values from the original, and no others. *)
Theorem set_delete_removes c s name directive patch l r :
  delete_values c s name (Some directive) patch (Some (JList l)) = Ok r ->
  exists l', r = Some (JList l')
    /\ forall v, In v l' <-> In v l /\ ~ In v (elements (Some directive)).
Proof.
  simpl. intros H. apply bind_ok in H. destruct H as (u & C & H). injection H as <-.
  exists (filter (fun v => negb (contains (elements (Some directive)) v)) l). split; [reflexivity|].
  intros v. rewrite filter_In. split; intros [I N]; (split; [exact I|]).
  - intros J. assert (contains (elements (Some directive)) v = true); [|destruct (contains _ v); discriminate].
    apply contains_iff. split; [|exact J].
    unfold require in C. destruct (_ && forallb is_scalar _) eqn:A; [|discriminate].
    apply andb_true_iff in A. destruct A as [_ A]. rewrite forallb_forall in A. apply A, J.
  - apply negb_true_iff. destruct (contains _ v) eqn:D; [|reflexivity]. apply contains_iff in D. tauto.
Qed.

(* Applying a patch list of a set twice. *)

Definition rank (x : nat * merged) : nat := match patched (snd x) with Some n => n | None => 0 end.

Lemma insert_sorted x l :
  StronglySorted (fun a b => rank a <= rank b) l -> StronglySorted (fun a b => rank a <= rank b) (insert x l).
Proof.
  induction l as [|y rest IH]; simpl; intros S; [repeat constructor|].
  inversion S; subst. change (match patched (snd x) with Some n => n | None => 0 end) with (rank x).
  change (match patched (snd y) with Some n => n | None => 0 end) with (rank y).
  destruct (rank x <? rank y) eqn:L.
  - apply Nat.ltb_lt in L. constructor; [exact S|]. constructor; [lia|].
    eapply Forall_impl; [|exact H2]. simpl. intros z. lia.
  - apply Nat.ltb_ge in L. constructor; [auto|].
    assert (P : Permutation (insert x rest) (x :: rest)) by apply insert_permutation.
    rewrite Forall_forall in *. intros z I. apply (Permutation_in _ P) in I. destruct I as [<-|I]; auto.
Qed.

Lemma by_patch_sorted l : StronglySorted (fun a b => rank a <= rank b) (by_patch l).
Proof.
  unfold by_patch. assert (G : forall a, StronglySorted (fun a b => rank a <= rank b) a ->
    StronglySorted (fun a b => rank a <= rank b) (fold_left (fun l x => insert x l) l a)).
  { induction l as [|x rest IH]; simpl; auto using insert_sorted. }
  apply G. constructor.
Qed.

Lemma insert_last x l : Forall (fun y => rank y <= rank x) l -> insert x l = l ++ [x].
Proof.
  induction 1 as [|y rest H F IH]; simpl; [reflexivity|].
  change (match patched (snd x) with Some n => n | None => 0 end) with (rank x).
  change (match patched (snd y) with Some n => n | None => 0 end) with (rank y).
  replace (rank x <? rank y) with false by (symmetry; apply Nat.ltb_ge; exact H). rewrite IH. reflexivity.
Qed.

Lemma by_patch_of_sorted l : StronglySorted (fun a b => rank a <= rank b) l -> by_patch l = l.
Proof.
  intros S. unfold by_patch.
  assert (G : forall b a, StronglySorted (fun a b => rank a <= rank b) (a ++ b) ->
    fold_left (fun l x => insert x l) b a = a ++ b).
  { induction b as [|x rest IH]; intros a Sa; simpl; [rewrite app_nil_r; reflexivity|].
    rewrite insert_last.
    - rewrite IH; rewrite <- app_assoc; [reflexivity|exact Sa].
    - clear - Sa. induction a as [|y a IH]; [constructor|]. simpl in Sa. inversion Sa; subst.
      constructor; [|auto]. rewrite Forall_forall in H2. apply H2, in_or_app. right. left. reflexivity. }
  exact (G l [] S).
Qed.

(* Elements that are in the right order already stay where they are. *)
Lemma interleave_sorted l :
  StronglySorted (fun a b => fst a < fst b) l -> Forall (fun x => added (snd x) = false) l ->
  interleave (filter is_kept l) [] (filter (fun x => negb (is_kept x)) l) = l.
Proof.
  assert (B : forall (x : nat * merged) k rest,
    Forall (fun y => fst y < fst x) k -> Forall (fun y => fst x < fst y) rest ->
    before (fst x) (k ++ filter is_kept rest) = (k, filter is_kept rest)).
  { intros x k rest K R. induction K as [|y k' H K IH]; simpl.
    - induction R as [|z r H R IH]; simpl; [reflexivity|]. destruct (is_kept z); [|exact IH]. simpl.
      replace (fst z <? fst x) with false by (symmetry; apply Nat.ltb_ge; lia). reflexivity.
    - replace (fst y <? fst x) with true by (symmetry; apply Nat.ltb_lt; exact H). rewrite IH. reflexivity. }
  assert (G : forall l k, StronglySorted (fun a b => fst a < fst b) (k ++ l) ->
    Forall (fun x => added (snd x) = false) l ->
    interleave (k ++ filter is_kept l) [] (filter (fun x => negb (is_kept x)) l) = k ++ l).
  { clear l. induction l as [|x rest IH]; intros k S A; [simpl; rewrite !app_nil_r; reflexivity|]. inversion A; subst. simpl.
    destruct (is_kept x) eqn:K; simpl.
    - change (x :: filter is_kept rest) with ([x] ++ filter is_kept rest).
      change (x :: rest) with ([x] ++ rest). rewrite !app_assoc. apply IH; [rewrite <- app_assoc; exact S|assumption].
    - rewrite H1. rewrite B.
      + f_equal. f_equal. apply (IH []); [|assumption].
        clear - S. induction k; simpl in S; inversion S; auto.
      + clear - S. induction k as [|y k IH]; [constructor|]. simpl in S. inversion S; subst. constructor; [|auto].
        rewrite Forall_forall in H2. apply H2, in_or_app. right. left. reflexivity.
      + clear - S. induction k as [|y k IH]; simpl in S; inversion S; auto. }
  intros S A. exact (G l [] S A).
Qed.

Lemma sorted_ranks l :
  StronglySorted (fun a b => rank a <= rank b) l <-> StronglySorted le (map rank l).
Proof.
  induction l as [|x rest IH]; simpl; [split; constructor|]. split; intros S; inversion S; subst.
  - constructor; [apply IH, H1|]. rewrite Forall_forall in *. intros n I. apply in_map_iff in I.
    destruct I as (y & <- & I). auto.
  - constructor; [apply IH, H1|]. rewrite Forall_forall in *. intros y I. apply H2, in_map, I.
Qed.

Lemma same_ranks a : forall b,
  map (fun x => patched (snd x)) a = map (fun x => patched (snd x)) b ->
  map rank (filter (fun x => negb (is_kept x)) a) = map rank (filter (fun x => negb (is_kept x)) b).
Proof.
  induction a as [|x a IH]; intros [|y b] E; try discriminate; [reflexivity|].
  injection E as E F. specialize (IH b F). cbn [filter].
  assert (Kx : is_kept x = is_kept y) by (unfold is_kept; rewrite E; reflexivity). rewrite Kx.
  destruct (is_kept y); cbn [negb map]; [exact IH|]. rewrite IH. f_equal. unfold rank. rewrite E. reflexivity.
Qed.

Lemma indexed_increasing {A} (l : list A) : forall i,
  StronglySorted (fun a b => fst a < fst b) (indexed_from i l) /\ Forall (fun a => i <= fst a) (indexed_from i l).
Proof.
  induction l as [|x rest IH]; intros i; simpl; [split; constructor|].
  destruct (IH (S i)) as [S F]. split.
  - constructor; [exact S|]. eapply Forall_impl; [|exact F]. simpl. intros a. lia.
  - constructor; [simpl; lia|]. eapply Forall_impl; [|exact F]. simpl. intros a. lia.
Qed.

Lemma in_indexed {A} j (a : A) l : forall i, In (j, a) (indexed_from i l) -> In a l.
Proof.
  induction l as [|x rest IH]; intros i; simpl; [tauto|].
  intros [[= _ ->]|I]; [auto|]. right. eapply IH; eauto.
Qed.

Lemma distinct_of_nodup l : forall seen,
  NoDup (filter is_scalar l) -> (forall v, In v l -> is_scalar v = true -> ~ In v seen) ->
  distinct_after seen l = l.
Proof.
  induction l as [|x rest IH]; simpl; intros seen N D; [reflexivity|].
  destruct (contains seen x) eqn:C.
  - apply contains_iff in C. destruct C as [S C]. exfalso. exact (D x (or_introl eq_refl) S C).
  - f_equal. apply IH.
    + destruct (is_scalar x); [inversion N; assumption|exact N].
    + intros v I S [<-|J]; [|exact (D v (or_intror I) S J)].
      rewrite S in N. inversion N; subst. apply H1. apply filter_In. auto.
Qed.

Lemma in_indexed_pair {A} j (a : A) l : In (j, a) (indexed l) -> In a l.
Proof. apply in_indexed. Qed.

(* Ordering a list again that is in order changes nothing. which is the place of the element of
   the patch list that is about a value. *)
Lemma default_order_again (which : json -> option nat) l :
  Forall (fun x => patched x = which (value x)) l ->
  default_order (map (fun v => Merged v (which v) false) (default_order l)) = default_order l.
Proof.
  intros W.
  set (kept := filter is_kept (indexed l)).
  set (patch := by_patch (filter (fun x => negb (is_kept x)) (indexed l))).
  set (I1 := interleave kept [] patch).
  assert (R1 : default_order l = map (fun x => value (snd x)) I1) by reflexivity.
  assert (Pl : Permutation I1 (indexed l)).
  { unfold I1. rewrite interleave_permutation. simpl. unfold patch. rewrite by_patch_permutation.
    apply filter_permutation. }
  assert (Inv : Forall (fun x => patched (snd x) = which (value (snd x))) I1).
  { apply Forall_forall. intros [j x] I. apply (Permutation_in _ Pl), in_indexed_pair in I.
    rewrite Forall_forall in W. exact (W x I). }
  set (I2 := indexed (map (fun v => Merged v (which v) false) (default_order l))).
  assert (E2 : map (fun x => patched (snd x)) I2 = map (fun x => patched (snd x)) I1).
  { unfold I2, indexed. rewrite <- (map_map snd patched), indexed_from_values, map_map. cbn [patched].
    rewrite R1, map_map. clear - Inv. induction Inv as [|x rest H F IH]; cbn; [reflexivity|].
    f_equal; [symmetry; exact H|exact IH]. }
  assert (Sorted2 : by_patch (filter (fun x => negb (is_kept x)) I2) = filter (fun x => negb (is_kept x)) I2).
  { apply by_patch_of_sorted, sorted_ranks. rewrite (same_ranks _ _ E2).
    destruct (order_default_order kept patch) as [_ O].
    - apply Forall_forall. intros x I. apply filter_In in I. tauto.
    - apply Forall_forall. intros x I. apply (Permutation_in _ (by_patch_permutation _)) in I.
      apply filter_In in I. destruct I as [_ I]. apply negb_true_iff in I. exact I.
    - fold I1 in O. rewrite O. apply sorted_ranks, by_patch_sorted. }
  unfold default_order at 1. cbv zeta. fold I2. rewrite Sorted2, interleave_sorted.
  - unfold I2. rewrite map_value_indexed, map_map. cbn [value]. apply map_id.
  - apply indexed_increasing.
  - apply Forall_forall. intros [j x] I. apply in_indexed_pair in I.
    apply in_map_iff in I. destruct I as (v & <- & _). reflexivity.
Qed.

Theorem set_merge_idempotent original patch :
  forallb is_scalar patch = true ->
  merge_set false (merge_set false original patch) patch = merge_set false original patch.
Proof.
  intros Sc. destruct patch as [|p rest]; [reflexivity|].
  set (r := merge_set false original (p :: rest)).
  assert (N : NoDup (filter is_scalar r)) by apply set_merge_distinct.
  unfold merge_set at 1. cbv zeta. cbn [arrange].
  assert (D : distinct r = r) by (apply distinct_of_nodup; [exact N|intros v _ _ []]).
  rewrite D. set (want := distinct (p :: rest)).
  replace (filter (fun v => negb (contains r v)) want) with (@nil json).
  2: { symmetry. destruct (filter _ want) as [|x l] eqn:E; [reflexivity|]. exfalso.
    assert (I : In x (x :: l)) by (left; reflexivity). rewrite <- E in I. apply filter_In in I. destruct I as [I C].
    assert (Sx : is_scalar x = true).
    { rewrite forallb_forall in Sc. apply Sc. unfold want, distinct in I.
      clear - I. revert I. generalize (@nil json). induction (p :: rest) as [|y l IH]; simpl; intros seen I; [exact I|].
      destruct (contains seen y); [right; eauto|]. destruct I as [->|I]; [left; reflexivity|right; eauto]. }
    unfold want in I. rewrite (distinct_iff x (p :: rest) Sx) in I.
    assert (In x r) as Ir by (apply (set_merge_values false original (p :: rest) x Sx); right; exact I).
    assert (contains r x = true) as Q by (apply contains_iff; auto). rewrite Q in C. discriminate. }
  rewrite app_nil_r.
  apply (default_order_again (fun v => index_of v want)
    (map (fun v => Merged v (index_of v want) false) (distinct original)
     ++ map (fun v => Merged v (index_of v want) true)
          (filter (fun v => negb (contains (distinct original) v)) want))).
  apply Forall_app. split; apply Forall_forall; intros y Iy; apply in_map_iff in Iy;
    destruct Iy as (v & <- & _); reflexivity.
Qed.
