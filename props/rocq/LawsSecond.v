(* A second three-way merge of documents with merging lists: rule threeway-converges. *)
From Coq Require Import String List Bool Arith Lia Permutation.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions Keyed Maps Apply Diff Pairs Target ThreeWay.
Require Import LawsValues LawsOrder LawsMaps LawsSets LawsKeyed LawsTarget LawsConverge LawsPairs LawsLists.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

Lemma own_position_unique : forall (R : list placed_element) j j' y y' i, NoDup (own_places R) ->
  nth_error R j = Some y -> nth_error R j' = Some y' -> own y = true -> own y' = true ->
  place_of y = Some i -> place_of y' = Some i -> j = j'.
Proof.
  assert (In_place : forall (R : list placed_element) j y i, nth_error R j = Some y -> own y = true -> place_of y = Some i -> In i (own_places R)).
  { intros R j y i N O P. apply in_own_places. exists y. split; [exact (nth_error_In _ _ N)|auto]. }
  induction R as [|z R IH]; intros [|j] [|j'] y y' i ND N N' O O' P P'; try discriminate; simpl in N, N'; auto.
  - injection N as ->. change (own_places (y :: R)) with ((if own y then match place_of y with Some i => [i] | None => [] end else []) ++ own_places R) in ND.
    rewrite O, P in ND. inversion ND; subst. exfalso. eauto.
  - injection N' as ->. change (own_places (y' :: R)) with ((if own y' then match place_of y' with Some i => [i] | None => [] end else []) ++ own_places R) in ND.
    rewrite O', P' in ND. inversion ND; subst. exfalso. eauto.
  - f_equal. eapply IH; eauto.
    change (own_places (z :: R)) with ((if own z then match place_of z with Some i => [i] | None => [] end else []) ++ own_places R) in ND.
    clear - ND. induction (if own z then match place_of z with Some i => [i] | None => [] end else []) as [|a r IH]; [exact ND|].
    inversion ND; auto.
Qed.

Lemma plain_map (f : candidate -> option placed_element) g h (R : list placed_element) :
  (forall j y, nth_error R j = Some y -> f (Candidate j (g y) (g y) false) = Some (h y)) ->
  somes (map f (plain (map g R))) = map h R.
Proof.
  unfold plain, indexed. intros H. assert (H0 : forall j y, nth_error R j = Some y -> f (Candidate (0 + j) (g y) (g y) false) = Some (h y)) by exact H.
  clear H. revert H0. generalize 0. induction R as [|z R IH]; intros k H; simpl; [reflexivity|].
  pose proof (H 0 z eq_refl) as H'. rewrite Nat.add_0_r in H'. rewrite H'. simpl. f_equal. apply IH.
  intros j y N. specialize (H (S j) y N). replace (S k + j) with (k + S j) by lia. exact H.
Qed.

Lemma Forall2_same_length {A B} (T : A -> B -> Prop) a b : Forall2 T a b -> List.length a = List.length b.
Proof. induction 1; simpl; congruence. Qed.

Definition settled_element (y : placed_element) : placed_element :=
  Placed (Merged (value (to_merge y)) None false) (place_of y) (own y) [].

Lemma without_directive_settled R : without_directive (map settled_element R) = map settled_element R.
Proof.
  unfold without_directive. cbv zeta. set (items := indexed (map to_merge (map settled_element R))).
  assert (K : Forall (fun x => is_kept x = true) items).
  { apply Forall_forall. intros x I. apply in_indexed_value in I. apply in_map_iff in I. destruct I as (y & E & I).
    apply in_map_iff in I. destruct I as (z & <- & _). unfold is_kept. rewrite <- E. reflexivity. }
  assert (E1 : filter is_kept items = items) by (clear - K; induction K as [|x r H F IH]; simpl; [|rewrite H, IH]; reflexivity).
  assert (E2 : filter (fun x => negb (is_kept x)) items = []) by (clear - K; induction K as [|x r H F IH]; simpl; [|rewrite H]; auto).
  rewrite E1, E2. simpl. rewrite app_nil_r. apply without_directive_all.
Qed.

Lemma settled_stays_behind R : stays_behind (map settled_element R) = true.
Proof. induction R as [|y R IH]; simpl; [reflexivity|exact IH]. Qed.

