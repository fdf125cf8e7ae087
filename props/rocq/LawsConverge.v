(* A second three-way merge finds nothing to do: rule threeway-converges. *)
From Coq Require Import String List Bool Arith Lia.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions Keyed Maps Apply Diff Pairs Target ThreeWay.
Require Import LawsValues LawsOrder LawsMaps LawsSets LawsKeyed LawsDiff LawsTarget.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* Every map has each name once: the shell reads no other documents. *)
Fixpoint well_formed (v : json) : Prop :=
  match v with
  | JList l => (fix go l := match l with [] => True | x :: r => well_formed x /\ go r end) l
  | JMap m => sorted m /\ (fix go m := match m with [] => True | f :: r => well_formed (snd f) /\ go r end) m
  | _ => True
  end.

Lemma well_formed_list l : well_formed (JList l) <-> Forall well_formed l.
Proof.
  split.
  - induction l as [|x r IH]; simpl; intros W; constructor; [tauto|apply IH; simpl; tauto].
  - induction 1 as [|x r W F IH]; simpl; auto.
Qed.

Lemma well_formed_map m : well_formed (JMap m) <-> sorted m /\ Forall (fun f => well_formed (snd f)) m.
Proof.
  simpl. apply and_iff_compat_l. split.
  - induction m as [|x r IH]; intros W; constructor; [tauto|apply IH; tauto].
  - induction 1 as [|x r W F IH]; auto.
Qed.

(* A document without merging lists: they are atomic, or inside atomic maps. Nor does its
   schema have unions. *)
Fixpoint simple (v : json) : schema -> Prop :=
  match v with
  | JList _ => fun s => is_merging s = false
  | JMap m =>
      let parts := map (fun f => (fst f, simple (snd f))) m in
      fun s => is_atomic_map s = true
        \/ unions_of s = [] /\ (fix go parts := match parts with [] => True | f :: r => snd f (field_schema s (fst f)) /\ go r end) parts
  | _ => fun _ => True
  end.

Lemma simple_map m s : simple (JMap m) s <->
  is_atomic_map s = true \/ unions_of s = [] /\ Forall (fun f => simple (snd f) (field_schema s (fst f))) m.
Proof.
  simpl. apply or_iff_compat_l, and_iff_compat_l. split.
  - induction m as [|x r IH]; simpl; intros W; constructor; [tauto|apply IH; tauto].
  - induction 1 as [|x r W F IH]; simpl; auto.
Qed.

Lemma equal_refl a : equal a a = true.
Proof. apply equal_iff. reflexivity. Qed.

(* Comparing a document with itself. *)

Lemma well_formed_bare v : well_formed v -> well_formed (bare v).
Proof.
  induction v using json_induction; intros W; try exact I.
  - rewrite bare_list. apply well_formed_list. apply well_formed_list in W.
    induction H; simpl; inversion W; subst; constructor; auto.
  - rewrite bare_map. apply well_formed_map. apply well_formed_map in W. destruct W as [S F]. split.
    + clear H F. induction m as [|[n v] rest IH]; simpl; [exact I|]. destruct S as [A S].
      destruct (is_null v); simpl; [auto|]. split; [|auto].
      apply Forall_forall. intros f J. apply in_map_iff in J. destruct J as (g & <- & J). apply filter_In in J.
      rewrite Forall_forall in A. simpl. apply A. tauto.
    + apply Forall_forall. intros f J. apply in_map_iff in J. destruct J as (g & <- & J). apply filter_In in J.
      rewrite Forall_forall in H, F. simpl. apply H; [tauto|]. apply F. tauto.
Qed.

Lemma get_bare n m : sorted m ->
  get n (map (fun f => (fst f, bare (snd f))) (filter (fun f : string * json => negb (is_null (snd f))) m))
  = option_map bare (non_null (get n m)).
