(* Chapter 13. Apply: the meaning of a patch (SPEC.md, chapters 3 to 9). *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Lists Keyed Unions Maps.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(* A patch list merges if its schema does and it has no marker. *)
Definition merge_list (l : list part) : meaning := fun c s original =>
  let texts := map text l in
  if replaces s texts then let* r := replace_list c s l in Ok (Some r)
  else
    match strategy_of s with
    | Keyed k => let* r := merge_keyed c s k (elements original) l in Ok (Some r)
    | _ => Ok (Some (JList (merge_set (ordered c) (elements original) texts)))
    end.

(* The meaning of each value of a patch. A null deletes, a scalar replaces, and lists and maps
   merge by the meanings of their parts. Rules null-deletes and scalar. *)
Fixpoint eval (patch : json) : meaning :=
  match patch with
  | JNull => fun _ _ _ => Ok None
  | JBool _ | JNumber _ | JString _ => fun _ _ _ => Ok (Some patch)
  | JList l => merge_list (map (fun e => Part e (eval e)) l)
  | JMap m => fun c s original => merge_map c s (map (fun f => (fst f, Part (snd f) (eval (snd f)))) m) original
  end.

(* The schema of a whole document. Strategy replace is about fields and elements: it has no
   effect at the root. *)
Definition at_root (s : schema) : schema := Schema (type_of s) false (has_strategy_retain s).

(* Applies a patch to a document. Original and patch are maps; an original that is absent or
   null counts as {}, and $patch: delete gives {}. Rule root. *)
Definition apply (o : options) (s : schema) (original : option json) (patch : json) : result json :=
  match original with
  | None | Some JNull | Some (JMap _) =>
      let c := Context o [] [] false false in
      do require (is_map patch) WrongType "root" [] then
      do check_type c s patch [] then
      let* r := eval patch c (at_root s) original in
      Ok (match r with Some v => v | None => JMap [] end)
  | _ => Fault WrongType "root" Original []
  end.
