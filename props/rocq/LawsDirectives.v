(* No directive of the patch is left in a result, and no null field of it (rule null-deletes). *)
From Coq Require Import String List Bool Arith Permutation.
Require Import Values Schemas Results Directives Keys Order Sets Fields Lists Unions Keyed Maps Apply.
Require Import LawsValues LawsMaps LawsOrder.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(* Whether documents have null fields. The laws hold for both: the null of an original stays. *)
Definition allows (nulls : bool) (x : json) : Prop := nulls = true \/ is_null x = false.

Section Nulls.
Variable nulls : bool.

Definition map_schema (s : schema) : schema :=
  match type_of s with MapType _ _ _ => s | _ => schemaless end.

(* The context of a value inside another one, as far as roles of names depend on it. *)
Definition inside (o : options) (selecting : bool) : context := Context o [] [] false selecting.

(* A value without directives: every field of every map in it is data, by the schema of its
   place, and no field is null, unless nulls are allowed. selecting is true for elements of merging lists, where $patchMergeKey is a
   directive. *)
Fixpoint clean (o : options) (selecting : bool) (s : schema) (v : json) : Prop :=
  match v with
  | JMap m =>
      (fix all m := match m with
       | [] => True
       | (n, x) :: rest =>
           (role_of (inside o selecting) (map_schema s) n x = Data /\ allows nulls x)
           /\ clean o false (field_schema (map_schema s) n) x /\ all rest
       end) m
  | JList l =>
      (fix all l := match l with
       | [] => True
       | e :: rest =>
           clean o (is_merging s && selects (inside o false) (element_of s)) (element_of s) e /\ all rest
       end) l
  | _ => True
  end.

Definition clean_field o selecting s (f : string * json) : Prop :=
  (role_of (inside o selecting) (map_schema s) (fst f) (snd f) = Data /\ allows nulls (snd f))
  /\ clean o false (field_schema (map_schema s) (fst f)) (snd f).
Definition clean_element o s (e : json) : Prop :=
  clean o (is_merging s && selects (inside o false) (element_of s)) (element_of s) e.

Lemma clean_map o b s m : clean o b s (JMap m) <-> Forall (clean_field o b s) m.
Proof.
  simpl. induction m as [|[n x] rest IH]; [split; auto|]. rewrite IH. split.
  - intros (A & B & C). constructor; [split; assumption|assumption].
  - intros F. inversion F as [|? ? [A B] C]; subst. auto.
Qed.

Lemma clean_list o b s l : clean o b s (JList l) <-> Forall (clean_element o s) l.
Proof.
  simpl. induction l as [|e rest IH]; [split; auto|]. rewrite IH. split.
  - intros (A & B). constructor; assumption.
  - intros F. inversion F; subst. auto.
Qed.

Lemma clean_scalar o b s v : is_scalar v = true -> clean o b s v.
Proof. destruct v; simpl; try discriminate; auto. Qed.

(* The role of a name depends on its value only as far as that is a list. *)
Lemma role_of_ext c s n a b : is_list a = is_list b -> role_of c s n a = role_of c s n b.
Proof. intros E. unfold role_of, targets_list. rewrite E. reflexivity. Qed.

Lemma role_of_inside c s n v : role_of c s n v = role_of (inside (opts c) (selecting c)) s n v.
Proof. reflexivity. Qed.