Proof.
  induction m as [|[x v] rest IH]; simpl; [reflexivity|]. intros [A S].
  destruct (string_dec n x) as [->|N].
  - destruct v; simpl; try (destruct (string_dec x x); [reflexivity|congruence]).
    rewrite IH by exact S. rewrite (get_none_before _ _ A). reflexivity.
  - destruct (is_null v); simpl; [auto|]. destruct (string_dec n x); [congruence|auto].
Qed.

Lemma alike_refl a : well_formed a -> forall s, alike a s a = true.
Proof.
  induction a using json_induction; intros W s'; simpl; try apply equal_refl.
  - destruct (negb (is_merging s')); [apply equal_refl|].
    assert (E : fold_left (fun others f => match others with
        | Some others => option_map snd (take_first (f (element_of s')) others) | None => None end)
        (map alike l) (Some l) = Some []).
    { apply well_formed_list in W. induction H as [|x r Hx Hr IH]; simpl; [reflexivity|]. inversion W; subst.
      rewrite (Hx H1). simpl. apply IH. exact H2. }
    rewrite E. reflexivity.
  - destruct (is_atomic_map s'); [apply equal_refl|]. apply well_formed_map in W. destruct W as [S F].
    apply andb_true_iff. split; apply forallb_forall.
    + intros f J. apply in_map_iff in J. destruct J as ([n v] & <- & J). simpl.
      rewrite (in_get _ _ _ S J). rewrite Forall_forall in H, F. exact (H _ J (F _ J) _).
    + intros [n v] J. simpl. rewrite (in_get _ _ _ S J). reflexivity.
Qed.

(* Current holds what it has. *)

Lemma get_holding n m :
  get n (map (fun f => (fst f, Held (snd f) (holding (snd f)))) m) = option_map (fun v => Held v (holding v)) (get n m).
Proof. apply (get_map_snd (fun v => Held v (holding v))). Qed.

Lemma holds_bare m : well_formed m -> forall s optional original, holding m true s optional original (Some (bare m)) = true.
Proof.
  induction m using json_induction; intros W s' optional original; try reflexivity; try (simpl; apply equal_refl).
  - rewrite bare_list. simpl. apply well_formed_list in W. clear original.
    induction H as [|x r Hx Hr IH]; simpl; [reflexivity|]. inversion W; subst. rewrite (Hx H1). simpl. apply IH. exact H2.
  - rewrite bare_map. apply well_formed_map in W. destruct W as [S F]. simpl. apply andb_true_iff. split; apply forallb_forall.
    + intros f J. apply in_map_iff in J. destruct J as ([n v] & <- & J). simpl. apply orb_true_iff. right.
      rewrite get_bare by exact S. rewrite (in_get _ _ _ S J).
      rewrite Forall_forall in H, F. specialize (H _ J (F _ J)). change (snd (n, v)) with v in H.
      destruct (is_null v) eqn:N; [destruct v; try discriminate; reflexivity|].
      replace (non_null (option_map bare (non_null (Some v)))) with (Some (bare v))
        by (destruct v; try discriminate; reflexivity).
      apply H.
    + intros f J. apply in_map_iff in J. destruct J as ([n v] & <- & J). apply filter_In in J. destruct J as [J _]. simpl.
      rewrite get_holding, (in_get _ _ _ S J). simpl. rewrite orb_true_r. reflexivity.
Qed.

(* The fields of a target. *)

Lemma target_fields_sorted s m o c : sorted (target_fields s m o c).
Proof.
  unfold target_fields. induction (sorted_names _) as [|n rest IH]; simpl; [exact I|].
  destruct (target_field s n (get n m) (get n o) (get n c)); [apply sorted_put|]; exact IH.
Qed.

Lemma get_target_fields s m o c n : get n (target_fields s m o c) = target_field s n (get n m) (get n o) (get n c).
Proof.
  unfold target_fields.
  assert (G : forall l, NoDup l -> get n (fold_right (fun n w =>
      match target_field s n (get n m) (get n o) (get n c) with Some v => put n v w | None => w end) [] l)
      = if in_dec string_dec n l then target_field s n (get n m) (get n o) (get n c) else None).
  { induction l as [|x rest IH]; intros D; [reflexivity|]. inversion D as [|? ? Nx D']; subst. specialize (IH D'). simpl.
    destruct (string_dec x n) as [->|N].
    - destruct (in_dec string_dec n rest); [contradiction|].
      destruct (target_field s n (get n m) (get n o) (get n c)); [|exact IH].
      rewrite get_put. destruct (string_dec n n); congruence.
    - assert (E : get n (match target_field s x (get x m) (get x o) (get x c) with
          | Some v => put x v (fold_right (fun n w => match target_field s n (get n m) (get n o) (get n c) with
              | Some v => put n v w | None => w end) [] rest)
          | None => fold_right (fun n w => match target_field s n (get n m) (get n o) (get n c) with
              | Some v => put n v w | None => w end) [] rest end)
        = get n (fold_right (fun n w => match target_field s n (get n m) (get n o) (get n c) with
              | Some v => put n v w | None => w end) [] rest)).
      { destruct (target_field s x (get x m) (get x o) (get x c)); [|reflexivity].
        rewrite get_put. destruct (string_dec n x); congruence. }
      rewrite E, IH. destruct (in_dec string_dec n rest); reflexivity. }
  rewrite (G _ (sorted_names_nodup _)). destruct (in_dec string_dec n _) as [J|J]; [reflexivity|].
  rewrite in_sorted_names, !in_app_iff, !in_names_get in J.
  assert (get n m = None /\ get n o = None /\ get n c = None) as (-> & -> & ->).
  { destruct (get n m), (get n o), (get n c); try tauto; exfalso; apply J;
      first [left; discriminate | right; left; discriminate | right; right; discriminate]. }
  reflexivity.
Qed.

Lemma get_filter n (p : string * json -> bool) m : sorted m ->
  get n (filter p m) = match get n m with Some v => if p (n, v) then Some v else None | None => None end.
Proof.
  induction m as [|[x v] rest IH]; simpl; [reflexivity|]. intros [A S].
  destruct (string_dec n x) as [->|N].
  - destruct (p (x, v)); simpl; [destruct (string_dec x x); congruence|].
    rewrite (IH S), (get_none_before _ _ A). reflexivity.
  - destruct (p (x, v)); simpl; [destruct (string_dec n x); [congruence|]|]; auto.
Qed.

Lemma target_not_null m s retained keys fill o c w : targeting m s retained keys fill o c = Some w -> is_null w = false.
Proof.
  destruct m; simpl; intros H; try discriminate; try (injection H as <-; reflexivity).
  - destruct (is_merging s); injection H as <-; reflexivity.
  - destruct (is_atomic_map s); injection H as <-; reflexivity.
Qed.

Lemma target_some m s retained keys fill o c : is_null m = false -> exists w, targeting m s retained keys fill o c = Some w.
Proof.
  destruct m; simpl; intros H; try discriminate; try (eexists; reflexivity).
  - destruct (is_merging s); eexists; reflexivity.
  - destruct (is_atomic_map s); eexists; reflexivity.
Qed.

(* The wanted fields of a map, without unions. *)
Definition target_parts (m : fields_of) := map (fun f => (fst f, Targeted (snd f) (targeting (snd f)))) m.

Lemma target_parts_text m : map (fun f => (fst f, target_text (snd f))) (target_parts m) = m.
Proof. unfold target_parts. rewrite map_map. simpl. induction m as [|[n v] r IH]; simpl; congruence. Qed.

Definition wanted_field (s : schema) (keys : list string) (clear : bool) (m : fields_of) (o c : option json) (n : string) : option json :=
  if listed n keys || negb (clear && negb (present (get n m)))
  then target_field s n (get n (target_parts m)) (get n (fields o)) (get n (fields c)) else None.

Lemma present_parts n m : present (get n (target_parts m)) = present (get n m).
Proof. unfold target_parts. rewrite get_targets. destruct (get n m); reflexivity. Qed.

Lemma target_map_fields m s retained keys o c :
  unions_of s = [] ->
  exists W, target_map (target_parts m) s retained keys false o c = Some (JMap W) /\ sorted W
    /\ forall n, get n W = wanted_field s keys (clears s retained o m c) m o c n.
Proof.
  intros U. unfold target_map. simpl. rewrite target_parts_text.
  eexists. split; [reflexivity|]. split; [apply sorted_filter, target_fields_sorted|].
  intros n. rewrite get_filter by apply target_fields_sorted. rewrite get_target_fields.
  unfold wanted_field. rewrite <- present_parts.
  destruct (target_field s n (get n (target_parts m)) (get n (fields o)) (get n (fields c))) as [v|] eqn:F.
  - unfold is_excluded. rewrite U. simpl. rewrite andb_false_r. simpl. rewrite andb_true_r.
    destruct (listed n keys || negb (clears s retained o m c && negb (present (get n (target_parts m))))); reflexivity.
  - destruct (_ || _); reflexivity.
Qed.

Lemma wanted_of_modified s keys clear m o c n v :
  get n m = Some v ->
  wanted_field s keys clear m o c n
  = targeting v (field_schema s n) (map_retains (field_schema s n)) [] false (get n (fields o)) (get n (fields c)).
Proof.
  intros G. unfold wanted_field, target_parts. rewrite get_targets, G. simpl. rewrite andb_false_r, orb_true_r. reflexivity.
Qed.

Lemma holds_atomic m s optional o c : is_atomic_map s = true ->
  holding (JMap m) false s optional o c = holding (JMap m) true s optional o c.
Proof. intros A. simpl. unfold hold_map. rewrite A. reflexivity. Qed.

(* Rule threeway: The target contains the modified document: each map has the values of the
   modified document, and may have further fields. Preconditions: the modified document has no
   merging lists; no unions; no map has a name twice. *)
Lemma target_holds m : well_formed m -> forall s retained keys o c w optional o',
  simple m s -> targeting m s retained keys false o c = Some w ->
  holding m false s optional o' (Some w) = true.
Proof.
  induction m using json_induction; intros W s' retained keys o c w optional o' R T;
    try (simpl in T; injection T as <-; simpl; apply equal_refl); try discriminate.
  - simpl in R. simpl in T. rewrite R in T. injection T as <-. simpl holding. unfold hold_list. rewrite R. simpl.
    pose proof (holds_bare _ W s' optional o') as Hb. rewrite bare_list in Hb. simpl in Hb. exact Hb.
  - pose proof W as W'. apply well_formed_map in W'. destruct W' as [S F]. apply simple_map in R.
    simpl in T. destruct (is_atomic_map s') eqn:A.
    + injection T as <-. rewrite holds_atomic by exact A. exact (holds_bare (JMap m) W s' optional o').
    + destruct R as [R|[U R]]; [congruence|].
      destruct (target_map_fields m s' retained keys o c U) as (M & E & Sm & G). unfold target_parts in E.
      rewrite E in T. injection T as <-. simpl. rewrite A. simpl. rewrite andb_true_r. apply forallb_forall.
      intros f J. apply in_map_iff in J. destruct J as ([n v] & <- & J). simpl. apply orb_true_iff. right.
      rewrite G. rewrite (wanted_of_modified _ _ _ _ _ _ _ _ (in_get _ _ _ S J)).
      destruct (is_null v) eqn:N; [destruct v; try discriminate; reflexivity|].
      destruct (target_some v (field_schema s' n) (map_retains (field_schema s' n)) [] false
        (get n (fields o)) (get n (fields c)) N) as [x X]. rewrite X.
      pose proof (target_not_null _ _ _ _ _ _ _ _ X) as Nx.
      replace (non_null (Some x)) with (Some x) by (destruct x; try discriminate; reflexivity).
      rewrite Forall_forall in H, F, R. specialize (H _ J (F _ J)). simpl in H. eapply H; [|exact X].
      exact (R _ J).
Qed.

(* What is left of a dropped value stays. *)
Lemma dropped_again c : forall s o w, simple o s -> dropped c s o = Some w -> dropped w s o = Some w.
Proof.
  induction c using json_induction; intros s' o w R D; simpl in D; try discriminate.
  - destruct o as [| | | |was|]; try discriminate. simpl in R. rewrite R in D. simpl in D. rewrite orb_true_r in D. discriminate.
  - destruct o as [| | | | |was]; try discriminate. apply simple_map in R.
    destruct (is_declared s' || map_retains s' || is_atomic_map s') eqn:K; [discriminate|].
    assert (A : is_atomic_map s' = false) by (apply orb_false_iff in K; tauto).
    destruct R as [R|[U R]]; [congruence|].
    match type of D with match ?k with _ => _ end = _ => remember k as kept eqn:Kept end.
    assert (NE : kept <> []) by (intros ->; discriminate).
    assert (w = JMap kept) as -> by (destruct kept; congruence). clear D.
    simpl. rewrite K.
    assert (E : flat_map (fun f => match non_null (get (fst f) was) with
        | Some o => match snd (snd f) (field_schema s' (fst f)) o with Some v => [(fst f, v)] | None => [] end
        | None => [(fst f, fst (snd f))] end) (map (fun f => (fst f, (snd f, dropped (snd f)))) kept) = kept).
    { rewrite Kept. clear kept Kept NE. induction m as [|[n v] rest IH]; simpl; [reflexivity|]. inversion H; subst. specialize (IH H3). simpl in H2.
      rewrite map_app, flat_map_app. f_equal; [|exact IH].
      destruct (non_null (get n was)) as [o|] eqn:G; simpl.
      - destruct (dropped v (field_schema s' n) o) as [x|] eqn:X; simpl; [|reflexivity]. rewrite G.
        assert (J : In (n, o) was). { apply get_in. destruct (get n was) as [[]|]; simpl in G; congruence. }
        rewrite Forall_forall in R. specialize (R _ J). simpl in R. rewrite (H2 _ _ _ R X). reflexivity.
      - rewrite G. reflexivity. }
    rewrite E. destruct kept; [congruence|reflexivity].
Qed.

(* The target is the target of a second merge, whether original or modified is then the
   document that was applied last. *)
Definition last_applied (s : schema) (original : option json) (modified : json) (last : option json) : Prop :=
  last = Some modified \/ last = original /\ (forall o, original = Some o -> simple o s).

Lemma simple_field o n v s : is_atomic_map s = false -> (forall x, o = Some x -> simple x s) ->
  get n (fields o) = Some v -> simple v (field_schema s n).
Proof.
  intros A R G. destruct o as [[| | | | |m]|]; try discriminate. specialize (R _ eq_refl). apply simple_map in R.
  destruct R as [R|[_ R]]; [congruence|]. apply get_in in G. rewrite Forall_forall in R. exact (R _ G).
Qed.

Lemma bare_document_alike m : well_formed (JMap m) -> forall s, alike (bare (JMap m)) s (bare (JMap m)) = true.
Proof. intros W s. apply alike_refl, well_formed_bare, W. Qed.

Lemma target_again m : well_formed m -> forall s retained keys o c w o',
  simple m s -> last_applied s o m o' ->
  targeting m s retained keys false o c = Some w ->
  targeting m s retained keys false o' (Some w) = Some w.
Proof.
  induction m using json_induction; intros W s' retained keys o c w o' R L T;
    try (simpl in *; congruence).
  - simpl in *. rewrite R in *. exact T.
  - pose proof (target_holds _ W s' retained keys o c w) as TH.
    pose proof W as W'. apply well_formed_map in W'. destruct W' as [S F].
    pose proof T as T0. simpl in T. destruct (is_atomic_map s') eqn:A; [simpl; rewrite A; exact T|].
    pose proof R as R'. apply simple_map in R'. destruct R' as [R'|[U R']]; [congruence|].
    destruct (target_map_fields m s' retained keys o c U) as (M & E & Sm & G). fold (target_parts m) in T.
    rewrite E in T. injection T as <-.
    destruct (target_map_fields m s' retained keys o' (Some (JMap M)) U) as (M' & E' & Sm' & G').
    simpl. rewrite A. fold (target_parts m). rewrite E'. do 2 f_equal. apply sorted_ext; auto.
    intros n. rewrite G'. unfold wanted_field at 1. simpl (fields (Some (JMap M))).
    set (clear := clears s' retained o m c) in *. set (clear' := clears s' retained o' m (Some (JMap M))).
    (* A second merge clears only if the first one did. *)
    assert (Cl : clear' = true -> clear = true).
    { unfold clear', clear, clears. rewrite (TH [] o' R T0). simpl. rewrite orb_false_r.
      destruct retained; [|discriminate]. simpl. destruct L as [->|[-> _]].
      - simpl non_null. cbv beta iota. rewrite (bare_document_alike _ W). discriminate.
      - intros ->. reflexivity. }
    destruct (get n m) as [v|] eqn:Gm.
    + specialize (G n). rewrite (wanted_of_modified _ _ _ _ _ _ _ _ Gm) in G.
      rewrite andb_false_r, orb_true_r. unfold target_parts. rewrite get_targets, Gm. simpl. rewrite G.
      destruct (is_null v) eqn:N; [destruct v; try discriminate; reflexivity|].
      destruct (target_some v (field_schema s' n) (map_retains (field_schema s' n)) [] false
        (get n (fields o)) (get n (fields c)) N) as [x X]. rewrite X.
      rewrite Forall_forall in H, F, R'. pose proof (get_in _ _ _ Gm) as J. specialize (H _ J (F _ J)). simpl in H.
      eapply H; [exact (R' _ J)| |exact X].
      destruct L as [->|[-> Ro]]; [left; simpl; exact Gm|right]. split; [reflexivity|].
      intros y Y. exact (simple_field _ _ _ _ A Ro Y).
    + specialize (G n). unfold wanted_field in G. rewrite Gm in G. simpl in G.
      assert (P : get n (target_parts m) = None) by (unfold target_parts; rewrite get_targets, Gm; reflexivity).
      rewrite P in *. simpl. unfold target_field in *.
      destruct (get n M) as [x|] eqn:GM.
      * (* The field was kept, and is kept again. *)
        assert (K : listed n keys || negb (clear' && true) = true).
        { destruct (listed n keys); [reflexivity|]. simpl in *. destruct clear'; [|reflexivity].
          rewrite (Cl eq_refl) in G. simpl in G. discriminate. }
        rewrite K. destruct (listed n keys || negb (clear && true)); [|discriminate].
        destruct L as [->|[-> Ro]]; [simpl; rewrite Gm; reflexivity|].
        destruct (non_null (get n (fields o))) as [y|] eqn:Y; [|reflexivity].
        destruct (get n (fields c)) as [z|]; [|discriminate].
        eapply dropped_again; [|symmetry; exact G].
        apply (simple_field o n y s' A Ro). destruct (get n (fields o)) as [[]|]; simpl in Y; congruence.
      * clear G. destruct (listed n keys || negb (clear' && true)); [|reflexivity]. destruct (non_null (get n (fields o'))); reflexivity.
Qed.

(* Rule threeway-converges: After the patch is applied, a second merge gives {}. The second
   merge may have the modified document as its original, or the same original again.
   Preconditions: the modified document has no merging lists; in the second case, neither has
   the original; no unions; no map has a name twice. *)
Theorem second_merge_is_empty s original modified current last :
  well_formed (to_document modified) ->
  is_map (to_document modified) = true ->
  simple (to_document modified) (Schema (type_of s) false (has_strategy_retain s)) ->
  last_applied (Schema (type_of s) false (has_strategy_retain s)) (Some (to_document original)) (to_document modified) (Some (to_document last)) ->
  three_way s last modified (Some (target s original modified current)) = Ok (JMap []).
Proof.
  intros W Mm R L. unfold target.
  set (root := Schema (type_of s) false (has_strategy_retain s)) in *.
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
  rewrite C, (target_again _ W root (map_retains s) [] _ _ _ _ R L T). reflexivity.
Qed.
