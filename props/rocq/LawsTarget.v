(* Laws of the target of a three-way merge: rule threeway. *)
From Coq Require Import String List Bool Arith Lia.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions Keyed Maps Apply Diff Pairs Target ThreeWay.
Require Import LawsValues LawsOrder LawsMaps LawsSets LawsKeyed LawsDiff.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* Values without null fields. *)

Definition clean (v : json) : Prop := bare v = v.
Definition clean_field (v : json) : Prop := clean v /\ is_null v = false.
Definition clean_option (v : option json) : Prop := forall x, v = Some x -> clean x.

Lemma bare_list l : bare (JList l) = JList (map bare l).
Proof. reflexivity. Qed.

Lemma bare_map m :
  bare (JMap m) = JMap (map (fun f => (fst f, bare (snd f))) (filter (fun f => negb (is_null (snd f))) m)).
Proof.
  simpl. f_equal. induction m as [|[n v] rest IH]; simpl; [reflexivity|].
  destruct (is_null v); simpl; rewrite IH; reflexivity.
Qed.

Lemma filter_shorter {A} (f : A -> bool) l : List.length (filter f l) <= List.length l.
Proof. induction l as [|x rest IH]; simpl; [constructor|]. destruct (f x); simpl; lia. Qed.

Lemma clean_list l : clean (JList l) <-> Forall clean l.
Proof.
  unfold clean. rewrite bare_list. split.
  - intros [= E]. induction l as [|x rest IH]; [constructor|]. simpl in E. injection E as E1 E2. constructor; auto.
  - intros F. f_equal. induction F; simpl; congruence.
Qed.

Lemma clean_map m : clean (JMap m) <-> Forall (fun f => clean_field (snd f)) m.
Proof.
  unfold clean_field, clean. rewrite bare_map. split.
  - intros [= E]. induction m as [|[n v] rest IH]; [constructor|]. simpl in E.
    destruct (is_null v) eqn:N; simpl in E.
    + exfalso. apply (f_equal (@List.length _)) in E. rewrite map_length in E. simpl in E.
      pose proof (filter_shorter (fun f : string * json => negb (is_null (snd f))) rest). lia.
    + injection E as E1 E2. constructor; [simpl; auto|auto].
  - intros F. f_equal. induction F as [|[n v] rest [E N] F IH]; simpl in *; [reflexivity|].
    rewrite N. simpl. rewrite E, IH. reflexivity.
Qed.

Lemma is_null_bare v : is_null (bare v) = is_null v.
Proof. destruct v; reflexivity. Qed.

Lemma clean_bare v : clean (bare v).
Proof.
  induction v using json_induction; try reflexivity.
  - rewrite bare_list. apply clean_list. induction H; simpl; constructor; auto.
  - rewrite bare_map. apply clean_map. induction H as [|[n v] rest E F IH]; simpl; [constructor|].
    destruct (is_null v) eqn:N; simpl; [exact IH|]. constructor; [|exact IH].
    simpl. split; [exact E|]. rewrite is_null_bare. exact N.
Qed.

Lemma clean_get m n v : clean (JMap m) -> get n m = Some v -> clean_field v.
Proof.
  intros C G. apply clean_map in C. rewrite Forall_forall in C. apply get_in in G. exact (C _ G).
Qed.

Lemma clean_fields v n w : clean_option v -> get n (fields v) = Some w -> clean_field w.
Proof.
  intros C G. destruct v as [[| | | | |m]|]; try discriminate. exact (clean_get m n w (C _ eq_refl) G).
Qed.

Lemma clean_elements v : clean_option v -> Forall clean (elements v).
Proof.
  intros C. destruct v as [[| | | |l|]|]; simpl; try constructor. apply clean_list. exact (C _ eq_refl).
Qed.

(* What is taken from a list was in it. *)
Lemma take_first_in {A} (test : A -> bool) l : forall a rest,
  take_first test l = Some (a, rest) -> In a l /\ (forall x, In x rest -> In x l) /\ test a = true.
