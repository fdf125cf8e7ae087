(* Chapter 21. The conflicts of two patches (SPEC.md, section 12.2). *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Lists Unions Keyed Maps Apply Diff Pairs Target Conflicts Compose.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

Definition site_of := list conflict_step.

(* Whether a patch removes a place: by null or $patch: delete. *)
Definition removes (v : option json) : bool := holds (fun v => is_null v || is_deletion v) v.

(* The conflict of two patches that have these values. *)
Definition between (at_ : site_of) (left right : option json) : list conflict :=
  let code :=
    if removes left then LeftDeleted else if removes right then RightDeleted
    else match left, right with None, _ => LeftDeleted | _, None => RightDeleted | _, _ => BothChanged end in
  [Conflict at_ code left right].

(* Whether two results are equal, except for the order of elements in merging lists. *)
Fixpoint same_but_order (a : json) : schema -> json -> bool :=
  match a with
  | JMap m =>
      let parts := map (fun f => (fst f, same_but_order (snd f))) m in
      fun s b =>
        match b with
        | JMap other =>
            forallb (fun f => match get (fst f) other with Some w => snd f (field_schema s (fst f)) w | None => false end) parts
            && forallb (fun f => present (get (fst f) m)) other
        | _ => false
        end
  | JList l =>
      let parts := map same_but_order l in
      fun s b =>
        match b with
        | JList other =>
            if is_merging s then
              match fold_left (fun others f => match others with
                  | Some others => option_map snd (take_first (f (element_of s)) others)
                  | None => None
                  end) parts (Some other) with
              | Some [] => true
              | _ => false
              end
            else all_hold (map (fun f => f (element_of s)) parts) other
        | _ => false
        end
  | _ => fun _ b => equal a b
  end.

Definition same_result (s : schema) (a b : result (option json)) : bool :=
  match a, b with
  | Ok (Some a), Ok (Some b) => same_but_order a s b
  | Ok None, Ok None => true
  | _, _ => false
  end.

(* Whether a patch merges a map, or a list. *)
Definition merges_map (s : schema) (v : json) : bool := is_map v && negb (is_atomic_map s) && negb (present (field patch_name v)).
Definition merges_list (s : schema) (v : option json) : bool :=
  is_merging s && match v with Some (JList l) => negb (replaces s l) | Some _ => false | None => true end.

(* A strict engine may reject a patch that merges into a map or list after the other one has
   replaced it. *)
Definition into_replaced (at_ : site_of) (s : schema) (one other : change) : list conflict :=
  let value := match sent other with Some v => Some v | None => placed other end in
  if match sent one, sent other with
     | Some (JMap m), Some v => match directive_of m with Some Replace => merges_map s v && negb (is_empty (fields (Some v))) | _ => false end
     | _, _ => false
     end
     || match sent one with Some (JList l) => is_merging s && replaces s l && merges_list s (sent other) && present value | _ => false end
  then between at_ (sent one) value else [].

Definition swap (x : conflict) : conflict :=
  Conflict (site x) (match kind x with LeftDeleted => RightDeleted | RightDeleted => LeftDeleted | k => k end) (theirs x) (mine x).

(* The effect of patches is that of an engine that is not strict. *)
Definition be_plain (o : options) : options :=
  Options false (use_unions o) (ignore_delete_list o) (ignore_order_list o) (ignore_retain_keys o) (ignore_merge_key o) false.

(* Both orders, without the place. *)
Definition in_turn (c : context) (s : schema) (name : string) (a b : change) : result (option json) :=
  let c := Context (be_plain (opts c)) (here c) (there c) (ordered c) (selecting c) in
  let* v := apply_change c s name a None in apply_change c s name b v.

Definition effect_conflicts (c : context) (s : schema) (name : string) (at_ : site_of) (a b : change) : list conflict :=
  if same_result s (in_turn c s name a b) (in_turn c s name b a) then
    if strict (opts c) then into_replaced at_ s a b ++ map swap (into_replaced at_ s b a) else []
  else between at_ (sent a) (sent b).

(* What compares a map or list of left, which merges, with that of right. *)
Definition comparer := context -> schema -> site_of -> forall left right : change, list conflict.

Record left_part := LeftPart { left_text : json; compares : comparer }.

(* Sets. *)

Definition set_conflicts (at_ : site_of) (one other : change) : list conflict :=
  flat_map (fun v =>
    if contains (elements (removed other)) v && negb (contains (elements (sent other)) v)
    then between (WithValue v :: at_) (Some v) None else []) (elements (sent one)).

(* Keyed lists. *)

(* Whether a key selects by all keys by which another one selects. *)
Definition selects_within (a b : key) : bool := forallb (fun w => present (get (fst w) (wanted b))) (wanted a).
(* Whether two elements select by keys of the same names. *)
Definition selects_like (a b : key) : bool :=
  selects_within a b && selects_within b a && if list_eq_dec string_dec (deleted a) (deleted b) then true else false.

Definition element_site (k : key) (at_ : site_of) : site_of := WithKeys (wanted k) :: at_.

(* An order list with the keys of an element and more may change which element it selects. *)
Definition order_conflicts (c : context) (s : schema) (k : merge_keys) (at_ : site_of) (one other : change) : list conflict :=
  let elem := element_of s in
  flat_map (fun e =>
    let key := element_key c k elem e in
    if negb (is_deletion e) && existsb (fun n => may_match n key && negb (selects_within n key)) (entry_keys c k elem (placed other))
    then between (element_site key at_) (Some e) (placed other) else []) (elements (sent one)).

(* Whether elements i of left and j of right are compared, and whether they conflict because there
   are several elements on both sides that may be the same. *)
Definition pairs_up (left right : list key) (i j : nat) (x y : key) : bool * bool :=
  let compared := may_match x y in
  let earlier := existsb (fun z => selects_like z x && may_match z y) (firstn i left) in
  let other z := selects_like z y && may_match z x in
  let before := existsb other (firstn j right) in
  let after := existsb other (skipn (S j) right) in
  if compared && earlier && (before || after) then (negb before, negb before) else (compared, false).

(* The value that a patch element gives to a key: its own, or that of a union that it sets. *)
Definition given_key (c : context) (elem : schema) (e : json) (n : string) : option json :=
  match field n e with
  | Some v => Some v
  | None => if is_deletion e then None else discriminator_for (use_unions (opts c)) elem (fields (Some e)) n
  end.

(* The key of an element after the patch: a union may change it. *)
Definition key_after_patch (c : context) (elem : schema) (e : json) (x : key) : key :=
  Key (map (fun w => (fst w, match field (fst w) e, given_key c elem e (fst w) with None, Some v => Some v | _, _ => snd w end)) (wanted x))
    (deleted x) (partial x).

(* The elements of the other patch that conflict with an element because a union changes its key:
   those that may be the same by the old or by the new key. *)
Definition moved_onto (c : context) (elem : schema) (e : json) (x : key) (others : list (json * key)) : list json :=
  let after := key_after_patch c elem e x in
  if same_keys (wanted x) (wanted after) then []
  else
    flat_map (fun k =>
      somes (map (fun q : nat * (json * key) =>
        let (j, o) := q in
        let (y, ky) := o : json * key in
        let like z := selects_like (snd z) ky && may_match k (snd z) in
        let is_first := negb (existsb like (firstn j others)) in
        let single := negb (existsb like (skipn (S j) others)) in
        if like o && is_first && negb (single && equal e y) then Some y else None) (indexed others))) [x; after].

(* Recommended keys that only one of two elements sets, for a strict engine. *)
Definition unclear_keys (c : context) (k : merge_keys) (elem : schema) (at_ : site_of) (one other : json) : list conflict :=
  let named := present (selection c elem one) || present (selection c elem other) in
  flat_map (fun n =>
    let value := given_key c elem one n in
    let becomes := match non_null value with Some v => Some v | None => key_value k one n end in
    if (negb named || present (get n (defaults k))) && present value && negb (present (given_key c elem other n))
       && negb (same_value becomes (key_value k other n))
    then between (InField n :: at_) value None else []) (recommended k).

(* Two patches of one element. *)
Definition element_conflicts (c : context) (s : schema) (k : merge_keys) (at_ : site_of) (i : nat) (x : left_part) (y : json) : list conflict :=
  let elem := element_of s in
  let e := left_text x in
  if merges_map elem e && merges_map elem y then
    compares x (deeper c (Index i) (Index i) (selects c elem)) elem at_ (Change (Some e) None None) (Change (Some y) None None)
    ++ (if strict (opts c) then unclear_keys c k elem at_ e y ++ map swap (unclear_keys c k elem at_ y e) else [])
  else
    let single v := Change (Some (JList [v])) None None in
    if same_result s (in_turn c s "" (single e) (single y)) (in_turn c s "" (single y) (single e)) then
      if strict (opts c)
      then into_replaced at_ elem (Change (Some e) None None) (Change (Some y) None None)
        ++ map swap (into_replaced at_ elem (Change (Some y) None None) (Change (Some e) None None))
      else []
    else between at_ (Some e) (Some y).

Definition keyed_conflicts (c : context) (s : schema) (k : merge_keys) (at_ : site_of) (l : list left_part) (a b : change) : list conflict :=
  let elem := element_of s in
  let left := map (fun x => element_key c k elem (left_text x)) l in
  let right := map (element_key c k elem) (elements (sent b)) in
  order_conflicts c s k at_ a b ++ map swap (order_conflicts c s k at_ b a)
  ++ flat_map (fun p : nat * left_part =>
       let (i, x) := p in
       let e := left_text x in
       let kx := element_key c k elem e in
       flat_map (fun q : nat * json =>
         let (j, y) := q in
         let ky := element_key c k elem y in
         let (compared, later) := pairs_up left right i j kx ky in
         let alike := equal e y || is_deletion e && is_deletion y in
         if later || compared && negb alike && negb (selects_same kx ky) then between (element_site kx at_) (Some e) (Some y)
         else if compared && negb alike then element_conflicts c s k (element_site kx at_) i x y
         else []) (indexed (elements (sent b)))) (indexed l)
  ++ (if use_unions (opts c) then
        let xs := combine (map left_text l) left in
        let ys := combine (elements (sent b)) right in
        flat_map (fun x => flat_map (fun y => between (element_site (snd x) at_) (Some (fst x)) (Some y)) (moved_onto c elem (fst x) (snd x) ys)) xs
        ++ flat_map (fun y => flat_map (fun x => between (element_site (element_key c k elem x) at_) (Some x) (Some (fst y)))
             (moved_onto c elem (fst y) (snd y) xs)) ys
      else []).

(* Compares two patches of a field. *)
Definition field_conflicts (c : context) (s : schema) (name : string) (at_ : site_of) (value : option left_part) (a b : change) : list conflict :=
  let inside := Context (opts c) (Field name :: here c) (Field name :: there c) false false in
  if holds (merges_map s) (sent a) && holds (merges_map s) (sent b) then
    match value with Some x => compares x inside s at_ a b | None => [] end
  else if merges_list s (sent a) && merges_list s (sent b) then
    match strategy_of s, value with
    | Keyed k, Some x => compares x inside s at_ a b
    | Keyed k, None => keyed_conflicts inside s k at_ [] a b
    | _, _ => set_conflicts at_ a b ++ map swap (set_conflicts at_ b a)
    end
  else effect_conflicts c s name at_ a b.

(* What one patch of a map sets in a union and the other one clears: fields of members that the other
   patch does not choose, and the discriminator of a member. kept are the names that the other patch
   retains. *)
Definition union_conflicts (s : schema) (at_ : site_of) (one other : fields_of) (kept : option (list string)) : list conflict :=
  flat_map (fun u =>
    match choice u (said other) with
    | Some stays =>
        flat_map (fun m => if stays m then [] else
          flat_map (fun n =>
            if sets m (get n (said one)) && negb (present (get n other)) then between (InField n :: at_) (get n (said one)) None else [])
            (member_fields m)) (members u)
    | None => []
    end
    ++ match discriminator u, set_members u (said one) with
       | Some d, [_] =>
           let cleared := match get d other with
             | Some v => removes (Some v)
             | None => loses kept d && is_empty (set_members u (said other))
             end in
           if negb (present (get d one)) && cleared then [Conflict (InField d :: at_) RightDeleted None (get d other)] else []
       | _, _ => []
       end) (unions_of s).

(* Compares two patches of a map, field by field. *)
Definition map_conflicts (l : list (string * left_part)) : comparer := fun c s at_ a b =>
  let inner := match type_of s with MapType _ _ _ => s | _ => schemaless end in
  let ma := parts_of_map (fields (sent a)) in
  let mb := parts_of_map (fields (sent b)) in
  let kept m := match retained_names c inner m with Ok names => names | Fault _ _ _ _ => None end in
  let clears kept n v := loses kept n && present v && negb (removes v) in
  flat_map (fun n =>
    let x := change_for c inner ma n in
    let y := change_for c inner mb n in
    let place := InField n :: at_ in
    if clears (kept mb) n (sent x) then between place (sent x) None
    else if clears (kept ma) n (sent y) then between place None (sent y)
    else if is_nothing x || is_nothing y || same_change x y then []
    else field_conflicts c (field_schema inner n) n place (get n l) x y)
    (sorted_names (targets c inner ma ++ targets c inner mb))
  ++ (if use_unions (opts c) then
        union_conflicts inner at_ (fields (sent a)) (fields (sent b)) (kept mb)
        ++ map swap (union_conflicts inner at_ (fields (sent b)) (fields (sent a)) (kept ma))
      else []).

Definition list_conflicts (l : list left_part) : comparer := fun c s at_ a b =>
  match strategy_of s with
  | Keyed k => keyed_conflicts c s k at_ l a b
  | _ => []
  end.

Fixpoint comparing (left : json) : comparer :=
  match left with
  | JMap m => map_conflicts (map (fun f => (fst f, LeftPart (snd f) (comparing (snd f)))) m)
  | JList l => list_conflicts (map (fun e => LeftPart e (comparing e)) l)
  | _ => fun _ _ _ _ _ => []
  end.

Definition step_dec (a b : conflict_step) : {a = b} + {a <> b}.
Proof.
  decide equality; try apply string_dec; try apply json_dec. apply list_eq_dec. intros [n v] [n' v'].
  destruct (string_dec n n') as [->|]; [|right; congruence].
  destruct v as [v|], v' as [v'|]; try (right; congruence); [|left; reflexivity].
  destruct (json_dec v v') as [->|]; [left; reflexivity|right; congruence].
Defined.

Definition same_code (a b : conflict_code) : bool :=
  match a, b with
  | BothChanged, BothChanged | BothAdded, BothAdded | LeftDeleted, LeftDeleted | RightDeleted, RightDeleted => true
  | _, _ => false
  end.

Definition same_conflict (a b : conflict) : bool :=
  (if list_eq_dec step_dec (site a) (site b) then true else false) && same_code (kind a) (kind b)
  && same_value (mine a) (mine b) && same_value (theirs a) (theirs b).

(* Each conflict once. *)
Fixpoint once (l : list conflict) : list conflict :=
  match l with
  | [] => []
  | x :: rest => x :: filter (fun y => negb (same_conflict x y)) (once rest)
  end.

(* The conflicts of two patches that apply accepts. *)
Definition conflicts_of_patches (o : options) (s : schema) (left right : json) : list conflict :=
  let c := Context o [] [] false false in
  let a := Change (Some left) None None in
  let b := Change (Some right) None None in
  match left, right with
  | JMap [], _ | _, JMap [] => []
  | JMap l, JMap r =>
      if present (get patch_name l) || present (get patch_name r) then
        let turn x y := let* v := apply (be_plain o) s None x in let* w := apply (be_plain o) s (Some v) y in Ok (Some w) in
        if same_result s (turn left right) (turn right left)
        then if strict o then into_replaced [] (at_root s) a b ++ map swap (into_replaced [] (at_root s) b a) else []
        else between [] (Some left) (Some right)
      else comparing left c (at_root s) [] a b
  | _, _ => []
  end.

(* Which patch is rejected for every original. *)
Inductive comparison := Compared (l : list conflict) | Rejected (is_left : bool) (c : code) (rule : string) (at_ : path).

Definition compare_patches (o : options) (s : schema) (left right : json) : comparison :=
  match check_patch o s left, check_patch o s right with
  | Fault c rule _ at_, _ => Rejected true c rule at_
  | _, Fault c rule _ at_ => Rejected false c rule at_
  | _, _ => Compared (once (conflicts_of_patches o s left right))
  end.
