(* Merging lists converge: the target of a list is the target of a second merge. *)
From Coq Require Import String List Bool Arith Lia Permutation.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions Keyed Maps Apply Diff Pairs Target.
Require Import LawsValues LawsOrder LawsMaps LawsSets LawsKeyed LawsTarget LawsConverge LawsPairs.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* Elements with the same keys. *)
Definition twin (s : schema) (a b : json) : Prop :=
  keyed_element s b = keyed_element s a /\ lacks_keys s b = lacks_keys s a
  /\ forall x, match_elements s x b = match_elements s x a.

Lemma twin_refl s a : twin s a a.
Proof. repeat split. Qed.

Lemma forallb_in {A} (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> forallb f l = forallb g l.
Proof. induction l as [|x r IH]; simpl; intros H; [reflexivity|]. rewrite (H x) by auto. rewrite IH; auto. Qed.

Lemma existsb_in {A} (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof. induction l as [|x r IH]; simpl; intros H; [reflexivity|]. rewrite (H x) by auto. rewrite IH; auto. Qed.

Lemma twin_of_keys s k a b : strategy_of s = Keyed k -> is_map a = true -> is_map b = true ->
  (forall n, In n (list_keys s) -> key_value k b n = key_value k a n) -> keyed_element s a = true -> twin s a b.
Proof.
  intros St Ma Mb V Ka.
  assert (Kb : keyed_element s b = true).
  { rewrite <- Ka. unfold keyed_element. rewrite St, Ma, Mb. simpl. apply forallb_in. intros n I. rewrite V by exact I. reflexivity. }
  split; [congruence|]. split.
  - unfold lacks_keys. rewrite St, Ka, Kb. simpl. apply existsb_in. intros n I. rewrite V by exact I. reflexivity.
  - intros x. unfold match_elements. rewrite Ka, Kb, St. destruct (keyed_element s x); [|reflexivity]. simpl.
    apply forallb_in. intros n I. rewrite V by exact I. reflexivity.
Qed.

Lemma keyed_scalar s k e n v : strategy_of s = Keyed k -> keyed_element s e = true -> In n (list_keys s) ->
  key_value k e n = Some v -> is_scalar v = true.
Proof.
  intros St K I V. unfold keyed_element in K. rewrite St in K. apply andb_true_iff in K. destruct K as [_ K].
  rewrite forallb_forall in K. specialize (K n I). rewrite V in K. exact K.
Qed.

Lemma key_value_written k e n v : field n e = Some v -> is_null v = false -> key_value k e n = Some v.
Proof. unfold key_value. intros -> N. destruct v; try discriminate; reflexivity. Qed.

Lemma key_value_absent k e n : non_null (field n e) = None -> key_value k e n = get n (defaults k).
Proof. unfold key_value. destruct (field n e) as [[]|]; simpl; congruence. Qed.

(* A merged element has the keys of modified's. *)
Lemma element_twin s e retained o c w :
  well_formed e -> (is_map e = true -> is_atomic_map (element_of s) = true \/ unions_of (element_of s) = []) ->
  keyed_element s e = true ->
  (forall x, c = Some x -> clean x /\ keyed_element s x = true /\ match_elements s e x = true) ->
  targeting e (element_of s) retained (list_keys s) false o c = Some w -> twin s e w.
Proof.
  intros W U K C T. destruct (strategy_of s) as [| |k] eqn:St.
  - assert (Sc : is_scalar e = true) by (unfold keyed_element in K; rewrite St in K; exact K).
    destruct e; try discriminate; simpl in T; injection T as <-; apply twin_refl.
  - assert (Sc : is_scalar e = true) by (unfold keyed_element in K; rewrite St in K; exact K).
    destruct e; try discriminate; simpl in T; injection T as <-; apply twin_refl.
  - assert (Me : is_map e = true) by (pose proof K as K'; unfold keyed_element in K'; rewrite St in K'; apply andb_true_iff in K'; tauto).
    destruct e as [| | | | |fs]; try discriminate. specialize (U eq_refl). simpl in T.
    apply well_formed_map in W. destruct W as [So _].
    destruct (is_atomic_map (element_of s)) eqn:A.
    + injection T as <-. apply (twin_of_keys s k); auto. intros n I.
      change (JMap _) with (bare (JMap fs)) at 1. rewrite bare_map. unfold key_value, field. simpl. rewrite get_bare by exact So.
      destruct (get n fs) as [v|] eqn:G; [|reflexivity]. destruct (is_null v) eqn:N; [destruct v; try discriminate; reflexivity|].
      pose proof (keyed_scalar s k _ n v St K I (key_value_written k (JMap fs) n v G N)) as Sc. destruct v; try discriminate; reflexivity.
    + destruct U as [U|U]; [congruence|].
      destruct (target_map_fields fs (element_of s) retained (list_keys s) o c U) as (M & E & _ & G). unfold target_parts in E.
      rewrite E in T. injection T as <-. apply (twin_of_keys s k); auto. intros n I. specialize (G n).
      unfold wanted_field in G. apply listed_iff in I. rewrite I in G. simpl in G. apply listed_iff in I.
      unfold target_parts in G. rewrite get_targets in G. destruct (get n fs) as [v|] eqn:F; simpl in G.
      * destruct (is_null v) eqn:N.
        -- destruct v; try discriminate. simpl in G. rewrite !key_value_absent; [reflexivity| |]; unfold field; simpl; rewrite ?F, ?G; reflexivity.
        -- pose proof (keyed_scalar s k _ n v St K I (key_value_written k (JMap fs) n v F N)) as Sc.
           rewrite (key_value_written k (JMap fs) n v F N). apply key_value_written; [|exact N]. unfold field. simpl. rewrite G.
           destruct v; try discriminate; reflexivity.
      * rewrite (key_value_absent k (JMap fs)) by (unfold field; simpl; rewrite F; reflexivity).
        destruct (get n (fields c)) as [x|] eqn:Fc.
        -- destruct c as [c|]; [|discriminate]. destruct (C c eq_refl) as (Cc & Kc & Mc).
           assert (Nx : is_null x = false).
           { refine (proj2 (clean_fields (Some c) n x _ Fc)). intros y [= <-]. exact Cc. }
           pose proof (key_value_written k c n x Fc Nx) as Vc.
           pose proof (keyed_scalar s k c n x St Kc I Vc) as Sc.
           destruct (non_null (get n (fields o))) as [y|].
           ++ assert (D : dropped x (field_schema (element_of s) n) y = None) by (destruct x; try discriminate; reflexivity).
              unfold target_field in G. rewrite D in G.
              rewrite key_value_absent; [reflexivity|]. unfold field. simpl. rewrite G. reflexivity.
           ++ unfold target_field in G. simpl in G.
              assert (Sm : same (get n (defaults k)) (Some x) = true).
              { unfold match_elements in Mc. rewrite K, Kc, St in Mc. simpl in Mc. rewrite forallb_forall in Mc. specialize (Mc n I).
                rewrite Vc, (key_value_absent k (JMap fs)) in Mc by (unfold field; simpl; rewrite F; reflexivity). exact Mc. }
              destruct (get n (defaults k)) as [d|]; [|discriminate]. simpl in Sm. apply same_scalar_iff in Sm. destruct Sm as [_ ->].
              apply key_value_written; [|exact Nx]. unfold field. simpl. exact G.
        -- assert (G' : get n M = None) by (rewrite G; unfold target_field; destruct (non_null (get n (fields o))); reflexivity).
           rewrite key_value_absent; [reflexivity|]. unfold field. simpl. rewrite G'. reflexivity.
Qed.

(* The parts of a list. *)

Definition part_of (s : schema) (o : list json) (c : list candidate) (e : json) (part : merged_part) : Prop :=
  exists p w, belongs s o c e p
    /\ targeting e (element_of s) (has_strategy_retain s || map_retains (element_of s)) (list_keys s) false
         (was p) (option_map content_of (now p)) = Some w
    /\ merged_value part = w /\ source part = now p
    /\ (now p = None -> is_new part = true)
    /\ (forall x, now p = Some x -> w = content_of x -> is_new part = false).

Definition parts_from (s : schema) (c : list candidate) (pairs : list pair) (l : list json) : list merged_part :=
  somes (map (fun x => merge_part s c (fst x) (target_of_part (snd x))) (combine pairs (map (fun e => Targeted e (targeting e)) l))).

Lemma parts_from_pairs s o c l pairs :
  Forall2 (belongs s o c) l pairs -> (forall e, In e l -> keyed_element s e = true) -> (forall x, In x c -> filled x = false) ->
  Forall2 (part_of s o c) l (parts_from s c pairs l).
Proof.
  intros F K Fl. unfold parts_from. induction F as [|e p l pairs B F IH]; simpl; [constructor|].
  assert (Ke : keyed_element s e = true) by (apply K; left; reflexivity).
  assert (We : wanted_element p = e) by (destruct B; assumption).
  assert (Fp : match now p with Some x => filled x | None => false end = false).
  { destruct B as (_ & N & _). destruct (now p) as [x|]; [apply Fl; tauto|reflexivity]. }
  destruct (target_some e (element_of s) (has_strategy_retain s || map_retains (element_of s)) (list_keys s) false (was p) (option_map content_of (now p))) as [w T].
  { destruct e; try reflexivity. unfold keyed_element in Ke. destruct (strategy_of s); discriminate. }
  unfold merge_part at 1. rewrite We, Ke, Fp. simpl. rewrite T. simpl. constructor.
  - exists p, w. simpl. repeat split; auto; try (destruct B as (_ & N & Ws); assumption).
    + destruct (now p) as [x|]; [rewrite Fp|]; reflexivity.
    + intros ->. reflexivity.
    + intros x N Ex. rewrite N. rewrite N in Fp. rewrite Fp. rewrite Ex.
      replace (existsb _ (list_keys s)) with false; [reflexivity|]. symmetry. clear.
      induction (list_keys s) as [|n r IH]; simpl; [reflexivity|]. rewrite IH, orb_false_r. apply andb_negb_r.
  - apply IH. intros x I. apply K. right. exact I.
Qed.

Lemma places_among_none s l x : (forall e, In e l -> match_elements s e (Pairs.identity x) = false) -> places_among s l x = [].
Proof.
  intros N. unfold places_among. assert (F : filter (fun e => match_elements s (snd e) (Pairs.identity x)) (indexed l) = []); [|rewrite F; reflexivity].
  assert (G : forall y, In y (indexed l) -> match_elements s (snd y) (Pairs.identity x) = false) by (intros y I; apply N, in_indexed_value, I).
  revert G. induction (indexed l) as [|y r IH]; simpl; intros G; [reflexivity|]. rewrite G by auto. apply IH. auto.
Qed.

Lemma clear_lists s o m c : exact s m = true -> exact s o = true \/ exact s (map Pairs.identity c) = true -> is_unclear s o m c = false.
Proof. intros M E. unfold is_unclear. rewrite M. destruct E as [->| ->]; rewrite ?orb_true_r; destruct (strategy_of s); reflexivity. Qed.

Lemma Forall2_nth {A B} (R : A -> B -> Prop) l m : Forall2 R l m ->
  (forall i b, nth_error m i = Some b -> exists a, nth_error l i = Some a /\ R a b)
  /\ (forall i a, nth_error l i = Some a -> exists b, nth_error m i = Some b /\ R a b).
Proof.
  induction 1 as [|a b l m H F [IH1 IH2]]; split; intros [|i] x N; try discriminate; simpl in *.
  - injection N as <-. eauto.
  - auto.
  - injection N as <-. eauto.
  - auto.
Qed.

(* Where the elements of the target are. *)

Lemma own_places_app a b : own_places (a ++ b) = own_places a ++ own_places b.
Proof. apply flat_map_app. Qed.

Lemma in_own_places i l : In i (own_places l) <-> exists y, In y l /\ own y = true /\ place_of y = Some i.
Proof.
  unfold own_places. rewrite in_flat_map. split.
  - intros (y & I & H). exists y. destruct (own y); [|destruct H]. destruct (place_of y); [|destruct H]. destruct H as [->|[]]. auto.
  - intros (y & I & O & P). exists y. rewrite O, P. simpl. auto.
Qed.

Lemma without_directive_all (l : list placed_element) :
  somes (map (fun x => nth_error l (fst x)) (indexed (map to_merge l))) = l.
Proof.
  assert (G : forall pre, somes (map (fun x => nth_error (pre ++ l) (fst x)) (indexed_from (List.length pre) (map to_merge l))) = l).
  { induction l as [|x r IH]; intros pre; simpl; [reflexivity|].
    rewrite nth_error_app2, Nat.sub_diag by lia. simpl. f_equal.
    specialize (IH (pre ++ [x])). rewrite <- app_assoc, app_length in IH. simpl in IH. rewrite Nat.add_1_r in IH. exact IH. }
  exact (G []).
Qed.

Lemma without_directive_permutation l : Permutation (without_directive l) l.
Proof.
  unfold without_directive. cbv zeta. set (items := indexed (map to_merge l)).
  transitivity (somes (map (fun x => nth_error l (fst x)) items)); [|unfold items; rewrite without_directive_all; reflexivity].
  unfold somes. apply Permutation_flat_map, Permutation_map.
  rewrite interleave_permutation. simpl. rewrite by_patch_permutation. apply filter_permutation.
Qed.

Lemma ascending_seq n : forall k, ascending (seq k n) = true.
Proof.
  induction n as [|n IH]; intros k; [reflexivity|]. specialize (IH (S k)). simpl.
  destruct (seq (S k) n) as [|b r] eqn:E; [reflexivity|]. rewrite IH, andb_true_r.
  destruct n; simpl in E; [discriminate|]. injection E as <- _. apply Nat.leb_le. lia.
Qed.

Section Places.
  Variables (s : schema) (l : list json) (cs : list candidate) (parts : list merged_part) (goes : candidate -> bool).
  Hypothesis tidy : tidy_list s l.
  Hypothesis unique : forall x y, In x cs -> In y cs -> match_elements s (Pairs.identity x) (Pairs.identity y) = true -> x = y.
  Hypothesis keyed : forall x, In x cs -> keyed_element s (Pairs.identity x) = true.
  Hypothesis unfilled : forall x, In x cs -> Pairs.identity x = content_of x.
  Hypothesis indexes : NoDup (map index cs).
  Hypothesis merged_parts : Forall2 (fun e part => twin s e (merged_value part)
    /\ match source part with
       | Some x => In x cs /\ match_elements s e (Pairs.identity x) = true
       | None => is_new part = true /\ forall x, In x cs -> match_elements s e (Pairs.identity x) = false
       end) l parts.

  Lemma part_at i part : nth_error parts i = Some part -> exists e, nth_error l i = Some e /\ twin s e (merged_value part)
    /\ match source part with
       | Some x => In x cs /\ match_elements s e (Pairs.identity x) = true
       | None => is_new part = true /\ forall x, In x cs -> match_elements s e (Pairs.identity x) = false
       end.
  Proof. intros N. destruct (proj1 (Forall2_nth _ _ _ merged_parts) _ _ N) as (e & Ne & H). exists e. tauto. Qed.

  Lemma part_for i e : nth_error l i = Some e -> exists part, nth_error parts i = Some part /\ twin s e (merged_value part)
    /\ match source part with
       | Some x => In x cs /\ match_elements s e (Pairs.identity x) = true
       | None => is_new part = true /\ forall x, In x cs -> match_elements s e (Pairs.identity x) = false
       end.
  Proof. intros N. destruct (proj2 (Forall2_nth _ _ _ merged_parts) _ _ N) as (p & Np & H). exists p. tauto. Qed.

  Lemma same_index x y : In x cs -> In y cs -> index x = index y -> x = y.
  Proof.
    revert indexes. generalize cs. induction cs0 as [|z r IH]; simpl; intros ND Ix Iy E; [tauto|]. inversion ND; subst.
    destruct Ix as [<-|Ix], Iy as [<-|Iy]; auto; exfalso; apply H1; [rewrite E|rewrite <- E]; apply in_map; assumption.
  Qed.

  Lemma owner_matches x i part : In x cs -> nth_error parts i = Some part -> owns x part = true ->
    source part = Some x /\ exists e, nth_error l i = Some e /\ match_elements s e (Pairs.identity x) = true.
  Proof.
    intros I N O. unfold owns in O. destruct (source part) as [y|] eqn:Sy; [|discriminate]. apply Nat.eqb_eq in O.
    destruct (part_at _ _ N) as (e & Ne & _ & M). rewrite Sy in M. destruct M as [Iy M].
    assert (x = y) as <- by (apply same_index; auto). split; [reflexivity|]. exists e. auto.
  Qed.

  (* An element of modified that matches x is the one that owns it. *)
  Lemma matched_is_owned x i e : In x cs -> nth_error l i = Some e -> match_elements s e (Pairs.identity x) = true ->
    exists part, nth_error parts i = Some part /\ source part = Some x.
  Proof.
    intros I N M. destruct (part_for _ _ N) as (part & Np & _ & Sp). exists part. split; [exact Np|].
    destruct (source part) as [y|]; [|destruct Sp as [_ Sp]; rewrite (Sp x I) in M; discriminate].
    destruct Sp as [Iy My]. f_equal. apply unique; auto.
    pose proof (tidy_keyed _ _ _ tidy (nth_error_In _ _ N)) as Ke.
    apply (match_transitive s _ e); auto. rewrite match_symmetric; auto.
  Qed.

  Definition described (y : placed_element) : Prop :=
    (own y = true /\ exists i e part, place_of y = Some i /\ nth_error l i = Some e /\ nth_error parts i = Some part
       /\ value (to_merge y) = merged_value part)
    \/ (own y = false /\ place_of y = None /\ keyed_element s (value (to_merge y)) = true
        /\ forall e, In e l -> match_elements s e (value (to_merge y)) = false).

  Lemma find_owner x i : find_index (owns x) parts = Some i -> exists part, nth_error parts i = Some part /\ owns x part = true.
  Proof. intros F. apply find_index_some in F. exact F. Qed.

  Lemma not_owned x : In x cs -> find_index (owns x) parts = None -> forall e, In e l -> match_elements s e (Pairs.identity x) = false.
  Proof.
    intros I F e J. destruct (match_elements s e (Pairs.identity x)) eqn:M; [|reflexivity].
    apply In_nth_error in J. destruct J as [i N]. destruct (matched_is_owned x i e I N M) as (part & Np & Sp).
    pose proof (find_index_none _ _ F part (nth_error_In _ _ Np)) as O. unfold owns in O. rewrite Sp, Nat.eqb_refl in O. discriminate.
  Qed.

  Lemma not_placed x : In x cs -> find_index (owns x) parts = None -> places_among s l x = [].
  Proof.
    intros I F. apply places_among_none. exact (not_owned x I F).
  Qed.

  Lemma place_element_described x y : In x cs -> place_element s l parts goes x = Some y ->
    described y /\ (own y = true -> exists i part, place_of y = Some i /\ nth_error parts i = Some part /\ source part = Some x /\ is_new part = false).
  Proof.
    intros I H. unfold place_element in H. destruct (find_index (owns x) parts) as [i|] eqn:F.
    - destruct (find_owner _ _ F) as (part & N & O). rewrite N in H. destruct (owner_matches x i part I N O) as (Sx & e & Ne & _).
      destruct (is_new part) eqn:New; [discriminate|]. injection H as <-. split.
      + left. split; [reflexivity|]. exists i, e, part. auto.
      + intros _. exists i, part. auto.
    - destruct (goes x); [discriminate|]. rewrite (not_placed x I F) in H. injection H as <-. split; [|discriminate].
      right. repeat split; simpl; rewrite <- (unfilled x I); [apply keyed; exact I|apply not_owned; assumption].
  Qed.

  Lemma indexed_nth {A} (m : list A) i a : In (i, a) (indexed m) <-> nth_error m i = Some a.
  Proof.
    unfold indexed. assert (G : forall k, In (k + i, a) (indexed_from k m) <-> nth_error m i = Some a).
    { revert i. induction m as [|x r IH]; intros i k; simpl; [destruct i; (split; [tauto|discriminate])|].
      assert (L : forall j, In (j, a) (indexed_from (S k) r) -> S k <= j).
      { intros j J. destruct (indexed_increasing r (S k)) as [_ F]. rewrite Forall_forall in F. exact (F _ J). }
      destruct i as [|i]; simpl.
      - rewrite Nat.add_0_r. split; [intros [E|J]; [congruence|apply L in J; lia]|intros [= ->]; auto].
      - rewrite <- (IH i (S k)). replace (S k + i) with (k + S i) by lia. split; [intros [E|J]; [injection E; lia|exact J]|auto]. }
    exact (G 0).
  Qed.

  Lemma added_described y : In y (added_elements parts) ->
    described y /\ own y = true /\ exists i part, place_of y = Some i /\ nth_error parts i = Some part /\ is_new part = true.
  Proof.
    unfold added_elements. rewrite somes_in, in_map_iff. intros ([i part] & H & I). simpl in H. apply indexed_nth in I.
    destruct (is_new part) eqn:New; [|discriminate]. injection H as <-. destruct (part_at _ _ I) as (e & Ne & _).
    split; [left; split; [reflexivity|]; exists i, e, part; auto|]. split; [reflexivity|]. exists i, part. auto.
  Qed.

  (* No candidate is lost: those of a set have no duplicates. *)
  Lemma distinct_candidates_all : forall r seen, (forall x, In x r -> In x cs) -> NoDup (map index r) ->
    (forall x y, In x r -> In y seen -> same_scalar (content_of x) y = false) -> distinct_candidates seen r = r.
  Proof.
    induction r as [|x r IH]; simpl; intros seen Sub ND Seen; [reflexivity|]. inversion ND; subst.
    assert (C : contains seen (content_of x) = false).
    { unfold contains. apply not_true_iff_false. rewrite existsb_exists. intros (y & J & E). rewrite (Seen x y) in E by auto. discriminate. }
    rewrite C. f_equal. apply IH; [intros; apply Sub; auto|assumption|].
    intros z y Iz [<-|J]; [|apply Seen; auto].
    apply not_true_iff_false. intros E. apply same_scalar_iff in E. destruct E as [_ E].
    assert (z = x) as ->.
    { apply unique; [apply Sub; auto|apply Sub; auto|].
      rewrite (unfilled z), E, <- (unfilled x) by (apply Sub; auto). apply match_reflexive, keyed, Sub. auto. }
    apply H1. apply in_map. exact Iz.
  Qed.

  Lemma no_duplicates : without_duplicates s parts cs = cs.
  Proof.
    unfold without_duplicates.
    assert (distinct_candidates [] cs = cs) as -> by (apply distinct_candidates_all; [auto|exact indexes|intros x y _ []]).
    destruct (strategy_of s), (added_elements parts); reflexivity.
  Qed.

  Definition all := placed_elements s l (without_duplicates s parts cs) parts goes.

  Lemma all_described y : In y all -> described y.
  Proof.
    unfold all, placed_elements. rewrite no_duplicates, in_app_iff. intros [I|I].
    - apply somes_in, in_map_iff in I. destruct I as (x & P & I). exact (proj1 (place_element_described x y I P)).
    - exact (proj1 (added_described y I)).
  Qed.

  Lemma all_covers i : i < List.length l -> In i (own_places all).
  Proof.
    intros L. destruct (nth_error l i) as [e|] eqn:N; [|apply nth_error_None in N; lia].
    destruct (part_for _ _ N) as (part & Np & _ & Sp). unfold all, placed_elements. rewrite no_duplicates, own_places_app, in_app_iff.
    destruct (is_new part) eqn:New.
    - right. apply in_own_places. exists (Placed (Merged (merged_value part) (Some i) true) (Some i) true []). repeat split.
      unfold added_elements. apply somes_in, in_map_iff. exists (i, part). simpl. rewrite New. split; [reflexivity|]. apply indexed_nth. exact Np.
    - left. destruct (source part) as [x|] eqn:Sx; [|destruct Sp; congruence]. destruct Sp as [Ix Mx].
      apply in_own_places. destruct (place_element s l parts goes x) as [y|] eqn:P.
      + assert (F : find_index (owns x) parts = Some i).
        { destruct (find_index (owns x) parts) as [j|] eqn:F.
          - destruct (find_owner _ _ F) as (part' & N' & O'). destruct (owner_matches x j part' Ix N' O') as (_ & e' & Ne' & M').
            f_equal. apply (tidy_unique s l j i e' e tidy Ne' N).
            pose proof (tidy_keyed _ _ _ tidy (nth_error_In _ _ N)). pose proof (tidy_keyed _ _ _ tidy (nth_error_In _ _ Ne')).
            apply (match_transitive s _ (Pairs.identity x)); auto. rewrite match_symmetric; auto.
          - pose proof (find_index_none _ _ F part (nth_error_In _ _ Np)) as O. unfold owns in O. rewrite Sx, Nat.eqb_refl in O. discriminate. }
        exists y. split; [apply somes_in, in_map_iff; exists x; auto|].
        unfold place_element in P. rewrite F, Np, New in P. injection P as <-. auto.
      + exfalso. unfold place_element in P. destruct (find_index (owns x) parts) as [j|] eqn:F.
        * destruct (find_owner _ _ F) as (part' & N' & O'). rewrite N' in P. destruct (owner_matches x j part' Ix N' O') as (_ & e' & Ne' & M').
          assert (j = i) as ->.
          { apply (tidy_unique s l j i e' e tidy Ne' N).
            pose proof (tidy_keyed _ _ _ tidy (nth_error_In _ _ N)). pose proof (tidy_keyed _ _ _ tidy (nth_error_In _ _ Ne')).
            apply (match_transitive s _ (Pairs.identity x)); auto. rewrite match_symmetric; auto. }
          rewrite Np in N'. injection N' as <-. rewrite New in P. discriminate.
        * pose proof (find_index_none _ _ F part (nth_error_In _ _ Np)) as O. unfold owns in O. rewrite Sx, Nat.eqb_refl in O. discriminate.
  Qed.

  Lemma own_places_from_current r : NoDup (map index r) -> (forall x, In x r -> In x cs) ->
    NoDup (own_places (somes (map (place_element s l parts goes) r))).
  Proof.
    induction r as [|x r IH]; simpl; intros ND Sub; [constructor|]. inversion ND; subst.
    destruct (place_element s l parts goes x) as [y|] eqn:P; simpl; [|apply IH; auto].
    destruct (place_element_described x y (Sub x (or_introl eq_refl)) P) as [_ O].
    destruct (own y); [|apply IH; auto]. destruct (O eq_refl) as (i & part & Pi & Np & Sx & _). rewrite Pi. simpl. constructor; [|apply IH; auto].
    rewrite in_own_places. intros (z & Iz & Oz & Pz). apply somes_in, in_map_iff in Iz. destruct Iz as (x' & P' & Ix').
    destruct (place_element_described x' z (Sub x' (or_intror Ix')) P') as [_ O']. destruct (O' Oz) as (i' & part' & Pi' & Np' & Sx' & _).
    assert (i' = i) as -> by congruence. assert (x' = x) as -> by congruence. apply H1. apply in_map. exact Ix'.
  Qed.

  Lemma own_places_of_added : forall m k, NoDup (own_places (somes (map (fun x : nat * merged_part => if is_new (snd x)
    then Some (Placed (Merged (merged_value (snd x)) (Some (fst x)) true) (Some (fst x)) true []) else None) (indexed_from k m)))).
  Proof.
    induction m as [|x r IH]; intros k; simpl; [constructor|]. destruct (is_new x); simpl; [|apply IH]. constructor; [|apply IH].
    rewrite in_own_places. intros (z & Iz & _ & Pz). apply somes_in, in_map_iff in Iz. destruct Iz as ([j p] & E & J). simpl in E.
    destruct (is_new p); [|discriminate]. injection E as <-. simpl in Pz. injection Pz as ->.
    destruct (indexed_increasing r (S k)) as [_ F]. rewrite Forall_forall in F. specialize (F _ J). simpl in F. lia.
  Qed.

  Lemma all_nodup : NoDup (own_places all).
  Proof.
    unfold all, placed_elements. rewrite no_duplicates, own_places_app. apply NoDup_app_disjoint.
    - apply own_places_from_current; auto.
    - apply own_places_of_added.
    - intros i I J. apply in_own_places in I, J. destruct I as (y & Iy & Oy & Py), J as (z & Iz & _ & Pz).
      apply somes_in, in_map_iff in Iy. destruct Iy as (x & P & Ix).
      destruct (place_element_described x y Ix P) as [_ O]. destruct (O Oy) as (i1 & p1 & P1 & N1 & _ & New1).
      destruct (added_described z Iz) as (_ & _ & i2 & p2 & P2 & N2 & New2). assert (i1 = i2) by congruence. subst. congruence.
  Qed.

  Definition result := in_place s l cs parts goes.

  Lemma own_places_by_directive : own_places (by_directive (List.length l) all) = seq 0 (List.length l).
  Proof.
    unfold by_directive. rewrite own_places_app.
    assert (E : own_places (filter (fun x => negb (present (place_of x))) all) = []).
    { unfold own_places. induction all as [|y r IH]; simpl; [reflexivity|]. destruct (place_of y) as [i|] eqn:P; simpl; [exact IH|].
      rewrite P, IH. destruct (own y); reflexivity. }
    rewrite E. simpl. pose proof all_described as D. pose proof all_nodup as ND. pose proof all_covers as Co. revert D ND Co.
    generalize all. intros al D ND Co.
    assert (G : forall i, In i (own_places al) -> own_places (filter (fun x => match place_of x with Some j => i =? j | None => false end) al) = [i]).
    { intros i. clear Co E. induction al as [|y r IH]; simpl; [tauto|]. intros I.
      assert (D' : forall z, In z r -> described z) by (intros; apply D; simpl; auto).
      assert (No : forall r', (forall z, In z r' -> described z) -> ~ In i (own_places r') ->
          own_places (filter (fun x => match place_of x with Some j => i =? j | None => false end) r') = []).
      { clear. induction r' as [|z r' IH]; simpl; intros D N; [reflexivity|].
        assert (Dz := D z (or_introl eq_refl)). unfold own_places in *. simpl in *. rewrite in_app_iff in N.
        destruct (place_of z) as [j|] eqn:P; [|apply IH; auto].
        destruct (i =? j) eqn:Ej; [|apply IH; auto]. apply Nat.eqb_eq in Ej. subst j.
        destruct Dz as [[O _]|[_ [P' _]]]; [|congruence]. rewrite O in N. exfalso. apply N. left. simpl. auto. }
      change (own_places (y :: r)) with ((if own y then match place_of y with Some i => [i] | None => [] end else []) ++ own_places r) in *.
      destruct (D y (or_introl eq_refl)) as [[O (j & e & part & P & _)]|[O [P _]]]; rewrite O, P in *; simpl in *.
      - inversion ND; subst. destruct (i =? j) eqn:Ej.
        + apply Nat.eqb_eq in Ej. subst j.
          change (own_places (y :: ?x)) with ((if own y then match place_of y with Some i => [i] | None => [] end else []) ++ own_places x).
          rewrite O, P. simpl. f_equal. apply No; auto.
        + apply Nat.eqb_neq in Ej. apply IH; auto. destruct I as [I|I]; [congruence|exact I].
      - apply IH; auto. }
    clear E. assert (Cov : forall i, In i (seq 0 (List.length l)) -> In i (own_places al)) by (intros i I; apply in_seq in I; apply Co; lia).
    revert Cov. generalize (seq 0 (List.length l)). induction l0 as [|i r IH]; intros Cov; simpl; [reflexivity|].
    rewrite own_places_app, G by (apply Cov; left; reflexivity). simpl. rewrite IH; auto. intros j J. apply Cov. right. exact J.
  Qed.

  Lemma result_described y : In y result -> described y.
  Proof.
    intros I. apply all_described. unfold result, in_place in I.
    destruct (_ && _) in I; [apply without_directive_in in I|apply by_directive_in in I]; exact I.
  Qed.

  Lemma result_nodup : NoDup (own_places result).
  Proof.
    unfold result, in_place. destruct (_ && _).
    - eapply Permutation_NoDup; [|exact all_nodup]. apply Permutation_sym. apply Permutation_flat_map, without_directive_permutation.
    - change (placed_elements s l (without_duplicates s parts cs) parts goes) with all. rewrite own_places_by_directive. apply seq_NoDup.
  Qed.

  Lemma result_covers i : i < List.length l -> In i (own_places result).
  Proof.
    intros L. unfold result, in_place. destruct (_ && _).
    - eapply Permutation_in; [|exact (all_covers i L)]. apply Permutation_sym. apply Permutation_flat_map, without_directive_permutation.
    - change (placed_elements s l (without_duplicates s parts cs) parts goes) with all. rewrite own_places_by_directive. apply in_seq. lia.
  Qed.

  Lemma result_ascending : ascending (own_places result) = true.
  Proof.
    unfold result, in_place. change (placed_elements s l (without_duplicates s parts cs) parts goes) with all. cbv zeta.
    destruct (_ && _) eqn:A; [apply andb_true_iff in A; tauto|].
    rewrite own_places_by_directive. apply ascending_seq.
  Qed.
End Places.
