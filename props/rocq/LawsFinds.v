(* Diff finds a patch: for documents of maps and scalars. *)
From Coq Require Import String Ascii List Bool Arith Lia.
Require Import Values Schemas Results Directives Keys Order Sets Fields Lists Unions Keyed Maps Apply Diff.
Require Import LawsValues LawsOrder LawsMaps LawsDiff LawsTarget.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

Definition plain_name (n : string) : Prop := begins_with_dollar n = false.

(* A document of maps and scalars. Its maps have each name once, no names that begin with $, and
   no strategy. *)
Inductive basic : schema -> json -> Prop :=
| basic_scalar s v : is_scalar v = true -> basic s v
| basic_map s m :
    has_strategy_replace s = false -> has_strategy_retain s = false -> sorted m ->
    (forall n v, get n m = Some v -> plain_name n /\ basic (field_schema s n) v) -> basic s (JMap m).

Lemma plain_neq n p : plain_name n -> begins_with_dollar p = true -> n <> p.
Proof. unfold plain_name. intros P D ->. congruence. Qed.

Lemma cut_longer d p n : present (cut_prefix (String d EmptyString) n) = false -> cut_prefix (String d p) n = None.
Proof.
  destruct n as [|a n]; [reflexivity|]. simpl. destruct (Ascii.ascii_dec d a); [|reflexivity]. destruct n; intros H; discriminate H.
Qed.

Lemma plain_prefix n p : plain_name n -> cut_prefix (String "$"%char p) n = None.
Proof. apply cut_longer. Qed.

Lemma plain_role c s n v : plain_name n -> selecting c = false -> role_of c s n v = Data.
Proof.
  intros P Se.
  assert (D : cut_prefix delete_prefix n = None) by (apply plain_prefix; exact P).
  assert (O : cut_prefix order_prefix n = None) by (apply plain_prefix; exact P).
  unfold role_of. rewrite Se, D, O. unfold plain_name in P. rewrite P.
  destruct (string_dec n patch_name) as [->|]; [discriminate|].
  destruct (string_dec n retain_name) as [->|]; [discriminate|].
  simpl. destruct (present (declared_field s n)); reflexivity.
Qed.

Lemma dollar_absent (m : fields_of) p : (forall n v, get n m = Some v -> plain_name n) -> begins_with_dollar p = true -> get p m = None.
Proof. intros H D. destruct (get p m) as [v|] eqn:G; [|reflexivity]. apply H in G. unfold plain_name in G. congruence. Qed.

Lemma dollar_prefix p n : begins_with_dollar (String "$"%char p ++ n)%string = true.
Proof. reflexivity. Qed.

(* Merging a patch map whose names are plain. *)
Lemma merge_plain_fields c s (patch : fields_of) original :
  opts c = plain_options -> selecting c = false ->
  (forall n v, get n patch = Some v -> plain_name n) ->
  (forall n v, get n patch = Some v -> is_list v = false
    /\ exists r, eval v (Context (opts c) (Field n :: here c) (Field n :: there c) false false) (field_schema s n) (get n original) = Ok r) ->
  exists r, merge_fields c s (parts_of patch) original = Ok r
    /\ (sorted original -> sorted r)
    /\ forall n, match get n patch with
       | Some v => eval v (Context (opts c) (Field n :: here c) (Field n :: there c) false false) (field_schema s n) (get n original) = Ok (get n r)
       | None => get n r = get n original
       end.
