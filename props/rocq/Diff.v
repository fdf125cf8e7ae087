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
   whole. directives: the map around it accepts a delete list and an order list for name. *)
Definition differ := context -> schema -> forall (retained whole directives : bool), string -> option json -> result change.

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

Definition deeper (c : context) (s t : step) : context :=
  Context (opts c) (s :: here c) (t :: there c) false false.

(* Lists. *)

Definition marker : json := JMap [(patch_name, JString "replace")].

(* The value that creates a part where there is nothing. *)
Definition create (c : context) (s : schema) (retained whole : bool) (i : nat) (w : wanted_part) : result json :=
  let* ch := differs w (deeper c (Index i) (Index i)) s retained whole false "" None in
  match sent ch with Some v => Ok v | None => not_representable Modified (Index i :: here c) end.

(* Rule list-replace. *)
Definition diff_replaced_list (c : context) (s : schema) (l : list wanted_part) : result change :=
  let* created := each (fun x => create c (element_of s) false true (fst x) (snd x)) (indexed l) in
  Ok (Change (Some (JList (created ++ if is_merging s then [marker] else []))) None None).

Definition some_list (l : list json) : option json := match l with [] => None | _ => Some (JList l) end.

(* Rule diff-set. *)
Definition diff_set (l : list wanted_part) (original : option json) : change :=
  let have := elements original in
  let want := map wanted_text l in
  let added := filter (fun v => negb (contains have v)) want in
  if holds is_list original
  then Change (some_list added) (some_list (filter (fun v => negb (contains want v)) have)) (some_list want)
  else Change (Some (JList added)) None None.

(* The keys of an element as they are written, and $patchMergeKey if the list has recommended
   keys. Rule diff-recommended. *)
Definition selecting_names (c : context) (k : merge_keys) (elem : schema) : list string :=
  if selects c elem then recommended k else default_key k.
Definition with_keys (c : context) (k : merge_keys) (elem : schema) (e : json) (m : fields_of) : fields_of :=
  let names := selecting_names c k elem in
  let m := fold_right (fun n m =>
    match field n e with Some v => if is_null v then m else put n v m | None => m end) m names in
  if List.length (default_key k) <? List.length names
  then put merge_key_name (JList (map JString names)) m else m.
Definition full_key (c : context) (k : merge_keys) (elem : schema) (e : json) : list (string * option json) :=
  map (fun n => (n, key_value k e n)) (selecting_names c k elem).

(* The patch of one element; None if there is nothing to send. *)
Definition diff_element (c : context) (s : schema) (k : merge_keys) (whole : bool) (have : list json) (x : nat * wanted_part)
    : result (option json) :=
  let (i, w) := x in
  let elem := element_of s in
  let e := wanted_text w in
  let retained := has_strategy_retain s || has_strategy_retain elem in
  match find_index (has_keys k (full_key c k elem e)) have with
  | None =>
      let* v := create c elem retained whole i w in
      Ok (Some (if List.length (default_key k) <? List.length (selecting_names c k elem)
                then match v with JMap m => JMap (with_keys c k elem e m) | _ => v end else v))
  | Some j =>
      let y := nth j have JNull in
      if equal y e then Ok None
      else
        let* ch := differs w (deeper c (Index i) (Index j)) elem retained whole false "" (Some y) in
        match sent ch with
        | Some (JMap []) => Ok None
        | Some (JMap m) => Ok (Some (JMap (with_keys c k elem e m)))
        | _ => not_representable Modified (Index i :: here c)
        end
  end.

