(* Applying the patch of a keyed list twice. *)
From Coq Require Import String List Bool Arith Permutation Sorted Lia.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions Keyed.
Require Import LawsMaps LawsOrder LawsSets LawsKeyed.
Import ListNotations.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* Order. *)

(* The elements of one element of the patch list keep their order. *)
Definition is_about (j : nat) (x : nat * merged) : bool :=
  match patched (snd x) with Some i => i =? j | None => false end.

Lemma is_about_rank j x : is_about j x = true -> rank x = j.
Proof. unfold is_about, rank. destruct (patched (snd x)); [apply Nat.eqb_eq|discriminate]. Qed.

Lemma filter_insert j x l : StronglySorted (fun a b => rank a <= rank b) l ->
  filter (is_about j) (insert x l) = filter (is_about j) (l ++ [x]).
Proof.
  induction l as [|y rest IH]; intros S; [reflexivity|]. inversion S; subst. cbn [insert].
  change (match patched (snd x) with Some n => n | None => 0 end) with (rank x).
  change (match patched (snd y) with Some n => n | None => 0 end) with (rank y).
  destruct (rank x <? rank y) eqn:L.
  - apply Nat.ltb_lt in L. change (x :: y :: rest) with ([x] ++ (y :: rest)).
    rewrite !filter_app. cbn [filter app]. destruct (is_about j x) eqn:Ax; [|rewrite app_nil_r; reflexivity].
    apply is_about_rank in Ax.
    assert (N : filter (is_about j) (y :: rest) = []).
    { assert (F : Forall (fun z => is_about j z = false) (y :: rest)).
      { constructor.
        - destruct (is_about j y) eqn:Ay; [apply is_about_rank in Ay; lia|reflexivity].
        - eapply Forall_impl; [|exact H2]. intros z Hz. simpl in Hz.
          destruct (is_about j z) eqn:Az; [apply is_about_rank in Az; lia|reflexivity]. }
      clear - F. induction F as [|z r H F IH]; [reflexivity|]. cbn [filter]. rewrite H. exact IH. }
    cbn [filter] in N. rewrite N. reflexivity.
  - cbn [filter app]. rewrite (IH H1). reflexivity.
Qed.

Lemma filter_by_patch j l : filter (is_about j) (by_patch l) = filter (is_about j) l.
Proof.
  unfold by_patch.
  assert (G : forall l a, StronglySorted (fun a b => rank a <= rank b) a ->
    filter (is_about j) (fold_left (fun l x => insert x l) l a) = filter (is_about j) (a ++ l)).
  { clear l. induction l as [|x rest IH]; intros a S; simpl; [rewrite app_nil_r; reflexivity|].
    rewrite IH by (apply insert_sorted, S).
    rewrite filter_app, filter_insert by exact S. rewrite <- filter_app, <- app_assoc. reflexivity. }
  exact (G l [] (SSorted_nil _)).
Qed.

Lemma about_not_kept j l :
  filter (is_about j) l = filter (is_about j) (filter (fun x => negb (is_kept x)) l).
Proof.
  induction l as [|x rest IH]; [reflexivity|]. cbn [filter]. unfold is_kept, is_about in *.
  destruct (patched (snd x)) eqn:P; cbn [present negb]; [|exact IH].
  cbn [filter]. rewrite P. destruct (n =? j); [f_equal|]; exact IH.
Qed.

Lemma about_default_order j l :
  map (fun x => value (snd x)) (filter (is_about j)
    (interleave (filter is_kept (indexed l)) [] (by_patch (filter (fun x => negb (is_kept x)) (indexed l)))))
  = map (fun x => value (snd x)) (filter (is_about j) (indexed l)).
Proof.
  f_equal. rewrite about_not_kept.
  destruct (order_default_order (filter is_kept (indexed l)) (by_patch (filter (fun x => negb (is_kept x)) (indexed l)))) as [_ O].
  - apply Forall_forall. intros x I. apply filter_In in I. tauto.
  - apply Forall_forall. intros x I. apply (Permutation_in _ (by_patch_permutation _)) in I.
    apply filter_In in I. destruct I as [_ I]. apply negb_true_iff in I. exact I.
  - rewrite O, filter_by_patch, <- about_not_kept. reflexivity.
Qed.

(* Values. *)

