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
      destruct (get n m) as [y|]; [|discriminate]. simpl in Q'. destruct (role_of c s n y); try discriminate. congruence. }
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

(* Values that are not fixed do not depend on the paths of the context: only fixed values are
   compared by effect. *)
Definition commutes (a : json) : Prop :=
  forall c s n at_ b v va vb vab vba,
    use_unions (opts c) = false -> strict (opts c) = false ->
    merges_maps (opts c) s a -> merges_maps (opts c) s b ->
    apply_change c s n (Change (Some a) None None) v = Ok va -> apply_change c s n (Change (Some b) None None) v = Ok vb ->
    apply_change c s n (Change (Some b) None None) va = Ok vab -> apply_change c s n (Change (Some a) None None) vb = Ok vba ->
    field_conflicts c s n at_ (Some (LeftPart a (comparing a))) (Change (Some a) None None) (Change (Some b) None None) = [] ->
    same_values s vab vba.
