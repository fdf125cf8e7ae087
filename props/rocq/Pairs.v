(* Chapter 16. Which elements of three documents belong together, and what current holds
   (SPEC.md, section 11.1).

   Marks and optional keys (sections 11.3 and 11.5) are not in the model. *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives Keys Order Sets Fields Keyed Maps Diff.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* A value that is not null. *)
Definition non_null (v : option json) : option json := match v with Some JNull => None | _ => v end.

(* A map or list that is not atomic. *)
Definition merges (s : schema) (v : json) : bool :=
  is_map v && negb (is_atomic_map s) || is_list v && is_merging s.

Definition map_retains (s : schema) : bool := has_strategy_retain s && negb (is_list_type s).

(* The keys by which a patch can select the elements of a list. Elements match by all of
   them. *)
Definition list_keys (s : schema) : list string :=
  match strategy_of s with
  | Keyed k => if present (declared_field (element_of s) merge_key_name) then default_key k else recommended k
  | _ => []
  end.

(* Whether an element has keys: the default key, and no map or list as another one. A value
   of a set is its own key if it is a scalar. *)
Definition keyed_element (s : schema) (e : json) : bool :=
  match strategy_of s with
  | Keyed k =>
      is_map e && forallb (fun n =>
        match key_value k e n with Some v => is_scalar v | None => negb (listed n (default_key k)) end) (list_keys s)
  | _ => is_scalar e
  end.

(* Two elements match if their keys are equal, or if both lack keys and they are equal. *)
Definition match_elements (s : schema) (a b : json) : bool :=
  if keyed_element s a && keyed_element s b then
    match strategy_of s with
    | Keyed k => forallb (fun n => same (key_value k a n) (key_value k b n)) (list_keys s)
    | _ => same_scalar a b
    end
  else negb (keyed_element s a) && negb (keyed_element s b) && same_bare a b.

Definition has_match (s : schema) (l : list json) (e : json) : bool := existsb (match_elements s e) l.

(* Whether an element lacks some of the keys, and whether x has all keys that it has. *)
Definition lacks_keys (s : schema) (e : json) : bool :=
  match strategy_of s with
  | Keyed k => keyed_element s e && existsb (fun n => negb (present (key_value k e n))) (list_keys s)
  | _ => false
  end.
Definition fills_in (s : schema) (e x : json) : bool :=
  match strategy_of s with
  | Keyed k =>
      keyed_element s x
      && forallb (fun n => match key_value k e n with None => true | v => same v (key_value k x n) end) (list_keys s)
  | _ => false
  end.

(* An element of current. Its identity is the element that it counts as: itself or, if a
   server filled in keys, the element of another document that lacks them. *)
Record candidate := Candidate { index : nat; content_of : json; identity : json; filled : bool }.

Definition count (s : schema) (l : list json) (e : json) : nat := List.length (filter (match_elements s e) l).
Definition is_single (s : schema) (l : list json) (e : json) : bool := count s l e =? 1.

(* The forms of an element that lacks keys. If original has elements with the keys of a form,
   and current has more of them, each of them counts twice. *)
Definition forms (s : schema) (original current : list json) (e : json) : list (nat * json) :=
  if has_match s current e then []
  else flat_map (fun x =>
      let was := count s original (snd x) in
      if negb (fills_in s e (snd x)) then []
      else if was =? 0 then [x]
      else if count s current (snd x) <=? was then []
      else [x; x]) (indexed current).

(* Takes the first element that satisfies a test from a list. *)
Fixpoint take_first {A} (test : A -> bool) (l : list A) : option (A * list A) :=
  match l with
  | [] => None
  | a :: rest =>
      if test a then Some (a, rest)
      else option_map (fun r => (fst r, a :: snd r)) (take_first test rest)
  end.

(* An element with its forms. *)
Definition form_list := (json * list (nat * json))%type.

Definition is_form (i : nat) (e : form_list) : bool := existsb (fun x => i =? fst x) (snd e).

(* Step 1. The first element that has exactly one form takes it, as often as there is one.
   Returns the indexes of the forms, with the elements that took them. *)
Fixpoint eliminate (rounds : nat) (l : list form_list) : list (nat * json) :=
  match rounds, take_first (fun e => List.length (snd e) =? 1) l with
  | S rounds, Some ((e, x :: _), others) =>
      (fst x, e) :: eliminate rounds (map (fun o => (fst o, filter (fun y => negb (fst y =? fst x)) (snd o))) others)
  | _, _ => []
  end.

(* The element whose keys a server filled in to make element x of current: one of modified that
   took it, or else a dropped one (step 3). *)
Definition form_of (s : schema) (modified : list json) (taken : list (nat * json)) (dropped : list form_list) (x : nat * json) : option json :=
  match filter (fun t => fst t =? fst x) taken, filter (is_form (fst x)) dropped with
  | t :: _, _ => Some (snd t)
  | [], e :: others =>
      if (List.length (snd e) =? 1) && negb (has_match s modified (snd x)) && forallb (fun o => match_elements s (fst e) (fst o)) others
      then Some (fst e) else None
  | [], [] => None
  end.

