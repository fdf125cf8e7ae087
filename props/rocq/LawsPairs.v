(* Laws of pairs: in lists whose elements have all keys, and different ones, elements match by
   their keys alone. *)
From Coq Require Import String List Bool Arith Lia Permutation.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions Keyed Maps Apply Diff Pairs Target.
Require Import LawsValues LawsOrder LawsMaps LawsSets LawsKeyed LawsTarget.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

Lemma same_symmetric a b : same a b = same b a.
Proof.
  destruct a as [a|], b as [b|]; try reflexivity. simpl. apply eq_true_iff_eq. rewrite !same_scalar_iff.
  split; intros [S ->]; auto.
Qed.

Lemma match_symmetric s a b : keyed_element s a = true -> keyed_element s b = true ->
  match_elements s a b = match_elements s b a.
Proof.
  intros A B. unfold match_elements. rewrite A, B. simpl. destruct (strategy_of s) as [| |k].
  - apply eq_true_iff_eq. rewrite !same_scalar_iff. split; intros [S ->]; auto.
  - apply eq_true_iff_eq. rewrite !same_scalar_iff. split; intros [S ->]; auto.
  - induction (list_keys s) as [|n r IH]; simpl; [reflexivity|]. rewrite IH, same_symmetric. reflexivity.
Qed.

Lemma match_transitive s a b c : keyed_element s a = true -> keyed_element s b = true -> keyed_element s c = true ->
  match_elements s a b = true -> match_elements s b c = true -> match_elements s a c = true.
Proof.
  intros A B C. unfold match_elements. rewrite A, B, C. simpl. destruct (strategy_of s) as [| |k].
  - rewrite !same_scalar_iff. intros [S ->] [_ ->]. auto.
  - rewrite !same_scalar_iff. intros [S ->] [_ ->]. auto.
  - rewrite !forallb_forall. intros F G n I. exact (same_trans _ _ _ (F n I) (G n I)).
Qed.

Lemma match_reflexive s a : keyed_element s a = true -> match_elements s a a = true.
Proof.
  intros A. unfold match_elements. rewrite A. simpl. unfold keyed_element in A. destruct (strategy_of s) as [| |k].
  - apply same_scalar_iff. auto.
  - apply same_scalar_iff. auto.
  - apply andb_true_iff in A. destruct A as [_ A]. rewrite forallb_forall in *. intros n I. specialize (A n I).
    destruct (key_value k a n) as [v|]; simpl; [apply same_scalar_iff; auto|reflexivity].
Qed.

(* A list whose elements have all keys, and different ones. *)
Definition tidy_list (s : schema) (l : list json) : Prop :=
  exact s l = true /\ forall e, In e l -> lacks_keys s e = false.

Lemma tidy_keyed s l e : tidy_list s l -> In e l -> keyed_element s e = true.
Proof. intros [X _] I. apply andb_true_iff in X. destruct X as [X _]. rewrite forallb_forall in X. auto. Qed.

Lemma pairwise_nth {A} (test : A -> A -> bool) l : pairwise test l = true ->
  forall i j a b, i < j -> nth_error l i = Some a -> nth_error l j = Some b -> test a b = true.
Proof.
  induction l as [|x r IH]; simpl; intros P i j a b L Ha Hb; [destruct i; discriminate|].
  apply andb_true_iff in P. destruct P as [F P]. destruct j as [|j]; [lia|]. simpl in Hb. destruct i as [|i].
  - injection Ha as <-. rewrite forallb_forall in F. apply F. exact (nth_error_In _ _ Hb).
  - apply (IH P i j); auto; lia.
Qed.

Lemma tidy_unique s l i j a b : tidy_list s l -> nth_error l i = Some a -> nth_error l j = Some b ->
  match_elements s a b = true -> i = j.
