(* Idempotence: applying a patch twice gives the same result as applying it once, if the patch
   merges no keyed list. *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Lists Unions Keyed Maps Apply.
Require Import LawsValues LawsMaps LawsOrder LawsSets LawsDirectives.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(* A patch list that is atomic, has a marker, or consists of values for a set. *)
Definition is_simple_list (s : schema) (l : list json) : Prop :=
  replaces s l = true \/ strategy_of s = ValueSet /\ forallb is_scalar l = true.

(* A part of a patch that merges no keyed list, and has neither delete lists nor order lists. *)
Fixpoint merges_no_list (o : options) (selecting : bool) (s : schema) (p : json) : Prop :=
  match p with
  | JList l => is_simple_list s l
  | JMap m =>
      (fix all m := match m with
       | [] => True
       | (n, x) :: rest =>
           match role_of (inside o selecting) (map_schema s) n x with
           | DeleteList _ | OrderList _ => False
           | Data => merges_no_list o false (field_schema (map_schema s) n) x
           | _ => True
           end /\ all rest
       end) m
  | _ => True
  end.

Definition field_merges_no_list o selecting s (f : string * json) : Prop :=
  match role_of (inside o selecting) (map_schema s) (fst f) (snd f) with
  | DeleteList _ | OrderList _ => False
  | Data => merges_no_list o false (field_schema (map_schema s) (fst f)) (snd f)
  | _ => True
  end.

Lemma merges_no_list_map o b s m : merges_no_list o b s (JMap m) <-> Forall (field_merges_no_list o b s) m.
Proof.
  simpl. induction m as [|[n x] rest IH]; [split; auto|]. rewrite IH. split.
  - intros (A & B). constructor; assumption.
  - intros F. inversion F; subst. auto.
Qed.

(* The fields of every map of a document are sorted, as the shell reads them. *)
Fixpoint well_formed (v : json) : Prop :=
  match v with
  | JMap m => sorted m /\ (fix all m := match m with
      | [] => True
      | (n, x) :: rest => well_formed x /\ all rest
      end) m
  | JList l => (fix all l := match l with [] => True | x :: rest => well_formed x /\ all rest end) l
  | _ => True
  end.

Definition well_formed_option (v : option json) : Prop := forall x, v = Some x -> well_formed x.

Lemma well_formed_fields v : well_formed_option v ->
  sorted (fields v) /\ Forall (fun f => well_formed (snd f)) (fields v).
Proof.
  intros W. destruct v as [[| | | | |m]|]; simpl; try (split; [exact I|constructor]).
  destruct (W _ eq_refl) as [S A]. split; [exact S|]. clear W S.
  induction m as [|[n x] rest IH]; [constructor|]. destruct A. constructor; auto.
Qed.

(* A second application changes nothing. *)
Definition is_idempotent (p : json) : Prop :=
  forall c s v r,
    use_unions (opts c) = false ->
    ordered c = false ->
    merges_no_list (opts c) (selecting c) s p ->
    well_formed_option v ->
    eval p c s v = Ok r ->
    eval p c s r = Ok r.

Lemma put_same {A} n (v : A) m : sorted m -> get n m = Some v -> put n v m = m.
Proof.
  intros S G. apply sorted_ext; [apply sorted_put, S|exact S|].
  intros x. rewrite get_put. destruct (string_dec x n) as [->|]; [symmetry; exact G|reflexivity].
Qed.

Lemma set_field_same n (m : fields_of) : sorted m -> set_field n (get n m) m = m.
Proof.
  intros S. apply sorted_ext; [apply sorted_set_field, S|exact S|].
  intros x. rewrite get_set_field. destruct (string_dec x n) as [->|]; reflexivity.
Qed.

Lemma merge_named_known c s m todo : forall merged r,
  merge_named c s m todo merged = Ok r -> forall n, In n todo -> check_known c s m n = Ok tt.
Proof.
  induction todo as [|x rest IH]; simpl; intros merged r H n I; [tauto|].
  apply bind_ok in H. destruct H as ([] & K & H). apply bind_ok in H. destruct H as (v & _ & H).
  destruct I as [->|I]; [exact K|eauto].
Qed.

Lemma merge_named_same c s m todo r : sorted r ->
  (forall n, In n todo -> check_known c s m n = Ok tt /\ merged_field c s m n r = Ok (get n r)) ->
  merge_named c s m todo r = Ok r.
Proof.
  intros S. induction todo as [|x rest IH]; simpl; intros F; [reflexivity|].
  destruct (F x) as [K M]; [auto|]. rewrite K. simpl. unfold merged_field in M. rewrite M. simpl.
  rewrite set_field_same by exact S. apply IH. intros n I. apply F. auto.
Qed.

Lemma sorted_merge_named c s m todo : forall merged r,
  sorted merged -> merge_named c s m todo merged = Ok r -> sorted r.
Proof.
  induction todo as [|x rest IH]; simpl; intros merged r S H; [congruence|].
  apply bind_ok in H. destruct H as (_ & _ & H). apply bind_ok in H. destruct H as (v & _ & H).
  eapply IH; [|exact H]. apply sorted_set_field, S.
Qed.

(* A patch list that replaces the list has one result, whatever the original is. *)
Lemma replacing_list_constant l c s v w :
  replaces s l = true -> eval (JList l) c s v = eval (JList l) c s w.
Proof.
  intros R. simpl. unfold merge_list. rewrite map_map. simpl. rewrite map_id, R. reflexivity.
Qed.

Lemma check_original_replaced c s at_ patch v :
  match patch with Some (JList l) => is_simple_list s l | _ => True end ->
  check_original c s at_ false patch v = Ok tt.
Proof.
  intros R. unfold check_original.
  destruct (strategy_of s) eqn:St; try reflexivity.
  assert (match patch with Some (JList l) => replaces s l = true | _ => True end) as Q.
  { destruct patch as [[| | | | |]|]; auto. destruct R as [R|[R _]]; congruence. }
  clear R. rename Q into R.
  destruct v as [[| | | | |]|]; try reflexivity.
  destruct patch as [[| | | | |]|]; simpl; rewrite ?R; rewrite ?andb_false_r; reflexivity.
Qed.

Lemma merge_field_nothing c s n v : merge_field c s n None None None v = Ok v.
Proof.
  unfold merge_field. simpl. rewrite check_original_replaced by exact I. reflexivity.
Qed.

Lemma merge_field_value c s n x v :
  match x with JList l => is_simple_list s l | _ => True end ->
  merge_field c s n (Some (Part x (eval x))) None None v =
    (do check_type c s x (Field n :: here c) then
     do check_elements c s (Field n :: here c) (Some x) then
     eval x (Context (opts c) (Field n :: here c) (Field n :: there c) false false) s v).
Proof.
  intros R. unfold merge_field. cbv zeta. cbn [option_map text means present orb delete_values set_order].
  rewrite check_original_replaced by (destruct x; exact R).
  destruct (check_type c s x (Field n :: here c)) as [[]|]; cbn [bind]; [|reflexivity].
  destruct (check_elements c s (Field n :: here c) (Some x)) as [[]|]; cbn [bind]; [|reflexivity].
  destruct (eval x _ s v); reflexivity.
Qed.

Lemma merge_field_idempotent c s n x v y :
  is_idempotent x -> use_unions (opts c) = false ->
  merges_no_list (opts c) false s x -> well_formed_option v ->
  merge_field c s n (Some (Part x (eval x))) None None v = Ok y ->
  merge_field c s n (Some (Part x (eval x))) None None y = Ok y.
Proof.
  intros P U N W H.
  assert (R : match x with JList l => is_simple_list s l | _ => True end) by (destruct x; auto).
  rewrite merge_field_value in * by exact R.
  destruct (check_type c s x (Field n :: here c)); cbn [bind] in *; [|discriminate].
  destruct (check_elements c s (Field n :: here c) (Some x)); cbn [bind] in *; [|discriminate].
  eapply P; [| | | |exact H]; [exact U|reflexivity|exact N|exact W].
Qed.

Lemma merge_fields_idempotent c s s' m original r :
  map_schema s' = s ->
  use_unions (opts c) = false ->
  Forall (fun f => is_idempotent (snd f)) m ->
  Forall (field_merges_no_list (opts c) (selecting c) s') m ->
  sorted original -> Forall (fun f => well_formed (snd f)) original ->
  merge_fields c s (parts_of m) original = Ok r ->
  merge_fields c s (parts_of m) r = Ok r.
Proof.
  intros E U P N S W H.
  pose proof H as H0. unfold merge_fields in H. apply bind_ok in H. destruct H as (kept & K & H).
  apply bind_ok in H. destruct H as (merged & M & H). rewrite U in H. injection H as <-.
  assert (Sr : sorted merged).
  { eapply sorted_merge_named; [|exact M]. destruct kept; simpl; [apply sorted_filter|]; exact S. }
  assert (R : retain kept merged = merged).
  { destruct kept as [kept|]; [|reflexivity]. apply sorted_ext; [apply sorted_filter, Sr|exact Sr|].
    intros n. simpl. rewrite get_filter_listed. destruct (listed n kept) eqn:L; [reflexivity|].
    symmetry. eapply retain_keys_clears; eauto. intros I. apply listed_iff in I. congruence. }
  unfold merge_fields. rewrite K. simpl. rewrite R.
  rewrite (merge_named_same c s (parts_of m) _ merged Sr); [simpl; rewrite U; reflexivity|].
  intros n I. split; [eapply merge_named_known; eauto|].
  destruct (map_merge _ _ _ _ _ _ U K H0 n) as [F _]. specialize (F I).
  (* The value of one field. *)
  assert (Role : forall x, get n m = Some x ->
    match role_of c s n x with
    | DeleteList _ | OrderList _ => False
    | Data => merges_no_list (opts c) false (field_schema s n) x
    | _ => True
    end).
  { intros x X. apply get_some_in in X. rewrite Forall_forall in N. specialize (N _ X).
    unfold field_merges_no_list in N. simpl in N. rewrite E in N. rewrite role_of_inside. exact N. }
  assert (NoDelete : delete_list_for c s (parts_of m) n = None).
  { unfold delete_list_for, with_role. rewrite get_parts.
    destruct (get (delete_prefix ++ n) m) as [x|] eqn:G; [|reflexivity]. simpl.
    apply get_some_in in G. rewrite Forall_forall in N. specialize (N _ G).
    unfold field_merges_no_list in N. simpl in N. rewrite E in N. rewrite role_of_inside.
    destruct (role_of _ _ _ _); try reflexivity. destruct N. }
  assert (NoOrder : order_list_for c s (parts_of m) n = None).
  { unfold order_list_for, with_role. rewrite get_parts.
    destruct (get (order_prefix ++ n) m) as [x|] eqn:G; [|reflexivity]. simpl.
    apply get_some_in in G. rewrite Forall_forall in N. specialize (N _ G).
    unfold field_merges_no_list in N. simpl in N. rewrite E in N. rewrite role_of_inside.
    destruct (role_of _ _ _ _); try reflexivity. destruct N. }
  assert (Wn : well_formed_option (get n (retain kept original))).
  { intros x X. destruct kept as [kept|]; simpl in X.
    - rewrite get_filter_listed in X. destruct (listed n kept); [|discriminate].
      apply get_some_in in X. rewrite Forall_forall in W. exact (W _ X).
    - apply get_some_in in X. rewrite Forall_forall in W. exact (W _ X). }
  unfold merged_field in *. rewrite NoDelete, NoOrder in *. cbn [option_map] in *. revert F Wn.
  generalize (get n (retain kept original)) as v. generalize (get n merged) as y. intros y v F Wn.
  unfold value_for, with_role in *. rewrite get_parts in *.
  destruct (get n m) as [x|] eqn:G; cbn [option_map text] in *; [|apply merge_field_nothing].
  specialize (Role _ eq_refl).
  destruct (role_of c s n x) eqn:Q; try apply merge_field_nothing.
  eapply merge_field_idempotent; eauto.
  apply get_some_in in G. rewrite Forall_forall in P. exact (P _ G).
Qed.

(* A document that is deleted stays deleted. *)
Theorem eval_idempotent p : is_idempotent p.
Proof.
  induction p as [|b|n|t|l IH|m IH] using json_induction; intros c s v r U O N W H;
    try (simpl in *; congruence).
  - destruct (replaces s l) eqn:R.
    + rewrite <- H. apply replacing_list_constant, R.
    + destruct N as [N|[St Sc]]; [congruence|].
      simpl in *. unfold merge_list in *. rewrite map_map in *. cbn [text] in *. rewrite map_id in *.
      rewrite R, St, O in *. injection H as <-. cbn [elements]. rewrite set_merge_idempotent by exact Sc. reflexivity.
  - apply merges_no_list_map in N. change (eval (JMap m)) with
      (fun c s original => merge_map c s (parts_of m) original) in *. cbv beta in *.
    unfold merge_map in *. destruct (read_directive (here c) (written (parts_of m))) as [d|]; cbn [bind] in *; [|discriminate].
    destruct d; [| |exact H].
    + destruct (is_atomic_map s); [exact H|].
      apply bind_ok in H. destruct H as (x & X & H). injection H as <-. cbn [fields].
      destruct (well_formed_fields v W) as [S F].
      change (match type_of s with MapType _ _ _ => s | _ => schemaless end) with (map_schema s) in *.
      rewrite (merge_fields_idempotent c (map_schema s) s m (fields v) x); auto.
    + exact H.
Qed.

Lemma written_parts m : written (parts_of m) = m.
Proof.
  unfold written, parts_of. rewrite map_map. cbn. rewrite <- (map_id m) at 2.
  apply map_ext. intros []; reflexivity.
Qed.

(* Applying the patch to the result gives the result again. Preconditions: the patch merges
   no keyed list, and has no delete or order lists; no unions. *)
Theorem apply_is_idempotent o s m patch r :
  use_unions o = false ->
  well_formed (JMap m) ->
  merges_no_list o false (at_root s) patch ->
  apply o s (Some (JMap m)) patch = Ok r ->
  apply o s (Some r) patch = Ok r.
Proof.
  intros U W N H. unfold apply in H.
  apply bind_ok in H. destruct H as ([] & M & H). apply bind_ok in H. destruct H as ([] & T & H).
  apply bind_ok in H. destruct H as (x & X & H). injection H as <-.
  assert (Wm : well_formed_option (Some (JMap m))) by (intros z [= <-]; exact W).
  pose proof (eval_idempotent patch (Context o [] [] false false) _ _ _ U eq_refl N Wm X) as Y.
  assert (Ob : forall d, (exists e, d = JMap e) ->
      eval patch (Context o [] [] false false) (at_root s) (Some d) = Ok x ->
      apply o s (Some d) patch = Ok (match x with Some v => v | None => JMap [] end)).
  { intros d (e & ->) Q. unfold apply. rewrite M. cbn [bind]. rewrite T. cbn [bind]. rewrite Q. reflexivity. }
  unfold require in M. destruct patch as [| | | | |d]; try discriminate.
  assert (Z : (exists e, x = Some (JMap e)) \/ (x = None /\ directive_of d = Some Delete)).
  { change (merge_map (Context o [] [] false false) (at_root s) (parts_of d) (Some (JMap m)) = Ok x) in X.
    unfold merge_map, read_directive in X. rewrite written_parts in X.
    destruct (directive_of d) as [[]|]; cbn [bind] in X; try discriminate.
    - apply bind_ok in X. destruct X as (e & _ & X). injection X as <-. eauto.
    - apply bind_ok in X. destruct X as (e & _ & X). injection X as <-. eauto.
    - injection X as <-. auto. }
  destruct Z as [(e & ->)|(-> & D)]; apply Ob; eauto.
Qed.
