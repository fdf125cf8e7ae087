(* Laws of Diff: rules diff-exact and diff-minimal. *)
From Coq Require Import String List Bool.
Require Import Values Schemas Results Maps Apply Diff Levels LawsValues LawsOrder LawsMaps.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(* The theorem diff_exact for both kinds of diffs: that of Diff, and the shorter one of three-way
   merges. *)
Theorem diff_by_exact short s original modified patch :
  diff_by short s original modified = Ok patch ->
  exists result,
    apply plain_options s (Some (to_document original)) patch = Ok result
    /\ bare result = bare (to_document modified).
Proof.
  unfold diff_by. intros H.
  apply bind_ok in H. destruct H as (o & O & H). apply bind_ok in H. destruct H as (m & M & H).
  assert (o = to_document original) as -> by (destruct original as [[]|]; simpl in *; congruence).
  assert (m = to_document modified) as -> by (destruct modified as [[]|]; simpl in *; congruence).
  destruct (equal (to_document original) (to_document modified)) eqn:E.
  - injection H as <-. apply equal_iff in E. rewrite E. exists (to_document modified).
    split; [|reflexivity].
    destruct modified as [[]|]; simpl in M; try discriminate; apply identity; left; reflexivity.
  - apply bind_ok in H. destruct H as (ch & _ & H). destruct (sent ch) as [p|]; [|discriminate].
    destruct (apply plain_options s (Some (to_document original)) p) as [r|] eqn:A; [|discriminate].
    destruct (same_bare r (to_document modified)) eqn:S; [|discriminate]. injection H as <-.
    exists r. split; [exact A|]. apply equal_iff in S. exact S.
Qed.

(* Rule diff-exact: A patch of Diff is a map, and turns the original into the modified
   document. Null fields count as absent. *)
Theorem diff_exact s original modified patch :
  diff s original modified = Ok patch ->
  exists result,
    apply plain_options s (Some (to_document original)) patch = Ok result
    /\ bare result = bare (to_document modified).
Proof. apply diff_by_exact. Qed.

(* The theorem diff_same for both kinds of diffs. *)
Theorem diff_by_same short s v :
  is_map (to_document v) = true -> diff_by short s v v = Ok (JMap []).
Proof.
  intros D. unfold diff_by.
  assert (equal (to_document v) (to_document v) = true) as E by (apply equal_iff; reflexivity).
  destruct v as [[| | | | |m]|]; simpl in *; try discriminate; try rewrite E; reflexivity.
Qed.

(* Rule diff-minimal: The diff of a document with itself is {}. *)
Theorem diff_same s v :
  is_map (to_document v) = true -> diff s v v = Ok (JMap []).
Proof. apply diff_by_same. Qed.

(* A patch of Diff is a map, and turns the original into the modified document. Null fields
   count as absent. *)
Theorem diff_is_a_patch s original modified patch :
  diff s original modified = Ok patch -> is_map patch = true.
Proof.
  intros H. destruct (diff_exact _ _ _ _ H) as (r & A & _).
  unfold apply in A. destruct (to_document original) as [| | | | |m]; try discriminate;
    apply bind_ok in A; destruct A as (u & A & _); unfold require in A; destruct (is_map patch); congruence.
Qed.

(* Rule diff-superset: If Diff leaves out some directives, a server that ignores these
   directives gives the same result for this patch as for the complete patch. *)
Theorem diff_superset omit s original modified patch rest :
  without_directives omit s original modified patch = Ok rest ->
  exists a b, apply omit s original patch = Ok a /\ apply omit s original rest = Ok b /\ bare a = bare b.
Proof.
  unfold without_directives. intros H. apply bind_ok in H. destruct H as (v & _ & H).
  destruct (apply omit s original patch) as [a|]; [|discriminate].
  destruct (apply omit s original (match v with Some v => v | None => JMap [] end)) as [b|] eqn:B; [|discriminate].
  destruct (same_bare a b) eqn:S; [|discriminate]. injection H as <-.
  exists a, b. repeat split; auto. apply equal_iff in S. exact S.
Qed.
