(* Chapter 14. Diff (SPEC.md, chapter 10).

   Diff applies what it creates: the patch of a list is used only if it makes the wanted list
   of the original, or else the list is replaced, and the patch of a document is returned only
   if it is exact. So that a patch is exact is a theorem about every input, and whether Diff
   finds one is for tests. *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Lists Unions Keyed Maps Apply.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* A value without the null fields of its maps: null fields count as absent. Rule diff-exact. *)
Fixpoint bare (v : json) : json :=
  match v with
  | JList l => JList (map bare l)
  | JMap m => JMap ((fix go m := match m with
      | [] => []
      | (n, x) :: rest => if is_null x then go rest else (n, bare x) :: go rest
      end) m)
  | _ => v
  end.

Definition same_bare (a b : json) : bool := equal (bare a) (bare b).

(* The part of a patch map about one field: its value, its delete list and its order list. *)
Record change := Change { sent : option json; removed : option json; placed : option json }.

(* What creates the change from an original value to a wanted one. c has the places of both.
   retained: the map has strategy retainKeys. whole: it is inside a value that is replaced as a
   whole. deletes and orders: the map around it accepts a delete list, or an order list, for
   name. *)
Definition differ := context -> schema -> forall (retained whole deletes orders : bool), string -> option json -> result change.

(* A part of a document, with its differ. *)
Record wanted_part := Wanted { wanted_text : json; differs : differ }.

Definition makes (c : context) (s : schema) (name : string) (ch : change) (original : option json) (m : json) : bool :=
  match merge_field (Context (opts c) [] [] false false) s name
          (option_map (fun v => Part v (eval v)) (sent ch)) (removed ch) (placed ch) original with
  | Ok (Some r) => same_bare r m
  | _ => false
  end.

Definition not_representable {A} (d : document) (at_ : path) : result A :=
  Fault NotRepresentable "not-representable" d at_.

(* The context of a part. selecting is true for elements of merging lists. *)
Definition deeper (c : context) (s t : step) (selecting : bool) : context :=
  Context (opts c) (s :: here c) (t :: there c) false selecting.

(* Lists. *)

Definition marker : json := JMap [(patch_name, JString "replace")].

(* The value that creates a part where there is nothing. *)
Definition create (c : context) (s : schema) (retained whole : bool) (i : nat) (w : wanted_part) : result json :=
  let elem := element_of s in
  let* ch := differs w (deeper c (Index i) (Index i) (is_merging s && selects c elem)) elem retained whole false false "" None in
  match sent ch with Some v => Ok v | None => not_representable Modified (Index i :: here c) end.

(* Rule list-replace. *)
Definition diff_replaced_list (c : context) (s : schema) (l : list wanted_part) : result change :=
  let* created := each (fun x => create c s false true (fst x) (snd x)) (indexed l) in
  Ok (Change (Some (JList (created ++ if is_merging s then [marker] else []))) None None).

Definition some_list (l : list json) : option json := match l with [] => None | _ => Some (JList l) end.

(* Rule diff-set. *)
Definition diff_set (orders : bool) (l : list wanted_part) (original : option json) : change :=
  let have := elements original in
  let want := map wanted_text l in
  let added := filter (fun v => negb (contains have v)) want in
  if holds is_list original
  then Change (some_list added) (some_list (filter (fun v => negb (contains want v)) have)) (if orders then some_list want else None)
  else Change (Some (JList added)) None None.

(* Whether each element can be identified: a set has distinct scalars, and the elements of a
   keyed list have distinct keys. *)