Proof.
  induction l as [|x l IH]; simpl; intros a rest H; [discriminate|].
  destruct (test x) eqn:T; [injection H as <- <-; auto|].
  destruct (take_first test l) as [[b r]|]; [|discriminate]. injection H as <- <-.
  destruct (IH _ _ eq_refl) as (I & R & E). repeat split; auto. intros y [<-|J]; auto.
Qed.

Lemma take_best_in {A} (tests : list (A -> bool)) : forall (l : list A) a rest,
  take_best tests l = Some (a, rest) -> In a l /\ (forall x, In x rest -> In x l).
Proof.
  induction tests as [|test tests IH]; simpl; intros l a rest H; [discriminate|].
  destruct (take_first test l) as [[b r]|] eqn:T.
  - injection H as <- <-. apply take_first_in in T. tauto.
  - exact (IH _ _ _ H).
Qed.

Lemma pick_in {A} (tests : list (A -> bool)) l a rest :
  pick tests l = (a, rest) -> (forall x, a = Some x -> In x l) /\ (forall x, In x rest -> In x l).
Proof.
  unfold pick. destruct (take_best tests l) as [[b r]|] eqn:B; intros [= <- <-].
  - apply take_best_in in B. destruct B as [I R]. split; [intros x [= <-]; exact I|exact R].
  - split; [discriminate|auto].
Qed.

Lemma pair_modified_in s l : forall original current pairs o c,
  pair_modified s l original current = (pairs, o, c) ->
  map wanted_element pairs = l
  /\ (forall p x, In p pairs -> now p = Some x -> In x current)
  /\ (forall x, In x c -> In x current).
