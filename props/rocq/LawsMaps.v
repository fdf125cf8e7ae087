(* Laws of maps: identity, map-merge and retain-keys. *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Lists Unions Keyed Maps Apply LawsValues.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(* Apply returns a result or an error for every schema, original and patch. Rocq accepts only
   functions that terminate, so no further proof is necessary. *)
Theorem apply_is_total o s original patch :
  (exists v, apply o s original patch = Ok v)
  \/ (exists c rule d p, apply o s original patch = Fault c rule d p).
Proof. destruct (apply o s original patch); eauto 6. Qed.

(* Identity: the empty patch changes nothing, whatever the schema and the options are. *)

Lemma unite_nothing at_ original us merged : unite_all at_ original [] us merged = Ok merged.
Proof.
  induction us as [|u rest IH]; simpl; [reflexivity|].
  assert (E : set_members u (said []) = []).
  { unfold set_members. generalize (members u). intros ms. induction ms as [|x r IHm]; [reflexivity|].
    cbn [filter]. rewrite IHm. replace (existsb _ (member_fields x)) with false; [reflexivity|].
    symmetry. induction (member_fields x); simpl; auto. }
  unfold unite. rewrite E. unfold discriminator_of. destruct (discriminator u); exact IH.
Qed.

(* The patch {} returns the original. Preconditions: an engine that is not strict, or a
   schema for maps. *)
Theorem identity o s m :
  strict o = false \/ fits s (JMap []) = true ->
  apply o s (Some (JMap m)) (JMap []) = Ok (JMap m).
Proof.
  intros H. unfold apply. simpl.
  replace (check_type (Context o [] [] false false) s (JMap []) []) with (@Ok unit tt).
  2: { unfold check_type, require. simpl. destruct H as [-> | ->]; [|rewrite orb_true_r]; reflexivity. }
  simpl. unfold merge_map. simpl.
  unfold is_atomic_map, at_root. simpl.
  replace (match type_of s with ListType _ _ => false | _ => false end) with false by (destruct (type_of s); reflexivity).
  unfold merge_fields. simpl. destruct (use_unions o); simpl; [|reflexivity].
  rewrite unite_nothing. reflexivity.
Qed.

(* The empty patch makes {} of an original that is absent or null. *)
Theorem identity_absent o s original :
  original = None \/ original = Some JNull ->
  strict o = false \/ fits s (JMap []) = true ->
  apply o s original (JMap []) = Ok (JMap []).
Proof.
  intros E H. rewrite <- (identity o s [] H).
  destruct E as [-> | ->]; unfold apply, merge_map; simpl;
    destruct (check_type _ _ _ _); simpl; try reflexivity;
    unfold merge_fields; simpl; destruct (is_atomic_map _); reflexivity.
Qed.

(* Rule map-merge: each field of the result is what the patch makes of the field of the
   original, and fields that the patch is not about are unchanged. *)

Definition merged_field (c : context) (s : schema) (m : parts) (name : string) (original : fields_of) : result (option json) :=
  merge_field c (field_schema s name) name (value_for c s m name)
    (option_map text (delete_list_for c s m name)) (option_map text (order_list_for c s m name))
    (get name original).

Lemma bind_ok {A B} (r : result A) (f : A -> result B) b :
  bind r f = Ok b -> exists a, r = Ok a /\ f a = Ok b.
Proof. destruct r; simpl; [eauto|discriminate]. Qed.

Lemma merge_named_fields c s m todo : forall merged r,
  NoDup todo -> merge_named c s m todo merged = Ok r ->
  forall name,
    (In name todo -> merged_field c s m name merged = Ok (get name r))
    /\ (~ In name todo -> get name r = get name merged).
Proof.
  induction todo as [|x rest IH]; simpl; intros merged r N H name.
  - injection H as ->. split; [tauto|reflexivity].
  - inversion N; subst. apply bind_ok in H. destruct H as (_ & _ & H).
    apply bind_ok in H. destruct H as (v & Hv & H).
    destruct (IH _ _ H3 H name) as [A B]. split.
    + intros [->|I].
      * unfold merged_field. rewrite Hv. f_equal. rewrite B by assumption.
        rewrite get_set_field. destruct (string_dec name name); congruence.
      * assert (name <> x) by congruence. specialize (A I). unfold merged_field in *.
        rewrite get_set_field in A. destruct (string_dec name x); congruence.
    + intros O. assert (name <> x /\ ~ In name rest) as [Nx Nr] by (split; auto).
      rewrite B by assumption. rewrite get_set_field. destruct (string_dec name x); congruence.
Qed.

Lemma targets_nodup c s m : NoDup (targets c s m).
Proof. apply sorted_names_nodup. Qed.

(* Each field that a patch names, directly or in a directive, has the result of merging this
   field. Every other field is unchanged. Preconditions: no unions. *)
Theorem map_merge c s m original kept r :
  use_unions (opts c) = false ->
  retained_names c s m = Ok kept ->
  merge_fields c s m original = Ok r ->
  forall name,
    (In name (targets c s m) -> merged_field c s m name (retain kept original) = Ok (get name r))
    /\ (~ In name (targets c s m) -> get name r = get name (retain kept original)).
Proof.
  intros U K H. unfold merge_fields in H. rewrite K in H. simpl in H.
  apply bind_ok in H. destruct H as (merged & M & H). rewrite U in H. injection H as ->.
  exact (merge_named_fields _ _ _ _ _ _ (targets_nodup c s m) M).
Qed.

(* Rule retain-keys: exactly the fields that $retainKeys does not list are cleared. *)

Lemma get_filter_listed n kept (m : fields_of) :
  get n (filter (fun f => listed (fst f) kept) m) = if listed n kept then get n m else None.
Proof.
  induction m as [|[x v] rest IH]; simpl; [destruct (listed n kept); reflexivity|].
  destruct (listed x kept) eqn:L; simpl; destruct (string_dec n x) as [E|N].
  - subst. rewrite L. reflexivity.
  - exact IH.
  - subst. rewrite IH, L. reflexivity.
  - exact IH.
Qed.

(* The parts of a patch map, as eval makes them. *)
Definition parts_of (m : fields_of) : parts := map (fun f => (fst f, Part (snd f) (eval (snd f)))) m.

Lemma get_parts n m : get n (parts_of m) = option_map (fun v => Part v (eval v)) (get n m).
Proof.
  induction m as [|[x v] rest IH]; simpl; [reflexivity|].
  destruct (string_dec n x); [reflexivity|exact IH].
Qed.

Lemma set_order_none c s name d patch r : set_order c s name d patch None = Ok r -> r = None.
Proof.
  destruct d as [d|]; simpl; [|congruence]. intros H.
  apply bind_ok in H. destruct H as (_ & _ & H).
  destruct (negb (is_merging s) || holds is_null patch); [congruence|].
  apply bind_ok in H. destruct H as (? & _ & H). apply bind_ok in H. destruct H as (_ & _ & H). congruence.
Qed.

Lemma each_in {A B} (f : A -> result B) l r a : each f l = Ok r -> In a l -> exists b, f a = Ok b.
Proof.
  revert r. induction l as [|x rest IH]; simpl; intros r H I; [tauto|].
  apply bind_ok in H. destruct H as (b & Hb & H). apply bind_ok in H. destruct H as (bs & Hbs & _).
  destruct I as [->|I]; [eauto|exact (IH _ Hbs I)].
Qed.

Lemma delete_values_none c s name d patch r :
  delete_values c s name d patch None = Ok r -> r = None.
Proof.
  destruct d; simpl; [|congruence]. intros H. apply bind_ok in H. destruct H as (_ & _ & H). congruence.
Qed.

(* $retainKeys removes every field that it does not list, and no other field. Preconditions:
   no unions: they may set a discriminator that was cleared. *)
Theorem retain_keys_clears c s m original kept r :
  use_unions (opts c) = false ->
  retained_names c s (parts_of m) = Ok (Some kept) ->
  merge_fields c s (parts_of m) original = Ok r ->
  forall name, ~ In name kept -> get name r = None.
Proof.
  intros U K H name O. destruct (map_merge _ _ _ _ _ _ U K H name) as [A B].
  assert (L : listed name kept = false).
  { destruct (listed name kept) eqn:L; [|reflexivity]. apply listed_iff in L. contradiction. }
  assert (G : get name (retain (Some kept) original) = None).
  { simpl. rewrite get_filter_listed, L. reflexivity. }
  destruct (in_dec string_dec name (targets c s (parts_of m))) as [I|I].
  2: { rewrite B by assumption. exact G. }
  specialize (A I).
  (* The value of such a field is absent or null: another one is an error. *)
  assert (V : value_for c s (parts_of m) name = None
    \/ value_for c s (parts_of m) name = Some (Part JNull (eval JNull))).
  { unfold retained_names in K.
    destruct (with_role c s (parts_of m) retain_name _) as [p|]; [|discriminate].
    destruct (retain_list (text p)) as [names|]; [|discriminate].
    apply bind_ok in K. destruct K as (u & K & E). injection E as ->.
    destruct (each_in _ _ _ name K I) as (b & Q). rewrite L, orb_false_r in Q.
    unfold value_for, with_role in *. rewrite get_parts in *.
    destruct (get name m) as [v|]; simpl in *; [|auto].
    destruct (role_of c s name v); auto. simpl in Q. destruct v; simpl in Q; try discriminate. auto. }
  unfold merged_field, merge_field in A. rewrite G in A.
  apply bind_ok in A. destruct A as (_ & _ & A). apply bind_ok in A. destruct A as (_ & _ & A).
  apply bind_ok in A. destruct A as (_ & _ & A).
  apply bind_ok in A. destruct A as (d & D & A). apply delete_values_none in D. subst d.
  apply bind_ok in A. destruct A as (x & X & A).
  assert (x = None) as -> by (destruct V as [V|V]; rewrite V in X; simpl in X; congruence).
  apply set_order_none in A. exact A.
Qed.

(* $retainKeys removes every field that it does not list, and no other field. Preconditions:
   no unions: they may set a discriminator that was cleared. *)
Theorem retain_keys_keeps c s m original kept r :
  use_unions (opts c) = false ->
  retained_names c s (parts_of m) = Ok (Some kept) ->
  merge_fields c s (parts_of m) original = Ok r ->
  forall name, In name kept ->
    (~ In name (targets c s (parts_of m)) -> get name r = get name original)
    /\ (In name (targets c s (parts_of m)) -> merged_field c s (parts_of m) name original = Ok (get name r)).
Proof.
  intros U K H name O. destruct (map_merge _ _ _ _ _ _ U K H name) as [A B].
  assert (G : get name (retain (Some kept) original) = get name original).
  { simpl. rewrite get_filter_listed. apply listed_iff in O. rewrite O. reflexivity. }
  split; intros I; [rewrite (B I)|specialize (A I); unfold merged_field in *; rewrite G in A]; assumption.
Qed.
