(* Chapter 22. Kept places (SPEC.md, section 11.6), as far as they are named by fields alone. *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Diff Levels Pairs ThreeWay.
Import ListNotations.
Local Open Scope list_scope.

(* Another document with the value of live in a place, or without a value if live has none there.
   The maps around the place are created if live has a value there. A map that is left empty is
   removed, unless live has a map there. A value of another type around the place stays. *)
Fixpoint keep_place (place : list string) (live doc : option json) : option json :=
  match place with
  | [] => non_null live
  | n :: rest =>
      match doc with
      | Some (JMap m) =>
          match set_field n (keep_place rest (get n (fields live)) (get n m)) m, m with
          | [], _ :: _ => if holds is_map live then Some (JMap []) else None
          | kept, _ => Some (JMap kept)
          end
      | None | Some JNull =>
          match keep_place rest (get n (fields live)) None with
          | Some v => Some (JMap [(n, v)])
          | None => doc
          end
      | _ => doc
      end
  end.

Definition keep_places (places : list (list string)) (live doc : option json) : option json :=
  match live with
  | Some (JMap _) => fold_left (fun doc place => keep_place place live doc) places doc
  | _ => doc
  end.

(* Diff and three-way merges with kept places. Rule keep. *)
Definition diff_keeping (omit : options) (places kept : list (list string)) (s : schema) (original modified : option json) : result json :=
  diff_with omit places s original (keep_places kept original modified).

Definition three_way_keeping (overwrite : bool) (omit : options) (places kept : list (list string)) (s : schema)
    (original modified current : option json) : outcome :=
  three_way_with overwrite omit places s (keep_places kept current original) (keep_places kept current modified) current.