Lemma clean_permutation o b s l l' : Permutation l' l -> clean o b s (JList l) -> clean o b s (JList l').
Proof.
  rewrite !clean_list, !Forall_forall. intros P F x I. apply F. eapply Permutation_in; eauto.
Qed.

(* A value of the original that only directives are about. *)
Definition clean_option o b s (v : option json) : Prop := forall x, v = Some x -> clean o b s x.

Lemma clean_fields o b s v : clean_option o b s v -> Forall (clean_field o b s) (fields v).
Proof.
  intros C. destruct v as [[| | | | |m]|]; simpl; try constructor. apply clean_map, C. reflexivity.
Qed.
Lemma clean_elements o b s v : clean_option o b s v -> Forall (clean_element o s) (elements v).
Proof.
  intros C. destruct v as [[| | | |l|]|]; simpl; try constructor. apply (clean_list o b), C. reflexivity.
Qed.

Lemma delete_values_clean c s name d patch v r b o :
  delete_values c s name d patch v = Ok r -> clean_option o b s v -> clean_option o b s r.
Proof.
  destruct d as [d|]; simpl; [|intros [= ->]; auto].
  intros H C. apply bind_ok in H. destruct H as (_ & _ & H). injection H as <-.
  destruct v as [[| | | |l|]|]; auto.
  intros x [= <-]. apply clean_list. specialize (C _ eq_refl). apply clean_list in C.
  rewrite Forall_forall in *. intros e I. apply filter_In in I. apply C, I.
Qed.

(* A property of the value of a field that all lists have. *)
Definition of_lists (P : json -> Prop) : Prop := forall l, P (JList l).
Definition of_option (P : json -> Prop) (v : option json) : Prop := forall x, v = Some x -> P x.

Lemma delete_values_keeps P c s name d patch v r :
  of_lists P -> delete_values c s name d patch v = Ok r -> of_option P v -> of_option P r.
Proof.
  intros L. destruct d as [d|]; simpl; [|intros [= ->]; auto].
  intros H F. apply bind_ok in H. destruct H as (_ & _ & H). injection H as <-.
  destruct v as [[| | | |l|]|]; auto. intros x [= <-]. apply L.
Qed.

Lemma set_order_clean c s name d patch v r b o :
  set_order c s name d patch v = Ok r -> clean_option o b s v -> clean_option o b s r.
Proof.
  destruct d as [d|]; simpl; [|intros [= ->]; auto].
  intros H C. apply bind_ok in H. destruct H as (_ & _ & H).
  destruct (negb (is_merging s) || holds is_null patch); [injection H as <-; exact C|].
  apply bind_ok in H. destruct H as (entries & _ & H). apply bind_ok in H. destruct H as (_ & _ & H).
  injection H as <-. destruct v as [[| | | |l|]|]; auto.
  intros x [= <-]. eapply clean_permutation; [apply order_directive_loses_nothing|]. apply C. reflexivity.
Qed.

Lemma set_order_keeps P c s name d patch v r :
  of_lists P -> set_order c s name d patch v = Ok r -> of_option P v -> of_option P r.
Proof.
  intros L. destruct d as [d|]; simpl; [|intros [= ->]; auto].
  intros H F. apply bind_ok in H. destruct H as (_ & _ & H).
  destruct (negb (is_merging s) || holds is_null patch); [injection H as <-; exact F|].
  apply bind_ok in H. destruct H as (entries & _ & H). apply bind_ok in H. destruct H as (_ & _ & H).
  injection H as <-. destruct v as [[| | | |l|]|]; auto. intros x [= <-]. apply L.
Qed.

(* What eval makes of a value is a list if the value is one. *)
Lemma eval_list p : forall c s v r, eval p c s v = Ok (Some r) -> is_list r = is_list p.
Proof.
  destruct p as [|b|n|t|l|m]; intros c s v r;
    try (simpl; intros H; first [discriminate | injection H as <-; reflexivity]).
  - simpl. unfold merge_list. destruct (replaces s (map text (map (fun e => Part e (eval e)) l))).
    + intros H. apply bind_ok in H. destruct H as (x & X & H). injection H as <-.
      unfold replace_list in X. apply bind_ok in X. destruct X as (? & _ & X). injection X as <-. reflexivity.
    + destruct (strategy_of s); [intros [= <-]; reflexivity|intros [= <-]; reflexivity|].
      intros H. apply bind_ok in H. destruct H as (x & X & H). injection H as <-.
      unfold merge_keyed in X. cbv zeta in X. apply bind_ok in X. destruct X as (? & _ & X).
      apply bind_ok in X. destruct X as (? & _ & X). injection X as <-. reflexivity.
  - simpl. unfold merge_map. intros H. apply bind_ok in H. destruct H as (d & _ & H).
    destruct d; [| |discriminate]; apply bind_ok in H; destruct H as (? & _ & H); injection H as <-; reflexivity.
Qed.

(* What eval makes of a value is not null. *)
Lemma eval_not_null p c s v r : eval p c s v = Ok (Some r) -> is_null r = false.
Proof.
  intros H. pose proof (eval_list p c s v r H) as L. destruct r; try reflexivity.
  destruct p as [|b|n|t|l|m]; simpl in L, H; try discriminate.
  unfold merge_map in H. apply bind_ok in H. destruct H as (d & _ & H).
  destruct d; [| |discriminate]; apply bind_ok in H; destruct H as (? & _ & H); discriminate.
Qed.

(* A patch value that is checked gives a value without directives. *)
Definition leaves_no_directive (p : json) : Prop :=
  forall c s v r at_,
    use_unions (opts c) = false ->
    check_elements (inside (opts c) false) s at_ (Some p) = Ok tt ->
    clean_option (opts c) (selecting c) s v ->
    eval p c s v = Ok (Some r) ->
    clean (opts c) (selecting c) s r.

(* Checks depend on the options of the context only. *)
Lemma check_element_ext c c' s b at_ e : opts c = opts c' -> check_element c s b at_ e = check_element c' s b at_ e.
Proof.
  intros E. unfold check_element, check_type, read_element_key, read_key, key_names, selection, selects.
  rewrite E. reflexivity.
Qed.

Lemma each_ext {A B} (f g : A -> result B) l : (forall a, f a = g a) -> each f l = each g l.
Proof. intros E. induction l as [|a rest IH]; simpl; [reflexivity|]. rewrite E, IH. reflexivity. Qed.

Lemma check_elements_ext c c' s at_ v : opts c = opts c' -> check_elements c s at_ v = check_elements c' s at_ v.
Proof.
  intros E. destruct v as [[| | | |l|]|]; simpl; try reflexivity.
  rewrite (each_ext _ (fun x => check_element c' s (replaces s l) (Index (fst x) :: at_) (snd x))); [reflexivity|].
  intros x. apply check_element_ext, E.
Qed.

Lemma in_indexed {A} (a : A) l : forall i, In a l -> exists j, In (j, a) (indexed_from i l).
Proof.
  induction l as [|x rest IH]; intros i; simpl; [tauto|].
  intros [->|I]; [eauto|]. destruct (IH (S i) I) as [j J]. eauto.
Qed.

Lemma indexed_in {A} j (a : A) l : forall i, In (j, a) (indexed_from i l) -> In a l.
Proof.
  induction l as [|x rest IH]; intros i; simpl; [tauto|].
  intros [[= _ ->]|I]; [auto|]. right. eapply IH; eauto.
Qed.

Lemma checked_elements c s at_ l e :
  check_elements c s at_ (Some (JList l)) = Ok tt -> replaces s l = false -> In e l ->
  match strategy_of s with Keyed _ => is_map e = true | _ => is_scalar e = true end.
Proof.
  simpl. intros H R I. rewrite R in H. apply bind_ok in H. destruct H as (bs & H & _).
  destruct (in_indexed e l 0 I) as [j J]. destruct (each_in _ _ _ _ H J) as ([] & C).
  simpl in C. unfold check_element in C. destruct (strategy_of s).
  - apply bind_ok in C. destruct C as (u & C & _). unfold require in C. destruct (is_scalar e); congruence.
  - apply bind_ok in C. destruct C as (u & C & _). unfold require in C. destruct (is_scalar e); congruence.
  - apply bind_ok in C. destruct C as (u & C & _). unfold require in C. destruct (is_map e); congruence.
Qed.

Lemma each_forall {A B} (f : A -> result B) (P : B -> Prop) l : forall r,
  each f l = Ok r -> (forall a b, In a l -> f a = Ok b -> P b) -> Forall P r.
Proof.
  induction l as [|a rest IH]; simpl; intros r H F; [injection H as <-; constructor|].
  apply bind_ok in H. destruct H as (b & Hb & H). apply bind_ok in H. destruct H as (bs & Hbs & H).
  injection H as <-. constructor; [eapply F; eauto|]. apply IH; eauto.
Qed.

Lemma distinct_after_in e l : forall seen, In e (distinct_after seen l) -> In e l.
Proof.
  induction l as [|x rest IH]; simpl; intros seen; [tauto|].
  destruct (contains seen x); simpl; [eauto|]. intros [->|I]; eauto.
Qed.

Lemma merge_set_in ordered original patch e :
  In e (merge_set ordered original patch) -> In e original \/ In e patch.
Proof.
  unfold merge_set. destruct patch as [|p rest]; [auto|].
  intros I. apply (Permutation_in _ (arrange_loses_nothing _ _)) in I.
  rewrite map_app, !map_map in I. cbn [value] in I. rewrite !map_id in I.
  apply in_app_or in I. destruct I as [I|I].
  - left. eapply distinct_after_in, I.
  - right. apply filter_In in I. destruct I as [I _]. eapply distinct_after_in, I.
Qed.

(* Keyed lists. *)

Lemma steps_invariant {A B} (f : A -> B -> result A) (P : A -> Prop) (Q : B -> Prop) l :
  (forall a b a', P a -> Q b -> f a b = Ok a' -> P a') -> Forall Q l ->
  forall a a', P a -> steps f a l = Ok a' -> P a'.
Proof.
  intros F. induction 1 as [|b rest Hb Hr IH]; simpl; intros a a' Pa H; [congruence|].
  apply bind_ok in H. destruct H as (x & X & H). eapply IH; [|exact H]. eapply F; eauto.
Qed.

Definition clean_item o s (i : item) : Prop := clean_element o s (content i).

Lemma change_clean o s k x i at_ v items :
  Forall (clean_item o s) items -> clean_element o s v -> Forall (clean_item o s) (change k x i at_ v items).
Proof.
  intros F V. unfold change. rewrite Forall_forall in *. intros y I.
  apply in_map_iff in I. destruct I as ((n, e) & <- & J). apply indexed_in in J. specialize (F _ J).
  simpl. unfold clean_item in *. destruct (n =? at_)%nat; simpl; [exact V|].
  destruct (is_empty (deleted x) && has k x e); exact F.
Qed.

Lemma merge_keyed_clean c s k original l r :
  use_unions (opts c) = false -> strategy_of s = Keyed k ->
  Forall (fun e => leaves_no_directive e /\ is_map e = true) l ->
  Forall (clean_element (opts c) s) original ->
  merge_keyed c s k original (map (fun e => Part e (eval e)) l) = Ok r ->
  clean (opts c) (selecting c) s r.
Proof.
  intros U K L O H. unfold merge_keyed in H. cbv zeta in H.
  apply bind_ok in H. destruct H as (remaining & D & H).
  apply bind_ok in H. destruct H as (items & M & H). injection H as <-.
  set (Q := fun x : nat * part => exists e, snd x = Part e (eval e) /\ leaves_no_directive e /\ is_map e = true).
  assert (QL : Forall Q (indexed (map (fun e => Part e (eval e)) l))).
  { apply Forall_forall. intros [j p] I. apply indexed_in in I. apply in_map_iff in I.
    destruct I as (e & <- & I). rewrite Forall_forall in L. exists e. destruct (L _ I). auto. }
  assert (Mg : is_merging s = true) by (unfold is_merging; rewrite K; reflexivity).
  assert (P0 : Forall (clean_item (opts c) s)
      (map (fun x => Item (snd x) None false (Index (fst x) :: there c)) (indexed original))).
  { apply Forall_forall. intros i I. apply in_map_iff in I. destruct I as ((j, e) & <- & I).
    apply indexed_in in I. rewrite Forall_forall in O. exact (O _ I). }
  assert (P1 : Forall (clean_item (opts c) s) remaining).
  { refine (steps_invariant _ _ Q _ _ QL _ _ P0 D).
    intros a [j p] a' Pa _ E. unfold delete_element in E.
    destruct (is_deletion (text p)); [|congruence].
    apply bind_ok in E. destruct E as (key & _ & E). injection E as <-.
    rewrite Forall_forall in *. intros i I. apply filter_In in I. apply Pa, I. }
  assert (P2 : Forall (clean_item (opts c) s) items).
  { refine (steps_invariant _ _ Q _ _ QL _ _ P1 M).
    intros a [j p] a' Pa (e & Ep & Le & Me) E. simpl in Ep. subst p. unfold merge_element in E. simpl text in E.
    destruct (is_deletion e); [congruence|].
    apply bind_ok in E. destruct E as (key & _ & E).
    assert (Ev : forall v x, evaluate c s j (Part e (eval e)) v = Ok (Some x) ->
        (forall i, v = Some i -> clean_item (opts c) s i) -> clean_element (opts c) s x).
    { intros v x X V. unfold evaluate in X. simpl in X.
      unfold clean_element. rewrite Mg. simpl.
      refine (Le _ _ _ _ [] _ _ _ X); simpl; [exact U| |].
      - destruct e; try discriminate. reflexivity.
      - destruct v as [i|]; simpl; intros y Y; [|discriminate]. injection Y as <-.
        specialize (V _ eq_refl). unfold clean_item, clean_element in V. rewrite Mg in V. exact V. }
    destruct (find k key a) as [at_|].
    - apply bind_ok in E. destruct E as (_ & _ & E). apply bind_ok in E. destruct E as (_ & _ & E).
      apply bind_ok in E. destruct E as (v & V & E). injection E as <-.
      apply change_clean; [exact Pa|]. destruct v as [v|]; [|exact I].
      eapply Ev; [exact V|]. intros i [= <-].
      destruct (nth_in_or_default at_ a (Item JNull None false [])) as [N|N].
      + rewrite Forall_forall in Pa. exact (Pa _ N).
      + rewrite N. exact I.
    - apply bind_ok in E. destruct E as (v & V & E). injection E as <-.
      apply Forall_app. split; [exact Pa|]. destruct v as [v|]; constructor; [|constructor].
      eapply Ev; [exact V|]. discriminate. }
  eapply clean_permutation; [apply arrange_loses_nothing|]. apply clean_list.
  rewrite map_map. simpl. apply Forall_forall. intros e I. apply in_map_iff in I.
  destruct I as (i & <- & I). rewrite Forall_forall in P2. exact (P2 _ I).
Qed.

Lemma each_somes {A B} (f : A -> result (option B)) (P : B -> Prop) l r :
  each f l = Ok r -> (forall a b, In a l -> f a = Ok (Some b) -> P b) -> Forall P (somes r).
Proof.
  revert r. induction l as [|a rest IH]; simpl; intros r H F; [injection H as <-; constructor|].
  apply bind_ok in H. destruct H as (b & Hb & H). apply bind_ok in H. destruct H as (bs & Hbs & H).
  injection H as <-. destruct b as [b|]; simpl; [constructor|]; eauto.
Qed.

Lemma replace_list_clean c s l r :
  use_unions (opts c) = false -> Forall leaves_no_directive l ->
  replace_list c s (map (fun e => Part e (eval e)) l) = Ok r -> clean (opts c) (selecting c) s r.
Proof.
  intros U L H. unfold replace_list in H. apply bind_ok in H. destruct H as (xs & H & E). injection E as <-.
  apply clean_list. eapply each_somes; [exact H|].
  intros [j p] b J X. apply indexed_in, in_map_iff in J. destruct J as (e & <- & J).
  unfold replacing_element in X. simpl text in X.
  destruct (is_marker e || is_deletion e); [discriminate|].
  destruct (is_null e); [injection X as <-; exact I|].
  apply bind_ok in X. destruct X as (_ & _ & X). apply bind_ok in X. destruct X as (u & C & X). destruct u.
  rewrite Forall_forall in L. cbn [means] in X.
  refine (L _ J _ _ _ _ _ _ _ _ X); [exact U| |discriminate].
  rewrite (check_elements_ext _ c); [exact C|reflexivity].
Qed.

(* Maps. *)

Lemma merge_fields_clean c s s' m original r :
  map_schema s' = s ->
  use_unions (opts c) = false ->
  Forall (fun f => leaves_no_directive (snd f)) m ->
  Forall (clean_field (opts c) (selecting c) s') original ->
  merge_fields c s (parts_of m) original = Ok r ->
  Forall (clean_field (opts c) (selecting c) s') r.
Proof.
  intros S U L O H. unfold merge_fields in H. rewrite U in H.
  apply bind_ok in H. destruct H as (kept & _ & H). apply bind_ok in H. destruct H as (merged & M & H).
  injection H as <-.
  assert (R : Forall (clean_field (opts c) (selecting c) s') (retain kept original)).
  { destruct kept; simpl; [|exact O]. rewrite Forall_forall in *. intros f I. apply filter_In in I. apply O, I. }
  clear O. revert M R. generalize (retain kept original) as start. generalize (targets c s (parts_of m)) as todo.
  induction todo as [|name rest IH]; simpl; intros start M R; [congruence|].
  apply bind_ok in M. destruct M as (_ & _ & M). apply bind_ok in M. destruct M as (v & V & M).
  apply (IH _ M). clear IH M.
  destruct v as [v|]; simpl; [|apply Forall_remove, R].
  apply Forall_put; [exact R|].
  (* The value of one field. *)
  unfold merge_field in V. cbv zeta in V.
  apply bind_ok in V. destruct V as (_ & _ & V). apply bind_ok in V. destruct V as (u & C & V). destruct u.
  apply bind_ok in V. destruct V as (_ & _ & V). apply bind_ok in V. destruct V as (d & D & V).
  apply bind_ok in V. destruct V as (x & X & V).
  assert (Co : clean_option (opts c) false (field_schema s name) (get name start)).
  { intros y Y. apply get_some_in in Y. rewrite Forall_forall in R. destruct (R _ Y) as [_ Q]. simpl in Q.
    rewrite S in Q. exact Q. }
  (* A value that may stay as data. It may be a list if it was one. *)
  set (good := fun y => role_of (inside (opts c) (selecting c)) s name y = Data /\ allows nulls y).
  assert (Lists : forall z, good z -> is_list z = true -> of_lists good).
  { intros z [A _] Lz l. split; [rewrite (role_of_ext _ _ _ _ z); [exact A|rewrite Lz; reflexivity]|right; reflexivity]. }
  assert (Ro : of_option good (get name start)).
  { intros y Y. apply get_some_in in Y. rewrite Forall_forall in R. destruct (R _ Y) as [Q _]. simpl in Q.
    rewrite S in Q. exact Q. }
  pose proof (delete_values_clean _ _ _ _ _ _ _ _ _ D Co) as Cd.
  assert (Rd : of_option good d).
  { intros y ->. destruct (get name start) as [z|] eqn:G.
    - destruct (is_list z) eqn:Lz.
      + exact (delete_values_keeps good _ _ _ _ _ _ _ (Lists z (Ro z eq_refl) Lz) D Ro y eq_refl).
      + destruct (delete_list_for c s (parts_of m) name) as [q|]; simpl in D.
        * apply bind_ok in D. destruct D as (_ & _ & D). injection D as D.
          destruct z; simpl in Lz; try discriminate; injection D as <-; apply Ro; reflexivity.
        * injection D as <-. apply Ro. reflexivity.
    - apply delete_values_none in D. discriminate. }
  assert (Cx : clean_option (opts c) false (field_schema s name) x /\ of_option good x).
  { unfold value_for, with_role in *. rewrite get_parts in *.
    destruct (get name m) as [p|] eqn:G; simpl in *.
    - destruct (role_of c s name p) eqn:Ep; simpl in X; try (injection X as <-; split; [exact Cd|exact Rd]).
      cbn [option_map text] in C. split.
      + intros y ->. apply get_some_in in G. rewrite Forall_forall in L.
        refine (L _ G _ _ _ _ _ _ _ _ X); [exact U| |exact Cd].
        rewrite (check_elements_ext _ c); [exact C|reflexivity].
      + intros y ->. split.
        * apply eval_list in X. rewrite (role_of_ext _ _ _ _ p X), <- role_of_inside. exact Ep.
        * right. eapply eval_not_null, X.
    - injection X as <-. split; [exact Cd|exact Rd]. }
  destruct Cx as [Cx Rx]. split; simpl; rewrite ?S.
  - assert (Gv : good v); [|exact Gv]. destruct x as [y|].
    + destruct (is_list y) eqn:Ly.
      * exact (set_order_keeps good _ _ _ _ _ _ _ (Lists y (Rx y eq_refl) Ly) V Rx v eq_refl).
      * destruct (order_list_for c s (parts_of m) name) as [q|]; simpl in V; [|injection V as <-; apply Rx; reflexivity].
        apply bind_ok in V. destruct V as (_ & _ & V).
        destruct (negb _ || holds is_null _); [injection V as <-; apply Rx; reflexivity|].
        apply bind_ok in V. destruct V as (? & _ & V). apply bind_ok in V. destruct V as (_ & _ & V).
        destruct y; simpl in Ly; try discriminate; injection V as <-; apply Rx; reflexivity.
    + apply set_order_none in V. discriminate.
  - exact (set_order_clean _ _ _ _ _ _ _ _ _ V Cx _ eq_refl).
Qed.

Theorem eval_leaves_no_directive p : leaves_no_directive p.
Proof.
  induction p as [|b|n|t|l IH|m IH] using json_induction; intros c s v r at_ U C O H;
    try (simpl in H; first [discriminate | injection H as <-; exact I]).
  - (* a list *)
    simpl in H. unfold merge_list in H. rewrite map_map in H. simpl in H. rewrite map_id in H.
    destruct (replaces s l) eqn:Rp.
    + apply bind_ok in H. destruct H as (x & X & H). injection H as <-.
      eapply replace_list_clean; eauto.
    + pose proof (fun e => checked_elements _ _ _ _ e C Rp) as K.
      destruct (strategy_of s) as [| |k] eqn:St.
      * unfold replaces, is_merging in Rp. rewrite St in Rp. discriminate.
      * injection H as <-. apply clean_list. apply Forall_forall. intros e I.
        apply merge_set_in in I. destruct I as [I|I].
        -- apply clean_elements in O. rewrite Forall_forall in O. exact (O _ I).
        -- apply clean_scalar, K, I.
      * apply bind_ok in H. destruct H as (x & X & H). injection H as <-.
        apply (merge_keyed_clean c s k (elements v) l x U St); [| |exact X].
        -- apply Forall_forall. intros e I. rewrite Forall_forall in IH. auto.
        -- apply (clean_elements _ (selecting c)), O.
  - (* a map *)
    simpl in H. unfold merge_map in H. apply bind_ok in H. destruct H as (d & _ & H).
    assert (G : forall o r, Forall (clean_field (opts c) (selecting c) s) o ->
        merge_fields c (map_schema s) (parts_of m) o = Ok r -> clean (opts c) (selecting c) s (JMap r)).
    { intros o r' F E. apply clean_map. eapply merge_fields_clean; eauto. }
    destruct d; [| |discriminate]; apply bind_ok in H; destruct H as (x & X & H); injection H as <-; refine (G _ _ _ X).
    + destruct (is_atomic_map s); [constructor|apply clean_fields, O].
    + constructor.
Qed.

(* The result contains no directives. The result contains no null fields. Preconditions: the
   original contains no directive and, for the second sentence, no null field; no unions. *)
Theorem no_directive_is_left o s original patch r :
  use_unions o = false ->
  clean_option o false s original ->
  apply o s original patch = Ok r ->
  clean o false s r.
Proof.
  intros U O H. unfold apply in H.
  assert (E : forall b v, clean o b (at_root s) v <-> clean o b s v).
  { intros b v. destruct s as [[| | |] rp rt], v; reflexivity. }
  assert (K : forall v, (bind (require (is_map patch) WrongType "root" [])
      (fun _ => bind (check_type (Context o [] [] false false) s patch [])
      (fun _ => bind (eval patch (Context o [] [] false false) (at_root s) v)
      (fun r => Ok (match r with Some v => v | None => JMap [] end))))) = Ok r ->
    clean_option o false s v -> clean o false s r).
  { intros v X Cv. apply bind_ok in X. destruct X as (u & M & X).
    apply bind_ok in X. destruct X as (_ & _ & X). apply bind_ok in X. destruct X as ([y|] & Y & X); injection X as <-.
    - apply E. refine (eval_leaves_no_directive patch _ _ _ _ [] _ _ _ Y); simpl; [exact U| |].
      + unfold require in M. destruct patch; try discriminate. reflexivity.
      + intros z Z. apply E, Cv, Z.
    - simpl. exact I. }
  destruct original as [[| | | | |]|]; try discriminate; eapply K; eauto.
Qed.

End Nulls.