Proof.
  intros Op Se Pl Ev. unfold merge_fields.
  assert (Rt : retained_names c s (parts_of patch) = Ok None).
  { unfold retained_names, with_role. rewrite get_parts, (dollar_absent patch retain_name Pl eq_refl). reflexivity. }
  rewrite Rt. simpl. rewrite Op. simpl.
  assert (Tg : forall n, In n (targets c s (parts_of patch)) <-> get n patch <> None).
  { intros n. unfold targets. rewrite in_sorted_names. unfold somes. rewrite in_somes, in_map_iff. split.
    - intros ([x p] & E & I). simpl in E. unfold parts_of in I. apply in_map_iff in I. destruct I as ([y v] & [= <- <-] & I). simpl in E.
      assert (Gy : get y patch <> None) by (apply in_names_get; change y with (fst (y, v)); apply in_map; exact I).
      destruct (get y patch) as [w|] eqn:G; [|congruence]. unfold target_of in E. rewrite (plain_role c s y v (Pl _ _ G) Se) in E. congruence.
    - intros G. destruct (get n patch) as [v|] eqn:E; [|congruence]. exists (n, Part v (eval v)). simpl. unfold target_of.
      rewrite (plain_role c s n v (Pl _ _ E) Se). split; [reflexivity|]. unfold parts_of. apply in_map_iff. exists (n, v). split; [reflexivity|].
      apply get_in. exact E. }
  assert (Me : forall n v x, get n patch = Some v -> merge_field c (field_schema s n) n (value_for c s (parts_of patch) n)
      (option_map text (delete_list_for c s (parts_of patch) n)) (option_map text (order_list_for c s (parts_of patch) n)) x
      = eval v (Context (opts c) (Field n :: here c) (Field n :: there c) false false) (field_schema s n) x).
  { intros n v x G. unfold value_for, delete_list_for, order_list_for, with_role. rewrite !get_parts, G.
    rewrite (dollar_absent patch (delete_prefix ++ n)%string Pl (dollar_prefix _ _)), (dollar_absent patch (order_prefix ++ n)%string Pl (dollar_prefix _ _)).
    simpl. rewrite (plain_role c s n v (Pl _ _ G) Se). unfold merge_field. simpl. unfold check_type, require. rewrite Op. simpl.
    destruct (Ev n v G) as [Li _]. unfold check_elements. destruct v; try discriminate; simpl.
    all: unfold check_original; rewrite Op; simpl; destruct (strategy_of (field_schema s n)), x as [[]|]; simpl.
    all: try reflexivity.
    all: match goal with |- bind ?r _ = ?r' => destruct r; reflexivity end. }
  assert (G : forall todo merged, NoDup todo -> (forall n, In n todo -> get n patch <> None /\ get n merged = get n original) ->
      exists r, merge_named c s (parts_of patch) todo merged = Ok r /\ (sorted merged -> sorted r)).
  { induction todo as [|n todo IH]; intros merged ND H; simpl; [eauto|]. inversion ND; subst.
    destruct (H n (or_introl eq_refl)) as [Gn Gm]. destruct (get n patch) as [v|] eqn:E; [|congruence].
    unfold check_known. rewrite Op. simpl. rewrite (Me n v _ E), Gm. destruct (Ev n v E) as (_ & x & Ex). rewrite Ex. simpl.
    destruct (IH (set_field n x merged)) as (r & R & So); auto.
    - intros k I. destruct (H k (or_intror I)) as [A B]. split; [exact A|]. rewrite get_set_field.
      destruct (string_dec k n) as [->|]; [contradiction|exact B].
    - exists r. split; [exact R|]. intros S. apply So, sorted_set_field, S. }
  destruct (G (targets c s (parts_of patch)) original (targets_nodup c s _)) as (r & R & So).
  { intros n I. split; [apply Tg; exact I|reflexivity]. }
  rewrite R. simpl. exists r. split; [reflexivity|]. split; [exact So|]. intros n.
  pose proof (merge_named_fields c s _ _ _ _ (targets_nodup c s (parts_of patch)) R n) as [A B].
  destruct (get n patch) as [v|] eqn:E.
  - assert (I : In n (targets c s (parts_of patch))) by (apply Tg; congruence). specialize (A I). unfold merged_field in A.
    rewrite (Me n v _ E), Op in A. exact A.
  - apply B. intros I. apply Tg in I. congruence.
Qed.

Definition map_schema (s : schema) : schema := match type_of s with MapType _ _ _ => s | _ => schemaless end.

Lemma map_schema_field s n : field_schema (map_schema s) n = field_schema s n.
Proof. unfold map_schema, field_schema, declared_field, values_of. destruct (type_of s) eqn:T; rewrite ?T; reflexivity. Qed.

Lemma basic_fields s o n y : (forall x, o = Some x -> basic s x) -> get n (fields o) = Some y -> plain_name n /\ basic (field_schema s n) y.
Proof.
  intros B G. destruct o as [[| | | | |m]|]; try discriminate. specialize (B _ eq_refl). inversion B; subst; [discriminate|]. auto.
Qed.

Lemma basic_not_null s v : basic s v -> is_null v = false.
Proof. destruct 1 as [s v S|]; [destruct v; try discriminate; reflexivity|reflexivity]. Qed.

Lemma basic_not_list s v : basic s v -> is_list v = false.
Proof. destruct 1 as [s v S|]; [destruct v; try discriminate; reflexivity|reflexivity]. Qed.

Lemma basic_not_atomic s m : basic s (JMap m) -> is_atomic_map s = false.
Proof. inversion 1; subst; [discriminate|]. unfold is_atomic_map. destruct (type_of s); auto. Qed.

Lemma basic_clean v : forall s, basic s v -> bare v = v.
Proof.
  induction v using json_induction; intros s' B; try reflexivity; inversion B as [? ? Sc|? ? Rp Rt So Fs]; subst; try discriminate.
  apply clean_map. apply Forall_forall. intros [n v] I. pose proof (in_get _ _ _ So I) as G. destruct (Fs n v G) as [_ Bv].
  rewrite Forall_forall in H. split; [exact (H _ I _ Bv)|exact (basic_not_null _ _ Bv)].
Qed.

Lemma empty_patch c s o : opts c = plain_options -> is_atomic_map s = false ->
  eval (JMap []) c s (Some (JMap o)) = Ok (Some (JMap o)).
Proof.
  intros Op A. simpl. unfold merge_map. simpl. rewrite A. unfold merge_fields. simpl. rewrite Op. reflexivity.
Qed.

Definition changes_to (s : schema) (o : option json) (m : option json) (v : json) : Prop :=
  is_list v = false /\ forall c, opts c = plain_options -> selecting c = false -> ordered c = false -> eval v c s o = Ok m.

Lemma diff_finds m : forall s, basic s m -> forall c short whole deletes orders name o,
  selecting c = false -> (forall y, o = Some y -> basic s y) ->
  exists p, wanting short m c s false whole deletes orders name o = Ok (Change (Some p) None None) /\ changes_to s o (Some m) p.
Proof.
  induction m using json_induction; intros s' B c short whole deletes orders name o Se Bo;
    try (eexists; split; [reflexivity|]; split; [reflexivity|]; intros; reflexivity);
    try (inversion B; discriminate).
  rename m into fs. pose proof (basic_not_atomic _ _ B) as At. inversion B as [|? ? Rp Rt So Fs]; subst; [discriminate|].
  simpl wanting. unfold diff_map. fold (map_schema s'). rewrite At, orb_false_r.
  set (parts := map (fun f => (fst f, Wanted (snd f) (wanting short (snd f)))) fs). set (have := fields o).
  assert (Gp : forall n, get n parts = option_map (fun v => Wanted v (wanting short v)) (get n fs)).
  { intros n. unfold parts. clear. induction fs as [|[x v] r IH]; simpl; [reflexivity|]. destruct (string_dec n x); [reflexivity|exact IH]. }
  assert (Df : forall n, (diff_field c (map_schema s') whole n (get n parts) (get n have) = Ok None /\ get n fs = get n have)
    \/ exists v, diff_field c (map_schema s') whole n (get n parts) (get n have) = Ok (Some (Change (Some v) None None))
         /\ plain_name n /\ changes_to (field_schema s' n) (get n have) (get n fs) v).
  { intros n. rewrite Gp. destruct (get n fs) as [v|] eqn:G; simpl.
    - destruct (Fs n v G) as [Pn Bv]. rewrite map_schema_field.
      destruct (match get n have with Some y => equal y v || equal (bare y) v | None => false end) eqn:Q.
      + left. split; [reflexivity|]. destruct (get n have) as [y|] eqn:Gh; [|discriminate].
        destruct (basic_fields s' o n y Bo Gh) as [_ By]. rewrite (basic_clean y _ By), orb_diag in Q. apply equal_iff in Q. congruence.
      + rewrite (basic_not_null _ _ Bv).
        assert (At' : forall X, is_atomic_map (field_schema s' n) && is_map v && X = false).
        { intros X. destruct v; try (rewrite andb_false_r; reflexivity). rewrite (basic_not_atomic _ _ Bv). reflexivity. }
        rewrite At', plain_role by assumption. simpl negb. cbv iota beta.
        rewrite Forall_forall in H. pose proof (H _ (get_in _ _ _ G) _ Bv) as IH. simpl snd in IH.
        assert (By : forall y, get n have = Some y -> basic (field_schema s' n) y) by (intros y Gh; exact (proj2 (basic_fields s' o n y Bo Gh))).
        assert (Rf : has_strategy_retain (field_schema s' n) && negb (is_list_type (field_schema s' n)) = false \/ is_scalar v = true).
        { inversion Bv as [? ? Sc|? ? ? Rt' ? ?]; subst; [right; exact Sc|left; rewrite Rt'; reflexivity]. }
        match goal with |- context [wanting short v ?c' ?f ?r ?wh ?d ?od ?nm ?og] =>
          destruct (IH c' short wh d od nm og eq_refl By) as (p & Ep & Li & Ch);
          assert (Ed : wanting short v c' f r wh d od nm og = Ok (Change (Some p) None None))
        end.
        { destruct Rf as [->|Sc]; [exact Ep|]. destruct v; try discriminate; exact Ep. }
        rewrite Ed. simpl.
        destruct (get n have) as [[| | | | |y]|] eqn:Gh; destruct p as [| | | | |[|f pm]];
          try (right; eexists; split; [reflexivity|]; split; [exact Pn|]; split; [reflexivity|exact Ch]); try discriminate Li.
        left. rewrite (basic_not_atomic _ _ (By _ eq_refl)). split; [reflexivity|].
        pose proof (Ch (Context plain_options [] [] false false) eq_refl eq_refl eq_refl) as Ev.
        rewrite (empty_patch (Context plain_options [] [] false false) _ y eq_refl (basic_not_atomic _ _ (By _ eq_refl))) in Ev. injection Ev as <-. reflexivity.
    - destruct (get n have) as [y|] eqn:Gh; [|left; auto]. right. destruct (basic_fields s' o n y Bo Gh) as [Pn By].
      rewrite (basic_not_null _ _ By). rewrite plain_role by assumption. simpl. exists JNull. repeat split; auto. }
  set (F := fun n => match diff_field c (map_schema s') whole n (get n parts) (get n have) with
    | Ok (Some ch) => sent ch | _ => None end).
  assert (Ea : forall l, NoDup l -> exists chs, each (fun n => let* ch := diff_field c (map_schema s') whole n (get n parts) (get n have) in
        Ok (option_map (fun ch => (n, ch)) ch)) l = Ok chs
      /\ forall n, get n (fold_right (fun x p => set_change (fst x) (snd x) p) [] (somes chs)) = if in_dec string_dec n l then F n else None).
  { induction l as [|x l IHl]; intros ND; [exists []; split; reflexivity|]. inversion ND as [|? ? Nx ND']; subst. destruct (IHl ND') as (chs & Ec & Gc).
    simpl each. destruct (Df x) as [[D _]|(v & D & _)]; rewrite D; simpl bind; rewrite Ec; simpl bind; eexists; (split; [reflexivity|]); intros n; simpl somes.
    - simpl fold_right. rewrite Gc. simpl. destruct (string_dec x n) as [->|N].
      + destruct (in_dec string_dec n l); [contradiction|]. unfold F. rewrite D. reflexivity.
      + destruct (in_dec string_dec n l); reflexivity.
    - simpl fold_right. unfold set_change at 1. simpl. rewrite get_put, Gc. destruct (string_dec n x) as [->|N].
      + destruct (string_dec x x); [|congruence]. unfold F. rewrite D. reflexivity.
      + destruct (string_dec x n); [congruence|]. destruct (in_dec string_dec n l); reflexivity. }
  destruct (Ea _ (sorted_names_nodup (names parts ++ names have))) as (chs & Ec & Gc). rewrite Ec. simpl bind.
  set (patch := fold_right (fun x p => set_change (fst x) (snd x) p) [] (somes chs)) in *.
  assert (Gn : forall n, get n patch = F n).
  { intros n. rewrite Gc. destruct (in_dec string_dec n _) as [|N]; [reflexivity|].
    rewrite in_sorted_names, in_app_iff, !in_names_get in N.
    assert (P : get n parts = None) by (destruct (get n parts); [exfalso; apply N; left; discriminate|reflexivity]).
    assert (Hn : get n have = None) by (destruct (get n have); [exfalso; apply N; right; discriminate|reflexivity]).
    unfold F. rewrite P, Hn. reflexivity. }
  exists (JMap patch). split; [destruct patch; reflexivity|]. split; [reflexivity|].
  intros c' Op' Se' Or'.
  assert (Pl : forall n v, get n patch = Some v -> plain_name n /\ changes_to (field_schema s' n) (get n have) (get n fs) v).
  { intros n v G. rewrite Gn in G. unfold F in G. destruct (Df n) as [[D _]|(w & D & Pn & Ch)]; rewrite D in G; [discriminate|].
    simpl in G. injection G as <-. auto. }
  simpl eval. unfold merge_map. fold (map_schema s').
  assert (Wr : written (map (fun f => (fst f, Part (snd f) (eval (snd f)))) patch) = patch).
  { unfold written. rewrite map_map. simpl. clear. induction patch as [|[x v] r IH]; simpl; congruence. }
  rewrite Wr. unfold read_directive, directive_of. rewrite (dollar_absent patch patch_name (fun n v G => proj1 (Pl n v G)) eq_refl). simpl bind.
  rewrite At. fold (parts_of patch). fold have.
  destruct (merge_plain_fields c' (map_schema s') patch have Op' Se' (fun n v G => proj1 (Pl n v G))) as (r & Er & Sr & Gr).
  { intros n v G. destruct (Pl n v G) as [_ [Li Ch]]. split; [exact Li|]. rewrite map_schema_field. eexists. apply Ch; auto. }
  rewrite Er. simpl. do 3 f_equal. apply sorted_ext; [|exact So|].
  - apply Sr. unfold have. destruct o as [[| | | | |om]|]; simpl; auto. specialize (Bo _ eq_refl). inversion Bo; subst; [discriminate|assumption].
  - intros n. specialize (Gr n). destruct (get n patch) as [v|] eqn:G.
    + destruct (Pl n v G) as [_ [_ Ch]]. rewrite map_schema_field in Gr. rewrite Ch in Gr by auto. congruence.
    + rewrite Gr. rewrite Gn in G. unfold F in G. destruct (Df n) as [[_ Q]|(w & D & _)]; [congruence|]. rewrite D in G. discriminate.
Qed.

(* Diff finds a patch. Preconditions: both documents contain only maps and scalars; no name
   in them begins with $; no strategies. *)
Theorem diff_finds_a_patch s original modified :
  has_strategy_retain s = false ->
  is_map original = true -> is_map modified = true -> basic (at_root s) original -> basic (at_root s) modified ->
  exists patch, diff s (Some original) (Some modified) = Ok patch.
Proof.
  intros Rt Mo Mm Bo Bm. unfold diff, diff_by.
  destruct original as [| | | | |o]; try discriminate. destruct modified as [| | | | |m]; try discriminate. unfold bind at 1 2.
  destruct (equal (JMap o) (JMap m)); [eauto|]. rewrite Rt.
  destruct (diff_finds (JMap m) (at_root s) Bm (Context plain_options [] [] false false) false false false false "" (Some (JMap o)) eq_refl) as (p & E & Li & Ch).
  { intros y [= <-]. exact Bo. }
  rewrite E. unfold bind.
  assert (Ap : apply plain_options s (Some (JMap o)) p = Ok (JMap m)).
  { assert (Mp : is_map p = true).
    { simpl in E. unfold diff_map in E. apply bind_ok in E. destruct E as (chs & _ & E). injection E as <-. reflexivity. }
    unfold apply. rewrite Mp. simpl. rewrite (Ch (Context plain_options [] [] false false) eq_refl eq_refl eq_refl). reflexivity. }
  simpl sent. cbv iota beta. rewrite Ap. assert (S : same_bare (JMap m) (JMap m) = true) by (apply equal_iff; reflexivity).
  rewrite S. eauto.
Qed.
