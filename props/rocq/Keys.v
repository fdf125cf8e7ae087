(* Chapter 5. Merge keys (SPEC.md, chapter 6). *)
From Coq Require Import String List Bool Arith.
Require Import Values Schemas Results Directives.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(* Equality of keys and of values of sets: equal scalars. Rule key-equality. *)
Definition same_scalar (a b : json) : bool := is_scalar a && equal a b.

(* Two keys are the same if both are absent or both are equal scalars. *)
Definition same (a b : option json) : bool :=
  match a, b with
  | None, None => true
  | Some a, Some b => same_scalar a b
  | _, _ => false
  end.

(* The value of a key of an element. Null counts as absent, and an absent key has its
   default. Rule keys-default. *)
Definition key_value (k : merge_keys) (e : json) (name : string) : option json :=
  match field name e with
  | None | Some JNull => get name (defaults k)
  | v => v
  end.

(* The $patchMergeKey of an element or order entry, unless the elements declare a field of
   this name. Rules keys-recommended and directive-level. *)
Definition selects (c : context) (elem : schema) : bool :=
  negb (present (declared_field elem merge_key_name)) && negb (ignore_merge_key (opts c)).
Definition selection (c : context) (elem : schema) (e : json) : option json :=
  if selects c elem then field merge_key_name e else None.

(* The names that a $patchMergeKey lists: recommended keys, the default key among them, in
   the order of the schema. None if it is malformed. Rule keys-recommended. *)
Definition selected_names (k : merge_keys) (directive : json) : option (list string) :=
  match directive with
  | JList l =>
      let name e := match e with JString n => n | _ => EmptyString end in
      let wanted := map name l in
      if forallb is_string l && forallb (fun n => listed n (recommended k)) wanted
         && forallb (fun n => listed n wanted) (default_key k)
      then Some (filter (fun n => listed n wanted) (recommended k)) else None
  | _ => None
  end.

(* The names of the keys by which an element selects. Rules keyed-merge and keys-multi. *)
Definition key_names (c : context) (k : merge_keys) (elem : schema) (e : json) (at_ : path)
    : result (list string) :=
  match selection c elem e with
  | None => Ok (default_key k)
  | Some directive =>
      match selected_names k directive with
      | Some names => Ok names
      | None => Fault InvalidDirective "keys-recommended" Patch (Field merge_key_name :: at_)
      end
  end.

(* What identifies elements: keys with values, where None is a key that must be absent (rule
   keys-absent); the keys that the element deletes (rule keys-null); and whether it selects
   by some of the recommended keys only (rule keys-partial). *)
Record key := Key {
  wanted : list (string * option json);
  deleted : list string;
  partial : bool;
}.

(* Reads one key of an element. None is a null that deletes the key. A null default key is an
   error, and so is any null key of a deletion or order entry (nulls is false there). rule is that of its errors. *)
Definition read_key_field (k : merge_keys) (nulls : bool) (rule null_rule : string) (e : json) (at_ : path) (name : string)
    : result (option (string * option json)) :=
  let required := listed name (default_key k) in
  let missing := match default_key k with _ :: _ :: _ => "keys-multi" | _ => rule end in
  match field name e with
  | Some JNull =>
      do require (nulls && negb required) MissingMergeKey (if string_dec null_rule "" then missing else null_rule) at_ then
      Ok None
  | _ =>
      let v := key_value k e name in
      do require (present v || negb required) MissingMergeKey missing at_ then
      do require (match v with Some v => is_scalar v | None => true end) InvalidMergeKey rule (Field name :: at_) then
      Ok (Some (name, v))
  end.

Definition somes {A} (l : list (option A)) : list A :=
  flat_map (fun o => match o with Some a => [a] | None => [] end) l.

Definition read_key (c : context) (k : merge_keys) (elem : schema) (nulls : bool) (rule : string) (e : json) (at_ : path)
    : result key :=
  let* names := key_names c k elem e at_ in
  let null_rule := if present (selection c elem e) then "keys-null" else "" in
  let* read := each (read_key_field k nulls rule null_rule e at_) names in
  let wanted := somes read in
  Ok (Key wanted
        (filter (fun n => negb (listed n (map fst wanted))) names)
        (present (selection c elem e) && (List.length names <? List.length (recommended k)))).

(* The key of an element of a patch list. *)
Definition read_element_key c k elem e at_ := read_key c k elem (negb (is_deletion e)) "keyed-merge" e at_.

(* The key of an element as it is written, for the check of $setElementOrder. *)
Definition written_key (c : context) (k : merge_keys) (elem : schema) (e : json) : list (string * option json) :=
  let names := match key_names c k elem e [] with Ok names => names | Fault _ _ _ _ => default_key k end in
  map (fun n => (n, key_value k e n)) names.

(* Whether an element has the wanted keys. An element that is not a map never matches, and
   neither does one without a default key. Rules keyed-original and keys-absent. *)
Definition has_keys (k : merge_keys) (wanted : list (string * option json)) (e : json) : bool :=
  is_map e && forallb (fun w => same (snd w) (key_value k e (fst w))) wanted.

(* Whether two keys select by the same fields with equal values. *)
Definition includes_keys (a b : list (string * option json)) : bool :=
  forallb (fun w => match get (fst w) a with Some v => same (snd w) v | None => false end) b.
Definition same_keys (a b : list (string * option json)) : bool := includes_keys a b && includes_keys b a.
