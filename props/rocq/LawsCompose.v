(* The composed patch has the effect of the patches in turn. *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Lists Unions Keyed Maps Apply Diff Compose.
Require Import LawsValues LawsMaps LawsOrder LawsSets LawsDirectives LawsIdempotent.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(* A part of a patch that merges no list, and has neither delete lists nor order lists. Values that
   replace the original may contain anything. *)
Inductive merges_maps (o : options) : schema -> json -> Prop :=
| merges_fixed s v : is_fixed s v = true -> merges_maps o s v
| merges_map s m :
    (forall n, field_merges_maps o (field_schema (map_schema s) n) (change_for (inside o false) (map_schema s) (parts_of m) n)) ->
    merges_maps o s (JMap m)
with field_merges_maps (o : options) : schema -> change -> Prop :=
| field_nothing s : field_merges_maps o s (Change None None None)
| field_value s x : merges_maps o s x -> field_merges_maps o s (Change (Some x) None None).

Lemma same_value_eq a b : same_value a b = true -> a = b.
Proof.
  destruct a, b; simpl; try discriminate; auto. unfold equal. destruct (json_dec j j0); [congruence|discriminate].
Qed.

Lemma change_for_inside c s m n : change_for c s m n = change_for (inside (opts c) (selecting c)) s m n.
Proof.
  unfold change_for, value_for, delete_list_for, order_list_for, with_role.
  destruct (get n m) as [p|], (get (delete_prefix ++ n) m) as [q|], (get (order_prefix ++ n) m) as [r|]; cbn [option_map];
    rewrite <- ?role_of_inside; reflexivity.
Qed.

Lemma apply_change_value c s n x v :
  apply_change c s n (Change (Some x) None None) v = merge_field c s n (Some (Part x (eval x))) None None v.
Proof. reflexivity. Qed.

Lemma apply_no_change c s n v : apply_change c s n (Change None None None) v = Ok v.
Proof. apply merge_field_nothing. Qed.

Lemma fixed_simple s x : is_fixed s x = true -> match x with JList l => is_simple_list s l | _ => True end.
Proof. destruct x; auto. intros H. left. exact H. Qed.

Lemma fixed_constant x c s v w : is_fixed s x = true -> eval x c s v = eval x c s w.
Proof.
  destruct x as [| | | |l|m]; intros F; try reflexivity.
  - apply replacing_list_constant. exact F.
  - change (merge_map c s (parts_of m) v = merge_map c s (parts_of m) w). unfold merge_map, read_directive.
    simpl in F. rewrite written_parts. destruct (directive_of m) as [[]|]; try reflexivity.
    rewrite orb_false_r in F. rewrite F. reflexivity.
Qed.

Lemma fixed_change c s n x v w : is_fixed s x = true ->
  apply_change c s n (Change (Some x) None None) v = apply_change c s n (Change (Some x) None None) w.
Proof.
  intros F. rewrite !apply_change_value, !merge_field_value by exact (fixed_simple _ _ F).
  rewrite (fixed_constant x _ s v w F). reflexivity.
Qed.

Lemma first_setting_ok c s n v l ch : first_setting c s n v l = Ok ch ->
  exists x, ch = Change (Some x) None None /\ is_fixed s x = true /\ forall o, apply_change c s n ch o = Ok v.
Proof.
  induction l as [|x rest IH]; simpl; [discriminate|].
  destruct (is_fixed s x) eqn:F; simpl; [|exact IH].
  destruct (apply_change c s n (Change (Some x) None None) None) as [r|] eqn:A; [|exact IH].
  destruct (same_value r v) eqn:E; [|exact IH]. apply same_value_eq in E. subst. intros [= <-].
  exists x. repeat split; auto. intros o. rewrite (fixed_change c s n x o None F). exact A.
Qed.

Lemma compose_known_ok c s n earlier known later ch r :
  compose_known c s n earlier known later = Ok ch -> apply_change c s n later known = Ok r ->
  (ch = earlier /\ r = known)
  \/ exists x, ch = Change (Some x) None None /\ is_fixed s x = true /\ forall o, apply_change c s n ch o = Ok r.
Proof.
  unfold compose_known. intros H A. rewrite A in H. destruct (same_value r known) eqn:E.
  - apply same_value_eq in E. injection H as <-. auto.
  - right. exact (first_setting_ok _ _ _ _ _ _ H).
Qed.

(* A map that merges, as a field. *)
Lemma merging_map c s n m v :
  strict (opts c) = false -> is_fixed s (JMap m) = false ->
  apply_change c s n (Change (Some (JMap m)) None None) v =
    (let* r := merge_fields (Context (opts c) (Field n :: here c) (Field n :: there c) false false) (map_schema s) (parts_of m) (fields v) in
     Ok (Some (JMap r))).
Proof.
  intros S F. rewrite apply_change_value, merge_field_value by exact I. unfold check_type, require. rewrite S. cbn [bind negb orb check_elements].
  match goal with |- _ = ?r => change (merge_map (Context (opts c) (Field n :: here c) (Field n :: there c) false false) s (parts_of m) v = r) end.
  unfold merge_map, read_directive. rewrite written_parts. simpl in F. apply orb_false_elim in F. destruct F as [A D].
  destruct (directive_of m) as [[]|]; try discriminate. rewrite A. reflexivity.
Qed.

Definition laters (m : fields_of) : list (string * later_part) := map (fun f => (fst f, Later (snd f) (follow (snd f)))) m.

Lemma later_texts_laters m : later_texts (laters m) = m.
Proof. unfold later_texts, laters. rewrite map_map. cbn. rewrite <- (map_id m) at 2. apply map_ext. intros []; reflexivity. Qed.

Lemma get_laters n m : get n (laters m) = option_map (fun v => Later v (follow v)) (get n m).
Proof. induction m as [|[x v] rest IH]; simpl; [reflexivity|]. destruct (string_dec n x); [reflexivity|exact IH]. Qed.

(* A field without a part in the patch is not a target. *)
Lemma with_role_target c s m name is n :
  (forall p, get name m = Some p -> is (role_of c s name (text p)) = true -> target_of c s name (text p) = Some n) ->
  with_role c s m name is <> None -> In n (targets c s m).
Proof.
  unfold with_role. intros H W. destruct (get name m) as [p|] eqn:G; [|congruence].
  destruct (is (role_of c s name (text p))) eqn:R; [|congruence].
  unfold targets. rewrite in_sorted_names. apply in_somes. apply in_map_iff. exists (name, p). split; [apply H; auto|].
  apply get_some_in. exact G.
Qed.

Lemma change_target c s m n : ~ In n (targets c s m) -> change_for c s m n = Change None None None.
Proof.
  intros N. unfold change_for, value_for, delete_list_for, order_list_for.
  assert (forall (p : option part), (p <> None -> In n (targets c s m)) -> option_map text p = None) as E.
  { intros [p|] H; [|reflexivity]. exfalso. apply N, H. discriminate. }
  f_equal; apply E; apply with_role_target; intros p _; unfold target_of;
    destruct (role_of c s _ (text p)) eqn:R; try discriminate; try reflexivity;
    unfold same_name; destruct (string_dec _ n); try discriminate; congruence.
Qed.

(* What a patch map makes of each field. *)
Lemma merge_fields_all c s m o kept r :
  use_unions (opts c) = false -> retained_names c s (parts_of m) = Ok kept -> merge_fields c s (parts_of m) o = Ok r ->
  forall n, apply_change c (field_schema s n) n (change_for c s (parts_of m) n) (get n (retain kept o)) = Ok (get n r).
Proof.
  intros U K H n. destruct (map_merge _ _ _ _ _ _ U K H n) as [A B].
  destruct (in_dec string_dec n (targets c s (parts_of m))) as [I|I].
  - specialize (A I). unfold merged_field in A. rewrite <- A. unfold apply_change, change_for. cbn [sent removed placed].
    f_equal. unfold value_for, with_role. rewrite get_parts. destruct (get n m) as [x|]; [|reflexivity]. cbn [option_map text].
    destruct (role_of c s n x); reflexivity.
  - rewrite change_target by exact I. rewrite apply_no_change. f_equal. symmetry. apply B, I.
Qed.

Lemma get_retain kept n (m : fields_of) : get n (retain kept m) = if loses kept n then None else get n m.
Proof.
  destruct kept as [l|]; simpl; [|reflexivity]. rewrite get_filter_listed. destruct (listed n l); reflexivity.
Qed.

Lemma merge_named_exists c s m todo : forall merged,
  NoDup todo -> (forall n, In n todo -> check_known c s m n = Ok tt /\ exists v, merged_field c s m n merged = Ok v) ->
  exists r, merge_named c s m todo merged = Ok r.
Proof.
  induction todo as [|x rest IH]; simpl; intros merged N H; [eauto|].
  inversion N; subst. destruct (H x (or_introl eq_refl)) as (K & v & V). rewrite K. cbn [bind].
  unfold merged_field in V. rewrite V. cbn [bind]. apply IH; [assumption|].
  intros n I. destruct (H n (or_intror I)) as (Kn & w & W). split; [exact Kn|]. exists w.
  unfold merged_field in *. rewrite get_set_field. destruct (string_dec n x) as [->|]; [contradiction|exact W].
Qed.

(* A patch map has a result if each field has one. *)
Lemma merge_fields_exists c s m o kept f :
  use_unions (opts c) = false -> strict (opts c) = false -> retained_names c s (parts_of m) = Ok kept -> sorted o -> sorted f ->
  (forall n, apply_change c (field_schema s n) n (change_for c s (parts_of m) n) (get n (retain kept o)) = Ok (get n f)) ->
  merge_fields c s (parts_of m) o = Ok f.
Proof.
  intros U St K So Sf H.
  assert (X : exists r, merge_named c s (parts_of m) (targets c s (parts_of m)) (retain kept o) = Ok r).
  { apply merge_named_exists; [apply targets_nodup|]. intros n _. split; [unfold check_known; rewrite St; reflexivity|].
    exists (get n f). rewrite <- H. unfold merged_field, apply_change, change_for. cbn [sent removed placed]. f_equal.
    unfold value_for, with_role. rewrite get_parts. destruct (get n m) as [x|]; [|reflexivity]. cbn [option_map text].
    destruct (role_of c s n x); reflexivity. }
  destruct X as (r & R).
  assert (M : merge_fields c s (parts_of m) o = Ok r).
  { unfold merge_fields. rewrite K. cbn [bind]. rewrite R. cbn [bind]. rewrite U. reflexivity. }
  rewrite M. f_equal. apply sorted_ext; [|exact Sf|].
  - eapply sorted_merge_named; [|exact R]. destruct kept; simpl; [apply sorted_filter|]; exact So.
  - intros n. pose proof (merge_fields_all _ _ _ _ _ _ U K M n) as E. rewrite H in E. congruence.
Qed.

Lemma sorted_merge_fields c s m o r : use_unions (opts c) = false -> sorted o -> merge_fields c s m o = Ok r -> sorted r.
Proof.
  intros U S H. unfold merge_fields in H. apply bind_ok in H. destruct H as (kept & _ & H). apply bind_ok in H. destruct H as (x & X & H).
  rewrite U in H. injection H as <-. eapply sorted_merge_named; [|exact X]. destruct kept; simpl; [apply sorted_filter|]; exact S.
Qed.

(* The fields of the composed map. *)

Lemma each_states {A} (f : string -> result A) l : forall states,
  each (fun n => let* st := f n in Ok (n, st)) l = Ok states ->
  names states = l /\ forall n, In n l -> exists st, get n states = Some st /\ f n = Ok st.
Proof.
  induction l as [|x rest IH]; simpl; intros states H.
  - injection H as <-. split; [reflexivity|tauto].
  - apply bind_ok in H. destruct H as (p & P & H). apply bind_ok in P. destruct P as (st & F & P). injection P as <-.
    apply bind_ok in H. destruct H as (more & M & H). injection H as <-. destruct (IH _ M) as [N G].
    split; [unfold names in *; simpl; congruence|]. intros n I. simpl. destruct (string_dec n x) as [->|]; [eauto|].
    destruct I as [->|I]; [congruence|auto].
Qed.

Definition sets_field (states : list (string * field_state)) (n : string) : bool :=
  match get n states with Some (Changed ch) => holds (fun v => negb (is_null v)) (sent ch) | _ => false end.

Lemma nodup_get {A} n (v : A) (l : list (string * A)) : NoDup (names l) -> In (n, v) l -> get n l = Some v.
Proof.
  induction l as [|[x w] rest IH]; simpl; [tauto|]. intros N [E|I].
  - injection E as -> ->. destruct (string_dec n n); congruence.
  - inversion N; subst. destruct (string_dec n x) as [->|]; [|auto].
    exfalso. apply H1. change x with (fst (x, v)). apply in_map. exact I.
Qed.

Lemma loses_kept ka kb states n : NoDup (names states) ->
  loses (kept_names ka kb states) n = (loses ka n || loses kb n) && negb (sets_field states n).
Proof.
  intros N. set (set := somes (map (fun f : string * field_state => match snd f with
      | Changed ch => if holds (fun v => negb (is_null v)) (sent ch) then Some (fst f) else None
      | _ => None
      end) states)).
  assert (S : listed n set = sets_field states n).
  { unfold sets_field. destruct (listed n set) eqn:L.
    - apply listed_iff in L. apply in_somes in L. apply in_map_iff in L. destruct L as ([x st] & E & I). simpl in E.
      destruct st as [| |ch]; try discriminate. destruct (holds _ (sent ch)) eqn:Ho; [|discriminate]. injection E as ->.
      rewrite (nodup_get _ _ _ N I). symmetry. exact Ho.
    - destruct (get n states) as [[| |ch]|] eqn:G; try reflexivity. destruct (holds _ (sent ch)) eqn:Ho; [|reflexivity].
      exfalso. assert (In n set); [|apply listed_iff in H; congruence].
      apply in_somes, in_map_iff. exists (n, Changed ch). simpl. rewrite Ho. split; [reflexivity|]. apply get_some_in, G. }
  assert (Q : forall l, loses (Some (sorted_names (filter (fun n => negb (loses ka n) && negb (loses kb n)) l ++ set))) n
      = negb (listed n l && negb (loses ka n) && negb (loses kb n)) && negb (sets_field states n)).
  { intros l. simpl. rewrite <- S, <- negb_orb. f_equal. apply eq_true_iff_eq. rewrite orb_true_iff, !andb_true_iff, !listed_iff, in_sorted_names, in_app_iff, filter_In, andb_true_iff.
    tauto. }
  unfold kept_names. fold set. destruct ka as [ka|], kb as [kb|]; try reflexivity; rewrite Q; cbn [loses]; rewrite ?app_nil_r.
  - destruct (listed n ka) eqn:A, (listed n kb) eqn:B; destruct (listed n (ka ++ kb)) eqn:L; try reflexivity;
      exfalso; assert (listed n (ka ++ kb) = true) by (apply listed_iff, in_app_iff; rewrite <- !listed_iff; tauto); congruence.
  - destruct (listed n ka); reflexivity.
  - cbn [app]. destruct (listed n kb); reflexivity.
Qed.

Definition expected (kept : option (list string)) (states : list (string * field_state)) (n : string) : change :=
  match get n states with
  | Some (Changed ch) => if loses kept n then Change None None None else ch
  | _ => Change None None None
  end.

Lemma same_change_eq a b : same_change a b = true -> a = b.
Proof.
  unfold same_change. rewrite !andb_true_iff. intros ((A & B) & C).
  destruct a, b; simpl in *. apply same_value_eq in A, B, C. congruence.
Qed.

Lemma reads_as_ok c s kept states m : NoDup (names states) -> reads_as c s kept states m = true ->
  retained_names c s (parts_of m) = Ok kept /\ directive_of m = Some Merge
  /\ forall n, change_for c s (parts_of m) n = expected kept states n.
Proof.
  intros N. unfold reads_as. change (parts_of_map m) with (parts_of m). rewrite !andb_true_iff. intros (((K & D) & F) & T).
  rewrite written_parts in D. rewrite forallb_forall in F, T. repeat split.
  - destruct (retained_names c s (parts_of m)) as [[a|]|]; destruct kept as [b|]; try discriminate; try reflexivity.
    destruct (list_eq_dec string_dec a b); [congruence|discriminate].
  - destruct (directive_of m) as [[]|]; try discriminate. reflexivity.
  - intros n. unfold expected. destruct (get n states) as [st|] eqn:G.
    + apply get_some_in in G. specialize (F _ G). simpl in F. apply same_change_eq in F. rewrite F. destruct st; reflexivity.
    + apply change_target. intros I. specialize (T _ I). apply listed_iff in T. apply in_names_get in T. congruence.
Qed.

(* Composing two values that merge no lists. *)
Definition composes (b : json) : Prop :=
  forall c s n a v0 v1 v2 ch,
    use_unions (opts c) = false -> strict (opts c) = false ->
    merges_maps (opts c) s a -> merges_maps (opts c) s b -> well_formed_option v0 ->
    apply_change c s n (Change (Some a) None None) v0 = Ok v1 ->
    apply_change c s n (Change (Some b) None None) v1 = Ok v2 ->
    compose_change (Some (Later b (follow b))) None None c s n (Change (Some a) None None) = Ok ch ->
    exists x, ch = Change (Some x) None None /\ merges_maps (opts c) s x /\ apply_change c s n ch v0 = Ok v2.

Lemma merges_null o s x : is_null x = true -> merges_maps o s x.
Proof. intros H. apply merges_fixed. destruct x; try discriminate. reflexivity. Qed.

Lemma is_nothing_eq ch : is_nothing ch = true -> ch = Change None None None.
Proof. destruct ch as [[|] [|] [|]]; intros H; try discriminate H; reflexivity. Qed.

Lemma field_cases o s ch : field_merges_maps o s ch ->
  ch = Change None None None \/ exists x, ch = Change (Some x) None None /\ merges_maps o s x.
Proof. intros [|? x M]; eauto. Qed.

Lemma compose_maps_ok c s ma mb o r1 r2 ch :
  use_unions (opts c) = false -> strict (opts c) = false -> selecting c = false ->
  (forall n, field_merges_maps (opts c) (field_schema (map_schema s) n) (change_for c (map_schema s) (parts_of ma) n)) ->
  (forall n, field_merges_maps (opts c) (field_schema (map_schema s) n) (change_for c (map_schema s) (parts_of mb) n)) ->
  Forall (fun f => composes (snd f)) mb ->
  sorted o -> Forall (fun f => well_formed (snd f)) o ->
  merge_fields c (map_schema s) (parts_of ma) o = Ok r1 ->
  merge_fields c (map_schema s) (parts_of mb) r1 = Ok r2 ->
  compose_maps (laters mb) None None c s (Change (Some (JMap ma)) None None) = Ok ch ->
  exists m, ch = Change (Some (JMap m)) None None /\ directive_of m = Some Merge
    /\ (forall n, field_merges_maps (opts c) (field_schema (map_schema s) n) (change_for c (map_schema s) (parts_of m) n))
    /\ merge_fields c (map_schema s) (parts_of m) o = Ok r2.
Proof.
  intros U St Se Fa Fb IH So Wo R1 R2 H. unfold compose_maps in H. cbv zeta in H. cbn [sent fields] in H.
  change (match type_of s with MapType _ _ _ => s | _ => schemaless end) with (map_schema s) in H.
  rewrite later_texts_laters in H. change (parts_of_map ma) with (parts_of ma) in H. change (parts_of_map mb) with (parts_of mb) in H.
  set (t := map_schema s) in *.
  destruct (retained_names c t (parts_of ma)) as [ka|] eqn:Ka; [|discriminate].
  destruct (retained_names c t (parts_of mb)) as [kb|] eqn:Kb; [|discriminate].
  apply bind_ok in H. destruct H as (states & Es & H). rewrite U in H. cbn [andb bind] in H.
  unfold keep_selection in H. rewrite Se in H.
  set (kept := kept_names ka kb states) in *. set (m := composed_fields kept states) in *.
  destruct (reads_as c t kept states m) eqn:Rd.
  2: { apply bind_ok in H. destruct H as (? & _ & H). discriminate. }
  injection H as <-. exists m. split; [reflexivity|].
  unfold compose_states in Es. apply each_states in Es. destruct Es as [Nm Gs].
  assert (Off : forall (b : bool) us f n, (if b then Stays else union_state_of (use_unions (opts c)) us f n) = Stays).
  { intros b us f n. rewrite U. destruct b; reflexivity. }
  assert (Nd : NoDup (names states)) by (rewrite Nm; apply sorted_names_nodup).
  destruct (reads_as_ok _ _ _ _ _ Nd Rd) as (Rk & Dm & Rc).
  pose proof (merge_fields_all _ _ _ _ _ _ U Ka R1) as A1. pose proof (merge_fields_all _ _ _ _ _ _ U Kb R2) as A2.
  assert (Lk : forall n, loses kept n = (loses ka n || loses kb n) && negb (sets_field states n)) by (intros n; apply loses_kept, Nd).
  (* What a field has after each patch if $retainKeys clears it. *)
  assert (La : forall n, loses ka n = true -> get n r1 = None).
  { intros n L. destruct ka as [ka'|]; [|discriminate]. apply (retain_keys_clears _ _ _ _ _ _ U Ka R1 n). intros I. apply listed_iff in I. simpl in L. rewrite I in L. discriminate. }
  assert (Lb : forall n, loses kb n = true -> get n r2 = None).
  { intros n L. destruct kb as [kb'|]; [|discriminate]. apply (retain_keys_clears _ _ _ _ _ _ U Kb R2 n). intros I. apply listed_iff in I. simpl in L. rewrite I in L. discriminate. }
  (* One field. *)
  assert (Field : forall n, field_merges_maps (opts c) (field_schema t n) (expected kept states n)
      /\ apply_change c (field_schema t n) n (expected kept states n) (get n (retain kept o)) = Ok (get n r2)).
  { intros n. specialize (A1 n). specialize (A2 n). specialize (Lk n). specialize (La n). specialize (Lb n). specialize (Fa n). specialize (Fb n).
    rewrite get_retain in A1, A2 |- *.
    destruct (in_dec string_dec n (sorted_names (targets c t (parts_of ma) ++ targets c t (parts_of mb)))) as [I|I].
    2: { assert (~ In n (targets c t (parts_of ma)) /\ ~ In n (targets c t (parts_of mb))) as [Ia Ib].
         { rewrite in_sorted_names, in_app_iff in I. tauto. }
         rewrite change_target in A1, A2 by assumption. rewrite apply_no_change in A1, A2. injection A1 as A1. injection A2 as A2.
         assert (G : get n states = None).
         { destruct (get n states) eqn:G; [|reflexivity]. exfalso. apply I. rewrite <- Nm. apply in_names_get. congruence. }
         unfold expected, sets_field in *. rewrite G in *. rewrite apply_no_change. split; [constructor|]. f_equal.
         rewrite Lk, andb_true_r, <- A2, <- A1. destruct (loses ka n), (loses kb n); reflexivity. }
    destruct (Gs n I) as (st & G & E). rewrite Off in E. unfold expected, sets_field in *. rewrite G in *.
    unfold compose_field in E.
    destruct (is_nothing (change_for c t (parts_of mb) n)) eqn:Nb.
    - injection E as <-. apply is_nothing_eq in Nb. rewrite Nb, apply_no_change in A2. injection A2 as A2.
      destruct (loses ka n || loses kb n) eqn:L.
      + simpl in Lk. rewrite Lk. rewrite apply_no_change. split; [constructor|]. f_equal.
        destruct (loses kb n); [exact A2|]. rewrite orb_false_r in L. rewrite <- A2. symmetry. auto.
      + apply orb_false_elim in L. destruct L as [L1 L2]. rewrite L1 in *. rewrite L2 in *. simpl in Lk. rewrite Lk.
        destruct (is_nothing (change_for c t (parts_of ma) n)) eqn:Na.
        * apply is_nothing_eq in Na. rewrite Na, apply_no_change in A1. rewrite apply_no_change. split; [constructor|congruence].
        * split; [exact Fa|congruence].
    - destruct (field_cases _ _ _ Fb) as [Eb|(xb & Eb & Mb)]; [rewrite Eb in Nb; discriminate|].
      assert (Vb : get n mb = Some xb /\ value_for c t (parts_of mb) n = Some (Part xb (eval xb))).
      { assert (E' := f_equal sent Eb). unfold change_for in E'. cbn [sent] in E'.
        unfold value_for, with_role in *. rewrite get_parts in *. destruct (get n mb) as [y|]; [|discriminate]. simpl in *.
        destruct (role_of c t n y); try discriminate. injection E' as ->. auto. }
      destruct Vb as [Gb Vb].
      destruct (loses ka n || loses kb n) eqn:L.
      + (* A field that is absent after the earlier patch. *)
        assert (A2' : apply_change c (field_schema t n) n (change_for c t (parts_of mb) n) None = Ok (get n r2)).
        { destruct (loses kb n); [exact A2|]. rewrite orb_false_r in L. rewrite (La L) in A2. exact A2. }
        apply bind_ok in E. destruct E as (x & K & E). injection E as <-.
        destruct (compose_known_ok _ _ _ _ _ _ _ _ K A2') as [[-> Er]|(y & -> & Fy & Y)].
        * simpl. simpl in Lk. rewrite Lk, apply_no_change, Er. split; [constructor|reflexivity].
        * change (is_nothing (Change (Some y) None None)) with false in *. cbn iota in *. cbn [sent holds andb] in Lk. rewrite Lk.
          destruct (is_null y) eqn:Ny; cbn [negb].
          -- split; [constructor|]. rewrite apply_no_change. specialize (Y None). rewrite apply_change_value in Y.
             destruct y; try discriminate. rewrite merge_field_value in Y by exact Logic.I.
             unfold check_type, require in Y. rewrite St in Y. simpl in Y. exact Y.
          -- split; [constructor; apply merges_fixed, Fy|apply Y].
      + apply orb_false_elim in L. destruct L as [L1 L2]. rewrite L1 in *. rewrite L2 in *. cbn [orb andb] in Lk.
        destruct (is_nothing (change_for c t (parts_of ma) n)) eqn:Na.
        * injection E as <-. rewrite Lk. apply is_nothing_eq in Na. rewrite Na, apply_no_change in A1. injection A1 as A1.
          split; [exact Fb|]. rewrite A1. exact A2.
        * apply bind_ok in E. destruct E as (x & K & E). injection E as <-. rewrite Lk.
          destruct (field_cases _ _ _ Fa) as [Ea|(xa & Ea & Ma)]; [rewrite Ea in Na; discriminate|].
          rewrite Vb, get_laters, Gb in K. cbn [option_map] in K. rewrite Eb in K, A2. rewrite Ea in K, A1. cbn [removed placed] in K.
          rewrite Forall_forall in IH. pose proof (IH _ (get_some_in _ _ _ Gb)) as C. cbn [snd] in C.
          assert (W : well_formed_option (get n o)).
          { intros y Y. apply get_some_in in Y. rewrite Forall_forall in Wo. exact (Wo _ Y). }
          destruct (C _ _ _ _ _ _ _ _ U St Ma Mb W A1 A2 K) as (y & -> & My & Y). split; [constructor; exact My|exact Y]. }
  split; [exact Dm|]. split.
  - intros n. rewrite Rc. apply Field.
  - eapply merge_fields_exists; [exact U|exact St|exact Rk|exact So| |].
    + eapply sorted_merge_fields; [exact U| |exact R2]. eapply sorted_merge_fields; [exact U|exact So|exact R1].
    + intros n. rewrite Rc. apply Field.
Qed.

Lemma merges_map_fields o s m : merges_maps o s (JMap m) -> is_fixed s (JMap m) = false ->
  forall n, field_merges_maps o (field_schema (map_schema s) n) (change_for (inside o false) (map_schema s) (parts_of m) n).
Proof. intros M F. inversion M; subst; [congruence|assumption]. Qed.

Lemma composed_map_merges c s m : selecting c = false -> 
  (forall n, field_merges_maps (opts c) (field_schema (map_schema s) n) (change_for c (map_schema s) (parts_of m) n)) ->
  merges_maps (opts c) s (JMap m).
Proof.
  intros Se F. apply merges_map. intros n. specialize (F n). rewrite change_for_inside, Se in F. exact F.
Qed.

Lemma not_fixed_map s m : is_atomic_map s = false -> directive_of m = Some Merge -> is_fixed s (JMap m) = false.
Proof. intros A D. simpl. rewrite A, D. reflexivity. Qed.

Theorem value_composes b : composes b.
Proof.
  induction b as [|b|n|t|l IH|mb IH] using json_induction; intros c s name a v0 v1 v2 ch U St Ma Mb W A B H;
    unfold compose_change in H; cbn [option_map later_text sent] in H; cbv zeta in H.
  1-4: injection H as <-; eexists; split; [reflexivity|]; split; [exact Mb|]; rewrite <- B; apply fixed_change; reflexivity.
  - assert (F : is_fixed s (JList l) = true) by (inversion Mb; assumption). cbn [holds] in H. rewrite F in H. injection H as <-.
    eexists; split; [reflexivity|]; split; [exact Mb|]. rewrite <- B. apply fixed_change, F.
  - cbn [holds] in H. destruct (is_fixed s (JMap mb)) eqn:Fb.
    { injection H as <-. eexists; split; [reflexivity|]; split; [exact Mb|]. rewrite <- B. apply fixed_change, Fb. }
    destruct (is_fixed s a) eqn:Fa.
    { rewrite (fixed_change c s name a None v0 Fa), A in H.
      destruct (compose_known_ok _ _ _ _ _ _ _ _ H B) as [[-> ->]|(y & -> & Fy & Y)].
      - exists a. auto.
      - exists y. split; [reflexivity|]. split; [apply merges_fixed, Fy|apply Y]. }
    destruct a as [| | | |la|ma]; try discriminate.
    { exfalso. inversion Ma; subst. congruence. }
    rewrite merging_map in A, B by assumption.
    apply bind_ok in A. destruct A as (r1 & R1 & A). injection A as <-.
    apply bind_ok in B. destruct B as (r2 & R2 & B). injection B as <-. cbn [fields] in R2.
    destruct (well_formed_fields v0 W) as [So Wo].
    set (c' := Context (opts c) (Field name :: here c) (Field name :: there c) false false) in *.
    assert (Fa' : forall n, field_merges_maps (opts c') (field_schema (map_schema s) n) (change_for c' (map_schema s) (parts_of ma) n)).
    { intros n. rewrite change_for_inside. apply merges_map_fields; assumption. }
    assert (Fb' : forall n, field_merges_maps (opts c') (field_schema (map_schema s) n) (change_for c' (map_schema s) (parts_of mb) n)).
    { intros n. rewrite change_for_inside. apply merges_map_fields; assumption. }
    destruct (compose_maps_ok c' s ma mb (fields v0) r1 r2 ch U St eq_refl Fa' Fb' IH So Wo R1 R2 H) as (m & -> & D & Fm & R).
    exists (JMap m). split; [reflexivity|]. split; [apply (composed_map_merges c'); auto|].
    rewrite merging_map; [fold c'; rewrite R; reflexivity|exact St|].
    apply not_fixed_map; [|exact D]. simpl in Fb. apply orb_false_elim in Fb. apply Fb.
Qed.

(* Documents. *)

Lemma apply_map o s original m : strict o = false -> (original = None \/ original = Some JNull \/ exists x, original = Some (JMap x)) ->
  apply o s original (JMap m) =
    (let* r := eval (JMap m) (Context o [] [] false false) (at_root s) original in Ok (match r with Some v => v | None => JMap [] end)).
Proof.
  intros S H. unfold apply. cbn [is_map require bind]. unfold check_type, require. cbn [opts]. rewrite S. cbn [negb orb bind].
  destruct H as [->|[->|(x & ->)]]; reflexivity.
Qed.

Lemma eval_map_fields m c s v w : fields v = fields w -> eval (JMap m) c s v = eval (JMap m) c s w.
Proof.
  intros E. change (merge_map c s (parts_of m) v = merge_map c s (parts_of m) w). unfold merge_map. rewrite E. reflexivity.
Qed.

Lemma compose_two_ok o s a b original r1 r2 p :
  use_unions o = false -> strict o = false ->
  merges_maps o (at_root s) a -> merges_maps o (at_root s) b -> well_formed_option original ->
  apply o s original a = Ok r1 -> apply o s (Some r1) b = Ok r2 -> compose_two o s a b = Ok p ->
  apply o s original p = Ok r2 /\ merges_maps o (at_root s) p.
Proof.
  intros U St Ma Mb W A B H. unfold compose_two in H. cbv zeta in H.
  set (c := Context o [] [] false false) in *. set (t := at_root s) in *.
  destruct a as [| | | | |ma]; try discriminate. destruct b as [| | | | |mb]; try discriminate.
  assert (Oo : original = None \/ original = Some JNull \/ exists x, original = Some (JMap x)).
  { destruct original as [[| | | | |x]|]; try discriminate; [right; left; reflexivity|right; right; eauto|left; reflexivity]. }
  rewrite apply_map in A by assumption. fold c t in A.
  apply bind_ok in A. destruct A as (v1 & A & E1). injection E1 as E1.
  assert (Or : exists x, r1 = JMap x).
  { change (merge_map c t (parts_of ma) original = Ok v1) in A. unfold merge_map in A. apply bind_ok in A. destruct A as (d & _ & A).
    destruct d; [| |injection A as <-; subst; eauto]; apply bind_ok in A; destruct A as (x & _ & A); injection A as <-; subst; eauto. }
  destruct Or as (x1 & Er). rewrite (apply_map o s (Some r1) mb St) in B by (right; right; exists x1; congruence). fold c t in B.
  apply bind_ok in B. destruct B as (v2 & B & E2). injection E2 as E2.
  assert (Bv : eval (JMap mb) c t v1 = Ok v2).
  { rewrite <- B. apply eval_map_fields. destruct v1; rewrite <- E1; reflexivity. }
  destruct (is_fixed t (JMap mb)) eqn:Fb.
  { injection H as <-. split; [|exact Mb]. rewrite apply_map by assumption. fold c t.
    rewrite (fixed_constant _ _ _ original (Some r1) Fb), B. cbn [bind]. congruence. }
  destruct (is_fixed t (JMap ma)) eqn:Fa.
  { rewrite (fixed_constant _ _ _ None original Fa), A in H. rewrite Bv in H. 
    destruct (same_value v2 v1) eqn:E.
    - apply same_value_eq in E. injection H as <-. split; [|exact Ma]. rewrite apply_map by assumption. fold c t. rewrite A. cbn [bind]. rewrite E in E2. rewrite E2. reflexivity.
    - assert (G : forall x, is_fixed t x && match eval x c t None with Ok r' => same_value v2 r' | Fault _ _ _ _ => false end = true ->
          is_map x = true -> apply o s original x = Ok r2 /\ merges_maps o t x).
      { intros x G M. apply andb_true_iff in G. destruct G as [Fx G]. split; [|apply merges_fixed, Fx].
        destruct x as [| | | | |mx]; try discriminate. rewrite apply_map by assumption. fold c t.
        rewrite (fixed_constant _ _ _ original None Fx). destruct (eval (JMap mx) c t None); [|discriminate].
        apply same_value_eq in G. subst. reflexivity. }
      assert (V : exists x, v2 = Some (JMap x)).
      { change (merge_map c t (parts_of mb) v1 = Ok v2) in Bv. unfold merge_map, read_directive in Bv. rewrite written_parts in Bv.
        simpl in Fb. destruct (directive_of mb) as [[]|]; try (rewrite orb_true_r in Fb; discriminate).
        cbn [bind] in Bv. apply bind_ok in Bv. destruct Bv as (x & _ & Bv). injection Bv as <-. eauto. }
      destruct V as (x2 & ->).
      assert (R : forall m, is_map (replacing t (JMap m)) = true) by (intros m; simpl; destruct (is_atomic_map t); reflexivity).
      destruct (is_fixed t (replacing t (JMap x2)) && _) eqn:G1; [injection H as <-; apply G; [exact G1|apply R]|].
      destruct (is_fixed t (replacing t (with_markers (JMap x2) t)) && _) eqn:G2; [injection H as <-; apply G; [exact G2|apply R]|discriminate]. }
  apply bind_ok in H. destruct H as (ch & H & D).
  assert (Ev : forall m v, is_fixed t (JMap m) = false -> eval (JMap m) c t v
      = (let* r := merge_fields c (map_schema t) (parts_of m) (fields v) in Ok (Some (JMap r)))).
  { intros m v F. match goal with |- _ = ?r => change (merge_map c t (parts_of m) v = r) end. unfold merge_map, read_directive.
    rewrite written_parts. simpl in F. apply orb_false_elim in F. destruct F as [At Di]. destruct (directive_of m) as [[]|]; try discriminate. rewrite At. reflexivity. }
  rewrite Ev in A, Bv by assumption.
  apply bind_ok in A. destruct A as (f1 & R1 & A). injection A as <-.
  apply bind_ok in Bv. destruct Bv as (f2 & R2 & Bv). injection Bv as <-. cbn [fields] in R2.
  destruct (well_formed_fields original W) as [So Wo].
  assert (Fa' : forall n, field_merges_maps (opts c) (field_schema (map_schema t) n) (change_for c (map_schema t) (parts_of ma) n)).
  { intros n. rewrite change_for_inside. apply merges_map_fields; assumption. }
  assert (Fb' : forall n, field_merges_maps (opts c) (field_schema (map_schema t) n) (change_for c (map_schema t) (parts_of mb) n)).
  { intros n. rewrite change_for_inside. apply merges_map_fields; assumption. }
  assert (IH : Forall (fun f => composes (snd f)) mb) by (apply Forall_forall; intros; apply value_composes).
  destruct (compose_maps_ok c t ma mb (fields original) f1 f2 ch U St eq_refl Fa' Fb' IH So Wo R1 R2 H) as (m & -> & Dm & Fm & R).
  cbn [sent] in D. injection D as <-.
  assert (Fx : is_fixed t (JMap m) = false).
  { apply not_fixed_map; [|exact Dm]. simpl in Fb. apply orb_false_elim in Fb. apply Fb. }
  split; [|apply (composed_map_merges c); auto].
  rewrite apply_map by assumption. fold c t. rewrite Ev by exact Fx. rewrite R. cbn [bind]. congruence.
Qed.

(* The patches in turn. *)
Fixpoint apply_all (o : options) (s : schema) (original : option json) (patches : list json) : result json :=
  match patches with
  | [] => Ok (match original with Some (JMap m) => JMap m | _ => JMap [] end)
  | [p] => apply o s original p
  | p :: rest => let* r := apply o s original p in apply_all o s (Some r) rest
  end.

Lemma apply_all_cons o s original p q rest :
  apply_all o s original (p :: q :: rest) = (let* r := apply o s original p in apply_all o s (Some r) (q :: rest)).
Proof. reflexivity. Qed.

(* Applying the composed patch gives the same result as applying the patches in turn, for any
   number of patches. Preconditions: an engine that is not strict; no unions; the original
   accepts the patches in turn, and no map of it has a name twice; where a map of one of the
   patches merges, none of its fields is a merging list without a marker, and it has neither
   delete lists nor order lists. *)
Theorem compose_correct o s patches p original r :
  use_unions o = false -> strict o = false ->
  Forall (merges_maps o (at_root s)) patches -> well_formed_option original -> patches <> [] ->
  apply_all o s original patches = Ok r ->
  compose o s patches = Composed p ->
  apply o s original p = Ok r.
Proof.
  intros U St F W N A H. destruct patches as [|p0 rest]; [congruence|]. inversion F as [|? ? M0 Mr]; subst.
  unfold compose in H. destruct (check_patch o s p0); [|discriminate]. clear N F.
  remember p0 as ghost in H at 2. clear Heqghost. remember 1 as i in H. clear Heqi. revert p0 i ghost Mr M0 A H.
  induction rest as [|q rest IH]; intros p0 i ghost Mr M0 A H; simpl in H.
  - injection H as <-. exact A.
  - rewrite apply_all_cons in A. apply bind_ok in A. destruct A as (r1 & A & B).
    inversion Mr as [|? ? Mq Mr']; subst. 
    destruct (do check_patch o s q then let* x := compose_two o s p0 q in let* y := compose_two (be_lenient o) s ghost q in Ok (x, y)) as [[x y]|] eqn:E; [|discriminate].
    apply bind_ok in E. destruct E as (? & _ & E). apply bind_ok in E. destruct E as (x' & X & E). apply bind_ok in E. destruct E as (y' & _ & E).
    injection E as -> ->.
    assert (Q : exists r2, apply o s (Some r1) q = Ok r2 /\ apply_all o s original (x :: rest) = Ok r).
    { destruct rest as [|q' rest].
      - simpl in B. exists r. split; [exact B|]. simpl. apply (compose_two_ok o s p0 q original r1 r x U St M0 Mq W A B X).
      - rewrite apply_all_cons in B. apply bind_ok in B. destruct B as (r2 & B & C). exists r2. split; [exact B|].
        rewrite apply_all_cons. rewrite (proj1 (compose_two_ok o s p0 q original r1 r2 x U St M0 Mq W A B X)). exact C. }
    destruct Q as (r2 & B' & C). eapply IH; [exact Mr'| |exact C|exact H].
    apply (compose_two_ok o s p0 q original r1 r2 x U St M0 Mq W A B' X).
Qed.

(* Compose returns a patch that is a map, or the error of one of the patches. *)
Lemma compose_two_map o s a b p : compose_two o s a b = Ok p -> exists m, p = JMap m.
Proof.
  unfold compose_two. cbv zeta. destruct a as [| | | | |ma]; try discriminate. destruct b as [| | | | |mb]; try discriminate.
  destruct (is_fixed (at_root s) (JMap mb)) eqn:Fb; [intros [= <-]; eauto|].
  destruct (is_fixed (at_root s) (JMap ma)).
  - set (c := Context o [] [] false false). destruct (eval (JMap ma) c (at_root s) None) as [v1|]; [|discriminate].
    destruct (eval (JMap mb) c (at_root s) v1) as [v2|] eqn:E; [|discriminate].
    destruct (same_value v2 v1); [intros [= <-]; eauto|].
    assert (V : exists x, v2 = Some (JMap x)).
    { change (merge_map c (at_root s) (parts_of mb) v1 = Ok v2) in E. unfold merge_map, read_directive in E. rewrite written_parts in E.
      simpl in Fb. destruct (directive_of mb) as [[]|]; try (rewrite orb_true_r in Fb; discriminate).
      cbn [bind] in E. apply bind_ok in E. destruct E as (x & _ & E). injection E as <-. eauto. }
    destruct V as (x & ->).
    assert (R : forall m, exists m', replacing (at_root s) (JMap m) = JMap m') by (intros m; simpl; destruct (is_atomic_map _); eauto).
    destruct (_ && _); [intros [= <-]; apply R|]. destruct (_ && _); [intros [= <-]; apply R|discriminate].
  - intros H. apply bind_ok in H. destruct H as (ch & H & D). cbn [follow] in H. unfold compose_maps in H. cbv zeta in H.
    destruct (retained_names _ _ _) as [ka|]; [|discriminate]. destruct (retained_names _ _ _) as [kb|]; [|discriminate].
    apply bind_ok in H. destruct H as (before & _ & H). apply bind_ok in H. destruct H as (states & _ & H). destruct (reads_as _ _ _ _ _).
    + injection H as <-. injection D as <-. eauto.
    + apply bind_ok in H. destruct H as (? & _ & H). discriminate.
Qed.

(* Apart from the errors of apply, the only error of compose is not-composable. *)
Definition composable {A} (r : result A) : Prop :=
  match r with Ok _ => True | Fault c rule d _ => c = NotComposable /\ rule = "compose" /\ d = Patch end.

Lemma composable_bind {A B} (r : result A) (f : A -> result B) :
  composable r -> (forall a, r = Ok a -> composable (f a)) -> composable (bind r f).
Proof. destruct r; simpl; auto. Qed.

Arguments composable : simpl never.

Lemma composable_each {A B} (f : A -> result B) l : (forall a, In a l -> composable (f a)) -> composable (each f l).
Proof.
  induction l as [|a rest IH]; simpl; intros H; [exact I|]. apply composable_bind; [auto|]. intros b _.
  apply composable_bind; [auto|]. intros bs _. exact I.
Qed.

Lemma composable_steps {A B} (f : A -> B -> result A) l : forall a, (forall a b, In b l -> composable (f a b)) -> composable (steps f a l).
Proof.
  induction l as [|b rest IH]; simpl; intros a H; [exact I|]. apply composable_bind; [auto|]. intros a' _. apply IH. auto.
Qed.

Lemma composable_fold {A B} (f : result A -> B -> result A) l : forall r, composable r -> (forall r b, composable r -> composable (f r b)) ->
  composable (fold_left f l r).
Proof. induction l as [|b rest IH]; simpl; intros r R H; [exact R|]. apply IH; auto. Qed.

Lemma composable_refusal {A} at_ : @composable A (not_composable at_).
Proof. repeat split. Qed.

Lemma composable_if {A} (b : bool) (x y : result A) : composable x -> composable y -> composable (if b then x else y).
Proof. destruct b; auto. Qed.

Lemma composable_set_to c s n v : composable (set_to c s n v).
Proof.
  unfold set_to. generalize (match v with Some v => [replacing s v; replacing s (with_markers v s)] | None => [JNull] end) as l.
  induction l as [|x rest IH]; simpl; [apply composable_refusal|]. apply composable_if; [exact I|exact IH].
Qed.

Lemma composable_known c s n e k l : composable (compose_known c s n e k l).
Proof.
  unfold compose_known. destruct (apply_change c s n l k); [|apply composable_refusal].
  apply composable_if; [exact I|apply composable_set_to].
Qed.

Lemma composable_union c kept ka kb a b u states : composable (compose_union c kept ka kb a b u states).
Proof.
  unfold compose_union. apply composable_if; [exact I|]. cbv zeta. apply composable_bind; [|intros; exact I].
  apply composable_fold; [exact I|]. intros r (x, n) R. apply composable_bind; [exact R|]. intros st _.
  repeat match goal with
    | |- composable (Ok _) => exact I
    | |- composable (not_composable _) => apply composable_refusal
    | |- composable (if _ then _ else _) => apply composable_if
    | |- composable (match ?x with _ => _ end) => destruct x
    end.
Qed.

Lemma composable_unions c kept ka kb a b us : forall states, composable (compose_unions c kept ka kb a b us states).
Proof.
  induction us as [|u rest IH]; intros states; simpl; [exact I|]. apply composable_bind.
  - apply composable_if; [apply composable_refusal|exact I].
  - intros _ _. apply composable_bind; [apply composable_union|]. intros st _. apply IH.
Qed.

Lemma composable_put compose x l : (forall y, composable (compose y)) -> composable (put_element compose x l).
Proof.
  intros H. induction l as [|y rest IH]; simpl; [exact I|]. apply composable_if.
  - destruct (directive_of _) as [[]|]; try exact I. apply composable_bind; [apply H|]. intros; exact I.
  - apply composable_if; [exact I|]. apply composable_bind; [exact IH|]. intros; exact I.
Qed.

Definition follows_composably (b : json) : Prop := forall d o c s e, composable (follow b d o c s e).

Lemma composable_lists l : (forall x, l = Some x -> Forall (fun p => forall d o c s e, composable (follows p d o c s e)) x) ->
  forall d o c s e, composable (compose_lists l d o c s e).
Proof.
  intros H d o c s e. unfold compose_lists. destruct (strategy_of s) as [| |k]; try exact I.
  destruct l as [x|]; [|exact I]. specialize (H x eq_refl). apply composable_bind; [|intros; exact I].
  unfold compose_elements. cbv zeta. apply composable_bind; [apply composable_if; [apply composable_refusal|exact I]|]. intros _ _.
  apply composable_bind; [apply composable_each; intros p _; apply composable_if; [exact I|apply composable_refusal]|]. intros _ _.
  apply composable_bind; [|intros; exact I]. apply composable_steps. intros acc (i, p) Ip. unfold compose_element.
  apply composable_if; [apply composable_if; exact I|]. cbv zeta. apply composable_bind; [|intros r _; exact I].
  apply composable_if; [exact I|]. apply composable_put. intros y. apply composable_if; [exact I|].
  assert (Fp : forall d o c s e, composable (follows p d o c s e)).
  { rewrite Forall_forall in H. apply H. apply (in_indexed_pair _ _ _ Ip). }
  specialize (Fp None None (deeper c (Index i) (Index i) (selects c (element_of s))) (element_of s) (Change (Some y) None None)).
  destruct (follows p None None _ _ _); [exact I|].
  destruct (let* v := eval y _ _ None in eval (later_text p) _ _ v); [exact I|exact Fp].
Qed.

Lemma composable_change value d o c s n e : (forall p, value = Some p -> forall d o c s e, composable (follows p d o c s e)) ->
  composable (compose_change value d o c s n e).
Proof.
  intros H. unfold compose_change. cbv zeta. apply composable_if; [exact I|].
  assert (L : forall s e c, composable (compose_lists None d o c s e)) by (intros; apply composable_lists; discriminate).
  destruct (sent e) as [v|], value as [p|]; cbn [option_map].
  - specialize (H p eq_refl). apply composable_if.
    + destruct (apply_change c s n e None); [apply composable_known|apply composable_refusal].
    + destruct v; try apply H; destruct (later_text p); try apply H; apply composable_known.
  - apply composable_if.
    + destruct (apply_change c s n e None); [apply composable_known|apply composable_refusal].
    + destruct v; try apply L; apply composable_known.
  - specialize (H p eq_refl). destruct (later_text p); try apply H. exact I.
  - apply L.
Qed.

Lemma composable_maps b : Forall (fun f => forall d o c s e, composable (follows (snd f) d o c s e)) b ->
  forall d o c s e, composable (compose_maps b d o c s e).
Proof.
  intros H d o c s e. unfold compose_maps. cbv zeta.
  destruct (retained_names _ _ _) as [ka|]; [|apply composable_refusal]. destruct (retained_names _ _ _) as [kb|]; [|apply composable_refusal].
  apply composable_bind.
  - unfold compose_states. apply composable_each. intros n _. cbv zeta. apply composable_bind; [|intros; exact I].
    set (value := match value_for _ _ _ n with Some _ => get n b | None => None end).
    assert (V : forall p, value = Some p -> forall d o c s e, composable (follows p d o c s e)).
    { unfold value. intros p E. destruct (value_for _ _ _ n); [|discriminate]. apply get_some_in in E. rewrite Forall_forall in H. exact (H _ E). }
    assert (F : forall s st later compose, (forall ch, composable (compose ch)) -> composable (compose_field c s n st later compose)).
    { intros s0 st later compose Hc. unfold compose_field. apply composable_if; [exact I|]. destruct st; [exact I| |].
      - apply composable_bind; [apply composable_known|]. intros; exact I.
      - apply composable_bind; [apply Hc|]. intros; exact I. }
    assert (Cc : forall r o' s' ch, composable (compose_change value r o' c s' n ch)) by (intros; apply composable_change; exact V).
    destruct (if is_nothing _ then Stays else _).
    all: repeat match goal with
      | |- composable (compose_field _ _ _ _ _ _) => apply F; intros; apply Cc
      | |- composable (not_composable _) => apply composable_refusal
      | |- composable (Ok _) => exact I
      | |- composable (if _ then _ else _) => apply composable_if
      end.
  - intros states _. apply composable_bind.
    + apply composable_if; [|exact I]. apply composable_bind; [apply composable_if; [apply composable_refusal|exact I]|]. intros _ _. apply composable_unions.
    + intros st _. apply composable_if; [exact I|]. apply composable_bind; [|intros; apply composable_refusal].
      apply composable_each. intros f _. apply composable_if; [apply composable_refusal|exact I].
Qed.

Lemma composable_follow b : follows_composably b.
Proof.
  induction b as [|x|x|x|l IH|m IH] using json_induction; intros d o c s e; try exact I.
  - cbn [follow]. apply composable_lists. intros x [= <-]. apply Forall_forall. intros p Ip. apply in_map_iff in Ip. destruct Ip as (y & <- & Iy).
    rewrite Forall_forall in IH. exact (IH _ Iy).
  - cbn [follow]. apply composable_maps. apply Forall_forall. intros f If. apply in_map_iff in If. destruct If as (y & <- & Iy).
    rewrite Forall_forall in IH. exact (IH _ Iy).
Qed.

Lemma composable_two o s a b : composable (compose_two o s a b).
Proof.
  unfold compose_two. cbv zeta. destruct a as [| | | | |ma]; try apply composable_refusal. destruct b as [| | | | |mb]; try apply composable_refusal.
  apply composable_if; [exact I|]. apply composable_if.
  - destruct (eval (JMap ma) _ _ None); [|apply composable_refusal]. destruct (eval (JMap mb) _ _ _); [|apply composable_refusal].
    apply composable_if; [exact I|]. apply composable_if; [exact I|]. apply composable_if; [exact I|apply composable_refusal].
  - apply composable_bind; [apply composable_follow|]. intros ch _. destruct (sent ch); [exact I|apply composable_refusal].
Qed.

(* Compose returns a patch, which is a map, or a reason: the error of a patch that is
   rejected for {}, or the error not-composable of a later patch. *)
Theorem compose_answers o s patches :
  match compose o s patches with
  | Composed p => exists m, p = JMap m
  | Refused i c rule at_ => exists p, nth_error patches i = Some p
      /\ (check_patch o s p = Fault c rule Patch at_ \/ c = NotComposable /\ rule = "compose" /\ 0 < i)
  end.
Proof.
  assert (Cp : forall p c rule d at_, check_patch o s p = Fault c rule d at_ -> d = Patch).
  { unfold check_patch. intros p c rule d at_. destruct (apply _ _ _ _) as [|c' r' [] p']; intros H; try discriminate; congruence. }
  destruct patches as [|p0 rest]; simpl; [eauto|].
  destruct (check_patch o s p0) eqn:C.
  2: { exists p0. split; [reflexivity|]. left. rewrite C. f_equal. exact (Cp _ _ _ _ _ C). }
  assert (M : exists m, p0 = JMap m).
  { unfold check_patch, apply in C. destruct p0; try discriminate. eauto. }
  clear C.
  assert (G : forall rest before x ghost, before <> [] -> (exists m, x = JMap m) ->
      match compose_after o s (List.length before) x ghost rest with
      | Composed p => exists m, p = JMap m
      | Refused i c rule at_ => exists p, nth_error (before ++ rest) i = Some p
          /\ (check_patch o s p = Fault c rule Patch at_ \/ c = NotComposable /\ rule = "compose" /\ 0 < i)
      end).
  { clear - Cp. induction rest as [|q rest IH]; intros before x ghost N M; simpl; [exact M|].
    assert (Len : 0 < List.length before) by (destruct before; simpl; [congruence|apply Nat.lt_0_succ]).
    assert (Nth : nth_error (before ++ q :: rest) (List.length before) = Some q).
    { rewrite nth_error_app2 by apply Nat.le_refl. rewrite Nat.sub_diag. reflexivity. }
    destruct (check_patch o s q) as [|c' r' d' p'] eqn:Cq; cbn [bind].
    2: { exists q. split; [exact Nth|]. left. rewrite Cq. f_equal. exact (Cp _ _ _ _ _ Cq). }
    pose proof (composable_two o s x q) as T. destruct (compose_two o s x q) as [y|c' r' d' p'] eqn:X; cbn [bind].
    2: { exists q. split; [exact Nth|]. right. destruct T as (-> & -> & _). auto. }
    pose proof (composable_two (be_lenient o) s ghost q) as T2. destruct (compose_two (be_lenient o) s ghost q) as [z|c' r' d' p']; cbn [bind].
    2: { exists q. split; [exact Nth|]. right. destruct T2 as (-> & -> & _). auto. }
    apply compose_two_map in X. specialize (IH (before ++ [q]) y z).
    rewrite app_length, Nat.add_1_r in IH. rewrite <- app_assoc in IH. apply IH; [destruct before; discriminate|exact X]. }
  apply (G rest [p0] p0 p0); [discriminate|exact M].
Qed.

(* One patch composes to itself. Preconditions: {} accepts the patch. *)
Theorem compose_one o s p : check_patch o s p = Ok tt -> compose o s [p] = Composed p.
Proof. intros H. unfold compose. rewrite H. reflexivity. Qed.