Proof.
  intros T Ha Hb M. pose proof (tidy_keyed _ _ _ T (nth_error_In _ _ Ha)) as Ka.
  pose proof (tidy_keyed _ _ _ T (nth_error_In _ _ Hb)) as Kb.
  destruct T as [X _]. apply andb_true_iff in X. destruct X as [_ P].
  destruct (Nat.lt_trichotomy i j) as [L|[->|L]]; [|reflexivity|].
  - pose proof (pairwise_nth _ _ P i j a b L Ha Hb) as N. simpl in N. rewrite M in N. discriminate.
  - pose proof (pairwise_nth _ _ P j i b a L Hb Ha) as N. simpl in N.
    rewrite match_symmetric, M in N by assumption. discriminate.
Qed.

Lemma tidy_tail s e l : tidy_list s (e :: l) -> tidy_list s l /\ forall x, In x l -> match_elements s e x = false.
Proof.
  intros [X N]. unfold exact in X. simpl in X. apply andb_true_iff in X. destruct X as [K P].
  apply andb_true_iff in K, P. destruct K as [_ K], P as [D P]. split.
  - split; [unfold exact; rewrite K, P; reflexivity|]. intros x I. apply N. simpl. auto.
  - intros x I. rewrite forallb_forall in D. specialize (D x I). apply negb_true_iff. exact D.
Qed.

(* The elements of current, if a server has not filled in keys. *)
Definition plain (c : list json) : list candidate := map (fun x => Candidate (fst x) (snd x) (snd x) false) (indexed c).

Lemma candidates_plain s o m c :
  (forall e, In e o -> lacks_keys s e = false) -> (forall e, In e m -> lacks_keys s e = false) ->
  candidates s o m c = plain c.
Proof.
  intros O M. unfold candidates, plain.
  assert (F : forall (g : json -> bool) l, (forall e, In e l -> lacks_keys s e = false) -> filter (fun e => lacks_keys s e && g e) l = []).
  { intros g. induction l as [|x r IH]; simpl; intros H; [reflexivity|]. rewrite (H x (or_introl eq_refl)). simpl. apply IH. auto. }
  rewrite !F by assumption. reflexivity.
Qed.

Lemma plain_in c x : In x (plain c) -> nth_error c (index x) = Some (content_of x) /\ Pairs.identity x = content_of x /\ filled x = false.
Proof.
  unfold plain. rewrite in_map_iff. intros ([i v] & <- & I). simpl. repeat split.
  unfold indexed in I. assert (G : forall c k, In (i, v) (indexed_from k c) -> k <= i /\ nth_error c (i - k) = Some v).
  { clear. induction c as [|x r IH]; simpl; intros k I; [tauto|]. destruct I as [[= -> ->]|I].
    - rewrite Nat.sub_diag. split; [lia|reflexivity].
    - destruct (IH _ I) as [L N]. split; [lia|]. replace (i - k) with (S (i - S k)) by lia. exact N. }
  destruct (G _ _ I) as [_ N]. rewrite Nat.sub_0_r in N. exact N.
Qed.

Lemma plain_nth c : forall j v, nth_error c j = Some v -> nth_error (plain c) j = Some (Candidate j v v false).
Proof.
  unfold plain, indexed. intros j v H. change (Candidate j v v false) with ((fun x : nat * json => Candidate (fst x) (snd x) (snd x) false) (j, v)).
  apply map_nth_error. replace (j, v) with (0 + j, v) by reflexivity. generalize 0. revert j H.
  induction c as [|x r IH]; intros [|j] H k; try discriminate; simpl in *.
  - injection H as <-. rewrite Nat.add_0_r. reflexivity.
  - rewrite (IH _ H). do 2 f_equal. lia.
Qed.

Lemma plain_content c : map content_of (plain c) = c.
Proof. unfold plain. rewrite map_map. apply indexed_from_values. Qed.

(* Picking the best element. *)

Lemma take_first_split {A} (test : A -> bool) l :
  match take_first test l with
  | Some (a, rest) => test a = true /\ exists l1 l2, l = l1 ++ a :: l2 /\ rest = l1 ++ l2
  | None => forall x, In x l -> test x = false
  end.
Proof.
  induction l as [|x r IH]; simpl; [tauto|]. destruct (test x) eqn:T; [split; [exact T|exists [], r; auto]|].
  destruct (take_first test r) as [[a rest]|]; simpl.
  - destruct IH as (Ta & l1 & l2 & -> & ->). split; [exact Ta|]. exists (x :: l1), l2. auto.
  - intros y [<-|I]; auto.