Lemma find_filter {A} (f : A -> bool) l : List.find f l = hd_error (filter f l).
Proof. induction l as [|x rest IH]; simpl; [reflexivity|]. destruct (f x); [reflexivity|exact IH]. Qed.

Lemma filter_map_value (f : json -> bool) (g : nat * merged -> bool) l :
  Forall (fun x => g x = f (value (snd x))) l ->
  filter f (map (fun x => value (snd x)) l) = map (fun x => value (snd x)) (filter g l).
Proof.
  induction 1 as [|x rest H F IH]; simpl; [reflexivity|]. rewrite H.
  destruct (f (value (snd x))); simpl; rewrite IH; reflexivity.
Qed.

(* The first element with a key is still the first one after ordering. *)
Lemma find_in_order (f : json -> bool) j l :
  Forall (fun x => (match patched x with Some i => i =? j | None => false end) = f (value x)) l ->
  List.find f (default_order l) = List.find f (map value l).
Proof.
  intros F. rewrite !find_filter. f_equal.
  assert (G : forall m, (forall x, In x m -> In (snd x) l) -> Forall (fun x => is_about j x = f (value (snd x))) m).
  { intros m S. apply Forall_forall. intros x I. rewrite Forall_forall in F. exact (F _ (S x I)). }
  unfold default_order. cbv zeta. rewrite (filter_map_value f (is_about j)).
  - rewrite about_default_order, <- (filter_map_value f (is_about j)).
    + rewrite map_value_indexed. reflexivity.
    + apply G. intros [i x] I. exact (in_indexed_pair _ _ _ I).
  - apply G. intros [i x] I.
    assert (P : Permutation (interleave (filter is_kept (indexed l)) [] (by_patch (filter (fun x => negb (is_kept x)) (indexed l)))) (indexed l)).
    { rewrite interleave_permutation. simpl. rewrite by_patch_permutation. apply filter_permutation. }
    apply (Permutation_in _ P) in I. exact (in_indexed_pair _ _ _ I).
Qed.

(* The patch list. *)

Lemma find_replaced (f : json -> bool) l : forall n v w,
  nth_error l n = Some w -> f w = false -> f v = false ->
  List.find f (firstn n l ++ v :: skipn (S n) l) = List.find f l.
Proof.
  induction l as [|x rest IH]; intros [|n] v w N W V; try discriminate.
  - injection N as ->. cbn. rewrite V, W. reflexivity.
  - cbn [firstn skipn app List.find]. destruct (f x); [reflexivity|]. exact (IH n v w N W V).
Qed.

Lemma find_first (f : json -> bool) l : forall n v,
  (forall m w, m < n -> nth_error l m = Some w -> f w = false) -> n < List.length l -> f v = true ->
  List.find f (firstn n l ++ v :: skipn (S n) l) = Some v.
Proof.
  induction l as [|x rest IH]; intros [|n] v B L V; simpl in L; try lia.
  - cbn. rewrite V. reflexivity.
  - cbn [firstn skipn app List.find]. rewrite (B 0 x) by (lia || reflexivity).
    apply IH; [|lia|exact V]. intros m w Lm N. apply (B (S m) w); [lia|exact N].
Qed.

Lemma replace_same (l : list json) : forall n v, nth_error l n = Some v -> firstn n l ++ v :: skipn (S n) l = l.
Proof.
  induction l as [|x rest IH]; intros [|n] v N; try discriminate.
  - injection N as ->. reflexivity.
  - cbn. f_equal. exact (IH n v N).
Qed.

Lemma find_index_first {A} (test : A -> bool) l : forall n m a,
  find_index test l = Some n -> m < n -> nth_error l m = Some a -> test a = false.
Proof.
  induction l as [|x rest IH]; simpl; intros n m a H L N; [discriminate|].
  destruct (test x) eqn:T; [injection H as <-; lia|].
  destruct (find_index test rest) as [i|] eqn:F; [|discriminate]. injection H as <-.
  destruct m as [|m]; simpl in N; [congruence|]. apply (IH i m a); [reflexivity|lia|exact N].
Qed.

Section Twice.
Variables (c : context) (s : schema) (k : merge_keys) (ps : list (nat * part)) (key_of : nat -> key).

Definition matches_at (i : nat) (v : json) : bool := has_keys k (wanted (key_of i)) v.

