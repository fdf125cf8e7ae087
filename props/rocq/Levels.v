(* Chapter 15. Diff with options: directives that an older server lacks, and places that must
   not change (SPEC.md, section 10.8). *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Lists Unions Keyed Maps Apply Diff.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* What is left of a part of a patch without the omitted directives; None if nothing is. The
   values are those of original and modified in its place. The fields ignore_… of the options
   are the omitted directives. *)
Definition stripper := options -> context -> schema -> forall original modified : option json, result (option json).

Record stripped_part := Stripped { patch_text : json; strips : stripper }.

Definition value_of (n : string) (v : option json) : option json := get n (fields v).

Definition needs_directive {A} (at_ : path) : result A := Fault NotRepresentable "diff-superset" Modified at_.

(* An order list without $patchMergeKey in its entries. *)
Definition strip_order (omit : options) (c : context) (s : schema) (order : json) : json :=
  match order with
  | JList l =>
      if ignore_merge_key omit && selects c (element_of s)
      then JList (map (fun e => match e with JMap m => JMap (remove merge_key_name m) | _ => e end) l)
      else order
  | _ => order
  end.

(* A declared map drops an unknown directive, so that it can be sent to any server. Another map
   keeps it as data. A deletion of values cannot be omitted. Rule diff-superset. *)
Definition strip_field (omit : options) (c : context) (s : schema) (original modified : option json)
    (f : string * stripped_part) : result (option (string * json)) :=
  let (n, p) := f in
  let keep := Ok (Some (n, patch_text p)) in
  let drop at_ := if is_declared s then Ok None else needs_directive at_ in
  match role_of c s n (patch_text p) with
  | RetainKeys => if ignore_retain_keys omit then drop (here c) else keep
  | MergeKeySelection => if ignore_merge_key omit then Ok None else keep
  | DeleteList t => if ignore_delete_list omit then needs_directive (Field t :: here c) else keep
  | OrderList t =>
      if ignore_order_list omit then drop (Field t :: here c)
      else Ok (Some (n, strip_order omit c (field_schema s t) (patch_text p)))
  | Data =>
      let* v := strips p omit (deeper c (Field n) (Field n) false) (field_schema s n) (value_of n original) (value_of n modified) in
      Ok (option_map (fun v => (n, v)) v)
  | _ => keep
  end.

Definition strip_map (m : list (string * stripped_part)) : stripper := fun omit c s original modified =>
  let inner := match type_of s with MapType _ _ _ => s | _ => schemaless end in
  let* kept := each (strip_field omit c inner original modified) m in
  let kept := somes kept in
  (* $retainKeys alone clears nothing that the patch does not send, too. *)
  let only_retains := forallb (fun f => same_name (fst f) retain_name
    && match role_of c inner (fst f) (snd f) with RetainKeys => true | _ => false end) kept in
  match (if only_retains && (List.length kept <? List.length m) then [] else kept), m with
  | [], _ :: _ => if holds is_map original then Ok None else Ok (Some (JMap []))
  | kept, _ => Ok (Some (JMap kept))
  end.

(* Whether elements share their default key, so that their patch requires $patchMergeKey. *)
Definition shares_default_key (c : context) (k : merge_keys) (elem : schema) (l : list json) : bool :=
  let default e := map (fun n => (n, key_value k e n)) (default_key k) in
  negb (pairwise (fun a b =>
    negb (is_identified k a && is_identified k b)
    || negb (same_keys (default a) (default b))
    || equal (JMap (with_keys c k elem a [])) (JMap (with_keys c k elem b []))) l).

Definition strip_element (omit : options) (c : context) (s : schema) (k : merge_keys) (original modified : list json)
    (x : nat * stripped_part) : result (option json) :=
  let (i, p) := x in
  let elem := element_of s in
  let e := patch_text p in
  let find l := match find_index (has_keys k (full_key c k elem e)) l with Some j => Some (nth j l JNull) | None => None end in
  let* v := strips p omit (deeper c (Index i) (Index i) (selects c elem)) elem (find original) (find modified) in
  match v, find original with
  | Some (JMap m), Some _ =>
      if forallb (fun f => listed (fst f) (selecting_names c k elem) && negb (is_null (snd f))
                           && match find original with
                              | Some y => match field (fst f) y with Some w => equal w (snd f) | None => false end
                              | None => false
                              end) m
      then Ok None else Ok v
  | _, _ => Ok v
  end.

