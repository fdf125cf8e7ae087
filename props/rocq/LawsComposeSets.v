(* The composed patch of a set adds and removes the same values as the patches in turn. *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Lists Unions Keyed Maps Apply Diff Compose.
Require Import LawsValues LawsMaps LawsOrder LawsSets.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

Section Sets.
Variable (c : context) (s : schema) (n : string).
Hypothesis not_strict : strict (opts c) = false.
Hypothesis set : strategy_of s = ValueSet.

Lemma scalar_not_marker v : is_scalar v = true -> is_marker v = false.
Proof. destruct v; try discriminate; reflexivity. Qed.

Lemma scalars_merge l : forallb is_scalar l = true -> replaces s l = false.
Proof.
  intros H. unfold replaces, is_merging. rewrite set. simpl. destruct (existsb is_marker l) eqn:E; [|reflexivity].
  apply existsb_exists in E. destruct E as (v & I & M). rewrite forallb_forall in H. rewrite (scalar_not_marker v (H v I)) in M. discriminate.
Qed.

Lemma each_tt {A} (f : A -> result unit) l : (forall a, In a l -> f a = Ok tt) -> exists us, each f l = Ok us.
Proof.
  induction l as [|a rest IH]; intros H; simpl; [eauto|]. rewrite (H a (or_introl eq_refl)). cbn [bind].
  destruct IH as (us & ->); [intros b I; apply H; right; exact I|]. cbn [bind]. eauto.
Qed.

Lemma in_indexed_snd {A} (x : nat * A) l : forall i, In x (indexed_from i l) -> In (snd x) l.
Proof. induction l as [|a rest IH]; simpl; intros i; [tauto|]. intros [<-|I]; [auto|eauto]. Qed.

Lemma check_scalars at_ l : forallb is_scalar l = true -> check_elements c s at_ (Some (JList l)) = Ok tt.
Proof.
  intros H. unfold check_elements. rewrite scalars_merge by exact H.
  match goal with |- bind (each ?f ?l) _ = _ => destruct (each_tt f l) as (us & ->); [|reflexivity] end.
  intros x I. unfold check_element. rewrite set. apply in_indexed_snd in I. rewrite forallb_forall in H. rewrite (H _ I).
  cbn [require bind]. unfold check_type, require. rewrite not_strict. reflexivity.
Qed.

Lemma checked_scalars at_ l : replaces s l = false -> check_elements c s at_ (Some (JList l)) = Ok tt -> forallb is_scalar l = true.
Proof.
  intros R H. unfold check_elements in H. rewrite R in H. clear R. revert H. unfold indexed. generalize 0 as i.
  induction l as [|v rest IH]; intros i H; [reflexivity|]. simpl in *. apply bind_ok in H. destruct H as (u & H & _).
  apply bind_ok in H. destruct H as (u1 & V & H). apply bind_ok in H. destruct H as (us & Us & _).
  unfold check_element in V. rewrite set in V. apply bind_ok in V. destruct V as (? & V & _). unfold require in V.
  destruct (is_scalar v); [|discriminate]. simpl. apply (IH (S i)). rewrite Us. reflexivity.
Qed.

(* A change of a set without an order list: values that it adds, and values that it removes. *)
Definition set_change_of (added removed : option (list json)) : change :=
  Change (option_map JList added) (option_map JList removed) None.

Definition values_of_list (l : option (list json)) : list json := match l with Some l => l | None => [] end.

Definition accepted (added removed : option (list json)) : Prop :=
  forallb is_scalar (values_of_list added) = true
  /\ (removed <> None -> n <> "" /\ forallb is_scalar (values_of_list removed) = true).

Lemma set_change_values added removed x :
  accepted added removed ->
  exists l, apply_change c s n (set_change_of added removed) (Some (JList x)) = Ok (Some (JList l))
    /\ forall v, is_scalar v = true -> (In v l <-> (In v x /\ ~ In v (values_of_list removed)) \/ In v (values_of_list added)).
Proof.
  intros (A & D). unfold apply_change, merge_field, set_change_of. cbn [sent Diff.removed placed].
  assert (H1 : forall m : option json, match m with Some v => check_type c s v (Field n :: here c) | None => Ok tt end = Ok tt).
  { intros [v|]; [|reflexivity]. unfold check_type, require. rewrite not_strict. reflexivity. }
  rewrite H1. cbn [bind].
  assert (H2 : check_elements c s (Field n :: here c) (option_map text (option_map part_of (option_map JList added))) = Ok tt).
  { destruct added as [l|]; [|reflexivity]. apply check_scalars, A. }
  rewrite H2. cbn [bind]. unfold check_original. rewrite set. cbn [bind].
  set (patch := option_map text (option_map part_of (option_map JList added))) in *.
  assert (H3 : exists y, delete_values c s n (option_map JList removed) patch (Some (JList x)) = Ok (Some (JList y))
      /\ forall v, is_scalar v = true -> (In v y <-> In v x /\ ~ In v (values_of_list removed))).
  { destruct removed as [d|].
    - destruct D as (N & Sc); [discriminate|]. simpl in Sc. unfold delete_values. cbn [option_map].
      assert (M : forall o, may_hold_scalars s o = true).
      { intros o. unfold may_hold_scalars. unfold strategy_of in set. destruct (type_of s); try discriminate. rewrite set. reflexivity. }
      rewrite !M. cbn [andb is_list elements]. rewrite Sc. destruct (string_dec n ""); [congruence|]. cbn [negb andb require bind].
      eexists. split; [reflexivity|]. intros v V. rewrite filter_In. split; intros [I E]; (split; [exact I|]).
      + intros J. assert (contains d v = true) by (apply contains_iff; auto). rewrite H in E. discriminate.
      + apply negb_true_iff. destruct (contains d v) eqn:C; [|reflexivity]. apply contains_iff in C. tauto.
    - exists x. split; [reflexivity|]. intros v _. simpl. tauto. }
  destruct H3 as (y & -> & Y). cbn [bind].
  destruct added as [l|]; cbn [option_map means part_of eval].
  - unfold merge_list. rewrite !map_map. cbn [text]. rewrite map_id. simpl in A. rewrite scalars_merge, set by exact A. cbn [bind set_order elements].
    eexists. split; [reflexivity|]. intros v V. rewrite set_merge_values by exact V. rewrite Y by exact V. simpl. tauto.
  - cbn [bind set_order]. eexists. split; [reflexivity|]. intros v V. rewrite Y by exact V. simpl. tauto.
Qed.

Lemma accepted_change added removed x r :
  (forall l, added = Some l -> replaces s l = false) ->
  apply_change c s n (set_change_of added removed) x = Ok r -> accepted added removed.
Proof.
  intros R H. unfold apply_change, merge_field, set_change_of in H. cbn [sent Diff.removed placed] in H.
  apply bind_ok in H. destruct H as (? & _ & H). apply bind_ok in H. destruct H as ([] & E & H).
  apply bind_ok in H. destruct H as (? & _ & H). apply bind_ok in H. destruct H as (d & D & _). split.
  - destruct added as [l|]; [|reflexivity]. simpl. eapply checked_scalars; [apply R; reflexivity|exact E].
  - intros N. destruct removed as [l|]; [|congruence]. simpl in *. apply bind_ok in D. destruct D as (? & D & _). unfold require in D.
    destruct (string_dec n ""); [discriminate|]. split; [assumption|]. simpl in D.
    destruct (forallb is_scalar l); [reflexivity|]. rewrite !andb_false_r in D. discriminate.
Qed.

(* The composed patch of a set gives the same values as two patches in turn. Preconditions:
   an engine that is not strict; the original has a list; the patches have no markers and no
   order lists. *)
Theorem compose_set_values a d b e x r1 r2 :
  (forall l, a = Some l -> replaces s l = false) -> (forall l, b = Some l -> replaces s l = false) ->
  apply_change c s n (set_change_of a d) (Some (JList x)) = Ok r1 ->
  apply_change c s n (set_change_of b e) r1 = Ok r2 ->
  exists l r, r2 = Some (JList l)
    /\ apply_change c s n (compose_sets c s (set_change_of a d) (set_change_of b e)) (Some (JList x)) = Ok (Some (JList r))
    /\ forall v, is_scalar v = true -> (In v r <-> In v l).
Proof.
  intros Ma Mb A B. pose proof (accepted_change _ _ _ _ Ma A) as Aa. pose proof (accepted_change _ _ _ _ Mb B) as Ab.
  destruct (set_change_values a d x Aa) as (l1 & E1 & V1). rewrite A in E1. injection E1 as ->.
  destruct (set_change_values b e l1 Ab) as (l2 & E2 & V2). rewrite B in E2. injection E2 as ->.
  set (kept := filter (fun v => negb (contains (values_of_list e) v)) (values_of_list a)).
  set (added := kept ++ filter (fun v => negb (contains kept v)) (values_of_list b)).
  set (gone := match d, e with
    | Some d, Some e => Some (d ++ filter (fun v => negb (contains d v)) e)
    | Some d, None => Some d
    | None, _ => e
    end).
  assert (C : compose_sets c s (set_change_of a d) (set_change_of b e)
      = set_change_of (if present a || present b then Some added else None) gone).
  { unfold compose_sets, with_order, set_change_of. cbn [sent Diff.removed placed ordered_by].
    assert (P : forall o : option (list json), present (option_map JList o) = present o) by (intros []; reflexivity).
    assert (El : forall o : option (list json), elements (option_map JList o) = values_of_list o) by (intros []; reflexivity).
    assert (Un : union_of (option_map JList d) (option_map JList e) = option_map JList gone).
    { unfold gone. destruct d, e; reflexivity. }
    rewrite !P, !El, Un. fold kept. fold added.
    destruct (lenient (opts c)), (present a || present b); reflexivity. }
  destruct Aa as (Sa & Da). destruct Ab as (Sb & Db).
  assert (Ac : accepted (if present a || present b then Some added else None) gone).
  { split.
    - assert (forallb is_scalar added = true).
      { rewrite forallb_forall in *. intros v I. unfold added, kept in I. rewrite in_app_iff, !filter_In in I.
        destruct I as [[I _]|[I _]]; auto. }
      destruct (present a || present b); [exact H|reflexivity].
    - unfold gone. intros N. destruct d as [d|], e as [e|]; simpl in *; try (exfalso; apply N; reflexivity).
      + destruct Da as (Nd & Sd); [discriminate|]. destruct Db as (_ & Se); [discriminate|]. split; [exact Nd|].
        rewrite forallb_forall in *. intros v I. rewrite in_app_iff, filter_In in I. simpl in *. destruct I as [I|[I _]]; auto.
      + apply Da. discriminate.
      + apply Db. discriminate. }
  destruct (set_change_values _ _ x Ac) as (l3 & E3 & V3).
  exists l2, l3. split; [reflexivity|]. rewrite C. split; [exact E3|].
  intros v V. rewrite V3, V2, V1 by exact V.
  assert (G : In v (values_of_list gone) <-> In v (values_of_list d) \/ In v (values_of_list e)).
  { unfold gone. destruct d as [d|], e as [e|]; simpl; try tauto. rewrite in_app_iff, filter_In. split; [tauto|].
    intros [I|I]; [auto|]. destruct (contains d v) eqn:Co; [|auto]. apply contains_iff in Co. tauto. }
  assert (K : In v kept <-> In v (values_of_list a) /\ ~ In v (values_of_list e)).
  { unfold kept. rewrite filter_In. split; intros [I E]; (split; [exact I|]).
    - intros J. assert (contains (values_of_list e) v = true) by (apply contains_iff; auto). rewrite H in E. discriminate.
    - apply negb_true_iff. destruct (contains (values_of_list e) v) eqn:Co; [|reflexivity]. apply contains_iff in Co. tauto. }
  assert (Ad : In v (values_of_list (if present a || present b then Some added else None))
      <-> (In v (values_of_list a) /\ ~ In v (values_of_list e)) \/ In v (values_of_list b)).
  { assert (In v added <-> (In v (values_of_list a) /\ ~ In v (values_of_list e)) \/ In v (values_of_list b)).
    { unfold added. rewrite in_app_iff, filter_In, K. split; [tauto|]. intros [I|I]; [auto|].
      destruct (contains kept v) eqn:Co; [|auto]. apply contains_iff in Co. rewrite K in Co. tauto. }
    destruct a, b; exact H. }
  rewrite Ad, G. destruct (in_dec json_dec v (values_of_list e)); tauto.
Qed.
End Sets.
