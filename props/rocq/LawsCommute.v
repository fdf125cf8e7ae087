(* Patches without conflicts commute. *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Lists Unions Keyed Maps Apply Diff Pairs Target Conflicts Compose Commute.
Require Import LawsValues LawsMaps LawsOrder LawsSets LawsDirectives LawsIdempotent LawsCompose.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(* Two results with the same values: they may differ in the order of elements in merging lists. *)
Inductive same_values : schema -> option json -> option json -> Prop :=
| same_equal s v : same_values s v v
| same_reordered s a b : same_but_order a s b = true -> same_values s (Some a) (Some b)
| same_fields s a b : (forall n, same_values (field_schema s n) (get n a) (get n b)) -> same_values s (Some (JMap a)) (Some (JMap b)).

(* Whether a patch is rejected does not depend on the original. *)
Definition is_total (b : json) : Prop :=
  forall c s n v r w, use_unions (opts c) = false -> strict (opts c) = false ->
    merges_maps (opts c) s b -> apply_change c s n (Change (Some b) None None) v = Ok r ->
    exists r', apply_change c s n (Change (Some b) None None) w = Ok r'.

Lemma merge_fields_total c s m o r w :
  use_unions (opts c) = false -> strict (opts c) = false ->
  (forall n, field_merges_maps (opts c) (field_schema s n) (change_for c s (parts_of m) n)) ->
  Forall (fun f => is_total (snd f)) m ->
  merge_fields c s (parts_of m) o = Ok r -> exists r', merge_fields c s (parts_of m) w = Ok r'.
Proof.
  intros U St F T H. assert (K : exists kept, retained_names c s (parts_of m) = Ok kept).
  { unfold merge_fields in H. destruct (retained_names c s (parts_of m)); [eauto|discriminate]. }
  destruct K as (kept & K). pose proof (merge_fields_all _ _ _ _ _ _ U K H) as A.
  assert (X : exists r', merge_named c s (parts_of m) (targets c s (parts_of m)) (retain kept w) = Ok r').
  { apply merge_named_exists; [apply targets_nodup|]. intros n _. split; [unfold check_known; rewrite St; reflexivity|].
    specialize (A n). specialize (F n).
    assert (E : forall v, merged_field c s (parts_of m) n v = apply_change c (field_schema s n) n (change_for c s (parts_of m) n) (get n v)).
    { intros v. unfold merged_field, apply_change, change_for. cbn [sent removed placed]. f_equal.
      unfold value_for, with_role. rewrite get_parts. destruct (get n m) as [x|]; [|reflexivity]. cbn [option_map text]. destruct (role_of c s n x); reflexivity. }
    rewrite E. destruct (field_cases _ _ _ F) as [Q|(x & Q & M)]; rewrite Q in *; [rewrite apply_no_change; eauto|].
    assert (G : get n m = Some x).
    { assert (Q' := f_equal sent Q). unfold change_for in Q'. cbn [sent] in Q'. unfold value_for, with_role in Q'. rewrite get_parts in Q'.
      destruct (get n m) as [y|]; [|discriminate]. simpl in *. destruct (role_of c s n y); try discriminate. injection Q' as ->. reflexivity. }
    rewrite Forall_forall in T. apply get_some_in in G. exact (T _ G _ _ _ _ _ _ U St M A). }
  destruct X as (x & X). exists x. unfold merge_fields. rewrite K. cbn [bind]. rewrite X. cbn [bind]. rewrite U. reflexivity.
Qed.

Lemma values_are_total b : is_total b.
Proof.
  induction b as [|b|n|t|l IH|m IH] using json_induction; intros c s name v r w U St M H.
  1-4: exists r; rewrite <- H; apply fixed_change; reflexivity.
  - exists r. rewrite <- H. apply fixed_change. inversion M; assumption.
  - destruct (is_fixed s (JMap m)) eqn:F; [exists r; rewrite <- H; apply fixed_change, F|].
    rewrite merging_map in * by assumption. apply bind_ok in H. destruct H as (x & X & _).
    set (c' := Context (opts c) (Field name :: here c) (Field name :: there c) false false) in *.
    destruct (merge_fields_total c' (map_schema s) m (fields v) x (fields w) U St) as (y & ->); [|exact IH|exact X|cbn [bind]; eauto].
    intros n. rewrite change_for_inside. apply merges_map_fields; assumption.
Qed.

Lemma filter_nil_app {A} (a b : list A) : a ++ b = [] -> a = [] /\ b = [].
Proof. destruct a; simpl; [auto|discriminate]. Qed.

Lemma flat_map_nil {A B} (f : A -> list B) l : flat_map f l = [] -> forall a, In a l -> f a = [].
Proof.
  induction l as [|x rest IH]; simpl; intros H a I; [tauto|]. apply filter_nil_app in H. destruct H as [H R].
  destruct I as [<-|I]; auto.
Qed.

Lemma once_nil l : once l = [] -> l = [].
Proof. destruct l; simpl; [auto|discriminate]. Qed.

Lemma between_not_nil at_ a b : between at_ a b <> [].
Proof. unfold between. discriminate. Qed.

Definition commutes (a : json) : Prop :=
  forall c s n at_ b v va vb vab vba,
    use_unions (opts c) = false -> strict (opts c) = false -> lenient (opts c) = false ->
    merges_maps (opts c) s a -> merges_maps (opts c) s b ->
    apply_change c s n (Change (Some a) None None) v = Ok va -> apply_change c s n (Change (Some b) None None) v = Ok vb ->
    apply_change c s n (Change (Some b) None None) va = Ok vab -> apply_change c s n (Change (Some a) None None) vb = Ok vba ->
    field_conflicts c s n at_ (Some (LeftPart a (comparing a))) (Change (Some a) None None) (Change (Some b) None None) = [] ->
    same_values s vab vba.

Lemma be_plain_same c : strict (opts c) = false -> lenient (opts c) = false ->
  Context (be_plain (opts c)) (here c) (there c) (ordered c) (selecting c) = c.
Proof. destruct c as [[st un d o r m le] h t od se]. simpl. intros -> ->. reflexivity. Qed.

Lemma same_result_values s a b x y : same_result s a b = true -> a = Ok x -> b = Ok y -> same_values s x y.
Proof.
  intros H -> ->. simpl in H. destruct x as [x|], y as [y|]; try discriminate; [apply same_reordered; exact H|apply same_equal].
Qed.

Lemma effect_commutes c s n at_ a b v va vb vab vba :
  strict (opts c) = false -> lenient (opts c) = false -> is_fixed s a = true \/ is_fixed s b = true ->
  apply_change c s n (Change (Some a) None None) v = Ok va -> apply_change c s n (Change (Some b) None None) v = Ok vb ->
  apply_change c s n (Change (Some b) None None) va = Ok vab -> apply_change c s n (Change (Some a) None None) vb = Ok vba ->
  effect_conflicts c s n at_ (Change (Some a) None None) (Change (Some b) None None) = [] ->
  same_values s vab vba.
Proof.
  intros St Le F A B AB BA H. unfold effect_conflicts in H. rewrite St in H.
  destruct (same_result s _ _) eqn:E; [|exfalso; exact (between_not_nil _ _ _ H)]. clear H.
  unfold in_turn in E. cbv zeta in E. rewrite (be_plain_same c St Le) in E.
  apply (same_result_values _ _ _ vab vba E); destruct F as [F|F].
  - rewrite (fixed_change c s n a None v F), A. exact AB.
  - destruct (apply_change c s n (Change (Some a) None None) None) as [x|] eqn:Ea.
    + cbn [bind]. rewrite (fixed_change c s n b x va F). exact AB.
    + exfalso. cbn [bind same_result] in E. discriminate.
  - destruct (apply_change c s n (Change (Some b) None None) None) as [x|] eqn:Eb.
    + cbn [bind]. rewrite (fixed_change c s n a x vb F). exact BA.
    + exfalso. cbn [bind] in E. destruct (bind _ _) as [[|]|] in E; discriminate.
  - rewrite (fixed_change c s n b None v F), B. exact BA.
Qed.

(* A value that removes a field gives nothing. *)
Lemma removes_gives_nothing c s n x v r : removes (Some x) = true -> strict (opts c) = false ->
  apply_change c s n (Change (Some x) None None) v = Ok r -> r = None.
Proof.
  intros R St H. rewrite apply_change_value in H. simpl in R.
  destruct x as [| | | | |m]; try discriminate.
  - rewrite merge_field_value in H by exact I. unfold check_type, require in H. rewrite St in H. simpl in H. congruence.
  - rewrite merge_field_value in H by exact I. unfold check_type, require in H. rewrite St in H. cbn [negb orb bind check_elements] in H.
    match type of H with eval _ ?c' _ _ = _ => change (merge_map c' s (parts_of m) v = Ok r) in H end.
    unfold merge_map, read_directive in H. rewrite written_parts in H.
    unfold is_deletion in R. cbn [fields is_null orb] in R. destruct (directive_of m) as [[]|]; try discriminate. cbn [bind] in H. congruence.
Qed.

Definition left_parts (m : fields_of) : list (string * left_part) := map (fun f => (fst f, LeftPart (snd f) (comparing (snd f)))) m.

Lemma get_left_parts n m : get n (left_parts m) = option_map (fun v => LeftPart v (comparing v)) (get n m).
Proof. induction m as [|[x v] rest IH]; simpl; [reflexivity|]. destruct (string_dec n x); [reflexivity|exact IH]. Qed.

Lemma sent_part c t m n x : sent (change_for c t (parts_of m) n) = Some x -> get n m = Some x.
Proof.
  unfold change_for. cbn [sent]. unfold value_for, with_role. rewrite get_parts. destruct (get n m) as [y|]; [|discriminate].
  cbn [option_map text]. destruct (role_of c t n y); try discriminate. cbn [option_map text]. congruence.
Qed.

Lemma loses_clears c t m o kept r n : use_unions (opts c) = false -> retained_names c t (parts_of m) = Ok kept ->
  merge_fields c t (parts_of m) o = Ok r -> loses kept n = true -> get n r = None.
Proof.
  intros U K R L. destruct kept as [kept|]; [|discriminate]. apply (retain_keys_clears _ _ _ _ _ _ U K R n).
  intros I. apply listed_iff in I. simpl in L. rewrite I in L. discriminate.
Qed.

Lemma maps_commute c s at_ ma mb o ra rb rab rba :
  use_unions (opts c) = false -> strict (opts c) = false -> lenient (opts c) = false ->
  (forall n, field_merges_maps (opts c) (field_schema (map_schema s) n) (change_for c (map_schema s) (parts_of ma) n)) ->
  (forall n, field_merges_maps (opts c) (field_schema (map_schema s) n) (change_for c (map_schema s) (parts_of mb) n)) ->
  Forall (fun f => commutes (snd f)) ma ->
  merge_fields c (map_schema s) (parts_of ma) o = Ok ra -> merge_fields c (map_schema s) (parts_of mb) o = Ok rb ->
  merge_fields c (map_schema s) (parts_of mb) ra = Ok rab -> merge_fields c (map_schema s) (parts_of ma) rb = Ok rba ->
  map_conflicts (left_parts ma) c s at_ (Change (Some (JMap ma)) None None) (Change (Some (JMap mb)) None None) = [] ->
  forall n, same_values (field_schema (map_schema s) n) (get n rab) (get n rba).
Proof.
  intros U St Le Fa Fb IH Ra Rb Rab Rba H n. unfold map_conflicts in H. cbv zeta in H. cbn [sent fields] in H.
  change (match type_of s with MapType _ _ _ => s | _ => schemaless end) with (map_schema s) in H. set (t := map_schema s) in *.
  change (parts_of_map ma) with (parts_of ma) in H. change (parts_of_map mb) with (parts_of mb) in H.
  assert (Ka : exists ka, retained_names c t (parts_of ma) = Ok ka).
  { unfold merge_fields in Ra. destruct (retained_names c t (parts_of ma)); [eauto|discriminate]. }
  assert (Kb : exists kb, retained_names c t (parts_of mb) = Ok kb).
  { unfold merge_fields in Rb. destruct (retained_names c t (parts_of mb)); [eauto|discriminate]. }
  destruct Ka as (ka & Ka). destruct Kb as (kb & Kb). rewrite Ka, Kb, U, app_nil_r in H.
  pose proof (merge_fields_all _ _ _ _ _ _ U Ka Ra n) as A1. pose proof (merge_fields_all _ _ _ _ _ _ U Kb Rb n) as B1.
  pose proof (merge_fields_all _ _ _ _ _ _ U Kb Rab n) as A2. pose proof (merge_fields_all _ _ _ _ _ _ U Ka Rba n) as B2.
  rewrite get_retain in A1, A2, B1, B2.
  pose proof (loses_clears _ _ _ _ _ _ n U Ka Ra) as La. pose proof (loses_clears _ _ _ _ _ _ n U Kb Rab) as Lab.
  pose proof (loses_clears _ _ _ _ _ _ n U Kb Rb) as Lb. pose proof (loses_clears _ _ _ _ _ _ n U Ka Rba) as Lba.
  specialize (Fa n). specialize (Fb n).
  assert (Hn : In n (sorted_names (targets c t (parts_of ma) ++ targets c t (parts_of mb))) \/
      change_for c t (parts_of ma) n = Change None None None /\ change_for c t (parts_of mb) n = Change None None None).
  { destruct (in_dec string_dec n (sorted_names (targets c t (parts_of ma) ++ targets c t (parts_of mb)))) as [I|I]; [auto|right].
    rewrite in_sorted_names, in_app_iff in I. split; apply change_target; tauto. }
  destruct Hn as [I|[Ea Eb]].
  2: { rewrite Ea in A1, B2. rewrite Eb in A2, B1. rewrite apply_no_change in A1, A2, B1, B2.
       injection A1 as A1. injection A2 as A2. injection B1 as B1. injection B2 as B2.
       rewrite <- A2, <- B2, <- A1, <- B1. destruct (loses ka n), (loses kb n); apply same_equal. }
  pose proof (flat_map_nil _ _ H n I) as C. cbv beta in C. clear H I.
  destruct (loses kb n && present (sent (change_for c t (parts_of ma) n)) && negb (removes (sent (change_for c t (parts_of ma) n)))) eqn:Ca;
    [exfalso; exact (between_not_nil _ _ _ C)|].
  destruct (loses ka n && present (sent (change_for c t (parts_of mb) n)) && negb (removes (sent (change_for c t (parts_of mb) n)))) eqn:Cb;
    [exfalso; exact (between_not_nil _ _ _ C)|].
  (* A cleared field that the other patch does not set. *)
  assert (Gone : forall m, field_merges_maps (opts c) (field_schema t n) (change_for c t (parts_of m) n) -> forall v r,
      present (sent (change_for c t (parts_of m) n)) && negb (removes (sent (change_for c t (parts_of m) n))) = false ->
      apply_change c (field_schema t n) n (change_for c t (parts_of m) n) v = Ok r -> v = None -> r = None).
  { intros m F v r P Q ->. destruct (field_cases _ _ _ F) as [E|(x & E & M)]; rewrite E in *.
    - rewrite apply_no_change in Q. congruence.
    - cbn [sent present] in P. rewrite andb_true_l in P. apply negb_false_iff in P. exact (removes_gives_nothing _ _ _ _ _ _ P St Q). }
  destruct (loses ka n) eqn:Qa, (loses kb n) eqn:Qb; cbn [andb] in Ca, Cb.
  - rewrite Lab, Lba by reflexivity. apply same_equal.
  - rewrite (Gone _ Fb _ _ Cb A2 (La eq_refl)), Lba by reflexivity. apply same_equal.
  - rewrite (Gone _ Fa _ _ Ca B2 (Lb eq_refl)), Lab by reflexivity. apply same_equal.
  - destruct (field_cases _ _ _ Fa) as [Ea|(xa & Ea & Ma)].
    { rewrite Ea in A1, B2. rewrite apply_no_change in A1, B2. injection A1 as A1. injection B2 as B2. rewrite <- A1, B1 in A2. injection A2 as <-. rewrite B2. apply same_equal. }
    destruct (field_cases _ _ _ Fb) as [Eb|(xb & Eb & Mb)].
    { rewrite Eb in A2, B1. rewrite apply_no_change in A2, B1. injection A2 as A2. injection B1 as B1. rewrite <- B1, A1 in B2. injection B2 as B2. rewrite <- A2, B2. apply same_equal. }
    rewrite Ea in A1, B2. rewrite Eb in B1, A2.
    rewrite get_left_parts, (sent_part c t ma n xa) in C by (rewrite Ea; reflexivity). cbn [option_map] in C.
    rewrite Ea, Eb in C. cbn [is_nothing sent removed placed present orb negb] in C.
    destruct (same_change (Change (Some xa) None None) (Change (Some xb) None None)) eqn:Sc.
    + apply same_change_eq in Sc. injection Sc as ->. rewrite A1 in B1. injection B1 as B1. rewrite B1 in *. rewrite A2 in B2. injection B2 as ->. apply same_equal.
    + assert (G : get n ma = Some xa) by (apply (sent_part c t); rewrite Ea; reflexivity). apply get_some_in in G.
      rewrite Forall_forall in IH. exact (IH _ G _ _ _ _ _ _ _ _ _ _ U St Le Ma Mb A1 B1 A2 B2 C).
Qed.

Lemma not_fixed_merges s m : is_fixed s (JMap m) = false -> Commute.merges_map s (JMap m) = true.
Proof.
  simpl. intros H. apply orb_false_elim in H. destruct H as [A D]. unfold Commute.merges_map, field. cbn [is_map fields andb]. rewrite A.
  unfold directive_of in D. destruct (get patch_name m) as [v|]; [|reflexivity].
  exfalso. destruct v as [| | |t| |]; try discriminate. repeat (destruct t as [|[[] [] [] [] [] [] [] []] t]; try discriminate).
Qed.

Lemma fields_of_values s t a b : (forall n, field_schema t n = field_schema s n) -> (forall n, same_values (field_schema t n) (get n a) (get n b)) ->
  same_values s (Some (JMap a)) (Some (JMap b)).
Proof. intros E H. apply same_fields. intros n. rewrite <- E. apply H. Qed.

Lemma map_schema_fields s n : field_schema (map_schema s) n = field_schema s n.
Proof. unfold map_schema, field_schema, declared_field, values_of. destruct (type_of s) eqn:E; rewrite ?E; reflexivity. Qed.

Theorem values_commute a : commutes a.
Proof.
  induction a as [|x|x|x|l IH|ma IH] using json_induction; intros c s name at_ b v va vb vab vba U St Le Ma Mb A B AB BA H.
  all: unfold field_conflicts in H; cbv zeta in H; cbn [sent holds] in H.
  1-4: refine (effect_commutes c s name at_ _ b v va vb vab vba St Le _ A B AB BA _); [left; reflexivity|]; revert H; unfold Commute.merges_map, merges_list; cbn [is_map andb]; rewrite ?andb_false_r; exact (fun h => h).
  - assert (F : is_fixed s (JList l) = true) by (inversion Ma; assumption).
    refine (effect_commutes c s name at_ _ b v va vb vab vba St Le (or_introl F) A B AB BA _). revert H. unfold Commute.merges_map at 1. cbn [is_map andb]. unfold merges_list at 1. simpl in F. rewrite F. rewrite andb_false_r. exact (fun h => h).
  - destruct (is_fixed s (JMap ma)) eqn:Fa; [|destruct (is_fixed s b) eqn:Fb].
    + assert (M : Commute.merges_map s (JMap ma) = false).
      { unfold Commute.merges_map, field. cbn [is_map fields andb]. simpl in Fa. destruct (is_atomic_map s); [reflexivity|].
        cbn [negb andb]. unfold directive_of in Fa. destruct (get patch_name ma); [reflexivity|discriminate]. }
      rewrite M in H. cbn [andb] in H. unfold merges_list at 1 in H. rewrite andb_false_r in H. cbn [andb] in H.
      exact (effect_commutes c s name at_ _ b v va vb vab vba St Le (or_introl Fa) A B AB BA H).
    + assert (M : Commute.merges_map s b = false).
      { unfold Commute.merges_map, field. destruct b as [| | | | |mb]; try reflexivity. cbn [is_map fields andb]. simpl in Fb. destruct (is_atomic_map s); [reflexivity|].
        cbn [negb andb]. unfold directive_of in Fb. destruct (get patch_name mb); [reflexivity|discriminate]. }
      rewrite M, andb_false_r in H. unfold merges_list at 1 in H. rewrite andb_false_r in H. cbn [andb] in H.
      exact (effect_commutes c s name at_ _ b v va vb vab vba St Le (or_intror Fb) A B AB BA H).
    + destruct b as [| | | | |mb]; try discriminate; [exfalso; inversion Mb; congruence|].
      rewrite (not_fixed_merges s ma Fa), (not_fixed_merges s mb Fb) in H. cbn [andb left_text compares] in H.
      rewrite merging_map in A, B, AB, BA by assumption.
      apply bind_ok in A. destruct A as (ra & Ra & A). injection A as <-. apply bind_ok in B. destruct B as (rb & Rb & B). injection B as <-.
      apply bind_ok in AB. destruct AB as (rab & Rab & AB). injection AB as <-. apply bind_ok in BA. destruct BA as (rba & Rba & BA). injection BA as <-.
      cbn [fields] in Rab, Rba. set (c' := Context (opts c) (Field name :: here c) (Field name :: there c) false false) in *.
      assert (Fa' : forall n, field_merges_maps (opts c') (field_schema (map_schema s) n) (change_for c' (map_schema s) (parts_of ma) n)).
      { intros n. rewrite change_for_inside. apply merges_map_fields; assumption. }
      assert (Fb' : forall n, field_merges_maps (opts c') (field_schema (map_schema s) n) (change_for c' (map_schema s) (parts_of mb) n)).
      { intros n. rewrite change_for_inside. apply merges_map_fields; assumption. }
      eapply fields_of_values; [apply map_schema_fields|].
      exact (maps_commute c' s at_ ma mb _ _ _ _ _ U St Le Fa' Fb' IH Ra Rb Rab Rba H).
Qed.

(* Documents. *)

Lemma apply_is_map o s x p r : apply o s x p = Ok r -> exists m, r = JMap m.
Proof.
  unfold apply. intros H. destruct x as [[| | | | |y]|]; try discriminate.
  all: apply bind_ok in H; destruct H as ([] & M & H); unfold require in M; destruct p as [| | | | |q]; try discriminate.
  all: apply bind_ok in H; destruct H as (? & _ & H); apply bind_ok in H; destruct H as (v & V & H); injection H as <-.
  all: match type of V with eval _ ?c ?t ?o = _ => change (merge_map c t (parts_of q) o = Ok v) in V end.
  all: unfold merge_map in V; apply bind_ok in V; destruct V as (d & _ & V); destruct d; [| |injection V as <-; eauto].
  all: apply bind_ok in V; destruct V as (z & _ & V); injection V as <-; eauto.
Qed.

Lemma apply_merging o s m x : strict o = false -> is_fixed (at_root s) (JMap m) = false ->
  apply o s (Some (JMap x)) (JMap m) =
    (let* r := merge_fields (Context o [] [] false false) (map_schema (at_root s)) (parts_of m) x in Ok (JMap r)).
Proof.
  intros St F. rewrite apply_map by eauto. 
  match goal with |- context [eval (JMap m) ?c ?t ?o] => change (eval (JMap m) c t o) with (merge_map c t (parts_of m) o) end.
  unfold merge_map, read_directive. rewrite written_parts. simpl in F. apply orb_false_elim in F. destruct F as [At Di].
  destruct (directive_of m) as [[]|]; try discriminate. rewrite At. cbn [bind fields].
  change (match type_of (at_root s) with MapType _ _ _ => at_root s | _ => schemaless end) with (map_schema (at_root s)).
  destruct (merge_fields _ _ _ _); reflexivity.
Qed.

Lemma apply_fixed o s m x y : strict o = false -> is_fixed (at_root s) (JMap m) = true ->
  (x = None \/ x = Some JNull \/ exists z, x = Some (JMap z)) -> (y = None \/ y = Some JNull \/ exists z, y = Some (JMap z)) ->
  apply o s x (JMap m) = apply o s y (JMap m).
Proof. intros St F X Y. rewrite !apply_map by assumption. rewrite (fixed_constant _ _ _ x y F). reflexivity. Qed.

Lemma apply_total o s p x r y :
  use_unions o = false -> strict o = false -> merges_maps o (at_root s) p ->
  apply o s (Some (JMap x)) p = Ok r -> exists r', apply o s (Some (JMap y)) p = Ok r'.
Proof.
  intros U St M H. assert (P : exists m, p = JMap m).
  { unfold apply in H. apply bind_ok in H. destruct H as ([] & Q & _). unfold require in Q. destruct p; try discriminate. eauto. }
  destruct P as (m & ->). destruct (is_fixed (at_root s) (JMap m)) eqn:F.
  - exists r. rewrite <- H. apply apply_fixed; eauto.
  - rewrite apply_merging in * by assumption. apply bind_ok in H. destruct H as (z & Z & _).
    set (c := Context o [] [] false false) in *.
    destruct (merge_fields_total c (map_schema (at_root s)) m x z y U St) as (w & ->); [| |exact Z|cbn [bind]; eauto].
    + intros n. rewrite change_for_inside. apply merges_map_fields; assumption.
    + apply Forall_forall. intros f _. apply values_are_total.
Qed.

Lemma has_patch_fixed s m d : directive_of m = Some d -> present (get patch_name m) = true -> is_fixed s (JMap m) = true.
Proof.
  intros D P. simpl. rewrite D. unfold directive_of in D. destruct (get patch_name m) as [v|]; [|discriminate].
  destruct d; try (rewrite orb_true_r; reflexivity). exfalso.
  destruct v as [| | |t| |]; try discriminate. repeat (destruct t as [|[[] [] [] [] [] [] [] []] t]; try discriminate).
Qed.

Lemma accepted_directive o s x m r : apply o s x (JMap m) = Ok r -> exists d, directive_of m = Some d.
Proof.
  unfold apply. intros H. destruct x as [[| | | | |y]|]; try discriminate.
  all: apply bind_ok in H; destruct H as ([] & _ & H); apply bind_ok in H; destruct H as (? & _ & H); apply bind_ok in H; destruct H as (v & V & H).
  all: match type of V with eval _ ?c ?t ?o = _ => change (merge_map c t (parts_of m) o = Ok v) in V end.
  all: unfold merge_map, read_directive in V; rewrite written_parts in V; destruct (directive_of m); [eauto|discriminate].
Qed.

Lemma not_fixed_root s m d : directive_of m = Some d -> present (get patch_name m) = false -> is_fixed (at_root s) (JMap m) = false.
Proof.
  intros D P. simpl. unfold directive_of. destruct (get patch_name m); [discriminate|].
  unfold is_atomic_map, at_root. simpl. destruct (type_of s); reflexivity.
Qed.

(* If two patches have no conflicts, each is accepted after the other one, and both orders
   give the same values. The order of elements in merging lists may differ. Preconditions: an
   engine that is not strict; no unions; the patches merge maps only, as in compose_correct;
   the original accepts both patches. *)
Theorem no_conflict_commutes o s a b m ra rb :
  use_unions o = false -> strict o = false -> lenient o = false ->
  merges_maps o (at_root s) a -> merges_maps o (at_root s) b ->
  compare_patches o s a b = Compared [] ->
  apply o s (Some (JMap m)) a = Ok ra -> apply o s (Some (JMap m)) b = Ok rb ->
  exists rab rba, apply o s (Some ra) b = Ok rab /\ apply o s (Some rb) a = Ok rba /\ same_values s (Some rab) (Some rba).
Proof.
  intros U St Le Ma Mb H A B.
  destruct (apply_is_map _ _ _ _ _ A) as (xa & ->). destruct (apply_is_map _ _ _ _ _ B) as (xb & ->).
  destruct (apply_total o s b m _ xa U St Mb B) as (rab & AB). destruct (apply_total o s a m _ xb U St Ma A) as (rba & BA).
  exists rab, rba. split; [exact AB|]. split; [exact BA|].
  unfold compare_patches in H. destruct (check_patch o s a) as [[]|]; [|destruct (check_patch o s b); discriminate].
  destruct (check_patch o s b) as [[]|]; [|discriminate]. injection H as H. apply once_nil in H.
  destruct a as [| | | | |la]; try discriminate. destruct b as [| | | | |lb]; try discriminate.
  assert (Id : forall x, apply o s (Some (JMap x)) (JMap []) = Ok (JMap x)) by (intros x; apply identity; auto).
  assert (Da : exists d, directive_of la = Some d) by (eapply accepted_directive; exact A).
  assert (Db : exists d, directive_of lb = Some d) by (eapply accepted_directive; exact B).
  destruct Da as (da & Da). destruct Db as (db & Db).
  destruct la as [|pa la]; [rewrite Id in A, BA; injection A as <-; injection BA as <-; rewrite B in AB; injection AB as <-; apply same_equal|].
  destruct lb as [|pb lb]; [rewrite Id in B, AB; injection B as <-; injection AB as <-; rewrite A in BA; injection BA as <-; apply same_equal|].
  set (l := pa :: la) in *. set (r := pb :: lb) in *.
  assert (H' : (if present (get patch_name l) || present (get patch_name r) then
        let turn x y := let* v := apply (be_plain o) s None x in let* w := apply (be_plain o) s (Some v) y in Ok (Some w) in
        if same_result s (turn (JMap l) (JMap r)) (turn (JMap r) (JMap l))
        then if strict o then into_replaced [] (at_root s) (Change (Some (JMap l)) None None) (Change (Some (JMap r)) None None)
               ++ map swap (into_replaced [] (at_root s) (Change (Some (JMap r)) None None) (Change (Some (JMap l)) None None)) else []
        else between [] (Some (JMap l)) (Some (JMap r))
      else comparing (JMap l) (Context o [] [] false false) (at_root s) [] (Change (Some (JMap l)) None None) (Change (Some (JMap r)) None None)) = []) by exact H.
  clear H. rename H' into H. cbv zeta in H.
  assert (Pl : be_plain o = o) by (destruct o as [st un d' o' r' m' le]; simpl in *; subst; reflexivity). rewrite Pl, St in H.
  destruct (present (get patch_name l) || present (get patch_name r)) eqn:P.
  - destruct (same_result s _ _) eqn:E; [|exfalso; exact (between_not_nil _ _ _ H)].
    apply (same_result_values _ _ _ (Some rab) (Some rba) E).
    + apply orb_true_iff in P. destruct P as [P|P].
      * rewrite (apply_fixed o s l None (Some (JMap m)) St (has_patch_fixed _ _ _ Da P)) by eauto. rewrite A. cbn [bind]. rewrite AB. reflexivity.
      * destruct (apply o s None (JMap l)) as [v|] eqn:Ev; [|exfalso; cbn [bind same_result] in E; discriminate].
        destruct (apply_is_map _ _ _ _ _ Ev) as (xv & ->). cbn [bind].
        rewrite (apply_fixed o s r (Some (JMap xv)) (Some (JMap xa)) St (has_patch_fixed _ _ _ Db P)) by eauto. rewrite AB. reflexivity.
    + apply orb_true_iff in P. destruct P as [P|P].
      * destruct (apply o s None (JMap r)) as [v|] eqn:Ev; [|exfalso; cbn [bind] in E; destruct (bind (apply o s None (JMap l)) _) as [[|]|] in E; discriminate].
        destruct (apply_is_map _ _ _ _ _ Ev) as (xv & ->). cbn [bind].
        rewrite (apply_fixed o s l (Some (JMap xv)) (Some (JMap xb)) St (has_patch_fixed _ _ _ Da P)) by eauto. rewrite BA. reflexivity.
      * rewrite (apply_fixed o s r None (Some (JMap m)) St (has_patch_fixed _ _ _ Db P)) by eauto. rewrite B. cbn [bind]. rewrite BA. reflexivity.
  - apply orb_false_elim in P. destruct P as [P1 P2].
    pose proof (not_fixed_root s l _ Da P1) as Fa. pose proof (not_fixed_root s r _ Db P2) as Fb.
    rewrite apply_merging in A, B, AB, BA by assumption. set (c := Context o [] [] false false) in *. set (t := at_root s) in *.
    apply bind_ok in A. destruct A as (ya & A & E). injection E as <-. apply bind_ok in B. destruct B as (yb & B & E). injection E as <-.
    apply bind_ok in AB. destruct AB as (yab & AB & E). injection E as <-. apply bind_ok in BA. destruct BA as (yba & BA & E). injection E as <-.
    assert (Fa' : forall n, field_merges_maps (opts c) (field_schema (map_schema t) n) (change_for c (map_schema t) (parts_of l) n)).
    { intros n. rewrite change_for_inside. apply merges_map_fields; assumption. }
    assert (Fb' : forall n, field_merges_maps (opts c) (field_schema (map_schema t) n) (change_for c (map_schema t) (parts_of r) n)).
    { intros n. rewrite change_for_inside. apply merges_map_fields; assumption. }
    assert (IH : Forall (fun f => commutes (snd f)) l) by (apply Forall_forall; intros; apply values_commute).
    eapply (fields_of_values s (map_schema t)).
    + intros n. rewrite map_schema_fields. reflexivity.
    + exact (maps_commute c t [] l r m ya yb yab yba U St Le Fa' Fb' IH A B AB BA H).
Qed.

(* Conflicts are real: both orders give different values for the empty document. *)

Definition differ_in (s : schema) (a b : option json) : Prop := same_result s (Ok a) (Ok b) = false.

Lemma differ_in_field s n a b : differ_in (field_schema s n) (get n a) (get n b) -> differ_in s (Some (JMap a)) (Some (JMap b)).
Proof.
  unfold differ_in. intros D. cbn [same_result same_but_order]. apply not_true_is_false. intros H.
  apply andb_true_iff in H. destruct H as [P Q]. rewrite forallb_forall in P, Q.
  destruct (get n a) as [x|] eqn:Ga.
  - specialize (P (n, same_but_order x)). cbn [fst snd] in P.
    assert (I : In (n, same_but_order x) (map (fun f => (fst f, same_but_order (snd f))) a)).
    { apply in_map_iff. exists (n, x). split; [reflexivity|]. apply get_some_in, Ga. }
    specialize (P I). destruct (get n b) as [y|]; [|discriminate]. cbn [same_result] in D. congruence.
  - destruct (get n b) as [y|] eqn:Gb; [|discriminate]. apply get_some_in in Gb. specialize (Q _ Gb). cbn [fst] in Q. rewrite Ga in Q. discriminate.
Qed.

Lemma sets_something c s n x v r : removes (Some x) = false -> merges_maps (opts c) s x ->
  apply_change c s n (Change (Some x) None None) v = Ok r -> r <> None.
Proof.
  intros R M H. rewrite apply_change_value in H. rewrite merge_field_value in H.
  2: { destruct x; auto. left. inversion M; assumption. }
  apply bind_ok in H. destruct H as (? & _ & H). apply bind_ok in H. destruct H as (? & _ & H).
  destruct x as [| | | |l|m]; try discriminate; try (simpl in H; congruence).
  - simpl in H. unfold merge_list in H. destruct (replaces _ _).
    + apply bind_ok in H. destruct H as (? & _ & H). congruence.
    + destruct (strategy_of s); try congruence. apply bind_ok in H. destruct H as (? & _ & H). congruence.
  - match type of H with eval _ ?c' _ _ = _ => change (merge_map c' s (parts_of m) v = Ok r) in H end.
    unfold merge_map, read_directive in H. rewrite written_parts in H. simpl in R. unfold is_deletion in R. cbn [fields] in R.
    destruct (directive_of m) as [[]|]; cbn [bind] in H; try discriminate; apply bind_ok in H; destruct H as (? & _ & H); congruence.
Qed.

Definition is_real (a : json) : Prop :=
  forall c s n at_ b va vb vab vba,
    use_unions (opts c) = false -> strict (opts c) = false -> lenient (opts c) = false ->
    merges_maps (opts c) s a -> merges_maps (opts c) s b ->
    apply_change c s n (Change (Some a) None None) None = Ok va -> apply_change c s n (Change (Some b) None None) None = Ok vb ->
    apply_change c s n (Change (Some b) None None) va = Ok vab -> apply_change c s n (Change (Some a) None None) vb = Ok vba ->
    field_conflicts c s n at_ (Some (LeftPart a (comparing a))) (Change (Some a) None None) (Change (Some b) None None) <> [] ->
    differ_in s vab vba.

Lemma effect_is_real c s n at_ a b va vb vab vba :
  strict (opts c) = false -> lenient (opts c) = false ->
  apply_change c s n (Change (Some a) None None) None = Ok va -> apply_change c s n (Change (Some b) None None) None = Ok vb ->
  apply_change c s n (Change (Some b) None None) va = Ok vab -> apply_change c s n (Change (Some a) None None) vb = Ok vba ->
  effect_conflicts c s n at_ (Change (Some a) None None) (Change (Some b) None None) <> [] -> differ_in s vab vba.
Proof.
  intros St Le A B AB BA H. unfold effect_conflicts in H. rewrite St in H. unfold in_turn in H. cbv zeta in H. rewrite (be_plain_same c St Le) in H.
  rewrite A, B in H. cbn [bind] in H. rewrite AB, BA in H. unfold differ_in. destruct (same_result s (Ok vab) (Ok vba)); [congruence|reflexivity].
Qed.

Lemma flat_map_some {A B} (f : A -> list B) l : flat_map f l <> [] -> exists a, In a l /\ f a <> [].
Proof.
  induction l as [|x rest IH]; simpl; [congruence|]. intros H. destruct (f x) as [|y r] eqn:E.
  - destruct (IH H) as (a & I & N). eauto.
  - exists x. split; [auto|]. congruence.
Qed.

Lemma maps_are_real c s at_ ma mb ra rb rab rba :
  use_unions (opts c) = false -> strict (opts c) = false -> lenient (opts c) = false ->
  (forall n, field_merges_maps (opts c) (field_schema (map_schema s) n) (change_for c (map_schema s) (parts_of ma) n)) ->
  (forall n, field_merges_maps (opts c) (field_schema (map_schema s) n) (change_for c (map_schema s) (parts_of mb) n)) ->
  Forall (fun f => is_real (snd f)) ma ->
  merge_fields c (map_schema s) (parts_of ma) [] = Ok ra -> merge_fields c (map_schema s) (parts_of mb) [] = Ok rb ->
  merge_fields c (map_schema s) (parts_of mb) ra = Ok rab -> merge_fields c (map_schema s) (parts_of ma) rb = Ok rba ->
  map_conflicts (left_parts ma) c s at_ (Change (Some (JMap ma)) None None) (Change (Some (JMap mb)) None None) <> [] ->
  exists n, differ_in (field_schema (map_schema s) n) (get n rab) (get n rba).
Proof.
  intros U St Le Fa Fb IH Ra Rb Rab Rba H. unfold map_conflicts in H. cbv zeta in H. cbn [sent fields] in H.
  change (match type_of s with MapType _ _ _ => s | _ => schemaless end) with (map_schema s) in H. set (t := map_schema s) in *.
  change (parts_of_map ma) with (parts_of ma) in H. change (parts_of_map mb) with (parts_of mb) in H.
  assert (Ka : exists ka, retained_names c t (parts_of ma) = Ok ka).
  { unfold merge_fields in Ra. destruct (retained_names c t (parts_of ma)); [eauto|discriminate]. }
  assert (Kb : exists kb, retained_names c t (parts_of mb) = Ok kb).
  { unfold merge_fields in Rb. destruct (retained_names c t (parts_of mb)); [eauto|discriminate]. }
  destruct Ka as (ka & Ka). destruct Kb as (kb & Kb). rewrite Ka, Kb, U, app_nil_r in H.
  apply flat_map_some in H. destruct H as (n & _ & C). exists n. cbv beta in C.
  pose proof (merge_fields_all _ _ _ _ _ _ U Ka Ra n) as A1. pose proof (merge_fields_all _ _ _ _ _ _ U Kb Rb n) as B1.
  pose proof (merge_fields_all _ _ _ _ _ _ U Kb Rab n) as A2. pose proof (merge_fields_all _ _ _ _ _ _ U Ka Rba n) as B2.
  rewrite get_retain in A1, A2, B1, B2. cbn [get] in A1, B1.
  pose proof (loses_clears _ _ _ _ _ _ n U Ka Ra) as La. pose proof (loses_clears _ _ _ _ _ _ n U Kb Rab) as Lab.
  pose proof (loses_clears _ _ _ _ _ _ n U Kb Rb) as Lb. pose proof (loses_clears _ _ _ _ _ _ n U Ka Rba) as Lba.
  specialize (Fa n). specialize (Fb n).
  assert (N : forall b : bool, (if b then None else @None json) = None) by (intros []; reflexivity). rewrite N in A1, B1.
  destruct (loses kb n && present (sent (change_for c t (parts_of ma) n)) && negb (removes (sent (change_for c t (parts_of ma) n)))) eqn:Ca.
  { apply andb_true_iff in Ca. destruct Ca as [Ca Rm]. apply andb_true_iff in Ca. destruct Ca as [L P]. rewrite (Lab L).
    destruct (field_cases _ _ _ Fa) as [E|(x & E & M)]; rewrite E in *; [discriminate|]. cbn [sent] in Rm. apply negb_true_iff in Rm.
    pose proof (sets_something _ _ _ _ _ _ Rm M B2) as S. unfold differ_in. destruct (get n rba); [reflexivity|congruence]. }
  destruct (loses ka n && present (sent (change_for c t (parts_of mb) n)) && negb (removes (sent (change_for c t (parts_of mb) n)))) eqn:Cb.
  { apply andb_true_iff in Cb. destruct Cb as [Cb Rm]. apply andb_true_iff in Cb. destruct Cb as [L P]. rewrite (Lba L).
    destruct (field_cases _ _ _ Fb) as [E|(x & E & M)]; rewrite E in *; [discriminate|]. cbn [sent] in Rm. apply negb_true_iff in Rm.
    pose proof (sets_something _ _ _ _ _ _ Rm M A2) as S. unfold differ_in. destruct (get n rab); [reflexivity|congruence]. }
  destruct (field_cases _ _ _ Fa) as [Ea|(xa & Ea & Ma)]; [rewrite Ea in C; cbn [is_nothing sent removed placed present orb negb] in C; congruence|].
  destruct (field_cases _ _ _ Fb) as [Eb|(xb & Eb & Mb)]; [rewrite Ea, Eb in C; cbn [is_nothing sent removed placed present orb negb] in C; congruence|].
  rewrite get_left_parts, (sent_part c t ma n xa) in C by (rewrite Ea; reflexivity). cbn [option_map] in C.
  rewrite Ea in C, A1, B2, Ca. rewrite Eb in C, B1, A2, Cb. cbn [is_nothing sent removed placed present orb negb] in C.
  destruct (same_change _ _) in C; [congruence|].
  assert (G : get n ma = Some xa) by (apply (sent_part c t); rewrite Ea; reflexivity). apply get_some_in in G.
  rewrite Forall_forall in IH. cbn [sent present] in Ca, Cb. rewrite andb_true_r in Ca, Cb.
  (* A field that one patch clears is removed or left alone by the other one. *)
  destruct (loses kb n) eqn:Lkb.
  { cbn [andb] in Ca. apply negb_false_iff in Ca. pose proof (removes_gives_nothing _ _ _ _ _ _ Ca St A1) as Na.
    assert (A2' : apply_change c (field_schema t n) n (Change (Some xb) None None) (get n ra) = Ok (get n rab)) by (rewrite Na; exact A2).
    destruct (loses ka n) eqn:Lka.
    - refine (IH _ G c _ n _ xb (get n ra) (get n rb) _ _ U St Le Ma Mb A1 B1 A2' _ C). rewrite (Lb eq_refl). exact B2.
    - exact (IH _ G c _ n _ xb (get n ra) (get n rb) _ _ U St Le Ma Mb A1 B1 A2' B2 C). }
  destruct (loses ka n) eqn:Lka.
  { cbn [andb] in Cb. apply negb_false_iff in Cb. pose proof (removes_gives_nothing _ _ _ _ _ _ Cb St B1) as Nb.
    refine (IH _ G c _ n _ xb (get n ra) (get n rb) _ _ U St Le Ma Mb A1 B1 A2 _ C). rewrite Nb. exact B2. }
  exact (IH _ G c _ n _ xb (get n ra) (get n rb) _ _ U St Le Ma Mb A1 B1 A2 B2 C).
Qed.

Theorem values_are_real a : is_real a.
Proof.
  induction a as [|x|x|x|l IH|ma IH] using json_induction; intros c s name at_ b va vb vab vba U St Le Ma Mb A B AB BA H.
  all: unfold field_conflicts in H; cbv zeta in H; cbn [sent holds] in H.
  1-4: refine (effect_is_real c s name at_ _ b va vb vab vba St Le A B AB BA _); revert H; unfold Commute.merges_map, merges_list; cbn [is_map andb]; rewrite ?andb_false_r; exact (fun h => h).
  - assert (F : is_fixed s (JList l) = true) by (inversion Ma; assumption).
    refine (effect_is_real c s name at_ _ b va vb vab vba St Le A B AB BA _). revert H. unfold Commute.merges_map at 1. cbn [is_map andb]. unfold merges_list at 1. simpl in F. rewrite F. rewrite andb_false_r. exact (fun h => h).
  - destruct (Commute.merges_map s (JMap ma) && Commute.merges_map s b) eqn:M.
    2: { unfold merges_list at 1 in H. rewrite andb_false_r in H. cbn [andb] in H. exact (effect_is_real c s name at_ _ b va vb vab vba St Le A B AB BA H). }
    apply andb_true_iff in M. destruct M as [Ka Kb].
    assert (Nf : forall m, Commute.merges_map s (JMap m) = true -> is_fixed s (JMap m) = false).
    { intros m K. unfold Commute.merges_map, field in K. cbn [is_map fields andb] in K. apply andb_true_iff in K. destruct K as [K1 K2].
      simpl. unfold directive_of. destruct (get patch_name m); [discriminate|]. destruct (is_atomic_map s); [discriminate|reflexivity]. }
    destruct b as [| | | | |mb]; try discriminate. pose proof (Nf _ Ka) as Fa. pose proof (Nf _ Kb) as Fb. cbn [left_text compares] in H.
    rewrite merging_map in A, B, AB, BA by assumption.
    apply bind_ok in A. destruct A as (ra & Ra & A). injection A as <-. apply bind_ok in B. destruct B as (rb & Rb & B). injection B as <-.
    apply bind_ok in AB. destruct AB as (rab & Rab & AB). injection AB as <-. apply bind_ok in BA. destruct BA as (rba & Rba & BA). injection BA as <-.
    cbn [fields] in Ra, Rb, Rab, Rba. set (c' := Context (opts c) (Field name :: here c) (Field name :: there c) false false) in *.
    assert (Fa' : forall n, field_merges_maps (opts c') (field_schema (map_schema s) n) (change_for c' (map_schema s) (parts_of ma) n)).
    { intros n. rewrite change_for_inside. apply merges_map_fields; assumption. }
    assert (Fb' : forall n, field_merges_maps (opts c') (field_schema (map_schema s) n) (change_for c' (map_schema s) (parts_of mb) n)).
    { intros n. rewrite change_for_inside. apply merges_map_fields; assumption. }
    destruct (maps_are_real c' s at_ ma mb _ _ _ _ U St Le Fa' Fb' IH Ra Rb Rab Rba H) as (n & D).
    apply (differ_in_field s n). rewrite <- map_schema_fields. exact D.
Qed.

(* If two patches have conflicts, both orders give different values for the document {}.
   Preconditions: an engine that is not strict; no unions; the patches merge maps only, as in
   compose_correct; {} accepts both patches. *)
Theorem conflict_is_real o s a b l ra rb :
  use_unions o = false -> strict o = false -> lenient o = false ->
  merges_maps o (at_root s) a -> merges_maps o (at_root s) b ->
  compare_patches o s a b = Compared l -> l <> [] ->
  apply o s (Some (JMap [])) a = Ok ra -> apply o s (Some (JMap [])) b = Ok rb ->
  exists rab rba, apply o s (Some ra) b = Ok rab /\ apply o s (Some rb) a = Ok rba /\ same_but_order rab s rba = false.
Proof.
  intros U St Le Ma Mb H Nl A B.
  destruct (apply_is_map _ _ _ _ _ A) as (xa & ->). destruct (apply_is_map _ _ _ _ _ B) as (xb & ->).
  destruct (apply_total o s b [] _ xa U St Mb B) as (rab & AB). destruct (apply_total o s a [] _ xb U St Ma A) as (rba & BA).
  exists rab, rba. split; [exact AB|]. split; [exact BA|].
  unfold compare_patches in H. destruct (check_patch o s a) as [[]|]; [|destruct (check_patch o s b); discriminate].
  destruct (check_patch o s b) as [[]|]; [|discriminate]. injection H as H.
  assert (Hc : conflicts_of_patches o s a b <> []) by (intros E; rewrite E in H; simpl in H; congruence). clear H Nl. rename Hc into H.
  assert (Qa : exists q, a = JMap q).
  { unfold apply in A. apply bind_ok in A. destruct A as ([] & Q & _). unfold require in Q. destruct a; try discriminate. eauto. }
  assert (Qb : exists q, b = JMap q).
  { unfold apply in B. apply bind_ok in B. destruct B as ([] & Q & _). unfold require in Q. destruct b; try discriminate. eauto. }
  destruct Qa as (la & ->). destruct Qb as (lb & ->).
  destruct la as [|pa la]; [simpl in H; congruence|]. destruct lb as [|pb lb]; [simpl in H; congruence|].
  assert (Da : exists d, directive_of (pa :: la) = Some d) by (eapply accepted_directive; exact A).
  assert (Db : exists d, directive_of (pb :: lb) = Some d) by (eapply accepted_directive; exact B).
  destruct Da as (da & Da). destruct Db as (db & Db).
  set (m := pa :: la) in *. set (r := pb :: lb) in *.
  assert (H' : (if present (get patch_name m) || present (get patch_name r) then
        let turn x y := let* v := apply (be_plain o) s None x in let* w := apply (be_plain o) s (Some v) y in Ok (Some w) in
        if same_result s (turn (JMap m) (JMap r)) (turn (JMap r) (JMap m))
        then if strict o then into_replaced [] (at_root s) (Change (Some (JMap m)) None None) (Change (Some (JMap r)) None None)
               ++ map swap (into_replaced [] (at_root s) (Change (Some (JMap r)) None None) (Change (Some (JMap m)) None None)) else []
        else between [] (Some (JMap m)) (Some (JMap r))
      else comparing (JMap m) (Context o [] [] false false) (at_root s) [] (Change (Some (JMap m)) None None) (Change (Some (JMap r)) None None)) <> []) by exact H.
  clear H. rename H' into H. cbv zeta in H.
  assert (Pl : be_plain o = o) by (destruct o as [st un d' o' r' m' le]; simpl in *; subst; reflexivity). rewrite Pl, St in H.
  assert (E0 : forall q, apply o s None (JMap q) = apply o s (Some (JMap [])) (JMap q)).
  { intros q. rewrite !apply_map by eauto. rewrite (eval_map_fields q _ _ None (Some (JMap []))) by reflexivity. reflexivity. }
  destruct (present (get patch_name m) || present (get patch_name r)) eqn:P.
  - rewrite !E0, A, B in H. cbn [bind] in H. rewrite AB, BA in H. cbn [bind same_result] in H. destruct (same_but_order rab s rba); [congruence|reflexivity].
  - apply orb_false_elim in P. destruct P as [P1 P2].
    pose proof (not_fixed_root s m _ Da P1) as Fa. pose proof (not_fixed_root s r _ Db P2) as Fb.
    rewrite apply_merging in A, B, AB, BA by assumption. set (c := Context o [] [] false false) in *. set (t := at_root s) in *.
    apply bind_ok in A. destruct A as (ya & A & E). injection E as <-. apply bind_ok in B. destruct B as (yb & B & E). injection E as <-.
    apply bind_ok in AB. destruct AB as (yab & AB & E). injection E as <-. apply bind_ok in BA. destruct BA as (yba & BA & E). injection E as <-.
    assert (Fa' : forall n, field_merges_maps (opts c) (field_schema (map_schema t) n) (change_for c (map_schema t) (parts_of m) n)).
    { intros n. rewrite change_for_inside. apply merges_map_fields; assumption. }
    assert (Fb' : forall n, field_merges_maps (opts c) (field_schema (map_schema t) n) (change_for c (map_schema t) (parts_of r) n)).
    { intros n. rewrite change_for_inside. apply merges_map_fields; assumption. }
    assert (IH : Forall (fun f => is_real (snd f)) m) by (apply Forall_forall; intros; apply values_are_real).
    destruct (maps_are_real c t [] m r _ _ _ _ U St Le Fa' Fb' IH A B AB BA H) as (n & D).
    assert (D' : differ_in s (Some (JMap yab)) (Some (JMap yba))).
    { apply (differ_in_field s n). rewrite map_schema_fields in D. exact D. }
    exact D'.
Qed.

(* The empty patch has no conflicts with another patch. Preconditions: {} accepts both
   patches. *)
Theorem empty_patch_commutes o s p : check_patch o s p = Ok tt -> check_patch o s (JMap []) = Ok tt ->
  compare_patches o s p (JMap []) = Compared [] /\ compare_patches o s (JMap []) p = Compared [].
Proof. intros H E. unfold compare_patches. rewrite H, E. destruct p as [| | | | |[|f m]]; split; reflexivity. Qed.

(* If two patches have no conflicts, composing them in either order has the same effect. The
   order of elements in merging lists may differ. Preconditions: as in no_conflict_commutes; no
   map of the original has a name twice; both orders are composable. *)
Theorem no_conflict_composes o s a b m ra rb p q :
  use_unions o = false -> strict o = false -> lenient o = false ->
  merges_maps o (at_root s) a -> merges_maps o (at_root s) b -> well_formed (JMap m) ->
  compare_patches o s a b = Compared [] ->
  apply o s (Some (JMap m)) a = Ok ra -> apply o s (Some (JMap m)) b = Ok rb ->
  compose o s [a; b] = Composed p -> compose o s [b; a] = Composed q ->
  exists x y, apply o s (Some (JMap m)) p = Ok x /\ apply o s (Some (JMap m)) q = Ok y /\ same_values s (Some x) (Some y).
Proof.
  intros U St Le Ma Mb W N A B P Q.
  destruct (no_conflict_commutes o s a b m ra rb U St Le Ma Mb N A B) as (rab & rba & AB & BA & E).
  assert (Wo : well_formed_option (Some (JMap m))) by (intros z [= <-]; exact W).
  exists rab, rba. split; [|split; [|exact E]].
  - eapply (compose_correct o s [a; b]); eauto; [discriminate|]. rewrite apply_all_cons, A. exact AB.
  - eapply (compose_correct o s [b; a]); eauto; [discriminate|]. rewrite apply_all_cons, B. exact BA.
Qed.