Fixpoint pairwise {A} (test : A -> A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: rest => forallb (test x) rest && pairwise test rest end.

(* The keys of an element as they are written, and $patchMergeKey if the list has recommended
   keys. Rule diff-recommended. *)
Definition selecting_names (c : context) (k : merge_keys) (elem : schema) : list string :=
  if selects c elem then recommended k else default_key k.
Definition has_field (n : string) (e : json) : bool := holds (fun v => negb (is_null v)) (field n e).
Definition with_keys (c : context) (k : merge_keys) (elem : schema) (e : json) (m : fields_of) : fields_of :=
  let names := selecting_names c k elem in
  let m := fold_right (fun n m => set_field n (if has_field n e then field n e else None) m) m names in
  if List.length (default_key k) <? List.length names
  then put merge_key_name (JList (map JString names)) m else m.
Definition full_key (c : context) (k : merge_keys) (elem : schema) (e : json) : list (string * option json) :=
  map (fun n => (n, key_value k e n)) (selecting_names c k elem).

Definition is_identified (k : merge_keys) (e : json) : bool :=
  is_map e && forallb (fun n => holds is_scalar (key_value k e n)) (default_key k).
Definition is_regular (c : context) (s : schema) (l : list json) : bool :=
  match strategy_of s with
  | Keyed k =>
      forallb (is_identified k) l
      && pairwise (fun a b => negb (has_keys k (full_key c k (element_of s) a) b)) l
  | _ => forallb is_scalar l && pairwise (fun a b => negb (same_scalar a b)) l
  end.

(* An element that loses the spelling of a key, which then has its default, is deleted and
   added. *)
Definition is_respelled (c : context) (k : merge_keys) (elem : schema) (e y : json) : bool :=
  existsb (fun n => has_field n y && negb (has_field n e)) (selecting_names c k elem).

(* The patch of one element; None if there is nothing to send. *)
Definition diff_element (c : context) (s : schema) (k : merge_keys) (whole : bool) (have : list json) (x : nat * wanted_part)
    : result (option json) :=
  let (i, w) := x in
  let elem := element_of s in
  let e := wanted_text w in
  let retained := has_strategy_retain s || has_strategy_retain elem in
  let keyed m := Some (JMap (with_keys c k elem e m)) in
  let created :=
    let* v := create c s retained whole i w in
    Ok (match v with JMap m => keyed m | _ => Some v end) in
  if existsb (fun y => equal y e || negb (is_identified k e) && same_bare y e) have then Ok None
  else
    match find_index (has_keys k (full_key c k elem e)) have with
    | None => created
    | Some j =>
        let y := nth j have JNull in
        if is_respelled c k elem e y then created
        else
          let* ch := differs w (deeper c (Index i) (Index j) (selects c elem)) elem retained whole false false "" (Some y) in
          match sent ch with
          | Some (JMap m) =>
              Ok (if forallb (fun f => is_null (snd f) && listed (fst f) (selecting_names c k elem)) m then None else keyed m)
          | _ => not_representable Modified (Index i :: here c)
          end
    end.

Fixpoint distinct_values (l : list json) : list json :=
  match l with
  | [] => []
  | v :: rest => v :: filter (fun w => negb (equal v w)) (distinct_values rest)
  end.

(* Rule diff-keyed. *)
Definition diff_keyed (c : context) (s : schema) (k : merge_keys) (whole orders : bool) (l : list wanted_part) (original : option json)
    : result change :=
  let have := elements original in
  let elem := element_of s in
  let want := map wanted_text l in
  let* patches := each (diff_element c s k whole have) (indexed l) in
  let patches := somes patches in
  let stays y := existsb (fun e => equal e y || has_keys k (full_key c k elem e) y && negb (is_respelled c k elem e y)) want in
  let deletions := distinct_values (map (fun y => JMap (put patch_name (JString "delete") (with_keys c k elem y [])))
    (filter (fun y => is_identified k y && negb (stays y)) have)) in
  let order := map (fun e => JMap (with_keys c k elem e [])) (filter (is_identified k) want) in
  (* An entry cannot name a key that is a map or list. *)
  let orders := orders && forallb (fun e => forallb (fun n => same (key_value k e n) (key_value k e n))
    (selecting_names c k elem)) (filter (is_identified k) want) in
  if holds is_list original
  then Ok (Change (some_list (patches ++ deletions)) None (if orders then some_list order else None))
  else Ok (Change (Some (JList patches)) None None).

(* The first change that makes the wanted list; the list is replaced if there is none. A short
   patch has no order list that changes nothing: a three-way merge creates short patches. *)
Definition diff_list (short : bool) (l : list wanted_part) : differ := fun c s _ whole deletes orders name original =>
  let m := JList (map wanted_text l) in
  let regular := is_regular c s (map wanted_text l) && is_regular c s (elements original) in
  let merged :=
    match strategy_of s with
    | Atomic => not_representable Modified (here c)
    | ValueSet => if regular then Ok (diff_set orders l original) else not_representable Modified (here c)
    | Keyed k => diff_keyed c s k whole orders l original
    end in
  let replaced :=
    match strategy_of s, original with
    | Atomic, Some o => if same_bare o m then Ok (Change None None None) else diff_replaced_list c s l
    | _, _ => diff_replaced_list c s l
    end in
  match merged with
  | Ok ch =>
      let unordered := Change (sent ch) (removed ch) None in
      let nothing := negb (present (sent ch) || present (removed ch)) in
      if nothing && makes c s name unordered original m then Ok unordered
      else if negb deletes && present (removed ch) then replaced
      else if short && makes c s name unordered original m then Ok unordered
      else if makes c s name ch original m then Ok ch
      else replaced
  | Fault code rule d at_ => if regular && is_merging s then Fault code rule d at_ else replaced
  end.

(* Maps. *)

Definition is_data (r : role) : bool := match r with Data => true | _ => false end.

(* The change of one field of a map; None if there is nothing to send. wanted is its value in
   modified. Rules diff-minimal and diff-null. *)
Definition diff_field (c : context) (s : schema) (whole : bool) (name : string)
    (wanted : option wanted_part) (original : option json) : result (option change) :=
  let f := field_schema s name in
  let data v := is_data (role_of c s name v) in
  match wanted, original with
  | None, None => Ok None
  | None, Some y =>
      if is_null y then Ok None
      else if data JNull then Ok (Some (Change (Some JNull) None None))
      else not_representable Original (Field name :: there c)
  | Some w, _ =>
      let m := wanted_text w in
      if match original with Some y => equal y m || equal (bare y) m | None => false end then Ok None
      else if is_null m then
        if data JNull then Ok (Some (Change (Some JNull) None None))
        else match original with None => Ok None | _ => not_representable Modified (Field name :: here c) end
      else if is_atomic_map f && is_map m && match original with Some y => same_bare y m | None => false end then Ok None
      else if negb (data m) && negb (is_list m && holds is_list original) then not_representable Modified (Field name :: here c)
      else
        let named := negb (same_name name "") in
        let deletes := named
          && match role_of c s (delete_prefix ++ name)%string (JList []) with DeleteList n => same_name n name | _ => false end in
        let orders := named
          && match role_of c s (order_prefix ++ name)%string (JList []) with OrderList n => same_name n name | _ => false end in
        let* ch := differs w (deeper c (Field name) (Field name) false) f
          (has_strategy_retain f && negb (is_list_type f)) whole deletes orders name original in
        do (if present (sent ch) && negb (data m) then not_representable Modified (Field name :: here c) else Ok tt) then
        Ok (match sent ch, original with
            | Some (JMap []), Some (JMap _) => if is_atomic_map f then Some ch else None
            | None, _ => if present (removed ch) || present (placed ch) then Some ch else None
            | _, _ => Some ch
            end)
  end.

Definition set_change (name : string) (ch : change) (m : fields_of) : fields_of :=
  let add n v m := match v with Some v => put n v m | None => m end in
  add name (sent ch) (add (delete_prefix ++ name)%string (removed ch) (add (order_prefix ++ name)%string (placed ch) m)).

Definition non_null_names {A} (text : A -> json) (m : list (string * A)) : list string :=
  sorted_names (names (filter (fun f => negb (is_null (text (snd f)))) m)).

(* Rules diff-exact and diff-retain. *)
Definition diff_map (m : list (string * wanted_part)) : differ := fun c s retained whole _ _ _ original =>
  let inner := match type_of s with MapType _ _ _ => s | _ => schemaless end in
  let whole := whole || is_atomic_map s in
  let have := if is_atomic_map s then [] else fields original in
  let* changes := each (fun n =>
      let* ch := diff_field c inner whole n (get n m) (get n have) in
      Ok (option_map (fun ch => (n, ch)) ch))
    (sorted_names (names m ++ names have)) in
  let changes := somes changes in
  let patch := fold_right (fun x p => set_change (fst x) (snd x) p) [] changes in
  let kept := JList (map JString (non_null_names wanted_text m)) in
  let directive := negb (present (get retain_name patch))
    && match role_of c inner retain_name kept with RetainKeys => true | _ => false end in
  Ok (Change (Some (JMap (match patch with
      | [] => []
      | _ => if retained && negb whole && directive then put retain_name kept patch else patch
      end))) None None).

Fixpoint wanting (short : bool) (m : json) : differ :=
  match m with
  | JList l => diff_list short (map (fun e => Wanted e (wanting short e)) l)
  | JMap fs => diff_map (map (fun f => (fst f, Wanted (snd f) (wanting short (snd f)))) fs)
  | _ => fun _ _ _ _ _ _ _ _ => Ok (Change (Some m) None None)
  end.

(* A document: absent and null count as {}. *)
Definition to_document (v : option json) : json :=
  match v with None | Some JNull => JMap [] | Some v => v end.

Definition plain_options : options := Options false false false false false false false.

(* The patch from original to modified. Absent and null documents count as {}. *)
Definition diff_by (short : bool) (s : schema) (original modified : option json) : result json :=
  let document d v :=
    match v with
    | None | Some JNull => Ok (JMap [])
    | Some (JMap m) => Ok (JMap m)
    | _ => Fault WrongType "root" d []
    end in
  let* o := document Original original in
  let* m := document Modified modified in
  if equal o m then Ok (JMap [])
  else
    let c := Context plain_options [] [] false false in
    let* ch := wanting short m c (at_root s) (has_strategy_retain s) false false false "" (Some o) in
    match sent ch with
    | Some patch =>
        match apply plain_options s (Some o) patch with
        | Ok r => if same_bare r m then Ok patch else not_representable Modified []
        | Fault _ _ _ _ => not_representable Modified []
        end
    | None => not_representable Modified []
    end.

Definition diff := diff_by false.