Definition strip_list (l : list stripped_part) : stripper := fun omit c s original modified =>
  let texts := map patch_text l in
  if replaces s texts then Ok (Some (JList texts))
  else
    match strategy_of s with
    | Keyed k =>
        let elem := element_of s in
        let more := List.length (default_key k) <? List.length (selecting_names c k elem) in
        if ignore_merge_key omit && more && shares_default_key c k elem (elements original ++ elements modified)
        then needs_directive (here c)
        else
          let* kept := each (strip_element omit c s k (elements original) (elements modified)) (indexed l) in
          match somes kept with
          | [] => if holds is_list original then Ok None else Ok (Some (JList []))
          | kept => Ok (Some (JList kept))
          end
    | _ => Ok (Some (JList texts))
    end.

Fixpoint strip (p : json) : stripper :=
  match p with
  | JList l => strip_list (map (fun e => Stripped e (strip e)) l)
  | JMap m => strip_map (map (fun f => (fst f, Stripped (snd f) (strip (snd f)))) m)
  | _ => fun _ _ _ _ _ => Ok (Some p)
  end.

(* The patch without the omitted directives. It must give a server that ignores them the same
   result as the whole patch. *)
Definition without_directives (omit : options) (s : schema) (original modified : option json) (patch : json) : result json :=
  let c := Context plain_options [] [] false false in
  let* v := strip patch omit c (at_root s) original modified in
  let rest := match v with Some v => v | None => JMap [] end in
  match apply omit s original patch, apply omit s original rest with
  | Ok a, Ok b => if same_bare a b then Ok rest else not_representable Modified []
  | _, _ => not_representable Modified []
  end.

(* Places that must not change, as names from the root. Rule precondition. *)
Fixpoint changes (s : schema) (patch : json) (place : list string) : bool :=
  match place, patch with
  | [], _ => true
  | n :: rest, JMap m =>
      let c := Context plain_options [] [] false false in
      let inner := match type_of s with MapType _ _ _ => s | _ => schemaless end in
      let about f := match role_of c inner (fst f) (snd f) with
        | DeleteList t | OrderList t => same_name t n
        | _ => false
        end in
      match directive_of m with Some Merge => false | _ => true end
      || existsb about m && is_empty rest
      || match get n m with
         | Some v => is_data (role_of c inner n v) && changes (field_schema inner n) v rest
         | None => false
         end
  | _ :: _, _ => true
  end.

Fixpoint check_places (s : schema) (patch : json) (places : list (list string)) : result unit :=
  match places with
  | [] => Ok tt
  | place :: rest =>
      if changes s patch place then Fault Precondition "precondition" Modified (rev (map Field place))
      else check_places s patch rest
  end.

(* A strict engine rejects a document with an ill-formed union: two members, or a member and
   the discriminator of another. *)
Fixpoint check_document_unions (v : json) : path -> schema -> result unit :=
  match v with
  | JMap m =>
      let fields := map (fun f => (fst f, (snd f, check_document_unions (snd f)))) m in
      fun at_ s =>
        let inner := match type_of s with MapType _ _ _ => s | _ => schemaless end in
        do each (fun f => snd (snd f) (Field (fst f) :: at_) (field_schema inner (fst f))) fields then
        do each (fun u =>
          require (match set_members u m with
            | [] => true
            | _ => present (chosen u (filter (fun f => negb (is_null (snd f))) m))
            end) UnionConflict "union-member" at_) (unions_of inner) then Ok tt
  | JList l =>
      let items := map (fun e => check_document_unions e) l in
      fun at_ s => do each (fun x => snd x (Index (fst x) :: at_) (element_of s)) (indexed items) then Ok tt
  | _ => fun _ _ => Ok tt
  end.

Definition in_modified {A} (r : result A) : result A :=
  match r with Fault c rule _ p => Fault c rule Modified p | r => r end.

(* Diff with options. omit are the directives that the patch must not contain. *)
Definition diff_with (omit : options) (places : list (list string)) (s : schema) (original modified : option json)
    : result json :=
  let document v := match v with None | Some JNull => JMap [] | Some v => v end in
  do (if strict omit then in_modified (check_document_unions (document modified) [] s) else Ok tt) then
  let* patch := diff s original modified in
  let* patch :=
    if ignore_delete_list omit || ignore_order_list omit || ignore_retain_keys omit || ignore_merge_key omit
    then without_directives (Options false false (ignore_delete_list omit) (ignore_order_list omit)
           (ignore_retain_keys omit) (ignore_merge_key omit) false) s (Some (document original)) (Some (document modified)) patch
    else Ok patch in
  do check_places s patch places then Ok patch.
