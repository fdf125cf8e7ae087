(* Laws of keyed lists: rules keyed-delete and keyed-merge. *)
From Coq Require Import String List Bool Arith Lia.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions Keyed.
Require Import LawsMaps.
Import ListNotations.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* Rule keyed-delete: the deletions of a patch list remove exactly the elements that have the
   keys of one of them. *)
Theorem keyed_delete_removes c s k items patch r :
  steps (delete_element c s k) items patch = Ok r ->
  exists keys,
    each (fun x => read_element_key c k (element_of s) (text (snd x)) (Index (fst x) :: here c))
      (filter (fun x => is_deletion (text (snd x))) patch) = Ok keys
    /\ r = filter (fun e => negb (existsb (fun x => has k x e) keys)) items.
Proof.
  revert items. induction patch as [|[i p] rest IH]; simpl; intros items H.
  - injection H as ->. exists []. split; [reflexivity|]. simpl. symmetry. clear. induction r; simpl; congruence.
  - apply bind_ok in H. destruct H as (next & D & H). destruct (IH _ H) as (keys & K & E).
    destruct (is_deletion (text p)) eqn:Del; simpl.
    + apply bind_ok in D. destruct D as (key & R & D). injection D as <-.
      exists (key :: keys). rewrite R. cbn [bind]. rewrite K. cbn [bind]. split; [reflexivity|].
      rewrite E. clear. induction items as [|e l IHl]; simpl; [reflexivity|].
      destruct (has k key e); simpl; [exact IHl|]. destruct (existsb _ keys); simpl; [exact IHl|]. f_equal. exact IHl.
    + injection D as <-. exists keys. auto.
Qed.

Lemma find_index_some {A} (test : A -> bool) l : forall n, find_index test l = Some n ->
  exists a, nth_error l n = Some a /\ test a = true.
Proof.
  induction l as [|x rest IH]; simpl; intros n H; [discriminate|].
  destruct (test x) eqn:T; [injection H as <-; exists x; auto|].
  destruct (find_index test rest) as [m|]; [|discriminate]. injection H as <-. simpl. apply IH. reflexivity.
Qed.

Lemma find_index_none {A} (test : A -> bool) l : find_index test l = None -> forall a, In a l -> test a = false.
Proof.
  induction l as [|x rest IH]; simpl; intros H a; [tauto|].
  destruct (test x) eqn:T; [discriminate|].
  destruct (find_index test rest); [discriminate|]. intros [<-|I]; auto.
Qed.

Lemma find_some k x items n : find k x items = Some n ->
  exists e, nth_error items n = Some e /\ has k x e = true.
Proof.
  unfold find. destruct (deleted x) as [|d ds]; [apply find_index_some|].
  destruct (find_index (fun i => has k x i && _ ) items) as [m|] eqn:F; [|apply find_index_some].
  intros [= <-]. destruct (find_index_some _ _ _ F) as (e & N & T). apply andb_true_iff in T. exists e. tauto.
Qed.

Lemma find_none k x items : find k x items = None -> forall e, In e items -> has k x e = false.
Proof.
  unfold find. destruct (deleted x) as [|d ds]; [apply find_index_none|].
  destruct (find_index (fun i => has k x i && _) items); [discriminate|apply find_index_none].
Qed.

Lemma change_from k x i at_ v items : forall n,
  map content (map (fun j : nat * item =>
    let (m, e) := j in
    let e' : item := if (m =? at_) || is_empty (deleted x) && has k x e then claim i e else e in
    if m =? at_ then Item v (first e') (new e') (origin e') else e') (indexed_from n items))
  = map (fun j => if fst j =? at_ then v else content (snd j)) (indexed_from n items).
Proof.
  induction items as [|e rest IH]; intros n; simpl; [reflexivity|].
  rewrite IH. f_equal. destruct (n =? at_); simpl; [reflexivity|].
  destruct (is_empty (deleted x) && has k x e); reflexivity.
Qed.

Lemma change_at at_ v items : forall n, n <= at_ ->
  map (fun j => if fst j =? at_ then v else content (snd j)) (indexed_from n items)
  = if at_ <? n + List.length items
    then firstn (at_ - n) (map content items) ++ v :: skipn (S (at_ - n)) (map content items)
    else map content items.
Proof.
  assert (Past : forall l m, at_ < m -> map (fun j => if fst j =? at_ then v else content (snd j)) (indexed_from m l) = map content l).
  { induction l as [|e r IH]; intros m L; simpl; [reflexivity|].
    replace (m =? at_) with false by (symmetry; apply Nat.eqb_neq; lia). f_equal. apply IH. lia. }
  induction items as [|e rest IH]; intros n L; simpl.
  - replace (at_ <? n + 0) with false by (symmetry; apply Nat.ltb_ge; lia). reflexivity.
  - destruct (n =? at_) eqn:E.
    + apply Nat.eqb_eq in E. subst n. rewrite Nat.sub_diag. simpl.
      replace (at_ <? at_ + S (List.length rest)) with true by (symmetry; apply Nat.ltb_lt; lia).
      f_equal. apply Past. lia.
    + apply Nat.eqb_neq in E. rewrite IH by lia. rewrite <- Nat.add_succ_comm.
      destruct (at_ <? S n + List.length rest); [|reflexivity].
      replace (at_ - n) with (S (at_ - S n)) by lia. reflexivity.
Qed.

(* Rule keyed-merge: an element of the patch list that is not a deletion changes the content of
   one element, which has its keys, or adds one if there is none with its keys. *)
Theorem keyed_merge_changes_one c s k before items x items' :
  merge_element c s k before items x = Ok items' ->
  is_deletion (text (snd x)) = false ->
  exists key,
    read_element_key c k (element_of s) (text (snd x)) (Index (fst x) :: here c) = Ok key
    /\ ((exists n e v,
          nth_error items n = Some e /\ has k key e = true
          /\ map content items' = firstn n (map content items) ++ v :: skipn (S n) (map content items))
        \/ ((forall e, In e items -> has k key e = false)
            /\ exists added, items' = items ++ added /\ List.length added <= 1)).
Proof.
  destruct x as [i p]. simpl. intros H D. rewrite D in H.
  apply bind_ok in H. destruct H as (key & K & H). exists key. split; [exact K|].
  destruct (find k key items) as [n|] eqn:F.
  - left. apply bind_ok in H. destruct H as (_ & _ & H). apply bind_ok in H. destruct H as (_ & _ & H).
    apply bind_ok in H. destruct H as (v & _ & H). injection H as <-.
    destruct (find_some _ _ _ _ F) as (e & N & T).
    exists n, e, (match v with Some v => v | None => JNull end). repeat split; auto.
    unfold change, indexed. rewrite change_from, change_at by lia. rewrite Nat.sub_0_r.
    assert (n < List.length items) as L by (apply nth_error_Some; congruence).
    apply Nat.ltb_lt in L. simpl. rewrite L. reflexivity.
  - right. split; [apply find_none, F|]. apply bind_ok in H. destruct H as (v & _ & H). injection H as <-.
    exists (match v with Some v => [Item v (Some i) true []] | None => [] end).
    split; [reflexivity|]. destruct v; simpl; lia.
Qed.