(* Rule diff-keyed. *)
Definition diff_keyed (c : context) (s : schema) (k : merge_keys) (whole : bool) (l : list wanted_part) (original : option json)
    : result change :=
  let have := elements original in
  let elem := element_of s in
  let* patches := each (diff_element c s k whole have) (indexed l) in
  let stays y := existsb (fun w => has_keys k (full_key c k elem (wanted_text w)) y) l in
  let deletions := map (fun y => JMap (put patch_name (JString "delete") (with_keys c k elem y [])))
    (filter (fun y => negb (stays y)) have) in
  let order := map (fun w => JMap (with_keys c k elem (wanted_text w) [])) l in
  if holds is_list original
  then Ok (Change (some_list (somes patches ++ deletions)) None (some_list order))
  else Ok (Change (Some (JList (somes patches))) None None).

Definition diff_list (l : list wanted_part) : differ := fun c s _ whole directives name original =>
  let m := JList (map wanted_text l) in
  let merged :=
    match strategy_of s with
    | Atomic => not_representable Modified (here c)
    | ValueSet => Ok (diff_set l original)
    | Keyed k => diff_keyed c s k whole l original
    end in
  let replaced := diff_replaced_list c s l in
  match merged with
  | Ok ch =>
      if (directives || negb (present (removed ch) || present (placed ch))) && makes c s name ch original m
      then Ok ch else replaced
  | Fault _ _ _ _ => replaced
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
      else if data JNull && data y then Ok (Some (Change (Some JNull) None None))
      else not_representable Original (Field name :: there c)
  | Some w, _ =>
      let m := wanted_text w in
      if match original with Some y => equal y m | None => false end then Ok None
      else if is_null m then
        if data JNull then Ok (Some (Change (Some JNull) None None))
        else match original with None => Ok None | _ => not_representable Modified (Field name :: here c) end
      else if negb (data m) then not_representable Modified (Field name :: here c)
      else
        let directives := negb (same_name name "")
          && match role_of c s (delete_prefix ++ name)%string (JList []) with DeleteList n => same_name n name | _ => false end
          && match role_of c s (order_prefix ++ name)%string (JList []) with OrderList n => same_name n name | _ => false end in
        let* ch := differs w (deeper c (Field name) (Field name)) f
          (has_strategy_retain f && negb (is_list_type f)) whole directives name original in
        Ok (match sent ch, original with
            | Some (JMap []), Some (JMap _) => if is_atomic_map f then Some ch else None
            | _, _ => Some ch
            end)
  end.

Definition set_change (name : string) (ch : change) (m : fields_of) : fields_of :=
  let add n v m := match v with Some v => put n v m | None => m end in
  add name (sent ch) (add (delete_prefix ++ name)%string (removed ch) (add (order_prefix ++ name)%string (placed ch) m)).

Definition non_null_names {A} (text : A -> json) (m : list (string * A)) : list string :=
  sorted_names (names (filter (fun f => negb (is_null (text (snd f)))) m)).

(* Rules diff-exact and diff-retain. *)
Definition diff_map (m : list (string * wanted_part)) : differ := fun c s retained whole _ _ original =>
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
  let directive := match role_of c inner retain_name kept with RetainKeys => true | _ => false end in
  Ok (Change (Some (JMap (match patch with
      | [] => []
      | _ => if retained && negb whole && directive then put retain_name kept patch else patch
      end))) None None).

Fixpoint wanting (m : json) : differ :=
  match m with
  | JList l => diff_list (map (fun e => Wanted e (wanting e)) l)
  | JMap fs => diff_map (map (fun f => (fst f, Wanted (snd f) (wanting (snd f)))) fs)
  | _ => fun _ _ _ _ _ _ _ => Ok (Change (Some m) None None)
  end.

Definition plain_options : options := Options false false false false false false.

(* The patch from original to modified. Absent and null documents count as {}. *)
Definition diff (s : schema) (original modified : option json) : result json :=
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
    let* ch := wanting m c (at_root s) (has_strategy_retain s) false false "" (Some o) in
    match sent ch with
    | Some patch =>
        match apply plain_options s (Some o) patch with
        | Ok r => if same_bare r m then Ok patch else not_representable Modified []
        | Fault _ _ _ _ => not_representable Modified []
        end
    | None => not_representable Modified []
    end.
