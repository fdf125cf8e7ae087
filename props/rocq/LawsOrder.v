(* Laws of order: rules order-directive and order-default. *)
From Coq Require Import String List Bool Arith Permutation Lia.
Require Import Values Schemas Results Directives Keys Order.
Import ListNotations.
Local Open Scope list_scope.

(* Equality of keys. *)

Lemma equal_iff a b : equal a b = true <-> a = b.
Proof. unfold equal. destruct (json_dec a b); split; congruence. Qed.

Lemma same_scalar_iff a b : same_scalar a b = true <-> is_scalar a = true /\ a = b.
Proof. unfold same_scalar. rewrite andb_true_iff, equal_iff. reflexivity. Qed.

Lemma same_trans a b c : same a b = true -> same b c = true -> same a c = true.
Proof.
  destruct a, b, c; simpl; try congruence.
  rewrite !same_scalar_iff. intros [S ->] [_ ->]. auto.
Qed.

Lemma get_in {A} n (v : A) m : get n m = Some v -> In (n, v) m.
Proof.
  induction m as [|[x w] rest IH]; simpl; [discriminate|].
  destruct (string_dec n x) as [->|]; [intros [= ->]; auto|auto].
Qed.

Lemma includes_has_keys k a b e :
  includes_keys a b = true -> has_keys k a e = true -> has_keys k b e = true.
Proof.
  unfold includes_keys, has_keys. rewrite !andb_true_iff, !forallb_forall.
  intros I [M H]. split; [exact M|]. intros [n w] In_b. specialize (I _ In_b). simpl in *.
  destruct (get n a) as [v|] eqn:G; [|discriminate].
  exact (same_trans _ _ _ I (H _ (get_in _ _ _ G))).
Qed.

Lemma same_keys_has k a b e : same_keys a b = true -> has_keys k a e = has_keys k b e.
Proof.
  unfold same_keys. rewrite andb_true_iff. intros [I J].
  apply eq_true_iff_eq. split; apply includes_has_keys; assumption.
Qed.

(* All entries of a directive are entries for one list. *)
Definition for_list (k : merge_keys) (n : entry) : Prop :=
  match n with KeyEntry k' _ => k' = k | ValueEntry _ => True end.

Lemma same_entry_names k a b e :
  for_list k a -> for_list k b -> same_entry a b = true -> names_element a e = names_element b e.
Proof.
  destruct a as [v|ka a], b as [w|kb b]; simpl; try discriminate; intros -> -> || intros _ _.
  - rewrite same_scalar_iff. intros [_ ->]. reflexivity.
  - apply same_keys_has.
Qed.

(* 7.2 $setElementOrder. *)

Lemma take_permutation n again l : Permutation (fst (take n again l) ++ snd (take n again l)) l.
Proof.
  induction l as [|e rest IH]; simpl; [constructor|].
  destruct (names_element n e).
  - destruct again; simpl; [reflexivity|]. destruct (take n false rest) as [mine others]. simpl in *.
    constructor. exact IH.
  - destruct (take n again rest) as [mine others]. simpl in *.
    rewrite <- Permutation_middle. constructor. exact IH.
Qed.

Lemma place_permutation entries l : Permutation (snd (place entries l) ++ fst (place entries l)) l.
Proof.
  revert l. induction entries as [|n rest IH]; intros l; simpl; [reflexivity|].
  pose proof (take_permutation n (existsb (same_entry n) rest) l) as T.
  destruct (take n (existsb (same_entry n) rest) l) as [mine others]. specialize (IH others).
  destruct (place rest others) as [unlisted listed]. simpl in *.
  rewrite <- app_assoc, IH. exact T.
Qed.

(* Ordering a list loses and adds no elements. *)
Theorem order_directive_loses_nothing entries l : Permutation (directed_order entries l) l.
Proof.
  unfold directed_order. pose proof (place_permutation entries l) as P.
  destruct (place entries l) as [unlisted listed]. simpl in *.
  rewrite Permutation_app_comm. exact P.
Qed.

Lemma take_mine n again l : Forall (fun e => names_element n e = true) (fst (take n again l)).
Proof.
  induction l as [|e rest IH]; simpl; [constructor|].
  destruct (names_element n e) eqn:N.
  - destruct again; simpl; [constructor; auto|]. destruct (take n false rest). simpl in *. auto.
  - destruct (take n again rest). exact IH.
Qed.