(* No element of the patch list is a deletion, and each selects by keys that it does not
   delete. *)
Hypothesis not_strict : strict (opts c) = false.
Hypothesis selected : forall i p, In (i, p) ps ->
  is_deletion (text p) = false
  /\ read_element_key c k (element_of s) (text p) (Index i :: here c) = Ok (key_of i)
  /\ deleted (key_of i) = [] /\ partial (key_of i) = false.
Hypothesis distinct_places : NoDup (map fst ps).
(* No element has the keys of two of them. *)
Hypothesis distinct_keys : forall i j v, In i (map fst ps) -> In j (map fst ps) ->
  matches_at i v = true -> matches_at j v = true -> i = j.
(* What an element of the patch list makes has its keys, and is not changed by it again. *)
Hypothesis stable : forall i p v r, In (i, p) ps -> evaluate c s i p v = Ok r ->
  exists x, r = Some x /\ matches_at i x = true
    /\ forall again, content again = x -> evaluate c s i p (Some again) = Ok (Some x).

Definition is_flagged (done : list nat) (it : item) : Prop :=
  forall i, first it = Some i <-> In i done /\ matches_at i (content it) = true.

(* The element of the patch list that changes each found element has been applied to it. *)
Definition is_stable (i : nat) (p : part) (l : list json) : Prop :=
  exists v, List.find (matches_at i) l = Some v
    /\ forall again, content again = v -> evaluate c s i p (Some again) = Ok (Some v).

