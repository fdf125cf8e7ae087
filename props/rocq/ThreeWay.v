(* Chapter 19. Three-way merges (SPEC.md, chapter 11): the patch is the diff from current to
   the target. *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Unions Keyed Maps Apply Diff Levels Pairs Target Conflicts.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

Definition three_way (s : schema) (original modified current : option json) : result json :=
  diff_by true s current (Some (target s original modified current)).

Inductive outcome := Answer (r : result json) | Conflicting (l : list conflict).

(* The place in modified, or in current if modified lacks it, of a place in the target. Rule
   not-representable. *)
Fixpoint locate (steps : list step) (s : schema) (w m c : option json) (in_m in_c : path) : document * path :=
  match steps with
  | [] => if present m then (Modified, in_m) else (Current, in_c)
  | Field n :: rest =>
      let inside v := get n (fields v) in
      locate rest (field_schema s n) (inside w) (inside m) (inside c) (Field n :: in_m) (Field n :: in_c)
  | Index i :: rest =>
      match nth_error (elements w) i with
      | Some e =>
          let find l :=
            if negb (is_merging s) then Some i
            else match find_index (same_bare e) l with Some j => Some j | None => find_index (match_elements s e) l end in
          let inside l := match find l with Some j => (nth_error l j, j) | None => (None, 0) end in
          let (m, j) := inside (elements m) in
          let (c, k) := inside (elements c) in
          locate rest (element_of s) (Some e) m c (Index j :: in_m) (Index k :: in_c)
      | None => (Modified, in_m)
      end
  end.

Definition locate_error {A} (s : schema) (w m c : json) (r : result A) : result A :=
  match r with
  | Fault NotRepresentable rule Modified at_ =>
      let (d, at_) := locate (rev at_) s (Some w) (Some m) (Some c) [] [] in Fault NotRepresentable rule d at_
  | Fault code rule Original at_ => Fault code rule Current at_
  | r => r
  end.

(* Three-way merges with options. omit are the directives that the patch must not contain. *)
Definition three_way_with (overwrite : bool) (omit : options) (places : list (list string)) (s : schema)
    (original modified current : option json) : outcome :=
  let check d v := match to_document v with JMap _ => Ok tt | _ => Fault WrongType "root" d [] end in
  match (do check Original original then do check Modified modified then do check Current current then
         if strict omit then in_modified (check_document_unions (to_document modified) [] s) else Ok tt) with
  | Fault code rule d at_ => Answer (Fault code rule d at_)
  | Ok _ =>
      match (if overwrite then [] else conflicts s original modified current) with
      | [] =>
          let w := target s original modified current in
          Answer (
            let* patch := locate_error s w (to_document modified) (to_document current) (three_way s original modified current) in
            let* patch :=
              if ignore_delete_list omit || ignore_order_list omit || ignore_retain_keys omit || ignore_merge_key omit
              then locate_error s w (to_document modified) (to_document current)
                (without_directives (Options false false (ignore_delete_list omit) (ignore_order_list omit)
                  (ignore_retain_keys omit) (ignore_merge_key omit) false) s (Some (to_document current)) (Some w) patch)
              else Ok patch in
            do check_places s patch places then Ok patch)
      | found => Conflicting found
      end
  end.
