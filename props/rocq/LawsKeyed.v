(* Laws of keyed lists: rules keyed-delete and keyed-merge. *)
From Coq Require Import String List Bool Arith Permutation Lia.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions Keyed.
Require Import LawsMaps LawsOrder LawsSets.
Import ListNotations.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* Rule keyed-delete: The deletions of a patch list remove exactly the elements that have the
   keys of a deletion. *)
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

(* Rule keyed-merge: Any other element of a patch list changes one element of the original that
   has the same keys. If no element has the same keys, the element of the patch is added. *)
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

Lemma steps_keep {A B} (f : A -> B -> result A) (P : A -> Prop) (Q : B -> Prop) l :
  (forall a b a', P a -> Q b -> f a b = Ok a' -> P a') -> (forall b, In b l -> Q b) ->
  forall a a', P a -> steps f a l = Ok a' -> P a'.
Proof.
  intros F. induction l as [|b rest IH]; simpl; intros Q' a a' Pa H; [congruence|].
  apply bind_ok in H. destruct H as (x & X & H). eapply IH; [auto| |exact H]. eapply F; eauto.
Qed.

Lemma in_replaced (l : list json) : forall n e v w,
  nth_error l n = Some w -> e <> w -> In e l -> In e (firstn n l ++ v :: skipn (S n) l).
Proof.
  induction l as [|x rest IH]; intros [|n] e v w N D I; simpl in *; try discriminate; try tauto.
  - injection N as ->. destruct I as [->|I]; [congruence|auto].
  - destruct I as [->|I]; [auto|]. right. exact (IH n e v w N D I).
Qed.

(* An element of the original that no element of the patch list matches is in the result,
   unchanged. *)
Theorem keyed_merge_keeps_others c s k original l r e :
  merge_keyed c s k original l = Ok (JList r) ->
  In e original ->
  (forall i p key, In (i, p) (indexed l) ->
     read_element_key c k (element_of s) (text p) (Index i :: here c) = Ok key ->
     has_keys k (wanted key) e = false) ->
  In e r.
Proof.
  intros H I Free. unfold merge_keyed in H. cbv zeta in H.
  apply bind_ok in H. destruct H as (remaining & D & H). apply bind_ok in H. destruct H as (items & M & H).
  injection H as <-.
  set (P := fun items : list item => In e (map content items)).
  set (Q := fun x : nat * part => forall key,
    read_element_key c k (element_of s) (text (snd x)) (Index (fst x) :: here c) = Ok key ->
    has_keys k (wanted key) e = false).
  assert (QL : forall x, In x (indexed l) -> Q x) by (intros [i p] J key; exact (Free i p key J)).
  assert (P0 : P (map (fun x => Item (snd x) None false (Index (fst x) :: there c)) (indexed original))).
  { unfold P. rewrite map_map. cbn [content]. unfold indexed. rewrite indexed_from_values. exact I. }
  assert (P1 : P remaining).
  { refine (steps_keep _ P Q _ _ QL _ _ P0 D). intros a [i p] a' Pa Qx E. unfold delete_element in E.
    destruct (is_deletion (text p)); [|congruence].
    apply bind_ok in E. destruct E as (key & K & E). injection E as <-. specialize (Qx key K).
    unfold P in *. apply in_map_iff in Pa. destruct Pa as (it & C & J). apply in_map_iff. exists it.
    split; [exact C|]. apply filter_In. split; [exact J|]. unfold has. rewrite C, Qx. reflexivity. }
  assert (P2 : P items).
  { refine (steps_keep _ P Q _ _ QL _ _ P1 M). intros a x a' Pa Qx E.
    destruct (is_deletion (text (snd x))) eqn:Del.
    - destruct x as [i p]. simpl in *. rewrite Del in E. congruence.
    - destruct (keyed_merge_changes_one _ _ _ _ _ _ _ E Del) as (key & K & [(n & it & v & N & T & C)|(_ & new & -> & _)]).
      + unfold P in *. rewrite C. apply (in_replaced _ _ _ _ (content it)); [| |exact Pa].
        * rewrite nth_error_map, N. reflexivity.
        * intros ->. specialize (Qx key K). unfold has in T. congruence.
      + unfold P in *. rewrite map_app. apply in_or_app. auto. }
  eapply Permutation_in; [symmetry; apply arrange_loses_nothing|]. rewrite map_map. exact P2.
Qed.