Qed.

Lemma pick_split {A} (base : A -> bool) tests l :
  (forall t x, In t tests -> t x = true -> base x = true) -> In base tests ->
  match pick tests l with
  | (Some a, rest) => base a = true /\ exists l1 l2, l = l1 ++ a :: l2 /\ rest = l1 ++ l2
  | (None, rest) => rest = l /\ forall x, In x l -> base x = false
  end.
Proof.
  unfold pick. induction tests as [|t r IH]; simpl; intros H I; [tauto|].
  pose proof (take_first_split t l) as S. destruct (take_first t l) as [[a rest]|].
  - destruct S as [T S]. split; [|exact S]. eapply H; [left; reflexivity|exact T].
  - destruct I as [<-|I].
    + destruct (take_best r l) as [[a rest]|] eqn:B.
      * exfalso. assert (G : forall ts a rest, (forall t' x, In t' ts -> t' x = true -> t x = true) -> take_best ts l = Some (a, rest) -> False).
        { clear - S. induction ts as [|t' ts IH]; simpl; intros a rest Hb E; [discriminate|].
          pose proof (take_first_split t' l) as S'. destruct (take_first t' l) as [[b rb]|].
          - destruct S' as (Tb & l1 & l2 & -> & _). specialize (Hb t' b (or_introl eq_refl) Tb).
            rewrite (S b (in_elt _ _ _)) in Hb. discriminate.
          - eapply IH; [|exact E]. intros; eapply Hb; eauto. }
        eapply G; [|exact B]. intros t' x J. apply H. right. exact J.
      * auto.
    + apply IH; [|exact I]. intros t' x J. apply H. right. exact J.
Qed.

Lemma pick_current_split s e o l :
  match pick_current s e o l with
  | (Some a, rest) => match_elements s e (Pairs.identity a) = true /\ exists l1 l2, l = l1 ++ a :: l2 /\ rest = l1 ++ l2
  | (None, rest) => rest = l /\ forall x, In x l -> match_elements s e (Pairs.identity x) = false
  end.
Proof.
  unfold pick_current. apply (pick_split (fun x => match_elements s e (Pairs.identity x))).
  - intros t x I T. destruct I as [<-|I]; [apply andb_true_iff in T; tauto|]. apply in_app_iff in I. destruct I as [I|[<-|[]]]; [|exact T].
    destruct o as [o|]; [|destruct I]. destruct I as [<-|[]]. apply andb_true_iff in T. tauto.
  - right. apply in_app_iff. right. left. reflexivity.
Qed.

Lemma pick_original_split s e l :
  match pick_original s e l with
  | (Some a, rest) => match_elements s e a = true /\ exists l1 l2, l = l1 ++ a :: l2 /\ rest = l1 ++ l2
  | (None, rest) => rest = l /\ forall x, In x l -> match_elements s e x = false
  end.
Proof.
  unfold pick_original. apply (pick_split (match_elements s e)).
  - intros t x [<-|[<-|[]]] T; [apply andb_true_iff in T; tauto|exact T].
  - simpl. auto.
Qed.

(* What belongs to an element. *)
Definition belongs (s : schema) (o : list json) (c : list candidate) (e : json) (p : pair) : Prop :=
  wanted_element p = e
  /\ match now p with
     | Some x => In x c /\ match_elements s e (Pairs.identity x) = true
     | None => forall x, In x c -> match_elements s e (Pairs.identity x) = false
     end
  /\ match was p with
     | Some x => In x o /\ match_elements s e x = true
     | None => forall x, In x o -> match_elements s e x = false
     end.

Lemma pair_modified_belongs s o c :
  (forall x, In x o -> keyed_element s x = true) -> (forall x, In x c -> keyed_element s (Pairs.identity x) = true) ->
  forall l original current pairs u f, tidy_list s l ->
  (forall x, In x original -> In x o) -> (forall x, In x current -> In x c) ->
  (forall e x, In e l -> In x o -> match_elements s e x = true -> In x original) ->
  (forall e x, In e l -> In x c -> match_elements s e (Pairs.identity x) = true -> In x current) ->
  pair_modified s l original current = (pairs, u, f) ->
  Forall2 (belongs s o c) l pairs
  /\ (List.length u + List.length (filter (fun p => present (was p)) pairs) = List.length original).
Proof.
  intros Ko Kc. induction l as [|e l IH]; intros original current pairs u f T So Sc Co Cc H; simpl in H.
  - injection H as <- <- <-. split; [constructor|simpl; lia].
  - pose proof (tidy_keyed _ _ e T (or_introl eq_refl)) as Ke. pose proof (fun x I => tidy_keyed _ _ x T (or_intror I)) as Kl.
    destruct (tidy_tail _ _ _ T) as [T' D].
    pose proof (pick_original_split s e original) as PO. destruct (pick_original s e original) as [w original'].
    pose proof (pick_current_split s e w current) as PC. destruct (pick_current s e w current) as [n current'].
    destruct (pair_modified s l original' current') as [[pairs' u'] f'] eqn:P. injection H as <- <- <-.
    assert (Different : forall e' y y', In e' l -> keyed_element s y = true -> match_elements s e y = true ->
        match_elements s e' y' = true -> y <> y').
    { intros e' y y' I Ky M M' <-. specialize (D e' I). rewrite match_symmetric in M' by auto.
      rewrite (match_transitive s e y e') in D by auto. discriminate. }
    destruct (IH original' current' pairs' u' f' T') as [F L]; auto.
    + intros x I. apply So. destruct w as [w|]; [destruct PO as (_ & l1 & l2 & -> & ->)|destruct PO as [-> _]; exact I].
      apply in_app_iff in I. apply in_app_iff. simpl. tauto.
    + intros x I. apply Sc. destruct n as [n|]; [destruct PC as (_ & l1 & l2 & -> & ->)|destruct PC as [-> _]; exact I].
      apply in_app_iff in I. apply in_app_iff. simpl. tauto.
    + intros e' x I J M. specialize (Co e' x (or_intror I) J M).
      destruct w as [w|]; [destruct PO as (Mw & l1 & l2 & -> & ->)|destruct PO as [-> _]; exact Co].
      apply in_app_iff in Co. apply in_app_iff. destruct Co as [Co|[<-|Co]]; auto.
      exfalso. exact (Different e' w w I (Ko _ J) Mw M eq_refl).
    + intros e' x I J M. specialize (Cc e' x (or_intror I) J M).
      destruct n as [n|]; [destruct PC as (Mn & l1 & l2 & -> & ->)|destruct PC as [-> _]; exact Cc].
      apply in_app_iff in Cc. apply in_app_iff. destruct Cc as [Cc|[<-|Cc]]; auto.
      exfalso. exact (Different e' (Pairs.identity n) (Pairs.identity n) I (Kc _ J) Mn M eq_refl).
    + split.
      * constructor; [|exact F]. split; [reflexivity|]. simpl. split.
        -- destruct n as [n|].
           ++ destruct PC as (Mn & l1 & l2 & -> & _). split; [apply Sc, in_elt|exact Mn].
           ++ destruct PC as [_ N]. intros x I. destruct (match_elements s e (Pairs.identity x)) eqn:M; [|reflexivity].
              rewrite N in M; [discriminate|]. exact (Cc e x (or_introl eq_refl) I M).
        -- destruct w as [w|].
           ++ destruct PO as (Mw & l1 & l2 & -> & _). split; [apply So, in_elt|exact Mw].
           ++ destruct PO as [_ N]. intros x I. destruct (match_elements s e x) eqn:M; [|reflexivity].
              rewrite N in M; [discriminate|]. exact (Co e x (or_introl eq_refl) I M).
      * simpl. destruct w as [w|]; simpl.
        -- destruct PO as (_ & l1 & l2 & -> & ->). rewrite app_length in *. simpl. lia.
        -- destruct PO as [-> _]. exact L.
Qed.