Section Again.
  Variables (s : schema) (l : list json) (R : list placed_element).
  Let again := fun e w => targeting e (element_of s) (has_strategy_retain s || map_retains (element_of s)) (list_keys s) false (Some e) (Some w) = Some w.
  Hypothesis tidy : tidy_list s l.
  Hypothesis described : forall y, In y R -> keyed_element s (value (to_merge y)) = true
    /\ ((own y = true /\ exists i e, place_of y = Some i /\ nth_error l i = Some e /\ twin s e (value (to_merge y)) /\ again e (value (to_merge y)))
        \/ (own y = false /\ place_of y = None /\ forall e, In e l -> match_elements s e (value (to_merge y)) = false)).
  Hypothesis once : NoDup (own_places R).
  Hypothesis covered : forall i, i < List.length l -> In i (own_places R).
  Hypothesis in_order : ascending (own_places R) = true.

  Definition contents := map (fun y => value (to_merge y)) R.

  Lemma plain_contents x : In x (plain contents) -> exists y, nth_error R (index x) = Some y
    /\ x = Candidate (index x) (value (to_merge y)) (value (to_merge y)) false.
  Proof.
    intros I. destruct (plain_in _ _ I) as (N & Id & Fl). unfold contents in N. rewrite nth_error_map in N.
    destruct (nth_error R (index x)) as [y|] eqn:Ny; [|discriminate]. simpl in N. injection N as N. exists y. split; [reflexivity|].
    destruct x as [j c i f]. simpl in *. subst. reflexivity.
  Qed.

  Lemma matched_place e i y : nth_error l i = Some e -> In y R -> match_elements s e (value (to_merge y)) = true ->
    own y = true /\ place_of y = Some i /\ again e (value (to_merge y)).
  Proof.
    intros N I M. destruct (described y I) as (_ & [(O & i' & e' & P & N' & (_ & _ & Tw) & Ag)|(_ & _ & No)]).
    - rewrite Tw in M. assert (i = i') as <- by exact (tidy_unique s l i i' e e' tidy N N' M).
      rewrite N in N'. injection N' as <-. auto.
    - rewrite (No e (nth_error_In _ _ N)) in M. discriminate.
  Qed.

  Lemma covered_match i e : nth_error l i = Some e -> exists j y, nth_error R j = Some y /\ match_elements s e (value (to_merge y)) = true.
  Proof.
    intros N. assert (L : i < List.length l) by (apply nth_error_Some; congruence).
    pose proof (covered i L) as C. apply in_own_places in C. destruct C as (y & I & O & P).
    destruct (described y I) as (_ & [(_ & i' & e' & P' & N' & (_ & _ & Tw) & _)|(O' & _)]); [|congruence].
    assert (i' = i) as -> by congruence. rewrite N in N'. injection N' as <-.
    apply In_nth_error in I. destruct I as [j Nj]. exists j, y. split; [exact Nj|]. rewrite Tw.
    apply match_reflexive. exact (tidy_keyed s l e tidy (nth_error_In _ _ N)).
  Qed.

  (* Each element of modified is found again, and does not change. *)
  Lemma found_again i e part : nth_error l i = Some e -> part_of s l (plain contents) e part ->
    exists j y, nth_error R j = Some y /\ own y = true /\ place_of y = Some i
      /\ source part = Some (Candidate j (value (to_merge y)) (value (to_merge y)) false)
      /\ merged_value part = value (to_merge y) /\ is_new part = false.
  Proof.
    intros N (p & w & (_ & Now & Was) & T & Mv & So & _ & Old).
    assert (Ws : was p = Some e).
    { destruct (was p) as [x|].
      - destruct Was as [Ix Mx]. apply In_nth_error in Ix. destruct Ix as [i' N'].
        assert (i = i') as <- by exact (tidy_unique s l i i' e x tidy N N' Mx). congruence.
      - pose proof (match_reflexive s e (tidy_keyed s l e tidy (nth_error_In _ _ N))) as Rf.
        rewrite (Was e (nth_error_In _ _ N)) in Rf. discriminate. }
    rewrite Ws in T. destruct (now p) as [x|] eqn:Np.
    - destruct Now as [Ix Mx]. destruct (plain_contents x Ix) as (y & Ny & Ex). set (j := index x) in *. clearbody j. subst x.
      simpl in Mx, T. destruct (matched_place e i y N (nth_error_In _ _ Ny) Mx) as (O & P & Ag). unfold again in Ag.
      rewrite Ag in T. injection T as <-. exists j, y. repeat split; auto. exact (Old _ eq_refl eq_refl).
    - exfalso. destruct (covered_match i e N) as (j & y & Ny & M).
      assert (Ip : In (Candidate j (value (to_merge y)) (value (to_merge y)) false) (plain contents)).
      { apply (nth_error_In _ j). apply plain_nth. unfold contents. rewrite nth_error_map, Ny. reflexivity. }
      specialize (Now _ Ip). simpl in Now. congruence.
  Qed.

  Theorem list_again : target_list (map (fun e => Targeted e (targeting e)) l) s l contents = contents.
  Proof.
    assert (Tx : map target_text (map (fun e => Targeted e (targeting e)) l) = l) by (rewrite map_map; simpl; apply map_id).
    unfold target_list. rewrite Tx.
    rewrite candidates_plain by exact (proj2 tidy).
    destruct (pair_modified s l l (plain contents)) as [[pairs u] f] eqn:PM.
    assert (Kc : forall x, In x (plain contents) -> keyed_element s (Pairs.identity x) = true).
    { intros x I. destruct (plain_contents x I) as (y & Ny & ->). simpl. exact (proj1 (described y (nth_error_In _ _ Ny))). }
    destruct (pair_modified_belongs s l (plain contents) (fun x => tidy_keyed s l x tidy) Kc l l (plain contents) pairs u f tidy) as [F Len]; auto.
    assert (u = []) as ->.
    { assert (E : filter (fun p => present (was p)) pairs = pairs).
      { assert (A : forall p, In p pairs -> present (was p) = true).
        { intros p I. apply In_nth_error in I. destruct I as [i N]. destruct (proj1 (Forall2_nth _ _ _ F) _ _ N) as (e & Ne & _ & _ & Ws).
          destruct (was p); [reflexivity|]. pose proof (match_reflexive s e (tidy_keyed s l e tidy (nth_error_In _ _ Ne))) as Rf.
          rewrite (Ws e (nth_error_In _ _ Ne)) in Rf. discriminate. }
        clear - A. induction pairs as [|p r IH]; simpl; [reflexivity|]. rewrite A by (left; reflexivity). f_equal. apply IH. intros q I. apply A. right. exact I. }
      rewrite E in Len. pose proof (Forall2_same_length _ _ _ F) as Lf. destruct u; [reflexivity|simpl in Len; lia]. }
    simpl pair_dropped. fold (parts_from s (plain contents) pairs l).
    pose proof (parts_from_pairs s l (plain contents) l pairs F (fun e => tidy_keyed s l e tidy)
      (fun x I => proj2 (proj2 (plain_in _ _ I)))) as P.
    set (parts := parts_from s (plain contents) pairs l) in *. clearbody parts. clear F Len PM pairs.
    assert (Found : forall i part, nth_error parts i = Some part -> exists j y, nth_error R j = Some y /\ own y = true /\ place_of y = Some i
      /\ source part = Some (Candidate j (value (to_merge y)) (value (to_merge y)) false)
      /\ merged_value part = value (to_merge y) /\ is_new part = false).
    { intros i part N. destruct (proj1 (Forall2_nth _ _ _ P) _ _ N) as (e & Ne & Po). exact (found_again i e part Ne Po). }
    unfold merge_parts. destruct tidy as [Ex _]. rewrite clear_lists by auto.
    assert (Added : added_elements parts = []).
    { unfold added_elements.
      assert (G : forall r, (forall x, In x r -> is_new (snd x) = false) -> somes (map (fun x : nat * merged_part => if is_new (snd x)
        then Some (Placed (Merged (merged_value (snd x)) (Some (fst x)) true) (Some (fst x)) true []) else None) r) = []).
      { induction r as [|x r IH]; simpl; intros H; [reflexivity|]. rewrite H by auto. simpl. apply IH. auto. }
      apply G. intros x I. apply in_indexed_value, In_nth_error in I. destruct I as [i N].
      destruct (Found i _ N) as (_ & _ & _ & _ & _ & _ & _ & New). exact New. }
    assert (All : placed_elements s l (without_duplicates s parts (plain contents)) parts (leaves s l l []) = map settled_element R).
    { unfold placed_elements, without_duplicates. rewrite Added, app_nil_r.
      replace (match strategy_of s with Keyed _ => plain contents | _ => plain contents end) with (plain contents) by (destruct (strategy_of s); reflexivity).
      unfold contents. apply (plain_map _ (fun y => value (to_merge y)) settled_element). intros j y Ny.
      set (x := Candidate j (value (to_merge y)) (value (to_merge y)) false).
      assert (Owner : forall i, find_index (owns x) parts = Some i -> own y = true /\ place_of y = Some i
        /\ exists part, nth_error parts i = Some part /\ merged_value part = value (to_merge y) /\ is_new part = false /\ is_sent part = false).
      { intros i Fi. apply find_index_some in Fi. destruct Fi as (part & N & Ow).
        destruct (Found i part N) as (j' & y' & Ny' & O & Pl & So & Mv & New). unfold owns in Ow. rewrite So in Ow. simpl in Ow.
        apply Nat.eqb_eq in Ow. subst j'. rewrite Ny in Ny'. injection Ny' as <-. repeat split; auto. exists part. repeat split; auto.
        unfold is_sent. rewrite New, So, Mv. simpl. rewrite equal_refl. reflexivity. }
      unfold place_element. destruct (find_index (owns x) parts) as [i|] eqn:Fi.
      - destruct (Owner i eq_refl) as (O & Pl & part & N & Mv & New & Se). rewrite N, New, Se, Mv.
        unfold settled_element. rewrite O, Pl. reflexivity.
      - assert (Lv : leaves s l l [] x = false).
        { unfold leaves. simpl. rewrite orb_false_r. destruct (strategy_of s); auto; apply andb_negb_r. }
        rewrite Lv. destruct (described y (nth_error_In _ _ Ny)) as (_ & [(O & i & e & Pl & Ne & _)|(O & Pl & No)]).
        + exfalso. destruct (proj2 (Forall2_nth _ _ _ P) _ _ Ne) as (part & Np & Po).
          destruct (found_again i e part Ne Po) as (j' & y' & Ny' & O' & Pl' & So & _).
          assert (j = j') as <- by exact (own_position_unique R j j' y y' i once Ny Ny' O O' Pl Pl').
          pose proof (find_index_none _ _ Fi part (nth_error_In _ _ Np)) as Ow. unfold owns in Ow. rewrite So in Ow. simpl in Ow.
          rewrite Nat.eqb_refl in Ow. discriminate.
        + rewrite places_among_none by exact No. unfold settled_element. rewrite O, Pl. reflexivity. }
    unfold in_place. rewrite All, without_directive_settled.
    assert (Op : own_places (map settled_element R) = own_places R).
    { unfold own_places. clear. induction R as [|y r IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. }
    rewrite Op, in_order, settled_stays_behind. simpl (true && true). cbv iota. rewrite map_map. reflexivity.
  Qed.
End Again.

(* Current holds the elements of modified. *)
Lemma hold_elements_all s keys : forall l free, tidy_list s l ->
  (forall x, In x free -> keyed_element s (Pairs.identity x) = true /\ filled x = false) ->
  (forall e, In e l -> exists x, In x free /\ match_elements s e (Pairs.identity x) = true
    /\ holding e false (element_of s) [] (Some e) (Some (content_of x)) = true) ->
  hold_elements s keys (map (fun e => Held e (holding e)) l) l free = true.
Proof.
  induction l as [|e l IH]; intros free T K H; [reflexivity|]. simpl.
  pose proof (tidy_keyed s _ e T (or_introl eq_refl)) as Ke. rewrite (match_reflexive s e Ke).
  set (test := fun x => match_elements s e (Pairs.identity x)
    && holding e false (element_of s) (if filled x then keys else []) (Some e) (Some (content_of x))).
  pose proof (take_first_split test free) as S. destruct (take_first test free) as [[a rest]|].
  - destruct S as (Ta & l1 & l2 & -> & ->). apply andb_true_iff in Ta. destruct Ta as [Ma _].
    destruct (tidy_tail s e l T) as [T' D]. apply IH; [exact T'| |].
    + intros x I. apply K. apply in_app_iff in I. apply in_app_iff. simpl. tauto.
    + intros e' I. destruct (H e' (or_intror I)) as (x & Ix & Mx & Hx). exists x. split; [|auto].
      apply in_app_iff in Ix. apply in_app_iff. destruct Ix as [Ix|[<-|Ix]]; auto. exfalso.
      pose proof (tidy_keyed s _ e' T (or_intror I)) as Ke'. destruct (K a (in_elt _ _ _)) as [Ka _].
      specialize (D e' I). rewrite match_symmetric in Mx by auto. rewrite (match_transitive s e _ e' Ke Ka Ke' Ma Mx) in D. discriminate.
  - exfalso. destruct (H e (or_introl eq_refl)) as (x & Ix & Mx & Hx). specialize (S x Ix). unfold test in S.
    destruct (K x Ix) as [_ Fx]. rewrite Mx, Fx, Hx in S. discriminate.
Qed.

(* A document whose merging lists have all keys, and different ones. Its schema has no unions. *)
Fixpoint tidy (v : json) : schema -> Prop :=
  match v with
  | JList l =>
      let parts := map tidy l in
      fun s => is_merging s = false
        \/ tidy_list s l /\ (fix go parts := match parts with [] => True | f :: r => f (element_of s) /\ go r end) parts
  | JMap m =>
      let parts := map (fun f => (fst f, tidy (snd f))) m in
      fun s => is_atomic_map s = true
        \/ unions_of s = [] /\ (fix go parts := match parts with [] => True | f :: r => snd f (field_schema s (fst f)) /\ go r end) parts
  | _ => fun _ => True
  end.

Lemma tidy_of_map m s : tidy (JMap m) s <->
  is_atomic_map s = true \/ unions_of s = [] /\ Forall (fun f => tidy (snd f) (field_schema s (fst f))) m.
Proof.
  simpl. apply or_iff_compat_l, and_iff_compat_l. split.
  - induction m as [|x r IH]; simpl; intros W; constructor; [tauto|apply IH; tauto].
  - induction 1 as [|x r W F IH]; simpl; auto.
Qed.

Lemma tidy_of_list l s : tidy (JList l) s <->
  is_merging s = false \/ tidy_list s l /\ Forall (fun e => tidy e (element_of s)) l.
Proof.
  simpl. apply or_iff_compat_l, and_iff_compat_l. split.
  - induction l as [|x r IH]; simpl; intros W; constructor; [tauto|apply IH; tauto].
  - induction 1 as [|x r W F IH]; simpl; auto.
Qed.

Lemma tidy_field o n v s : is_atomic_map s = false -> (forall x, o = Some x -> tidy x s) ->
  get n (fields o) = Some v -> tidy v (field_schema s n).
Proof.
  intros A R G. destruct o as [[| | | | |m]|]; try discriminate. specialize (R _ eq_refl). apply tidy_of_map in R.
  destruct R as [R|[_ R]]; [congruence|]. apply get_in in G. rewrite Forall_forall in R. exact (R _ G).
Qed.

Lemma tidy_elements o s : is_merging s = true -> (forall x, o = Some x -> tidy x s) ->
  tidy_list s (elements o) /\ Forall (fun e => tidy e (element_of s)) (elements o).
Proof.
  intros Mg R. assert (E : tidy_list s [] /\ Forall (fun e => tidy e (element_of s)) []).
  { split; [split; [reflexivity|intros e []]|constructor]. }
  destruct o as [[| | | |l|]|]; try exact E. specialize (R _ eq_refl). apply tidy_of_list in R.
  destruct R as [R|R]; [congruence|exact R].
Qed.

Lemma plain_same c x y : In x (plain c) -> In y (plain c) -> index x = index y -> x = y.
Proof.
  intros Ix Iy E. destruct (plain_in _ _ Ix) as (Nx & Idx & Fx). destruct (plain_in _ _ Iy) as (Ny & Idy & Fy).
  destruct x, y. simpl in *. subst. congruence.
Qed.

Lemma plain_indexes c : NoDup (map index (plain c)).
Proof.
  unfold plain, indexed. rewrite map_map. simpl. generalize 0. induction c as [|x r IH]; intros k; simpl; constructor; [|apply IH].
  rewrite in_map_iff. intros ([j v] & E & I). simpl in E. subst j.
  destruct (indexed_increasing r (S k)) as [_ F]. rewrite Forall_forall in F. specialize (F _ I). simpl in F. lia.
Qed.

Lemma Forall2_in {A B} (T T' : A -> B -> Prop) l m : (forall a b, In a l -> T a b -> T' a b) -> Forall2 T l m -> Forall2 T' l m.
Proof. intros H F. induction F; constructor; [apply H; simpl; auto|]. apply IHF. intros; apply H; simpl; auto. Qed.

(* A list converges if its elements do. *)
Lemma list_converges s l original current :
  is_merging s = true -> tidy_list s l -> tidy_list s original -> tidy_list s current -> Forall clean current ->
  (forall e, In e l -> well_formed e) ->
  (forall e, In e l -> is_map e = true -> is_atomic_map (element_of s) = true \/ unions_of (element_of s) = []) ->
  (forall e o c w, In e l -> (forall x, o = Some x -> In x original) -> (forall x, c = Some x -> In x current) ->
    targeting e (element_of s) (has_strategy_retain s || map_retains (element_of s)) (list_keys s) false o c = Some w ->
    holding e false (element_of s) [] (Some e) (Some w) = true
    /\ targeting e (element_of s) (has_strategy_retain s || map_retains (element_of s)) (list_keys s) false (Some e) (Some w) = Some w) ->
  let W := target_list (map (fun e => Targeted e (targeting e)) l) s original current in
  hold_elements s (list_keys s) (map (fun e => Held e (holding e)) l) l (plain W) = true
  /\ target_list (map (fun e => Targeted e (targeting e)) l) s l W = W.
Proof.
  intros Mg Tl To Tc Cl Wf Un IH. cbv zeta.
  assert (Tx : map target_text (map (fun e => Targeted e (targeting e)) l) = l) by (rewrite map_map; simpl; apply map_id).
  set (cs := plain current).
  assert (Kc : forall x, In x cs -> keyed_element s (Pairs.identity x) = true).
  { intros x I. destruct (plain_in _ _ I) as (N & -> & _). exact (tidy_keyed s current _ Tc (nth_error_In _ _ N)). }
  assert (E : exists parts goes, Forall2 (part_of s original cs) l parts
    /\ target_list (map (fun e => Targeted e (targeting e)) l) s original current
       = map (fun y => value (to_merge y)) (result s l cs parts goes)).
  { unfold target_list. rewrite Tx. rewrite candidates_plain by (try exact (proj2 To); exact (proj2 Tl)). fold cs.
    destruct (pair_modified s l original cs) as [[pairs u] f] eqn:PM.
    destruct (pair_modified_belongs s original cs (fun x => tidy_keyed s original x To) Kc l original cs pairs u f Tl) as [F _]; auto.
    fold (parts_from s cs pairs l).
    exists (parts_from s cs pairs l), (leaves s original l (pair_dropped s u f)). split.
    - exact (parts_from_pairs s original cs l pairs F (fun e => tidy_keyed s l e Tl) (fun x I => proj2 (proj2 (plain_in _ _ I)))).
    - unfold merge_parts. pose proof Tl as [Exl _]. pose proof Tc as [Exc _].
      assert (Ids : map Pairs.identity cs = current).
      { transitivity (map content_of cs); [|apply plain_content]. apply map_ext_in. intros x I. destruct (plain_in _ _ I) as (_ & -> & _). reflexivity. }
      rewrite clear_lists; [reflexivity|exact Exl|right; rewrite Ids; exact Exc]. }
  destruct E as (parts & goes & P & E). rewrite E. set (R := result s l cs parts goes).
  assert (U : forall x y, In x cs -> In y cs -> match_elements s (Pairs.identity x) (Pairs.identity y) = true -> x = y).
  { intros x y Ix Iy M. apply (plain_same current); auto. destruct (plain_in _ _ Ix) as (Nx & Ex & _), (plain_in _ _ Iy) as (Ny & Ey & _).
    rewrite Ex, Ey in M. exact (tidy_unique s current _ _ _ _ Tc Nx Ny M). }
  assert (Un' : forall x, In x cs -> Pairs.identity x = content_of x) by (intros x I; exact (proj1 (proj2 (plain_in _ _ I)))).
  assert (Good : forall e part, In e l -> part_of s original cs e part -> twin s e (merged_value part)
      /\ holding e false (element_of s) [] (Some e) (Some (merged_value part)) = true
      /\ targeting e (element_of s) (has_strategy_retain s || map_retains (element_of s)) (list_keys s) false (Some e) (Some (merged_value part)) = Some (merged_value part)).
  { intros e part I (p & w & (_ & Now & Was) & T & Mv & _). rewrite Mv.
    assert (Cn : forall x, option_map content_of (now p) = Some x -> In x current /\ match_elements s e x = true).
    { intros x Ex. destruct (now p) as [z|]; [|discriminate]. injection Ex as <-. destruct Now as [Iz Mz].
      destruct (plain_in _ _ Iz) as (Nz & Ez & _). rewrite Ez in Mz. split; [exact (nth_error_In _ _ Nz)|exact Mz]. }
    split.
    - eapply element_twin; [exact (Wf e I)|exact (Un e I)|exact (tidy_keyed s l e Tl I)| |exact T].
      intros x Ex. destruct (Cn x Ex) as [Ix Mx]. rewrite Forall_forall in Cl. split; [exact (Cl x Ix)|]. split; [exact (tidy_keyed s current x Tc Ix)|exact Mx].
    - eapply IH; [exact I| | |exact T].
      + intros x Ex. rewrite Ex in Was. tauto.
      + intros x Ex. exact (proj1 (Cn x Ex)). }
  assert (MP : Forall2 (fun e part => twin s e (merged_value part)
    /\ match source part with
       | Some x => In x cs /\ match_elements s e (Pairs.identity x) = true
       | None => is_new part = true /\ forall x, In x cs -> match_elements s e (Pairs.identity x) = false
       end) l parts).
  { eapply Forall2_in; [|exact P]. intros e part I Po. split; [exact (proj1 (Good e part I Po))|].
    destruct Po as (p & w & (_ & Now & _) & _ & _ & So & New & _). rewrite So. destruct (now p); [exact Now|]. split; [exact (New eq_refl)|exact Now]. }
  assert (ND : NoDup (map index cs)) by apply plain_indexes.
  assert (D : forall y, In y R -> keyed_element s (value (to_merge y)) = true
    /\ ((own y = true /\ exists i e, place_of y = Some i /\ nth_error l i = Some e /\ twin s e (value (to_merge y))
          /\ targeting e (element_of s) (has_strategy_retain s || map_retains (element_of s)) (list_keys s) false (Some e) (Some (value (to_merge y))) = Some (value (to_merge y)))
        \/ (own y = false /\ place_of y = None /\ forall e, In e l -> match_elements s e (value (to_merge y)) = false))).
  { intros y I. assert (De : described s l parts y) by (eapply result_described; eauto).
    destruct De as [(O & i & e & part & Pl & Ne & Np & V)|(O & Pl & K & No)]; [|split; [exact K|right; auto]].
    destruct (proj2 (Forall2_nth _ _ _ P) _ _ Ne) as (part' & Np' & Po). rewrite Np in Np'. injection Np' as <-.
    destruct (Good e part (nth_error_In _ _ Ne) Po) as (Tw & _ & Ag). rewrite V. split.
    - destruct Tw as [-> _]. exact (tidy_keyed s l e Tl (nth_error_In _ _ Ne)).
    - left. split; [exact O|]. exists i, e. auto. }
  assert (Once : NoDup (own_places R)) by (eapply result_nodup; eauto).
  assert (Cov : forall i, i < List.length l -> In i (own_places R)) by (intros i L; eapply result_covers; eauto).
  assert (Asc : ascending (own_places R) = true) by (eapply result_ascending; eauto).
  split.
  - apply hold_elements_all; [exact Tl| |].
    + intros x I. destruct (plain_in _ _ I) as (N & -> & Fx). split; [|exact Fx]. rewrite nth_error_map in N.
      destruct (nth_error R (index x)) as [y|] eqn:Ny; [|discriminate]. simpl in N. injection N as <-.
      exact (proj1 (D y (nth_error_In _ _ Ny))).
    + intros e I. apply In_nth_error in I. destruct I as [i Ne].
      assert (L : i < List.length l) by (apply nth_error_Some; congruence).
      pose proof (Cov i L) as C. apply in_own_places in C. destruct C as (y & Iy & O & Pl).
      assert (De : described s l parts y) by (eapply result_described; eauto).
      destruct De as [(_ & i' & e' & part & Pl' & Ne' & Np & V)|(O' & _)]; [|congruence].
      assert (i' = i) as -> by congruence. rewrite Ne in Ne'. injection Ne' as <-.
      destruct (proj2 (Forall2_nth _ _ _ P) _ _ Ne) as (part' & Np' & Po). rewrite Np in Np'. injection Np' as <-.
      destruct (Good e part (nth_error_In _ _ Ne) Po) as ((_ & _ & Tw) & Ho & _).
      apply In_nth_error in Iy. destruct Iy as [j Nj].
      exists (Candidate j (merged_value part) (merged_value part) false). simpl. split; [|split; [|exact Ho]].
      * apply (nth_error_In _ j). apply plain_nth. rewrite nth_error_map, Nj. simpl. rewrite V. reflexivity.
      * rewrite Tw. apply match_reflexive. exact (tidy_keyed s l e Tl (nth_error_In _ _ Ne)).
  - exact (list_again s l R Tl D Once Cov Asc).
Qed.

Lemma converges m : well_formed m -> forall s retained keys o c w,
  tidy m s -> (forall x, o = Some x -> tidy x s) -> (forall x, c = Some x -> tidy x s /\ clean x) ->
  targeting m s retained keys false o c = Some w ->
  (forall optional, holding m false s optional (Some m) (Some w) = true)
  /\ targeting m s retained keys false (Some m) (Some w) = Some w.
Proof.
  induction m using json_induction; intros W s' retained keys o c w R Ro Rc T;
    try (simpl in T; injection T as <-; split; [intros; simpl; apply equal_refl|reflexivity]); try discriminate.
  - simpl in T. destruct (is_merging s') eqn:Mg.
    + injection T as <-. apply tidy_of_list in R. destruct R as [R|[Tl Rl]]; [congruence|].
      destruct (tidy_elements o s' Mg Ro) as [To Ro'].
      destruct (tidy_elements c s' Mg (fun x E => proj1 (Rc x E))) as [Tc Rc'].
      assert (Cc : clean_option c) by (intros x E; exact (proj2 (Rc x E))).
      apply well_formed_list in W. rewrite Forall_forall in *.
      destruct (list_converges s' l (elements o) (elements c) Mg Tl To Tc) as [Hold Again]; auto.
      * apply clean_elements, Cc.
      * intros e I Me. specialize (Rl e I). destruct e; try discriminate. apply tidy_of_map in Rl. tauto.
      * intros e o1 c1 w1 I Io Ic T1. pose proof (clean_elements _ Cc) as Ce. rewrite Forall_forall in Ce.
        destruct (H e I (W e I) (element_of s') (has_strategy_retain s' || map_retains (element_of s')) (list_keys s') o1 c1 w1 (Rl e I)) as [Hh Hg].
        -- intros x E. exact (Ro' x (Io x E)).
        -- intros x E. split; [exact (Rc' x (Ic x E))|exact (Ce x (Ic x E))].
        -- exact T1.
        -- split; [apply Hh|exact Hg].
      * split.
        -- intros optional. simpl. unfold hold_list. rewrite Mg. simpl.
           assert (Ht : map held_text (map (fun e => Held e (holding e)) l) = l) by (rewrite map_map; simpl; apply map_id).
           rewrite Ht, candidates_plain by exact (proj2 Tl). exact Hold.
        -- simpl. rewrite Mg. do 2 f_equal. exact Again.
    + injection T as <-. split; [|simpl; rewrite Mg; reflexivity].
      intros optional. simpl holding. unfold hold_list. rewrite Mg. simpl.
      pose proof (holds_bare (JList l) W s' optional None) as Hb. simpl in Hb. exact Hb.
  - pose proof W as W'. apply well_formed_map in W'. destruct W' as [S F].
    pose proof T as T0. simpl in T. destruct (is_atomic_map s') eqn:A.
    { injection T as <-. split; [|simpl; rewrite A; reflexivity]. intros optional. rewrite holds_atomic by exact A.
      exact (holds_bare (JMap m) W s' optional (Some (JMap m))). }
    pose proof R as R'. apply tidy_of_map in R'. destruct R' as [R'|[U R']]; [congruence|].
    assert (Cc : clean_option c) by (intros x E; exact (proj2 (Rc x E))).
    destruct (target_map_fields m s' retained keys o c U) as (M & E & Sm & G). fold (target_parts m) in T.
    rewrite E in T. injection T as <-.
    (* The fields of modified. *)
    assert (Fi : forall n v, get n m = Some v -> is_null v = false -> exists x, get n M = Some x /\ is_null x = false
        /\ holding v false (field_schema s' n) [] (Some v) (Some x) = true
        /\ targeting v (field_schema s' n) (map_retains (field_schema s' n)) [] false (Some v) (Some x) = Some x).
    { intros n v Gm N. rewrite G, (wanted_of_modified _ _ _ _ _ _ _ _ Gm).
      destruct (target_some v (field_schema s' n) (map_retains (field_schema s' n)) [] false
        (get n (fields o)) (get n (fields c)) N) as [x X]. exists x. split; [exact X|]. split; [exact (target_not_null _ _ _ _ _ _ _ _ X)|].
      rewrite Forall_forall in H, F, R'. pose proof (get_in _ _ _ Gm) as J.
      destruct (H _ J (F _ J) (field_schema s' n) (map_retains (field_schema s' n)) [] (get n (fields o)) (get n (fields c)) x (R' _ J)) as [Hh Hg].
      - intros y Y. exact (tidy_field o n y s' A Ro Y).
      - intros y Y. split; [exact (tidy_field c n y s' A (fun z Z => proj1 (Rc z Z)) Y)|exact (proj1 (clean_fields c n y Cc Y))].
      - exact X.
      - split; [apply Hh|exact Hg]. }
    assert (Nu : forall n, get n m = Some JNull -> get n M = None).
    { intros n Gm. rewrite G, (wanted_of_modified _ _ _ _ _ _ _ _ Gm). reflexivity. }
    assert (TH : forall optional, holding (JMap m) false s' optional (Some (JMap m)) (Some (JMap M)) = true).
    { intros optional. simpl. rewrite A. simpl. rewrite andb_true_r. apply forallb_forall.
      intros f J. apply in_map_iff in J. destruct J as ([n v] & <- & J). simpl. apply orb_true_iff. right.
      pose proof (in_get _ _ _ S J) as Gm. rewrite Gm. destruct (is_null v) eqn:N.
      - destruct v; try discriminate. rewrite (Nu n Gm). reflexivity.
      - destruct (Fi n v Gm N) as (x & Gx & Nx & Hx & _). rewrite Gx. destruct x; try discriminate; exact Hx. }
    split; [exact TH|].
    destruct (target_map_fields m s' retained keys (Some (JMap m)) (Some (JMap M)) U) as (M' & E' & Sm' & G').
    simpl. rewrite A. fold (target_parts m). rewrite E'. do 2 f_equal. apply sorted_ext; auto.
    intros n. rewrite G'. unfold wanted_field. simpl (fields (Some (JMap M))). simpl (fields (Some (JMap m))).
    (* A second merge clears nothing. *)
    assert (Cl : clears s' retained (Some (JMap m)) m (Some (JMap M)) = false).
    { unfold clears. rewrite TH. simpl non_null. cbv beta iota. rewrite (bare_document_alike _ W). apply andb_false_r. }
    rewrite Cl. simpl. rewrite orb_true_r. unfold target_parts. rewrite get_targets.
    destruct (get n m) as [v|] eqn:Gm; simpl.
    + destruct (is_null v) eqn:N.
      * destruct v; try discriminate. rewrite (Nu n Gm). reflexivity.
      * destruct (Fi n v Gm N) as (x & Gx & _ & _ & Ax). rewrite Gx. exact Ax.
    + reflexivity.
Qed.

(* Rule threeway-converges: After the patch is applied, a second merge of documents with sets,
   keyed lists and retainKeys gives {}. The second merge has the modified document as its
   original. Preconditions: the lists are tidy: in each merging list of the three documents,
   all elements have all keys or their defaults, and no two elements have the same keys; no
   unions; no map has a name twice. *)
Theorem second_merge_of_lists_is_empty s original modified current :
  let root := Schema (type_of s) false (has_strategy_retain s) in
  well_formed (to_document modified) -> is_map (to_document modified) = true ->
  tidy (to_document modified) root -> tidy (to_document original) root -> tidy (bare (to_document current)) root ->
  three_way s modified modified (Some (target s original modified current)) = Ok (JMap []).
Proof.
  intros root W Mm R Ro Rc. unfold target. fold root.
  destruct (target_some (to_document modified) root (map_retains s) [] false (Some (to_document original))
    (Some (bare (to_document current)))) as [w T].
  { destruct (to_document modified); try discriminate; reflexivity. }
  rewrite T.
  assert (Mw : is_map w = true).
  { destruct (to_document modified) as [| | | | |m] eqn:D; try discriminate. simpl in T.
    destruct (is_atomic_map root); [injection T as <-; reflexivity|]. unfold target_map in T. injection T as <-. reflexivity. }
  apply three_way_converged; [|exact Mw]. unfold target. fold root.
  assert (C : bare w = w).
  { apply (targeting_clean _ _ _ _ _ _ _ _) in T; [exact (proj1 T)|]. intros x [= <-]. apply clean_bare. }
  replace (to_document (Some w)) with w by (destruct w; try discriminate; reflexivity).
  destruct (converges _ W root (map_retains s) [] (Some (to_document original)) (Some (bare (to_document current))) w R) as [_ Again].
  - intros x [= <-]. exact Ro.
  - intros x [= <-]. split; [exact Rc|apply clean_bare].
  - exact T.
  - rewrite C, Again. reflexivity.
Qed.

(* Rule threeway: The target contains the modified document, including merging lists: for each
   element of the modified document, the target has an element that contains it. Preconditions:
   the lists of all three documents are tidy, as in second_merge_of_lists_is_empty; no unions. *)
Theorem target_holds_lists s original modified current :
  let root := Schema (type_of s) false (has_strategy_retain s) in
  well_formed (to_document modified) -> is_map (to_document modified) = true ->
  tidy (to_document modified) root -> tidy (to_document original) root -> tidy (bare (to_document current)) root ->
  holding (to_document modified) false root [] (Some (to_document modified)) (Some (target s original modified current)) = true.
Proof.
  intros root W Mm R Ro Rc. unfold target. fold root.
  destruct (target_some (to_document modified) root (map_retains s) [] false (Some (to_document original))
    (Some (bare (to_document current)))) as [w T].
  { destruct (to_document modified); try discriminate; reflexivity. }
  rewrite T.
  destruct (converges _ W root (map_retains s) [] (Some (to_document original)) (Some (bare (to_document current))) w R) as [Hold _].
  - intros x [= <-]. exact Ro.
  - intros x [= <-]. split; [exact Rc|apply clean_bare].
  - exact T.
  - apply Hold.
Qed.