Definition candidates (s : schema) (original modified current : list json) : list candidate :=
  let wanted := map (fun e => (e, filter (fun x => negb (has_match s modified (snd x))) (forms s original current e)))
    (filter (fun e => lacks_keys s e && is_single s modified e) modified) in
  let dropped := map (fun e => (e, forms s original current e))
    (filter (fun e => lacks_keys s e && negb (has_match s modified e)) original) in
  let taken := eliminate (List.length wanted) wanted in
  map (fun x => match form_of s modified taken dropped x with
      | Some e => Candidate (fst x) (snd x) e true
      | None => Candidate (fst x) (snd x) (snd x) false
      end) (indexed current).

(* Takes the first element that satisfies the earliest possible test. *)
Fixpoint take_best {A} (tests : list (A -> bool)) (l : list A) : option (A * list A) :=
  match tests with
  | [] => None
  | test :: rest => match take_first test l with Some r => Some r | None => take_best rest l end
  end.

(* Whether current holds a value of modified: a map if it holds each field, a merging list if
   it has an element for each element and holds it, anything else if it is equal. It then
   may have more, unless exactly is set. optional are names of keys that a server may have
   filled in. *)
Definition holder := forall (exactly : bool), schema -> forall (optional : list string), forall original current : option json, bool.

Record held_part := Held { held_text : json; held_by : holder }.

Definition hold_map (m : list (string * held_part)) : holder := fun exactly s optional original current =>
  let exactly := exactly || is_atomic_map s in
  match current with
  | Some (JMap c) =>
      let filled n := listed n optional && match get n m with Some p => is_null (held_text p) | None => true end in
      forallb (fun f => filled (fst f)
          || held_by (snd f) exactly (field_schema s (fst f)) [] (if exactly then None else get (fst f) (fields original))
               (non_null (get (fst f) c))) m
      && (negb exactly
          || forallb (fun f => filled (fst f) || present (get (fst f) m) || is_null (snd f)) c)
  | _ => false
  end.

(* Whether two lists have equally many elements, and each satisfies its test. *)
Fixpoint all_hold (l : list (json -> bool)) (c : list json) : bool :=
  match l, c with
  | [], [] => true
  | test :: rest, x :: c => test x && all_hold rest c
  | _, _ => false
  end.

Fixpoint hold_elements (s : schema) (keys : list string) (l : list held_part) (original : list json) (free : list candidate) : bool :=
  match l with
  | [] => true
  | p :: rest =>
      let (was, others) := match take_first (match_elements s (held_text p)) original with
        | Some (o, others) => (Some o, others)
        | None => (None, original)
        end in
      match take_first (fun x => match_elements s (held_text p) (identity x)
              && held_by p false (element_of s) (if filled x then keys else []) was (Some (content_of x))) free with
      | Some (_, free) => hold_elements s keys rest others free
      | None => false
      end
  end.

Definition hold_list (l : list held_part) : holder := fun exactly s _ original current =>
  match current with
  | Some (JList c) =>
      if exactly || negb (is_merging s)
      then all_hold (map (fun p x => held_by p true (element_of s) [] None (Some x)) l) c
      else hold_elements s (list_keys s) l (elements original) (candidates s (elements original) (map held_text l) c)
  | _ => false
  end.

Fixpoint holding (m : json) : holder :=
  match m with
  | JNull => fun _ _ _ _ current => negb (present (non_null current))
  | JList l => hold_list (map (fun e => Held e (holding e)) l)
  | JMap m => hold_map (map (fun f => (fst f, Held (snd f) (holding (snd f)))) m)
  | _ => fun _ _ _ _ current => match current with Some c => equal m c | None => false end
  end.

(* The elements of original and current that belong to an element of modified, and to one
   that modified dropped. *)
Record pair := Pair { wanted_element : json; was : option json; now : option candidate }.

Definition holds_element (s : schema) (keys : list string) (e : json) (x : candidate) : bool :=
  match_elements s e (identity x)
  && holding e false (element_of s) (if filled x then keys else []) None (Some (content_of x)).

(* Takes the best element, and returns the others. *)
Definition pick {A} (tests : list (A -> bool)) (l : list A) : option A * list A :=
  match take_best tests l with Some (a, others) => (Some a, others) | None => (None, l) end.

(* An element of modified belongs to the first element of original that holds it, or else to
   the first one with its keys. *)
Definition pick_original (s : schema) (e : json) : list json -> option json * list json :=
  pick [ (fun x => match_elements s e x && holding e false (element_of s) [] None (Some (bare x))); match_elements s e ].

(* It merges with the first element of current that holds it, or else with the first one that
   holds the element of original, or else with the first one with its keys. *)
Definition pick_current (s : schema) (e : json) (original : option json) : list candidate -> option candidate * list candidate :=
  pick (holds_element s (list_keys s) e
    :: match original with
       | Some o => [fun x => match_elements s e (identity x) && holds_element s (list_keys s) o x]
       | None => []
       end
    ++ [fun x => match_elements s e (identity x)]).

Fixpoint pair_modified (s : schema) (l : list json) (original : list json) (current : list candidate)
    : list pair * list json * list candidate :=
  match l with
  | [] => ([], original, current)
  | e :: rest =>
      let (o, original) := pick_original s e original in
      let (c, current) := pick_current s e o current in
      let '(pairs, original, current) := pair_modified s rest original current in
      (Pair e o c :: pairs, original, current)
  end.

Fixpoint pair_dropped (s : schema) (l : list json) (current : list candidate) : list pair :=
  match l with
  | [] => []
  | e :: rest =>
      let (c, current) := pick_current s e None current in
      Pair e (Some e) c :: pair_dropped s rest current
  end.