Proof.
  induction l as [|e rest IH]; intros original current pairs o c H; simpl in H.
  - injection H as <- <- <-. simpl. repeat split; tauto.
  - destruct (pick_original s e original) as [was' original'].
    destruct (pick_current s e was' current) as [now' current'] eqn:T. apply pick_in in T. destruct T as [T1 T2].
    destruct (pair_modified s rest original' current') as [[pairs' o'] c'] eqn:P.
    injection H as <- <- <-. destruct (IH _ _ _ _ _ P) as (W & N & L). simpl. repeat split.
    + congruence.
    + intros p x [<-|I] E; [simpl in E; auto|]. apply T2. eauto.
    + eauto.
Qed.

Lemma candidates_content s original modified current :
  map content_of (candidates s original modified current) = current.
Proof.
  unfold candidates. rewrite map_map.
  rewrite (map_ext _ snd).
  - apply indexed_from_values.
  - intros [i x]. simpl. destruct (form_of _ _ _ _ _); reflexivity.
Qed.

(* The target has no null fields. *)

Definition clean_targeter (t : targeter) : Prop := forall s retained keys fill original current w,
  clean_option current -> t s retained keys fill original current = Some w -> clean_field w.

Lemma keep_keys_clean keys x v : clean x -> clean v -> clean (keep_keys keys x v).
Proof.
  intros X V. destruct v as [| | | | |m]; try exact V. simpl. apply clean_map. apply clean_map in V.
  induction keys as [|n rest IH]; simpl; [exact V|].
  destruct (field n x) as [w|] eqn:G; [|exact IH]. apply Forall_put; [exact IH|].
  unfold field in G. refine (clean_fields (Some x) n w _ G). intros y [= <-]. exact X.
Qed.

Lemma merge_part_clean s current p t part :
  clean_targeter t -> (forall x, now p = Some x -> clean (content_of x)) ->
  merge_part s current p t = Some part -> clean (merged_value part).
Proof.
  intros T N H. unfold merge_part in H.
  destruct (if negb (keyed_element s (wanted_element p)) then _ else _) as [v|] eqn:V; [|discriminate].
  injection H as <-. simpl.
  assert (C : clean v).
  { destruct (negb (keyed_element s (wanted_element p))).
    - injection V as <-. destruct (now p) as [x|]; simpl; [apply N; reflexivity|apply clean_bare].
    - eapply T; [|exact V]. intros x E. destruct (now p) as [y|]; [injection E as <-; auto|discriminate]. }
  destruct (now p) as [x|]; [|exact C]. destruct (filled x); [apply keep_keys_clean; auto|exact C].
Qed.

Definition from_lists (parts : list merged_part) (current : list candidate) (v : json) : Prop :=
  In v (map merged_value parts) \/ In v (map content_of current).

Lemma nth_error_part (parts : list merged_part) i p : nth_error parts i = Some p -> In (merged_value p) (map merged_value parts).
Proof. intros H. apply nth_error_In in H. apply in_map. exact H. Qed.

Lemma distinct_candidates_in x : forall l seen, In x (distinct_candidates seen l) -> In x l.
Proof.
  induction l as [|y rest IH]; simpl; intros seen; [tauto|].
  destruct (contains seen (content_of y)); simpl; [intros I; right; eauto|]. intros [<-|I]; eauto.
Qed.

Lemma somes_in {A} (a : A) l : In a (somes l) <-> In (Some a) l.
Proof. apply in_somes. Qed.

Lemma in_indexed_value {A} (x : nat * A) l : In x (indexed l) -> In (snd x) l.
Proof. destruct x as [i a]. apply in_indexed. Qed.

Lemma without_directive_in x l : In x (without_directive l) -> In x l.
Proof.
  unfold without_directive. rewrite somes_in, in_map_iff. intros (y & E & _). apply nth_error_In in E. exact E.
Qed.

Lemma by_directive_in x n l : In x (by_directive n l) -> In x l.
Proof.
  unfold by_directive. rewrite in_app_iff, in_flat_map. intros [I|(i & _ & I)]; apply filter_In in I; tauto.
Qed.

Lemma place_element_value s modified parts goes x y :
  place_element s modified parts goes x = Some y -> In (value (to_merge y)) (map merged_value parts) \/ value (to_merge y) = content_of x.
Proof.
  unfold place_element. destruct (find_index (owns x) parts) as [i|].
  - destruct (nth_error parts i) as [p|] eqn:N; [|discriminate]. destruct (is_new p); [discriminate|].
    intros [= <-]. left. simpl. exact (nth_error_part _ _ _ N).
  - destruct (goes x); [discriminate|]. intros [= <-]. right. reflexivity.
Qed.

Lemma placed_elements_in s modified current all parts goes x :
  (forall y, In y current -> In y all) -> In x (placed_elements s modified current parts goes) -> from_lists parts all (value (to_merge x)).
Proof.
  intros Sub J. unfold placed_elements in J. apply in_app_iff in J. destruct J as [J|J].
  - apply somes_in, in_map_iff in J. destruct J as (y & P & J).
    destruct (place_element_value _ _ _ _ _ _ P) as [V|V]; [left; exact V|right]. rewrite V. apply in_map. auto.
  - unfold added_elements in J. apply somes_in, in_map_iff in J. destruct J as (y & P & J).
    destruct (is_new (snd y)); [|discriminate]. injection P as <-. left. simpl. apply in_map. exact (in_indexed_value _ _ J).
Qed.

Lemma merge_parts_in s original modified current parts gone v :
  In v (merge_parts s original modified current parts gone) -> from_lists parts current v.
Proof.
  unfold merge_parts. destruct (is_unclear s original modified current).
  - unfold replaced_set. cbv zeta. destruct (_ && _ && _); [intros I; right; exact I|].
    rewrite in_map_iff. intros (x & <- & I). apply by_directive_in in I. eapply placed_elements_in; [|exact I]. auto.
  - rewrite in_map_iff. intros (x & <- & I). unfold in_place in I.
    assert (J : In x (placed_elements s modified (without_duplicates s parts current) parts (leaves s original modified gone))).
    { destruct (_ && _) in I; [apply without_directive_in in I|apply by_directive_in in I]; exact I. }
    eapply placed_elements_in; [|exact J]. intros y K. unfold without_duplicates in K.
    destruct (strategy_of s), (added_elements parts); auto; apply distinct_candidates_in in K; exact K.
Qed.

Lemma target_list_clean l s original current :
  Forall (fun p => clean_targeter (target_of_part p)) l -> Forall clean current ->
  Forall clean (target_list l s original current).
Proof.
  intros T C. unfold target_list.
  destruct (pair_modified s (map target_text l) original (candidates s original (map target_text l) current))
    as [[pairs unwanted] free] eqn:P.
  destruct (pair_modified_in _ _ _ _ _ _ _ P) as (_ & N & _).
  assert (K : forall x, In x (candidates s original (map target_text l) current) -> clean (content_of x)).
  { intros x I. rewrite Forall_forall in C. apply C. rewrite <- (candidates_content s original (map target_text l) current).
    apply in_map. exact I. }
  apply Forall_forall. intros v I. apply merge_parts_in in I. destruct I as [I|I].
  - apply in_map_iff in I. destruct I as (part & <- & I). apply somes_in, in_map_iff in I.
    destruct I as ([p t] & M & I). simpl in M.
    pose proof (in_combine_l _ _ _ _ I) as Ip. pose proof (in_combine_r _ _ _ _ I) as It.
    rewrite Forall_forall in T. eapply merge_part_clean; [exact (T _ It)| |exact M].
    intros x E. apply K. exact (N _ _ Ip E).
  - apply in_map_iff in I. destruct I as (x & <- & I). auto.
Qed.

Lemma dropped_clean c : clean c -> forall s o w, dropped c s o = Some w -> clean_field w.
Proof.
  induction c using json_induction; intros C sch o w H0; simpl in H0; try discriminate.
  - destruct o as [| | | |was|]; try discriminate. destruct (_ || _); [discriminate|].
    pose proof (target_list_clean [] sch was l (Forall_nil _) (proj1 (clean_list l) C)) as F.
    destruct (target_list [] sch was l) as [|x r]; [discriminate|]. injection H0 as <-. split; [|reflexivity].
    apply clean_list. exact F.
  - destruct o as [| | | | |was]; try discriminate. destruct (_ || _ || _); [discriminate|].
    apply clean_map in C.
    match type of H0 with match ?k with _ => _ end = _ => assert (F : Forall (fun f => clean_field (snd f)) k) end.
    { apply Forall_forall. intros [n v] I. apply in_flat_map in I. destruct I as (f & J & I).
      apply in_map_iff in J. destruct J as ([n' v'] & <- & J). simpl in I.
      rewrite Forall_forall in C, H. specialize (C _ J). specialize (H _ J). simpl in *.
      destruct (non_null (get n' was)) as [o|].
      - destruct (dropped v' (field_schema sch n') o) as [x|] eqn:D; [|contradiction].
        destruct I as [[= <- <-]|[]]. simpl. exact (H (proj1 C) _ _ _ D).
      - destruct I as [[= <- <-]|[]]. exact C. }
    match type of H0 with match ?k with _ => _ end = _ => destruct k; [discriminate|] end.
    injection H0 as <-. split; [|reflexivity]. apply clean_map. exact F.
Qed.

Lemma get_targets n fs :
  get n (map (fun f => (fst f, Targeted (snd f) (targeting (snd f)))) fs)
  = option_map (fun v => Targeted v (targeting v)) (get n fs).
Proof.
  induction fs as [|[x v] rest IH]; simpl; [reflexivity|]. destruct (string_dec n x); [reflexivity|exact IH].
Qed.

Lemma get_map_snd {A B} (g : A -> B) n (m : list (string * A)) :
  get n (map (fun f => (fst f, g (snd f))) m) = option_map g (get n m).
Proof.
  induction m as [|[x v] rest IH]; simpl; [reflexivity|]. destruct (string_dec n x); [reflexivity|exact IH].
Qed.

Lemma target_field_clean s n wanted original current w :
  (forall p, wanted = Some p -> clean_targeter (target_of_part p)) ->
  (forall v, current = Some v -> clean_field v) ->
  target_field s n wanted original current = Some w -> clean_field w.
Proof.
  intros T C H. unfold target_field in H. destruct wanted as [p|].
  - eapply (T p eq_refl); [|exact H]. intros x E. exact (proj1 (C _ E)).
  - destruct (non_null original) as [o|]; [|exact (C _ H)].
    destruct current as [c|]; [|discriminate]. exact (dropped_clean c (proj1 (C _ eq_refl)) _ _ _ H).
Qed.

Lemma target_map_clean m : Forall (fun f => clean_targeter (target_of_part (snd f))) m -> clean_targeter (target_map m).
Proof.
  intros T s retained keys fill original current w C H. unfold target_map in H. injection H as <-.
  split; [|reflexivity]. apply clean_map. apply Forall_forall. intros x I. apply filter_In in I. destruct I as [I _].
  revert x I. apply Forall_forall. unfold target_fields.
  set (m' := without_null_keys target_text keys fill m).
  assert (T' : Forall (fun f => clean_targeter (target_of_part (snd f))) m').
  { unfold m', without_null_keys. destruct fill; [|exact T]. apply Forall_forall. intros x I. apply filter_In in I.
    rewrite Forall_forall in T. apply T. tauto. }
  clearbody m'. generalize (sorted_names (names m' ++ names (fields original) ++ names (fields current))).
  induction l as [|n rest IH]; simpl; [constructor|].
  destruct (target_field s n (get n m') (get n (fields original)) (get n (fields current))) as [v|] eqn:F; [|exact IH].
  apply Forall_put; [exact IH|]. simpl. eapply target_field_clean; [| |exact F].
  - intros p G. apply get_in in G. rewrite Forall_forall in T'. exact (T' _ G).
  - intros x G. exact (clean_fields current n x C G).
Qed.

Lemma targeting_clean m : clean_targeter (targeting m).
Proof.
  induction m using json_induction; intros s0 retained keys fill original current w C E;
    try (injection E as <-; split; reflexivity); try discriminate.
  - simpl in E. destruct (is_merging s0); injection E as <-; [|split; [exact (clean_bare (JList l))|reflexivity]].
    split; [|reflexivity]. apply clean_list. apply target_list_clean; [|apply clean_elements, C].
    apply Forall_forall. intros p I. apply in_map_iff in I. destruct I as (e & <- & I). simpl.
    rewrite Forall_forall in H. exact (H _ I).
  - simpl in E. destruct (is_atomic_map s0); [injection E as <-; split; [exact (clean_bare (JMap m))|reflexivity]|].
    eapply target_map_clean; [|exact C|exact E]. apply Forall_forall. intros f I. apply in_map_iff in I.
    destruct I as (g & <- & I). simpl. rewrite Forall_forall in H. exact (H _ I).
Qed.

Lemma target_clean_field s original modified current : clean_field (target s original modified current).
Proof.
  unfold target. destruct (targeting _ _ _ _ _ _ _) as [w|] eqn:T; [|split; reflexivity].
  apply (targeting_clean _ _ _ _ _ _ _ _) in T; [exact T|]. intros x [= <-]. apply clean_bare.
Qed.

(* Rule threeway: The target has no null fields. *)
Theorem target_is_clean s original modified current : bare (target s original modified current) = target s original modified current.
Proof. exact (proj1 (target_clean_field s original modified current)). Qed.

(* Rule threeway: The patch of a three-way merge turns current into the target. Null fields
   count as absent. *)
Theorem three_way_reaches s original modified current patch :
  three_way s original modified current = Ok patch ->
  exists result,
    apply plain_options s (Some (to_document current)) patch = Ok result
    /\ bare result = target s original modified current.
Proof.
  intros H. destruct (diff_by_exact _ _ _ _ _ H) as (r & A & E). exists r. split; [exact A|]. rewrite E.
  pose proof (target_clean_field s original modified current) as [C N].
  destruct (target s original modified current); try discriminate; exact C.
Qed.

(* Rule threeway-converges: If current is the target, the patch is {}. *)
Theorem three_way_converged s original modified current :
  target s original modified (Some current) = current -> is_map current = true ->
  three_way s original modified (Some current) = Ok (JMap []).
Proof.
  intros T M. unfold three_way. rewrite T. apply diff_by_same. destruct current; try discriminate. reflexivity.
Qed.