(* The elements that $setElementOrder lists follow, in the order of the directive. *)
Theorem order_directive_order entries l :
  exists blocks,
    snd (place entries l) = concat blocks
    /\ Forall2 (fun n block => Forall (fun e => names_element n e = true) block) entries blocks.
Proof.
  revert l. induction entries as [|n rest IH]; intros l; simpl; [exists []; auto|].
  pose proof (take_mine n (existsb (same_entry n) rest) l) as T.
  destruct (take n (existsb (same_entry n) rest) l) as [mine others]. specialize (IH others).
  destruct (place rest others) as [unlisted listed]. simpl in *.
  destruct IH as (blocks & -> & F). exists (mine :: blocks). auto.
Qed.

Definition unnamed (entries : list entry) (e : json) : bool :=
  negb (existsb (fun n => names_element n e) entries).

Lemma take_others n again l (keep : json -> bool) :
  (again = true -> forall e, names_element n e = true -> keep e = false) ->
  filter keep (snd (take n again l)) = filter (fun e => keep e && negb (names_element n e)) l.
Proof.
  intros H. induction l as [|e rest IH]; simpl; [reflexivity|].
  destruct (names_element n e) eqn:N.
  - rewrite andb_false_r. destruct again; simpl.
    + clear IH. specialize (H eq_refl). induction rest as [|x r IH]; simpl; [reflexivity|].
      destruct (names_element n x) eqn:M; [rewrite (H _ M)|rewrite andb_true_r];
        simpl; [exact IH|]. destruct (keep x); [f_equal|]; exact IH.
    + destruct (take n false rest). simpl in *. exact IH.
  - rewrite andb_true_r. destruct (take n again rest). simpl in *.
    destruct (keep e); [f_equal|]; exact IH.
Qed.

(* The elements that $setElementOrder does not list come first, and keep their order. *)
Theorem order_directive_unlisted k entries l :
  Forall (for_list k) entries -> fst (place entries l) = filter (unnamed entries) l.
Proof.
  intros F. revert l. induction F as [|n rest Hn Hr IH]; intros l.
  - simpl. unfold unnamed. simpl. induction l; simpl; congruence.
  - simpl. pose proof (take_others n (existsb (same_entry n) rest) l (unnamed rest)) as T.
    destruct (take n (existsb (same_entry n) rest) l) as [mine others]. specialize (IH others).
    destruct (place rest others) as [unlisted listed]. simpl in *. rewrite IH, T.
    + apply filter_ext. intros e. unfold unnamed. simpl. rewrite negb_orb. apply andb_comm.
    + intros A e N. unfold unnamed. apply negb_false_iff, existsb_exists.
      apply existsb_exists in A. destruct A as (m & Im & Sm). exists m. split; [exact Im|].
      rewrite Forall_forall in Hr. rewrite <- (same_entry_names k n m e); auto.
Qed.

(* 7.1 Without a directive. *)

Lemma before_split i l : l = fst (before i l) ++ snd (before i l).
Proof.
  induction l as [|x rest IH]; simpl; [reflexivity|].
  destruct (fst x <? i); simpl; [|reflexivity].
  destruct (before i rest). simpl in *. congruence.
Qed.

Lemma interleave_permutation patch : forall kept waiting,
  Permutation (interleave kept waiting patch) (kept ++ waiting ++ patch).
Proof.
  induction patch as [|x rest IH]; intros kept waiting; simpl.
  - rewrite app_nil_r. reflexivity.
  - destruct (added (snd x)).
    + rewrite IH, <- app_assoc. reflexivity.
    + pose proof (before_split (fst x) kept) as S. destruct (before (fst x) kept) as [earlier later].
      simpl in S. subst kept. rewrite IH. simpl.
      rewrite <- !app_assoc. apply Permutation_app_head.
      change (x :: later ++ rest) with ([x] ++ later ++ rest).
      change (x :: rest) with ([x] ++ rest).
      rewrite !app_assoc. apply Permutation_app_tail.
      rewrite <- (app_assoc later). apply Permutation_app_comm.
Qed.

Lemma insert_permutation x l : Permutation (insert x l) (x :: l).
Proof.
  induction l as [|y rest IH]; simpl; [reflexivity|].
  destruct (_ <? _); [reflexivity|]. rewrite IH. apply perm_swap.
Qed.

Lemma by_patch_permutation l : Permutation (by_patch l) l.
Proof.
  unfold by_patch.
  assert (G : forall l a, Permutation (fold_left (fun l x => insert x l) l a) (l ++ a)).
  { clear l. induction l as [|x rest IH]; intros a; simpl; [reflexivity|].
    rewrite IH, insert_permutation. symmetry. apply Permutation_middle. }
  rewrite G, app_nil_r. reflexivity.