Lemma step_cases before items i p items' :
  In (i, p) ps -> merge_element c s k before items (i, p) = Ok items' ->
  (exists n it v, find_index (has k (key_of i)) items = Some n /\ nth_error items n = Some it
     /\ evaluate c s i p (Some it) = Ok (Some v) /\ items' = change k (key_of i) i n v items)
  \/ (exists v, find_index (has k (key_of i)) items = None
     /\ evaluate c s i p None = Ok (Some v) /\ items' = items ++ [Item v (Some i) true []]).
Proof.
  intros I H. destruct (selected i p I) as (D & K & Dl & Pa). unfold merge_element in H.
  rewrite D, K in H. cbn [bind] in H. unfold find in H. rewrite Dl in H.
  destruct (find_index (has k (key_of i)) items) as [n|] eqn:F.
  - left. rewrite Pa in H. cbn [andb negb orb require bind] in H. unfold check_meant in H.
    rewrite not_strict in H. cbn [negb orb bind] in H.
    destruct (find_index_some _ _ _ F) as (it & N & _).
    rewrite (nth_error_nth _ _ _ N) in H.
    apply bind_ok in H. destruct H as (v & V & H). injection H as <-.
    destruct (stable i p _ _ I V) as (x & -> & _ & _). exists n, it, x. auto.
  - right. apply bind_ok in H. destruct H as (v & V & H). injection H as <-.
    destruct (stable i p _ _ I V) as (x & -> & _ & _). exists x. auto.
Qed.

Lemma place_known i p : In (i, p) ps -> In i (map fst ps).
Proof. intros I. change i with (fst (i, p)). apply in_map, I. Qed.

Lemma change_flags done i p n it v items :
  In (i, p) ps -> ~ In i done -> (forall j, In j done -> In j (map fst ps)) ->
  nth_error items n = Some it -> matches_at i (content it) = true -> matches_at i v = true ->
  deleted (key_of i) = [] ->
  Forall (is_flagged done) items ->
  Forall (is_flagged (i :: done)) (change k (key_of i) i n v items).
Proof.
  intros I Nd Kn N Mi Mv Dl F. unfold change, indexed.
  assert (Claimed : forall e, matches_at i (content e) = true -> is_flagged done e ->
      forall w, matches_at i w = true -> is_flagged (i :: done) (Item w (first (claim i e)) (new e) (origin e))).
  { intros e Me Fe w Mw j. simpl. destruct (first e) as [f|] eqn:E.
    - apply Fe in E. destruct E as [Df Mf]. exfalso. apply Nd.
      rewrite (distinct_keys i f (content e)); auto. eapply place_known, I.
    - split.
      + intros [= <-]. auto.
      + intros [[->|J] Mj]; [reflexivity|]. f_equal. apply (distinct_keys i j w); auto. eapply place_known, I. }
  assert (G : forall l m, (forall q e, nth_error l q = Some e -> m + q = n -> matches_at i (content e) = true) ->
      Forall (is_flagged done) l ->
      Forall (is_flagged (i :: done)) (map (fun j : nat * item =>
        let (m, e) := j in
        let e' : item := if (m =? n) || is_empty (deleted (key_of i)) && has k (key_of i) e then claim i e else e in
        if m =? n then Item v (first e') (new e') (origin e') else e') (indexed_from m l))).
  { rewrite Dl. cbn [is_empty andb]. induction l as [|e rest IH]; intros m At Fl; cbn [indexed_from map]; [constructor|].
    inversion Fl as [|? ? Fe Fr]; subst. constructor.
    - destruct (m =? n) eqn:E; cbn [orb]; cbv iota beta.
      + apply Nat.eqb_eq in E. exact (Claimed e (At 0 e eq_refl (eq_trans (Nat.add_0_r m) E)) Fe v Mv).
      + destruct (has k (key_of i) e) eqn:H.
        * exact (Claimed e H Fe (content e) H).
        * intros j. rewrite (Fe j). split.
          -- intros [J M]. split; [right; exact J|exact M].
          -- intros [[->|J] M]; [unfold matches_at in M; unfold has in H; congruence|auto].
    - apply IH; [|exact Fr]. intros q x Q L. apply (At (S q) x); [exact Q|lia]. }
  apply G; [|exact F]. intros q e Q L. simpl in L. subst q. congruence.
Qed.

Lemma change_contents i p n it v items :
  In (i, p) ps -> nth_error items n = Some it ->
  map content (change k (key_of i) i n v items)
  = firstn n (map content items) ++ v :: skipn (S n) (map content items).
Proof.
  intros I N. unfold change, indexed. rewrite change_from, change_at by lia. rewrite Nat.sub_0_r.
  assert (n < List.length items) as L by (apply nth_error_Some; congruence).
  apply Nat.ltb_lt in L. simpl. rewrite L. reflexivity.
Qed.

Definition applied (done : list nat) (items : list item) : Prop :=
  Forall (is_flagged done) items
  /\ forall i p, In (i, p) ps -> In i done -> is_stable i p (map content items).

Lemma first_step before done items i p items' :
  In (i, p) ps -> ~ In i done -> (forall j, In j done -> In j (map fst ps)) ->
  applied done items -> merge_element c s k before items (i, p) = Ok items' -> applied (i :: done) items'.
Proof.
  intros I Nd Kn [F S] H. destruct (selected i p I) as (_ & _ & Dl & _).
  destruct (step_cases _ _ _ _ _ I H) as [(n & it & v & Fi & N & E & ->)|(v & Fi & E & ->)];
    destruct (stable i p _ _ I E) as (x & [= <-] & Mv & Again).
  - destruct (find_index_some _ _ _ Fi) as (it' & N' & T). assert (it' = it) as -> by congruence.
    split; [apply (change_flags done i p n it v); auto|].
    intros j q J Dj. unfold is_stable. rewrite (change_contents i p n it v items I N).
    assert (Nc : nth_error (map content items) n = Some (content it)) by (rewrite nth_error_map, N; reflexivity).
    destruct (Nat.eq_dec i j) as [<-|Nij].
    + assert (q = p) as ->.
      { clear - I J distinct_places. induction ps as [|[a b] rest IH]; [destruct I|].
        simpl in *. inversion distinct_places; subst.
        destruct I as [[= -> ->]|I], J as [[= ->]|J]; auto; exfalso; apply H1.
        - change i with (fst (i, q)). apply in_map, J.
        - subst. change i with (fst (i, p)). apply in_map, I. }
      exists v. split; [|exact Again]. apply find_first; [| |exact Mv].
      * intros m w Lm Nm. rewrite nth_error_map in Nm. destruct (nth_error items m) as [y|] eqn:Ym; [|discriminate].
        injection Nm as <-. exact (find_index_first _ _ _ _ _ Fi Lm Ym).
      * rewrite map_length. apply nth_error_Some. congruence.
    + destruct Dj as [->|Dj]; [congruence|]. destruct (S j q J Dj) as (w & W & A). exists w. split; [|exact A].
      rewrite <- W. apply (find_replaced _ _ _ _ (content it)); [exact Nc| |].
      * destruct (matches_at j (content it)) eqn:Mj; [|reflexivity]. exfalso. apply Nij.
        apply (distinct_keys i j (content it)); auto; eapply place_known; eauto.
      * destruct (matches_at j v) eqn:Mj; [|reflexivity]. exfalso. apply Nij.
        apply (distinct_keys i j v); auto; eapply place_known; eauto.
  - pose proof (find_index_none _ _ Fi) as None_.
    split.
    + apply Forall_app. split.
      * rewrite Forall_forall in *. intros e Ie j. rewrite (F e Ie j). split.
        -- intros [J M]. split; [right; exact J|exact M].
        -- intros [[->|J] M]; [|auto]. specialize (None_ e Ie). unfold has in None_. unfold matches_at in M. congruence.
      * constructor; [|constructor]. intros j. simpl. split.
        -- intros [= <-]. auto.
        -- intros [[->|J] M]; [reflexivity|]. f_equal. apply (distinct_keys i j v); auto. eapply place_known, I.
    + intros j q J Dj. unfold is_stable. rewrite map_app. cbn [map content].
      assert (App : forall f l, List.find f (l ++ [v]) = match List.find f l with Some x => Some x | None => if f v then Some v else None end).
      { intros f l. induction l as [|y r IH]; simpl; [reflexivity|]. destruct (f y); [reflexivity|exact IH]. }
      rewrite App. destruct (Nat.eq_dec i j) as [<-|Nij].
      * assert (q = p) as ->.
        { clear - I J distinct_places. induction ps as [|[a b] rest IH]; [destruct I|].
          simpl in *. inversion distinct_places; subst.
          destruct I as [[= -> ->]|I], J as [[= ->]|J]; auto; exfalso; apply H1.
          - change i with (fst (i, q)). apply in_map, J.
          - subst. change i with (fst (i, p)). apply in_map, I. }
        replace (List.find (matches_at i) (map content items)) with (@None json).
        -- rewrite Mv. exists v. auto.
        -- symmetry. destruct (List.find (matches_at i) (map content items)) as [w|] eqn:W; [|reflexivity].
           apply List.find_some in W. destruct W as [Iw Mw]. apply in_map_iff in Iw. destruct Iw as (y & <- & Iy).
           specialize (None_ y Iy). unfold has in None_. unfold matches_at in Mw. congruence.
      * destruct Dj as [->|Dj]; [congruence|]. destruct (S j q J Dj) as (w & W & A). rewrite W. exists w. auto.
Qed.

(* The second time, the contents stay. *)
Definition again (l : list json) (done : list nat) (items : list item) : Prop :=
  map content items = l /\ Forall (is_flagged done) items /\ Forall (fun it => new it = false) items.

Lemma second_step before l done items i p items' :
  In (i, p) ps -> ~ In i done -> (forall j, In j done -> In j (map fst ps)) ->
  is_stable i p l -> again l done items ->
  merge_element c s k before items (i, p) = Ok items' -> again l (i :: done) items'.
Proof.
  intros I Nd Kn (w & W & A) (C & F & O) H. destruct (selected i p I) as (_ & _ & Dl & _).
  destruct (step_cases _ _ _ _ _ I H) as [(n & it & v & Fi & N & E & ->)|(v & Fi & E & ->)].
  - destruct (stable i p _ _ I E) as (x & [= <-] & Mv & _).
    destruct (find_index_some _ _ _ Fi) as (it' & N' & T). assert (it' = it) as -> by congruence.
    assert (content it = w) as Cw.
    { subst l. clear - Fi N W. revert n Fi N. induction items as [|y r IH]; simpl; intros n Fi N; [discriminate|].
      unfold has in Fi at 1. simpl in W. unfold matches_at in W at 1.
      destruct (has_keys k (wanted (key_of i)) (content y)); [injection Fi as <-; injection N as <-; congruence|].
      destruct (find_index (has k (key_of i)) r) as [m|]; [|discriminate]. injection Fi as <-.
      exact (IH W m eq_refl N). }
    rewrite (A it Cw) in E. injection E as <-.
    split; [|split].
    + rewrite (change_contents i p n it w items I N), C. apply replace_same. rewrite <- C, nth_error_map, N. simpl. congruence.
    + apply (change_flags done i p n it w); auto.
    + unfold change. apply Forall_forall. intros e Ie. apply in_map_iff in Ie. destruct Ie as ((m, y) & <- & J).
      apply in_indexed_pair in J. rewrite Forall_forall in O. specialize (O y J).
      destruct (m =? n); simpl; [|destruct (_ && _)]; simpl; exact O.
  - exfalso. pose proof (find_index_none _ _ Fi) as None_. subst l. apply List.find_some in W. destruct W as [Iw Mw].
    apply in_map_iff in Iw. destruct Iw as (y & <- & Iy). specialize (None_ y Iy). unfold has in None_.
    unfold matches_at in Mw. congruence.
Qed.

Lemma second_succeeds before l done items i p :
  In (i, p) ps -> is_stable i p l -> again l done items ->
  exists items', merge_element c s k before items (i, p) = Ok items'.
Proof.
  intros I (w & W & A) (C & _ & _). destruct (selected i p I) as (D & K & Dl & Pa).
  unfold merge_element. rewrite D, K. cbn [bind]. unfold find. rewrite Dl.
  assert (exists n it, find_index (has k (key_of i)) items = Some n /\ nth_error items n = Some it /\ content it = w)
    as (n & it & Fi & N & Cw).
  { subst l. clear - W. induction items as [|y r IH]; simpl in *; [discriminate|].
    unfold matches_at in W at 1. unfold has at 1.
    destruct (has_keys k (wanted (key_of i)) (content y)).
    - exists 0, y. injection W as <-. auto.
    - destruct (IH W) as (n & it & F & N & E). exists (S n), it. rewrite F. auto. }
  rewrite Fi, Pa. cbn [andb negb orb require bind]. unfold check_meant. rewrite not_strict. cbn [negb orb bind].
  rewrite (nth_error_nth _ _ _ N), (A it Cw). cbn [bind]. eauto.
Qed.

Lemma second_run before l todo : forall done items,
  (forall x, In x todo -> In x ps) -> NoDup (map fst todo) ->
  (forall j, In j done -> In j (map fst ps)) -> (forall j, In j (map fst todo) -> ~ In j done) ->
  (forall i p, In (i, p) ps -> is_stable i p l) -> again l done items ->
  exists items', steps (merge_element c s k before) items todo = Ok items'.
Proof.
  induction todo as [|[i p] rest IH]; intros done items Sub N Kn Fresh St A; [simpl; eauto|].
  assert (In (i, p) ps) as I by (apply Sub; left; reflexivity). simpl in N. inversion N; subst.
  destruct (second_succeeds before l done items i p I (St i p I) A) as (next & E).
  assert (A' : again l (i :: done) next).
  { eapply second_step; [exact I| |exact Kn|exact (St i p I)|exact A|exact E]. apply Fresh. left. reflexivity. }
  cbn [steps]. rewrite E. cbn [bind]. apply (IH (i :: done) next); auto.
  - intros x X. apply Sub. right. exact X.
  - intros j [<-|J]; [eapply place_known, I|auto].
  - intros j J [<-|D]; [contradiction|]. exact (Fresh j (or_intror J) D).
Qed.

Lemma run_steps (P : list nat -> list item -> Prop) before todo : forall done items items',
  (forall i p done items items', In (i, p) ps -> ~ In i done -> (forall j, In j done -> In j (map fst ps)) ->
     P done items -> merge_element c s k before items (i, p) = Ok items' -> P (i :: done) items') ->
  (forall x, In x todo -> In x ps) -> NoDup (map fst todo) ->
  (forall j, In j done -> In j (map fst ps)) -> (forall j, In j (map fst todo) -> ~ In j done) ->
  P done items -> steps (merge_element c s k before) items todo = Ok items' ->
  exists all, P all items' /\ (forall j, In j all <-> In j done \/ In j (map fst todo)).
Proof.
  induction todo as [|[i p] rest IH]; intros done items items' St Sub N Kn Fresh Pd H.
  - simpl in H. injection H as <-. exists done. split; [exact Pd|]. simpl. tauto.
  - cbn [steps] in H. apply bind_ok in H. destruct H as (next & E & H). simpl in N. inversion N; subst.
    destruct (IH (i :: done) next items' St) as (all & Pa & Al); auto.
    + intros x X. apply Sub. right. exact X.
    + intros j [<-|J]; [|auto]. eapply place_known. apply Sub. left. reflexivity.
    + intros j J [<-|D]; [contradiction|]. exact (Fresh j (or_intror J) D).
    + eapply St; [| | |exact Pd|exact E]; auto.
      * apply Sub. left. reflexivity.
      * apply Fresh. left. reflexivity.
    + exists all. split; [exact Pa|]. intros j. rewrite Al. simpl. intuition congruence.
Qed.

Definition which (v : json) : option nat := List.find (fun i => matches_at i v) (map fst ps).

Lemma flagged_which all it : (forall j, In j all <-> In j (map fst ps)) -> is_flagged all it -> first it = which (content it).
Proof.
  intros Al F. unfold which. destruct (List.find _ _) as [i|] eqn:E.
  - apply List.find_some in E. destruct E as [I M]. apply F. split; [apply Al, I|exact M].
  - destruct (first it) as [i|] eqn:Fi; [|reflexivity]. apply F in Fi. destruct Fi as [I M]. apply Al in I.
    pose proof (List.find_none _ _ E i I) as Q. simpl in Q. congruence.
Qed.

Definition fresh (l : list json) (paths : nat -> path) : list item :=
  map (fun x => Item (snd x) None false (paths (fst x))) (indexed l).

Lemma fresh_contents l paths : map content (fresh l paths) = l.
Proof. unfold fresh, indexed. rewrite map_map. cbn [content]. apply indexed_from_values. Qed.

Lemma fresh_flagged l paths : Forall (is_flagged []) (fresh l paths).
Proof.
  apply Forall_forall. intros it I. apply in_map_iff in I. destruct I as (x & <- & _).
  intros i. simpl. split; [discriminate|tauto].
Qed.

Definition ordered_items (items : list item) : list json :=
  arrange (ordered c) (map (fun e => Merged (content e) (first e) (new e)) items).

Lemma steps_twice original before before' items paths :
  steps (merge_element c s k before) (fresh original paths) ps = Ok items ->
  exists items',
    steps (merge_element c s k before') (fresh (ordered_items items) paths) ps = Ok items'
    /\ ordered_items items' = ordered_items items.
Proof.
  intros H1.
  destruct (run_steps applied before ps [] (fresh original paths) items) as (all & (F1 & S1) & Al1); auto.
  { intros i p done its its' I N K A. apply first_step; auto. }
  { intros j []. }
  { split; [apply fresh_flagged|]. intros i p _ []. }
  assert (W1 : Forall (fun x => patched x = which (value x)) (map (fun e => Merged (content e) (first e) (new e)) items)).
  { apply Forall_forall. intros x I. apply in_map_iff in I. destruct I as (it & <- & I). cbn.
    rewrite Forall_forall in F1. apply (flagged_which all); [|auto]. intros j. rewrite Al1. simpl. tauto. }
  assert (St : forall i p, In (i, p) ps -> is_stable i p (ordered_items items)).
  { intros i p I. assert (In i all) as Ia by (apply Al1; right; eapply place_known; eauto).
    destruct (S1 i p I Ia) as (v & V & A). exists v. split; [|exact A]. unfold ordered_items.
    destruct (ordered c); cbn [arrange]; [rewrite map_map; exact V|].
    rewrite (find_in_order (matches_at i) i); [rewrite map_map; exact V|].
    eapply Forall_impl; [|exact W1]. intros x Wx. rewrite Wx. unfold which.
    destruct (List.find (fun i0 => matches_at i0 (value x)) (map fst ps)) as [j|] eqn:E.
    - apply List.find_some in E. destruct E as [J M]. destruct (j =? i) eqn:Eq.
      + apply Nat.eqb_eq in Eq. congruence.
      + destruct (matches_at i (value x)) eqn:Mi; [|reflexivity]. apply Nat.eqb_neq in Eq. exfalso. apply Eq.
        apply (distinct_keys j i (value x)); auto. eapply place_known, I.
    - pose proof (List.find_none _ _ E i (place_known _ _ I)) as Q. simpl in Q. congruence. }
  assert (A0 : again (ordered_items items) [] (fresh (ordered_items items) paths)).
  { split; [apply fresh_contents|split; [apply fresh_flagged|]].
    apply Forall_forall. intros it I. apply in_map_iff in I. destruct I as (x & <- & _). reflexivity. }
  destruct (second_run before' (ordered_items items) ps [] (fresh (ordered_items items) paths)) as (items' & H2); auto.
  { intros j []. }
  exists items'. split; [exact H2|].
  destruct (run_steps (again (ordered_items items)) before' ps [] (fresh (ordered_items items) paths) items')
    as (all' & (C2 & F2 & O2) & Al2); auto.
  { intros i p done its its' I N K A. apply second_step; auto. }
  { intros j []. }
  assert (E2 : map (fun e => Merged (content e) (first e) (new e)) items'
    = map (fun v => Merged v (which v) false) (ordered_items items)).
  { rewrite <- C2, map_map. apply map_ext_in. intros it I. rewrite Forall_forall in F2, O2.
    rewrite (O2 it I), (flagged_which all' it); auto. intros j. rewrite Al2. simpl. tauto. }
  unfold ordered_items at 1. rewrite E2. destruct (ordered c) eqn:Or.
  - cbn [arrange]. rewrite map_map. cbn [value]. apply map_id.
  - unfold ordered_items. rewrite Or. cbn [arrange]. apply default_order_again. exact W1.
Qed.

End Twice.

Lemma indexed_places {A} (l : list A) : forall i, NoDup (map fst (indexed_from i l)) /\ forall j, In j (map fst (indexed_from i l)) -> i <= j.
Proof.
  induction l as [|x rest IH]; intros i; simpl; [split; [constructor|tauto]|].
  destruct (IH (S i)) as [N L]. split.
  - constructor; [|exact N]. intros I. apply L in I. lia.
  - intros j [<-|I]; [lia|]. apply L in I. lia.
Qed.

(* Applying the patch of one keyed list again gives the result again. Preconditions: an
   engine that is not strict; the patch list has no deletions; its elements have different
   keys, do not change these keys, and do not select by a part of the recommended keys;
   applying an element of the patch again does not change its own result. *)
Theorem keyed_merge_idempotent c s k original l r key_of :
  strict (opts c) = false ->
  (forall i p, In (i, p) (indexed l) ->
    is_deletion (text p) = false
    /\ read_element_key c k (element_of s) (text p) (Index i :: here c) = Ok (key_of i)
    /\ deleted (key_of i) = [] /\ partial (key_of i) = false) ->
  (forall i j v, In i (map fst (indexed l)) -> In j (map fst (indexed l)) ->
    has_keys k (wanted (key_of i)) v = true -> has_keys k (wanted (key_of j)) v = true -> i = j) ->
  (forall i p v x, In (i, p) (indexed l) -> evaluate c s i p v = Ok x ->
    exists y, x = Some y /\ has_keys k (wanted (key_of i)) y = true
      /\ forall again, content again = y -> evaluate c s i p (Some again) = Ok (Some y)) ->
  merge_keyed c s k original l = Ok (JList r) ->
  merge_keyed c s k r l = Ok (JList r).
Proof.
  intros NS Sel Dist St H.
  assert (Del : forall items, steps (delete_element c s k) items (indexed l) = Ok items).
  { assert (G : forall todo items, (forall x, In x todo -> In x (indexed l)) ->
      steps (delete_element c s k) items todo = Ok items).
    { induction todo as [|[i p] rest IH]; intros items Sub; [reflexivity|].
      destruct (Sel i p (Sub _ (or_introl eq_refl))) as (D & _). cbn [steps]. unfold delete_element at 1.
      rewrite D. cbn [bind]. apply IH. intros x X. apply Sub. right. exact X. }
    intros items. apply G. auto. }
  unfold merge_keyed in *. cbv zeta in *. rewrite Del in *. cbn [bind] in *.
  apply bind_ok in H. destruct H as (items & M & H). injection H as <-.
  set (paths := fun i => Index i :: there c).
  destruct (steps_twice c s k (indexed l) key_of NS Sel (proj1 (indexed_places l 0)) Dist St
    original (fresh original paths) (fresh (ordered_items c items) paths) items paths M) as (items' & M' & E).
  unfold fresh, paths, ordered_items in M', E. rewrite M'. cbn [bind]. do 2 f_equal. exact E.
Qed.