Qed.

Lemma filter_permutation {A} (f : A -> bool) l :
  Permutation (filter f l ++ filter (fun x => negb (f x)) l) l.
Proof.
  induction l as [|x rest IH]; simpl; [constructor|].
  destruct (f x); simpl; [constructor; exact IH|].
  rewrite <- Permutation_middle. constructor. exact IH.
Qed.

Lemma indexed_from_values {A} (l : list A) : forall i, map snd (indexed_from i l) = l.
Proof. induction l as [|a r IH]; intros i; simpl; [|rewrite IH]; reflexivity. Qed.

Lemma map_value_indexed l : map (fun x => value (snd x)) (indexed l) = map value l.
Proof. unfold indexed. rewrite <- (map_map snd value), indexed_from_values. reflexivity. Qed.

(* Ordering a list loses and adds no elements. *)
Theorem order_default_loses_nothing l : Permutation (default_order l) (map value l).
Proof.
  unfold default_order. cbv zeta.
  rewrite interleave_permutation. simpl. rewrite by_patch_permutation, filter_permutation.
  rewrite map_value_indexed. reflexivity.
Qed.

Theorem arrange_loses_nothing ordered l : Permutation (arrange ordered l) (map value l).
Proof. destruct ordered; simpl; [reflexivity|apply order_default_loses_nothing]. Qed.

(* Without $setElementOrder, the elements that only the original has keep their order, and so
   do the elements of the patch. *)
Theorem order_default_order kept patch :
  Forall (fun x => is_kept x = true) kept -> Forall (fun x => is_kept x = false) patch ->
  filter is_kept (interleave kept [] patch) = kept
  /\ filter (fun x => negb (is_kept x)) (interleave kept [] patch) = patch.
Proof.
  assert (Id : forall (f : nat * merged -> bool) l, Forall (fun x => f x = true) l -> filter f l = l).
  { intros f l F. induction F as [|x r H F IH]; simpl; [reflexivity|]. rewrite H, IH. reflexivity. }
  assert (Nil : forall (f : nat * merged -> bool) l, Forall (fun x => f x = false) l -> filter f l = []).
  { intros f l F. induction F as [|x r H F IH]; simpl; [reflexivity|]. rewrite H, IH. reflexivity. }
  assert (Neg : forall (f : nat * merged -> bool) b l,
    Forall (fun x => f x = b) l -> Forall (fun x => negb (f x) = negb b) l).
  { intros f b l F. eapply Forall_impl; [|exact F]. intros x H. simpl in H. rewrite H. reflexivity. }
  assert (G : forall patch kept waiting,
    Forall (fun x => is_kept x = true) kept -> Forall (fun x => is_kept x = false) waiting ->
    Forall (fun x => is_kept x = false) patch ->
    filter is_kept (interleave kept waiting patch) = kept
    /\ filter (fun x => negb (is_kept x)) (interleave kept waiting patch) = waiting ++ patch).
  { clear kept patch. induction patch as [|x rest IH]; intros kept waiting K W P; simpl.
    - rewrite !filter_app, app_nil_r. split.
      + rewrite (Id is_kept kept K), (Nil is_kept waiting W). apply app_nil_r.
      + rewrite (Nil (fun x => negb (is_kept x)) kept), (Id (fun x => negb (is_kept x)) waiting);
          [reflexivity|apply (Neg is_kept false), W|apply (Neg is_kept true), K].
    - inversion P as [|? ? Px Pr]; subst. destruct (added (snd x)).
      + destruct (IH kept (waiting ++ [x])) as [A B]; auto.
        { apply Forall_app; auto. }
        split; [exact A|]. rewrite B, <- app_assoc. reflexivity.
      + pose proof (before_split (fst x) kept) as S. destruct (before (fst x) kept) as [earlier later].
        simpl in S. subst kept. apply Forall_app in K. destruct K as [Ke Kl].
        destruct (IH later []) as [A B]; auto.
        rewrite !filter_app. simpl. rewrite Px. simpl. split.
        * rewrite A, (Id is_kept earlier Ke), (Nil is_kept waiting W). reflexivity.
        * rewrite B, (Nil (fun x => negb (is_kept x)) earlier), (Id (fun x => negb (is_kept x)) waiting);
            [reflexivity|apply (Neg is_kept false), W|apply (Neg is_kept true), Ke]. }
  intros K P. apply (G patch kept []); auto.
Qed.
