
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

(** val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option **)

let option_map f = function
| Some a -> Some (f a)
| None -> None

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> int **)

let rec length = function
| [] -> 0
| _ :: l' -> Stdlib.Int.succ (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val bool_dec : bool -> bool -> bool **)

let bool_dec b1 b2 =
  if b1 then if b2 then true else false else if b2 then false else true

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module Nat =
 struct
  (** val ltb : int -> int -> bool **)

  let ltb n0 m =
    (<=) (Stdlib.Int.succ n0) m
 end

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

module Pos =
 struct
  (** val succ : positive -> positive **)

  let rec succ = function
  | XI p -> XO (succ p)
  | XO p -> XI p
  | XH -> XO XH

  (** val add : positive -> positive -> positive **)

  let rec add x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XO p ->
      (match y with
       | XI q -> XI (add p q)
       | XO q -> XO (add p q)
       | XH -> XI p)
    | XH -> (match y with
             | XI q -> XO (succ q)
             | XO q -> XI q
             | XH -> XO XH)

  (** val add_carry : positive -> positive -> positive **)

  and add_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XI (add_carry p q)
       | XO q -> XO (add_carry p q)
       | XH -> XI (succ p))
    | XO p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XH ->
      (match y with
       | XI q -> XI (succ q)
       | XO q -> XO (succ q)
       | XH -> XI XH)

  (** val mul : positive -> positive -> positive **)

  let rec mul x y =
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

  (** val compare_cont : comparison -> positive -> positive -> comparison **)

  let rec compare_cont r x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> compare_cont r p q
       | XO q -> compare_cont Gt p q
       | XH -> Gt)
    | XO p ->
      (match y with
       | XI q -> compare_cont Lt p q
       | XO q -> compare_cont r p q
       | XH -> Gt)
    | XH -> (match y with
             | XH -> r
             | _ -> Lt)

  (** val compare : positive -> positive -> comparison **)

  let compare =
    compare_cont Eq
 end

module N =
 struct
  (** val add : n -> n -> n **)

  let add n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Pos.add p q))

  (** val mul : n -> n -> n **)

  let mul n0 m =
    match n0 with
    | N0 -> N0
    | Npos p -> (match m with
                 | N0 -> N0
                 | Npos q -> Npos (Pos.mul p q))

  (** val compare : n -> n -> comparison **)

  let compare n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> Eq
             | Npos _ -> Lt)
    | Npos n' -> (match m with
                  | N0 -> Gt
                  | Npos m' -> Pos.compare n' m')
 end

(** val hd_error : 'a1 list -> 'a1 option **)

let hd_error = function
| [] -> None
| x :: _ -> Some x

(** val nth : int -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n0 l default0 =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> match l with
              | [] -> default0
              | x :: _ -> x)
    (fun m -> match l with
              | [] -> default0
              | _ :: t -> nth m t default0)
    n0

(** val nth_error : 'a1 list -> int -> 'a1 option **)

let rec nth_error l n0 =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> match l with
              | [] -> None
              | x :: _ -> Some x)
    (fun n1 -> match l with
               | [] -> None
               | _ :: l0 -> nth_error l0 n1)
    n0

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec list_eq_dec eq_dec l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | y :: l0 ->
    (match l' with
     | [] -> false
     | a :: l1 -> if eq_dec y a then list_eq_dec eq_dec l0 l1 else false)

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t -> fold_left f t (f a0 b)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = function
| [] -> None
| x :: tl -> if f x then Some x else find f tl

(** val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list **)

let rec combine l l' =
  match l with
  | [] -> []
  | x :: tl ->
    (match l' with
     | [] -> []
     | y :: tl' -> (x, y) :: (combine tl tl'))

(** val firstn : int -> 'a1 list -> 'a1 list **)

let rec firstn n0 l =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> [])
    (fun n1 -> match l with
               | [] -> []
               | a :: l0 -> a :: (firstn n1 l0))
    n0

(** val skipn : int -> 'a1 list -> 'a1 list **)

let rec skipn n0 l =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> l)
    (fun n1 -> match l with
               | [] -> []
               | _ :: l0 -> skipn n1 l0)
    n0

(** val seq : int -> int -> int list **)

let rec seq start len =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> [])
    (fun len0 -> start :: (seq (Stdlib.Int.succ start) len0))
    len

(** val compare0 : string -> string -> comparison **)

let rec compare0 = fun a b -> let c = Stdlib.String.compare a b in if c < 0 then Lt else if c > 0 then Gt else Eq



type json =
| JNull
| JBool of bool
| JNumber of string
| JString of string
| JList of json list
| JMap of (string * json) list

type fields_of = (string * json) list

(** val json_dec : json -> json -> bool **)

let rec json_dec a b =
  match a with
  | JNull -> (match b with
              | JNull -> true
              | _ -> false)
  | JBool b0 -> (match b with
                 | JBool b1 -> bool_dec b0 b1
                 | _ -> false)
  | JNumber canonical ->
    (match b with
     | JNumber canonical0 -> Stdlib.String.equal canonical canonical0
     | _ -> false)
  | JString s ->
    (match b with
     | JString s0 -> Stdlib.String.equal s s0
     | _ -> false)
  | JList elements0 ->
    (match b with
     | JList elements1 -> list_eq_dec json_dec elements0 elements1
     | _ -> false)
  | JMap fields0 ->
    (match b with
     | JMap fields1 ->
       list_eq_dec (fun x y ->
         let (a0, b0) = x in
         let (a1, b1) = y in
         let s = Stdlib.String.equal a0 a1 in
         if s then json_dec b0 b1 else false) fields0 fields1
     | _ -> false)

(** val equal : json -> json -> bool **)

let equal a b =
  if json_dec a b then true else false

(** val is_scalar : json -> bool **)

let is_scalar = function
| JNull -> false
| JList _ -> false
| JMap _ -> false
| _ -> true

(** val is_null : json -> bool **)

let is_null = function
| JNull -> true
| _ -> false

(** val is_list : json -> bool **)

let is_list = function
| JList _ -> true
| _ -> false

(** val is_map : json -> bool **)

let is_map = function
| JMap _ -> true
| _ -> false

(** val is_string : json -> bool **)

let is_string = function
| JString _ -> true
| _ -> false

(** val holds : (json -> bool) -> json option -> bool **)

let holds test = function
| Some v0 -> test v0
| None -> false

(** val present : 'a1 option -> bool **)

let present = function
| Some _ -> true
| None -> false

(** val get : string -> (string * 'a1) list -> 'a1 option **)

let rec get name = function
| [] -> None
| p :: rest ->
  let (n0, v) = p in
  if Stdlib.String.equal name n0 then Some v else get name rest

(** val put : string -> 'a1 -> (string * 'a1) list -> (string * 'a1) list **)

let rec put name v m = match m with
| [] -> (name, v) :: []
| p :: rest ->
  let (n0, w) = p in
  (match compare0 name n0 with
   | Eq -> (name, v) :: rest
   | Lt -> (name, v) :: m
   | Gt -> (n0, w) :: (put name v rest))

(** val remove : string -> (string * 'a1) list -> (string * 'a1) list **)

let rec remove name = function
| [] -> []
| p :: rest ->
  let (n0, w) = p in
  if Stdlib.String.equal name n0
  then remove name rest
  else (n0, w) :: (remove name rest)

(** val set_field :
    string -> 'a1 option -> (string * 'a1) list -> (string * 'a1) list **)

let set_field name v m =
  match v with
  | Some v0 -> put name v0 m
  | None -> remove name m

(** val names : (string * 'a1) list -> string list **)

let names m =
  map fst m

(** val listed : string -> string list -> bool **)

let listed name l =
  existsb (fun n0 -> if Stdlib.String.equal name n0 then true else false) l

(** val sorted_names : string list -> string list **)

let sorted_names l =
  names (fold_right (fun n0 m -> put n0 () m) [] l)

(** val fields : json option -> fields_of **)

let fields = function
| Some j -> (match j with
             | JMap m -> m
             | _ -> [])
| None -> []

(** val elements : json option -> json list **)

let elements = function
| Some j -> (match j with
             | JList l -> l
             | _ -> [])
| None -> []

(** val field : string -> json -> json option **)

let field name v =
  get name (fields (Some v))

type scalars = { allow_string : bool; allow_number : bool; allow_bool : 
                 bool; default : json option }

type merge_keys = { default_key : string list; recommended : string list;
                    defaults : (string * json) list }

type list_strategy =
| Atomic
| ValueSet
| Keyed of merge_keys

type member = { member_fields : string list; member_name : string;
                unset : json list }

type union = { discriminator : string option; members : member list }

type schema = __schema Lazy.t
and __schema =
| Schema of schema_type * bool * bool
and schema_type = __schema_type Lazy.t
and __schema_type =
| AnyType
| ScalarType of scalars
| MapType of (string * schema) list * schema option * union list
| ListType of schema * list_strategy

(** val schemaless : schema **)

let schemaless =
  lazy (Schema ((lazy AnyType), false, false))

(** val type_of : schema -> schema_type **)

let type_of s =
  let Schema (t, _, _) = Lazy.force s in t

(** val has_strategy_replace : schema -> bool **)

let has_strategy_replace s =
  let Schema (_, r, _) = Lazy.force s in r

(** val has_strategy_retain : schema -> bool **)

let has_strategy_retain s =
  let Schema (_, _, r) = Lazy.force s in r

(** val is_atomic_map : schema -> bool **)

let is_atomic_map s =
  match Lazy.force
  (type_of s) with
  | ListType (_, _) -> false
  | _ -> has_strategy_replace s

(** val declared_field : schema -> string -> schema option **)

let declared_field s name =
  match Lazy.force
  (type_of s) with
  | MapType (declared, _, _) -> get name declared
  | _ -> None

(** val is_declared : schema -> bool **)

let is_declared s =
  match Lazy.force
  (type_of s) with
  | MapType (_, values, _) ->
    (match values with
     | Some _ -> false
     | None -> true)
  | _ -> false

(** val values_of : schema -> schema **)

let values_of s =
  match Lazy.force
  (type_of s) with
  | MapType (_, values, _) ->
    (match values with
     | Some v -> v
     | None -> schemaless)
  | _ -> schemaless

(** val field_schema : schema -> string -> schema **)

let field_schema s name =
  match declared_field s name with
  | Some f -> f
  | None -> values_of s

(** val default_of : schema -> json option **)

let default_of s =
  match Lazy.force
  (type_of s) with
  | ScalarType a -> a.default
  | _ -> None

(** val unions_of : schema -> union list **)

let unions_of s =
  match Lazy.force
  (type_of s) with
  | MapType (_, _, us) -> us
  | _ -> []

(** val element_of : schema -> schema **)

let element_of s =
  match Lazy.force
  (type_of s) with
  | ListType (e, _) -> e
  | _ -> schemaless

(** val strategy_of : schema -> list_strategy **)

let strategy_of s =
  match Lazy.force
  (type_of s) with
  | ListType (_, st) -> st
  | _ -> Atomic

(** val is_list_type : schema -> bool **)

let is_list_type s =
  match Lazy.force
  (type_of s) with
  | ListType (_, _) -> true
  | _ -> false

(** val is_any_type : schema -> bool **)

let is_any_type s =
  match Lazy.force
  (type_of s) with
  | AnyType -> true
  | _ -> false

(** val is_merging : schema -> bool **)

let is_merging s =
  match strategy_of s with
  | Atomic -> false
  | _ -> true

type code =
| WrongType
| InvalidDirective
| MissingMergeKey
| InvalidMergeKey
| AmbiguousMergeKey
| OrderMismatch
| RetainKeysMismatch
| UnionConflict
| UnknownField
| NotRepresentable
| NotComposable
| Precondition

type step =
| Field of string
| Index of int

type path = step list

type document =
| Original
| Patch
| Modified
| Current

type 'a result =
| Ok of 'a
| Fault of code * string * document * path

(** val bind : 'a1 result -> ('a1 -> 'a2 result) -> 'a2 result **)

let bind r f =
  match r with
  | Ok a -> f a
  | Fault (c, rule, d, p) -> Fault (c, rule, d, p)

(** val require : bool -> code -> string -> path -> unit result **)

let require condition c rule at_ =
  if condition then Ok () else Fault (c, rule, Patch, at_)

(** val each : ('a1 -> 'a2 result) -> 'a1 list -> 'a2 list result **)

let rec each f = function
| [] -> Ok []
| a :: rest ->
  bind (f a) (fun b -> bind (each f rest) (fun bs -> Ok (b :: bs)))

(** val indexed_from : int -> 'a1 list -> (int * 'a1) list **)

let rec indexed_from i = function
| [] -> []
| a :: rest -> (i, a) :: (indexed_from (Stdlib.Int.succ i) rest)

(** val indexed : 'a1 list -> (int * 'a1) list **)

let indexed l =
  indexed_from 0 l

type options = { strict : bool; use_unions : bool; ignore_delete_list : 
                 bool; ignore_order_list : bool; ignore_retain_keys : 
                 bool; ignore_merge_key : bool; lenient : bool }

type context = { opts : options; here : path; there : path; ordered : 
                 bool; selecting : bool }

type meaning = context -> schema -> json option -> json option result

type part = { text : json; means : meaning }

(** val patch_name : string **)

let patch_name =
  "$patch"

(** val retain_name : string **)

let retain_name =
  "$retainKeys"

(** val merge_key_name : string **)

let merge_key_name =
  "$patchMergeKey"

(** val delete_prefix : string **)

let delete_prefix =
  "$deleteFromPrimitiveList/"

(** val order_prefix : string **)

let order_prefix =
  "$setElementOrder/"

(** val cut_prefix : string -> string -> string option **)

let rec cut_prefix prefix name =
  (* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

    (fun _ -> Some name)
    (fun a p ->
    (* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

      (fun _ -> None)
      (fun b n0 -> if (=) a b then cut_prefix p n0 else None)
      name)
    prefix

(** val begins_with_dollar : string -> bool **)

let begins_with_dollar name =
  present (cut_prefix "$" name)

type role =
| PatchDirective
| RetainKeys
| MergeKeySelection
| DeleteList of string
| OrderList of string
| Dropped
| Data

(** val targets_list : schema -> string -> json -> bool **)

let targets_list s target0 value0 =
  (||)
    ((||) ((||) (is_declared s) (present (declared_field s target0)))
      (is_list_type (values_of s)))
    ((&&) (is_any_type (values_of s)) (is_list value0))

(** val role_of : context -> schema -> string -> json -> role **)

let role_of c s name value0 =
  if Stdlib.String.equal name patch_name
  then PatchDirective
  else if (&&) c.selecting
            (if Stdlib.String.equal name merge_key_name then true else false)
       then MergeKeySelection
       else if present (declared_field s name)
            then Data
            else if (&&)
                      ((&&)
                        (if Stdlib.String.equal name retain_name
                         then true
                         else false) (negb c.opts.ignore_retain_keys))
                      ((||) (is_declared s) (is_list value0))
                 then RetainKeys
                 else let other =
                        if (&&) (begins_with_dollar name) (is_declared s)
                        then Dropped
                        else Data
                      in
                      (match cut_prefix delete_prefix name with
                       | Some target0 ->
                         if (&&) (negb c.opts.ignore_delete_list)
                              (targets_list s target0 value0)
                         then DeleteList target0
                         else other
                       | None ->
                         (match cut_prefix order_prefix name with
                          | Some target0 ->
                            if (&&) (negb c.opts.ignore_order_list)
                                 (targets_list s target0 value0)
                            then OrderList target0
                            else other
                          | None -> other))

type patch_directive =
| Merge
| Replace
| Delete

(** val directive_of : fields_of -> patch_directive option **)

let directive_of m =
  match get patch_name m with
  | Some j ->
    (match j with
     | JString s ->
       ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

          (fun _ -> None)
          (fun a s0 ->
          (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
            (fun b b0 b1 b2 b3 b4 b5 b6 ->
            if b
            then None
            else if b0
                 then if b1
                      then None
                      else if b2
                           then None
                           else if b3
                                then if b4
                                     then if b5
                                          then if b6
                                               then None
                                               else ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                       (fun _ ->
                                                       None)
                                                       (fun a0 s1 ->
                                                       (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                         (fun b7 b8 b9 b10 b11 b12 b13 b14 ->
                                                         if b7
                                                         then if b8
                                                              then None
                                                              else if b9
                                                                   then 
                                                                    if b10
                                                                    then None
                                                                    else 
                                                                    if b11
                                                                    then None
                                                                    else 
                                                                    if b12
                                                                    then 
                                                                    if b13
                                                                    then 
                                                                    if b14
                                                                    then None
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    None)
                                                                    (fun a1 s2 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b15 b16 b17 b18 b19 b20 b21 b22 ->
                                                                    if b15
                                                                    then None
                                                                    else 
                                                                    if b16
                                                                    then None
                                                                    else 
                                                                    if b17
                                                                    then None
                                                                    else 
                                                                    if b18
                                                                    then None
                                                                    else 
                                                                    if b19
                                                                    then 
                                                                    if b20
                                                                    then 
                                                                    if b21
                                                                    then 
                                                                    if b22
                                                                    then None
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    None)
                                                                    (fun a2 s3 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b23 b24 b25 b26 b27 b28 b29 b30 ->
                                                                    if b23
                                                                    then None
                                                                    else 
                                                                    if b24
                                                                    then None
                                                                    else 
                                                                    if b25
                                                                    then 
                                                                    if b26
                                                                    then 
                                                                    if b27
                                                                    then None
                                                                    else 
                                                                    if b28
                                                                    then 
                                                                    if b29
                                                                    then 
                                                                    if b30
                                                                    then None
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    None)
                                                                    (fun a3 s4 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b31 b32 b33 b34 b35 b36 b37 b38 ->
                                                                    if b31
                                                                    then 
                                                                    if b32
                                                                    then None
                                                                    else 
                                                                    if b33
                                                                    then None
                                                                    else 
                                                                    if b34
                                                                    then None
                                                                    else 
                                                                    if b35
                                                                    then None
                                                                    else 
                                                                    if b36
                                                                    then 
                                                                    if b37
                                                                    then 
                                                                    if b38
                                                                    then None
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    None)
                                                                    (fun a4 s5 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b39 b40 b41 b42 b43 b44 b45 b46 ->
                                                                    if b39
                                                                    then 
                                                                    if b40
                                                                    then 
                                                                    if b41
                                                                    then None
                                                                    else 
                                                                    if b42
                                                                    then None
                                                                    else 
                                                                    if b43
                                                                    then None
                                                                    else 
                                                                    if b44
                                                                    then 
                                                                    if b45
                                                                    then 
                                                                    if b46
                                                                    then None
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    None)
                                                                    (fun a5 s6 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b47 b48 b49 b50 b51 b52 b53 b54 ->
                                                                    if b47
                                                                    then 
                                                                    if b48
                                                                    then None
                                                                    else 
                                                                    if b49
                                                                    then 
                                                                    if b50
                                                                    then None
                                                                    else 
                                                                    if b51
                                                                    then None
                                                                    else 
                                                                    if b52
                                                                    then 
                                                                    if b53
                                                                    then 
                                                                    if b54
                                                                    then None
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    Some
                                                                    Replace)
                                                                    (fun _ _ ->
                                                                    None)
                                                                    s6)
                                                                    else None
                                                                    else None
                                                                    else None
                                                                    else None)
                                                                    a5)
                                                                    s5)
                                                                    else None
                                                                    else None
                                                                    else None
                                                                    else None)
                                                                    a4)
                                                                    s4)
                                                                    else None
                                                                    else None
                                                                    else None)
                                                                    a3)
                                                                    s3)
                                                                    else None
                                                                    else None
                                                                    else None
                                                                    else None)
                                                                    a2)
                                                                    s2)
                                                                    else None
                                                                    else None
                                                                    else None)
                                                                    a1)
                                                                    s1)
                                                                    else None
                                                                    else None
                                                                   else None
                                                         else None)
                                                         a0)
                                                       s0)
                                          else None
                                     else None
                                else None
                 else if b1
                      then if b2
                           then None
                           else if b3
                                then None
                                else if b4
                                     then if b5
                                          then if b6
                                               then None
                                               else ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                       (fun _ ->
                                                       None)
                                                       (fun a0 s1 ->
                                                       (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                         (fun b7 b8 b9 b10 b11 b12 b13 b14 ->
                                                         if b7
                                                         then if b8
                                                              then None
                                                              else if b9
                                                                   then 
                                                                    if b10
                                                                    then None
                                                                    else 
                                                                    if b11
                                                                    then None
                                                                    else 
                                                                    if b12
                                                                    then 
                                                                    if b13
                                                                    then 
                                                                    if b14
                                                                    then None
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    None)
                                                                    (fun a1 s2 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b15 b16 b17 b18 b19 b20 b21 b22 ->
                                                                    if b15
                                                                    then None
                                                                    else 
                                                                    if b16
                                                                    then None
                                                                    else 
                                                                    if b17
                                                                    then 
                                                                    if b18
                                                                    then 
                                                                    if b19
                                                                    then None
                                                                    else 
                                                                    if b20
                                                                    then 
                                                                    if b21
                                                                    then 
                                                                    if b22
                                                                    then None
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    None)
                                                                    (fun a2 s3 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b23 b24 b25 b26 b27 b28 b29 b30 ->
                                                                    if b23
                                                                    then 
                                                                    if b24
                                                                    then None
                                                                    else 
                                                                    if b25
                                                                    then 
                                                                    if b26
                                                                    then None
                                                                    else 
                                                                    if b27
                                                                    then None
                                                                    else 
                                                                    if b28
                                                                    then 
                                                                    if b29
                                                                    then 
                                                                    if b30
                                                                    then None
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    None)
                                                                    (fun a3 s4 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b31 b32 b33 b34 b35 b36 b37 b38 ->
                                                                    if b31
                                                                    then None
                                                                    else 
                                                                    if b32
                                                                    then None
                                                                    else 
                                                                    if b33
                                                                    then 
                                                                    if b34
                                                                    then None
                                                                    else 
                                                                    if b35
                                                                    then 
                                                                    if b36
                                                                    then 
                                                                    if b37
                                                                    then 
                                                                    if b38
                                                                    then None
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    None)
                                                                    (fun a4 s5 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b39 b40 b41 b42 b43 b44 b45 b46 ->
                                                                    if b39
                                                                    then 
                                                                    if b40
                                                                    then None
                                                                    else 
                                                                    if b41
                                                                    then 
                                                                    if b42
                                                                    then None
                                                                    else 
                                                                    if b43
                                                                    then None
                                                                    else 
                                                                    if b44
                                                                    then 
                                                                    if b45
                                                                    then 
                                                                    if b46
                                                                    then None
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    Some
                                                                    Delete)
                                                                    (fun _ _ ->
                                                                    None)
                                                                    s5)
                                                                    else None
                                                                    else None
                                                                    else None
                                                                    else None)
                                                                    a4)
                                                                    s4)
                                                                    else None
                                                                    else None
                                                                    else None
                                                                    else None)
                                                                    a3)
                                                                    s3)
                                                                    else None
                                                                    else None
                                                                    else None
                                                                    else None)
                                                                    a2)
                                                                    s2)
                                                                    else None
                                                                    else None
                                                                    else None
                                                                    else None)
                                                                    a1)
                                                                    s1)
                                                                    else None
                                                                    else None
                                                                   else None
                                                         else None)
                                                         a0)
                                                       s0)
                                          else None
                                     else None
                      else None)
            a)
          s)
     | _ -> None)
  | None -> Some Merge

(** val read_directive : path -> fields_of -> patch_directive result **)

let read_directive at_ m =
  match directive_of m with
  | Some d -> Ok d
  | None ->
    Fault (InvalidDirective, "unknown-directive", Patch, ((Field
      patch_name) :: at_))

(** val is_marker : json -> bool **)

let is_marker = function
| JMap fields0 ->
  (match fields0 with
   | [] -> false
   | p :: l ->
     let (n0, j) = p in
     (match j with
      | JString s ->
        ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

           (fun _ -> false)
           (fun a s0 ->
           (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
             (fun b b0 b1 b2 b3 b4 b5 b6 ->
             if b
             then false
             else if b0
                  then if b1
                       then false
                       else if b2
                            then false
                            else if b3
                                 then if b4
                                      then if b5
                                           then if b6
                                                then false
                                                else ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                        (fun _ ->
                                                        false)
                                                        (fun a0 s1 ->
                                                        (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                          (fun b7 b8 b9 b10 b11 b12 b13 b14 ->
                                                          if b7
                                                          then if b8
                                                               then false
                                                               else if b9
                                                                    then 
                                                                    if b10
                                                                    then false
                                                                    else 
                                                                    if b11
                                                                    then false
                                                                    else 
                                                                    if b12
                                                                    then 
                                                                    if b13
                                                                    then 
                                                                    if b14
                                                                    then false
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    false)
                                                                    (fun a1 s2 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b15 b16 b17 b18 b19 b20 b21 b22 ->
                                                                    if b15
                                                                    then false
                                                                    else 
                                                                    if b16
                                                                    then false
                                                                    else 
                                                                    if b17
                                                                    then false
                                                                    else 
                                                                    if b18
                                                                    then false
                                                                    else 
                                                                    if b19
                                                                    then 
                                                                    if b20
                                                                    then 
                                                                    if b21
                                                                    then 
                                                                    if b22
                                                                    then false
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    false)
                                                                    (fun a2 s3 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b23 b24 b25 b26 b27 b28 b29 b30 ->
                                                                    if b23
                                                                    then false
                                                                    else 
                                                                    if b24
                                                                    then false
                                                                    else 
                                                                    if b25
                                                                    then 
                                                                    if b26
                                                                    then 
                                                                    if b27
                                                                    then false
                                                                    else 
                                                                    if b28
                                                                    then 
                                                                    if b29
                                                                    then 
                                                                    if b30
                                                                    then false
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    false)
                                                                    (fun a3 s4 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b31 b32 b33 b34 b35 b36 b37 b38 ->
                                                                    if b31
                                                                    then 
                                                                    if b32
                                                                    then false
                                                                    else 
                                                                    if b33
                                                                    then false
                                                                    else 
                                                                    if b34
                                                                    then false
                                                                    else 
                                                                    if b35
                                                                    then false
                                                                    else 
                                                                    if b36
                                                                    then 
                                                                    if b37
                                                                    then 
                                                                    if b38
                                                                    then false
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    false)
                                                                    (fun a4 s5 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b39 b40 b41 b42 b43 b44 b45 b46 ->
                                                                    if b39
                                                                    then 
                                                                    if b40
                                                                    then 
                                                                    if b41
                                                                    then false
                                                                    else 
                                                                    if b42
                                                                    then false
                                                                    else 
                                                                    if b43
                                                                    then false
                                                                    else 
                                                                    if b44
                                                                    then 
                                                                    if b45
                                                                    then 
                                                                    if b46
                                                                    then false
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    false)
                                                                    (fun a5 s6 ->
                                                                    (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
                                                                    (fun b47 b48 b49 b50 b51 b52 b53 b54 ->
                                                                    if b47
                                                                    then 
                                                                    if b48
                                                                    then false
                                                                    else 
                                                                    if b49
                                                                    then 
                                                                    if b50
                                                                    then false
                                                                    else 
                                                                    if b51
                                                                    then false
                                                                    else 
                                                                    if b52
                                                                    then 
                                                                    if b53
                                                                    then 
                                                                    if b54
                                                                    then false
                                                                    else 
                                                                    ((* If this appears, you're using String internals. Please don't *)
 (fun f0 f1 s ->
    let l = String.length s in
    if l = 0 then f0 () else f1 (String.get s 0) (String.sub s 1 (l-1)))

                                                                    (fun _ ->
                                                                    match l with
                                                                    | [] ->
                                                                    if 
                                                                    Stdlib.String.equal
                                                                    n0
                                                                    patch_name
                                                                    then true
                                                                    else false
                                                                    | _ :: _ ->
                                                                    false)
                                                                    (fun _ _ ->
                                                                    false)
                                                                    s6)
                                                                    else false
                                                                    else false
                                                                    else false
                                                                    else false)
                                                                    a5)
                                                                    s5)
                                                                    else false
                                                                    else false
                                                                    else false
                                                                    else false)
                                                                    a4)
                                                                    s4)
                                                                    else false
                                                                    else false
                                                                    else false)
                                                                    a3)
                                                                    s3)
                                                                    else false
                                                                    else false
                                                                    else false
                                                                    else false)
                                                                    a2)
                                                                    s2)
                                                                    else false
                                                                    else false
                                                                    else false)
                                                                    a1)
                                                                    s1)
                                                                    else false
                                                                    else false
                                                                    else false
                                                          else false)
                                                          a0)
                                                        s0)
                                           else false
                                      else false
                                 else false
                  else false)
             a)
           s)
      | _ -> false))
| _ -> false

(** val is_deletion : json -> bool **)

let is_deletion e =
  match directive_of (fields (Some e)) with
  | Some p -> (match p with
               | Delete -> true
               | _ -> false)
  | None -> false

(** val retain_list : json -> string list option **)

let retain_list = function
| JList l ->
  if forallb is_string l
  then Some (map (fun e -> match e with
                           | JString n0 -> n0
                           | _ -> "") l)
  else None
| _ -> None

(** val same_scalar : json -> json -> bool **)

let same_scalar a b =
  (&&) (is_scalar a) (equal a b)

(** val same : json option -> json option -> bool **)

let same a b =
  match a with
  | Some a0 -> (match b with
                | Some b0 -> same_scalar a0 b0
                | None -> false)
  | None -> (match b with
             | Some _ -> false
             | None -> true)

(** val key_value : merge_keys -> json -> string -> json option **)

let key_value k e name =
  match field name e with
  | Some j -> (match j with
               | JNull -> get name k.defaults
               | x -> Some x)
  | None -> get name k.defaults

(** val selects : context -> schema -> bool **)

let selects c elem =
  (&&) (negb (present (declared_field elem merge_key_name)))
    (negb c.opts.ignore_merge_key)

(** val selection : context -> schema -> json -> json option **)

let selection c elem e =
  if selects c elem then field merge_key_name e else None

(** val selected_names : merge_keys -> json -> string list option **)

let selected_names k = function
| JList l ->
  let name = fun e -> match e with
                      | JString n0 -> n0
                      | _ -> "" in
  let wanted0 = map name l in
  if (&&)
       ((&&) (forallb is_string l)
         (forallb (fun n0 -> listed n0 k.recommended) wanted0))
       (forallb (fun n0 -> listed n0 wanted0) k.default_key)
  then Some (filter (fun n0 -> listed n0 wanted0) k.recommended)
  else None
| _ -> None

(** val key_names :
    context -> merge_keys -> schema -> json -> path -> string list result **)

let key_names c k elem e at_ =
  match selection c elem e with
  | Some directive ->
    (match selected_names k directive with
     | Some names0 -> Ok names0
     | None ->
       Fault (InvalidDirective, "keys-recommended", Patch, ((Field
         merge_key_name) :: at_)))
  | None -> Ok k.default_key

type key = { wanted : (string * json option) list; deleted : string list;
             partial : bool }

(** val read_key_field :
    merge_keys -> bool -> string -> string -> json -> path -> string ->
    (string * json option) option result **)

let read_key_field k nulls rule null_rule e at_ name =
  let required = listed name k.default_key in
  let missing =
    match k.default_key with
    | [] -> rule
    | _ :: l -> (match l with
                 | [] -> rule
                 | _ :: _ -> "keys-multi")
  in
  (match field name e with
   | Some j ->
     (match j with
      | JNull ->
        bind
          (require ((&&) nulls (negb required)) MissingMergeKey
            (if Stdlib.String.equal null_rule "" then missing else null_rule)
            at_) (fun _ -> Ok None)
      | _ ->
        let v = key_value k e name in
        bind
          (require ((||) (present v) (negb required)) MissingMergeKey missing
            at_) (fun _ ->
          bind
            (require (match v with
                      | Some v0 -> is_scalar v0
                      | None -> true) InvalidMergeKey rule ((Field
              name) :: at_)) (fun _ -> Ok (Some (name, v)))))
   | None ->
     let v = key_value k e name in
     bind
       (require ((||) (present v) (negb required)) MissingMergeKey missing
         at_) (fun _ ->
       bind
         (require (match v with
                   | Some v0 -> is_scalar v0
                   | None -> true) InvalidMergeKey rule ((Field name) :: at_))
         (fun _ -> Ok (Some (name, v)))))

(** val somes : 'a1 option list -> 'a1 list **)

let somes l =
  flat_map (fun o -> match o with
                     | Some a -> a :: []
                     | None -> []) l

(** val read_key :
    context -> merge_keys -> schema -> bool -> string -> json -> path -> key
    result **)

let read_key c k elem nulls rule e at_ =
  bind (key_names c k elem e at_) (fun names0 ->
    let null_rule = if present (selection c elem e) then "keys-null" else ""
    in
    bind (each (read_key_field k nulls rule null_rule e at_) names0)
      (fun read ->
      let wanted0 = somes read in
      Ok { wanted = wanted0; deleted =
      (filter (fun n0 -> negb (listed n0 (map fst wanted0))) names0);
      partial =
      ((&&) (present (selection c elem e))
        (Nat.ltb (length names0) (length k.recommended))) }))

(** val read_element_key :
    context -> merge_keys -> schema -> json -> path -> key result **)

let read_element_key c k elem e at_ =
  read_key c k elem (negb (is_deletion e)) "keyed-merge" e at_

(** val written_key :
    context -> merge_keys -> schema -> json -> (string * json option) list **)

let written_key c k elem e =
  let names0 =
    match key_names c k elem e [] with
    | Ok names0 -> names0
    | Fault (_, _, _, _) -> k.default_key
  in
  map (fun n0 -> (n0, (key_value k e n0))) names0

(** val has_keys :
    merge_keys -> (string * json option) list -> json -> bool **)

let has_keys k wanted0 e =
  (&&) (is_map e)
    (forallb (fun w -> same (snd w) (key_value k e (fst w))) wanted0)

(** val includes_keys :
    (string * json option) list -> (string * json option) list -> bool **)

let includes_keys a b =
  forallb (fun w ->
    match get (fst w) a with
    | Some v -> same (snd w) v
    | None -> false) b

(** val same_keys :
    (string * json option) list -> (string * json option) list -> bool **)

let same_keys a b =
  (&&) (includes_keys a b) (includes_keys b a)

type merged = { value : json; patched : int option; added : bool }

(** val insert :
    (int * merged) -> (int * merged) list -> (int * merged) list **)

let rec insert x l =
  let place0 = fun y -> match (snd y).patched with
                        | Some n0 -> n0
                        | None -> 0
  in
  (match l with
   | [] -> x :: []
   | y :: rest ->
     if Nat.ltb (place0 x) (place0 y) then x :: l else y :: (insert x rest))

(** val by_patch : (int * merged) list -> (int * merged) list **)

let by_patch l =
  fold_left (fun l0 x -> insert x l0) l []

(** val before :
    int -> (int * merged) list -> (int * merged) list * (int * merged) list **)

let rec before i l = match l with
| [] -> ([], [])
| x :: rest ->
  if Nat.ltb (fst x) i
  then let (a, b) = before i rest in ((x :: a), b)
  else ([], l)

(** val interleave :
    (int * merged) list -> (int * merged) list -> (int * merged) list ->
    (int * merged) list **)

let rec interleave kept waiting = function
| [] -> app kept waiting
| x :: rest ->
  if (snd x).added
  then interleave kept (app waiting (x :: [])) rest
  else let (earlier, later) = before (fst x) kept in
       app earlier (app waiting (x :: (interleave later [] rest)))

(** val is_kept : (int * merged) -> bool **)

let is_kept x =
  negb (present (snd x).patched)

(** val default_order : merged list -> json list **)

let default_order l =
  let l0 = indexed l in
  map (fun x -> (snd x).value)
    (interleave (filter is_kept l0) []
      (by_patch (filter (fun x -> negb (is_kept x)) l0)))

(** val arrange : bool -> merged list -> json list **)

let arrange ordered0 l =
  if ordered0 then map (fun m -> m.value) l else default_order l

type entry =
| ValueEntry of json
| KeyEntry of merge_keys * (string * json option) list

(** val names_element : entry -> json -> bool **)

let names_element n0 e =
  match n0 with
  | ValueEntry v -> same_scalar v e
  | KeyEntry (k, wanted0) -> has_keys k wanted0 e

(** val same_entry : entry -> entry -> bool **)

let same_entry a b =
  match a with
  | ValueEntry v ->
    (match b with
     | ValueEntry w -> same_scalar v w
     | KeyEntry (_, _) -> false)
  | KeyEntry (_, v) ->
    (match b with
     | ValueEntry _ -> false
     | KeyEntry (_, w) -> same_keys v w)

(** val take : entry -> bool -> json list -> json list * json list **)

let rec take n0 again = function
| [] -> ([], [])
| e :: rest ->
  if names_element n0 e
  then if again
       then ((e :: []), rest)
       else let (mine0, others) = take n0 again rest in ((e :: mine0), others)
  else let (mine0, others) = take n0 again rest in (mine0, (e :: others))

(** val place : entry list -> json list -> json list * json list **)

let rec place entries l =
  match entries with
  | [] -> (l, [])
  | n0 :: rest ->
    let (mine0, others) = take n0 (existsb (same_entry n0) rest) l in
    let (unlisted, listed0) = place rest others in
    (unlisted, (app mine0 listed0))

(** val directed_order : entry list -> json list -> json list **)

let directed_order entries l =
  let (unlisted, listed0) = place entries l in app unlisted listed0

(** val read_entry :
    context -> schema -> path -> int -> json -> entry result **)

let read_entry c s at_ i e =
  match strategy_of s with
  | Keyed k ->
    bind (require (is_map e) InvalidDirective "order-directive" at_)
      (fun _ ->
      bind
        (read_key c k (element_of s) false "order-directive" e ((Index
          i) :: at_)) (fun key0 -> Ok (KeyEntry (k, key0.wanted))))
  | _ ->
    bind (require (is_scalar e) InvalidDirective "order-directive" at_)
      (fun _ -> Ok (ValueEntry e))

(** val read_order :
    context -> schema -> json -> path -> entry list result **)

let read_order c s directive at_ =
  bind (require (is_list directive) InvalidDirective "order-directive" at_)
    (fun _ ->
    each (fun x -> read_entry c s at_ (fst x) (snd x))
      (indexed (elements (Some directive))))

(** val entry_of : entry list -> json -> int option **)

let rec entry_of entries e =
  match entries with
  | [] -> None
  | n0 :: rest ->
    if names_element n0 e
    then Some 0
    else option_map (fun x -> Stdlib.Int.succ x) (entry_of rest e)

(** val entry_for : context -> schema -> json -> entry **)

let entry_for c s e =
  match strategy_of s with
  | Keyed k -> KeyEntry (k, (written_key c k (element_of s) e))
  | _ -> ValueEntry e

(** val is_apart : entry -> entry list -> bool **)

let is_apart n0 = function
| [] -> false
| last :: earlier ->
  (&&) (existsb (same_entry n0) earlier) (negb (same_entry n0 last))

(** val agrees :
    context -> schema -> entry list -> path -> (int * json) list -> int ->
    entry list -> unit result **)

let rec agrees c s entries at_ l reached seen =
  match l with
  | [] -> Ok ()
  | p :: rest ->
    let (i, e) = p in
    if (||) (is_marker e) (is_deletion e)
    then agrees c s entries at_ rest reached seen
    else let n0 = entry_for c s e in
         (match entry_of entries e with
          | Some found ->
            bind
              (require ((&&) ((<=) reached found) (negb (is_apart n0 seen)))
                OrderMismatch "order-directive" ((Index i) :: at_)) (fun _ ->
              agrees c s entries at_ rest found (n0 :: seen))
          | None ->
            Fault (OrderMismatch, "order-directive", Patch, ((Index
              i) :: at_)))

(** val set_order :
    context -> schema -> string -> json option -> json option -> json option
    -> json option result **)

let set_order c s name directive patch result0 =
  match directive with
  | Some directive0 ->
    let at_ = (Field ((^) order_prefix name)) :: c.here in
    bind
      (require (negb (if Stdlib.String.equal name "" then true else false))
        InvalidDirective "order-directive" at_) (fun _ ->
      if (||) (negb (is_merging s)) (holds is_null patch)
      then Ok result0
      else bind (read_order c s directive0 at_) (fun entries ->
             bind
               (agrees c s entries ((Field name) :: c.here)
                 (indexed (elements patch)) 0 []) (fun _ -> Ok
               (match result0 with
                | Some j ->
                  (match j with
                   | JList l -> Some (JList (directed_order entries l))
                   | _ -> result0)
                | None -> result0))))
  | None -> Ok result0

(** val contains : json list -> json -> bool **)

let contains l v =
  existsb (same_scalar v) l

(** val distinct_after : json list -> json list -> json list **)

let rec distinct_after seen = function
| [] -> []
| v :: rest ->
  if contains seen v
  then distinct_after seen rest
  else v :: (distinct_after (v :: seen) rest)

(** val distinct : json list -> json list **)

let distinct l =
  distinct_after [] l

(** val index_of : json -> json list -> int option **)

let rec index_of v = function
| [] -> None
| w :: rest ->
  if same_scalar v w
  then Some 0
  else option_map (fun x -> Stdlib.Int.succ x) (index_of v rest)

(** val merge_set : bool -> json list -> json list -> json list **)

let merge_set ordered0 original patch = match patch with
| [] -> original
| _ :: _ ->
  let have = distinct original in
  let want = distinct patch in
  arrange ordered0
    (app
      (map (fun v -> { value = v; patched = (index_of v want); added =
        false }) have)
      (map (fun v -> { value = v; patched = (index_of v want); added =
        true }) (filter (fun v -> negb (contains have v)) want)))

(** val may_hold_scalars : schema -> json option -> bool **)

let may_hold_scalars s v =
  match Lazy.force
  (type_of s) with
  | AnyType ->
    (&&) ((&&) (negb (holds is_map v)) (negb (holds is_scalar v)))
      (forallb (fun e ->
        (&&) (negb (is_list e)) ((||) (negb (is_map e)) (is_marker e)))
        (elements v))
  | ListType (elem, strategy) ->
    (match strategy with
     | Atomic ->
       (match Lazy.force
        (type_of elem) with
        | AnyType ->
          forallb (fun e ->
            (&&) (negb (is_list e)) ((||) (negb (is_map e)) (is_marker e)))
            (elements v)
        | ScalarType _ -> true
        | _ -> false)
     | ValueSet -> true
     | Keyed _ -> false)
  | _ -> false

(** val delete_values :
    context -> schema -> string -> json option -> json option -> json option
    -> json option result **)

let delete_values c s name directive patch original =
  match directive with
  | Some directive0 ->
    bind
      (require
        ((&&)
          ((&&)
            ((&&)
              ((&&)
                (negb (if Stdlib.String.equal name "" then true else false))
                (may_hold_scalars s original)) (may_hold_scalars s patch))
            (is_list directive0))
          (forallb is_scalar (elements (Some directive0)))) InvalidDirective
        "set-delete" ((Field ((^) delete_prefix name)) :: c.here)) (fun _ ->
      Ok
      (match original with
       | Some j ->
         (match j with
          | JList l ->
            Some (JList
              (filter (fun v ->
                negb (contains (elements (Some directive0)) v)) l))
          | _ -> original)
       | None -> original))
  | None -> Ok original

(** val replaces : schema -> json list -> bool **)

let replaces s l =
  (||) (negb (is_merging s)) (existsb is_marker l)

(** val fits : schema -> json -> bool **)

let fits s v =
  match Lazy.force
  (type_of s) with
  | AnyType -> true
  | ScalarType a ->
    (match v with
     | JNull -> true
     | JBool _ -> a.allow_bool
     | JNumber _ -> a.allow_number
     | JString _ -> a.allow_string
     | _ -> false)
  | MapType (_, _, _) ->
    (match v with
     | JNull -> true
     | JMap _ -> true
     | _ -> false)
  | ListType (_, _) ->
    (match v with
     | JNull -> true
     | JList _ -> true
     | _ -> false)

(** val check_type : context -> schema -> json -> path -> unit result **)

let check_type c s v at_ =
  require ((||) (negb c.opts.strict) (fits s v)) WrongType "value-type" at_

(** val check_element :
    context -> schema -> bool -> path -> json -> unit result **)

let check_element c s replacing0 at_ e =
  let elem = element_of s in
  let list_rule = fun rule -> if is_list e then "no-nested-lists" else rule in
  if replacing0
  then if (||) (is_marker e) ((&&) (is_deletion e) (is_merging s))
       then Ok ()
       else bind
              (require (negb (is_deletion e)) InvalidDirective "list-atomic"
                ((Field patch_name) :: at_)) (fun _ ->
              bind (read_directive at_ (fields (Some e))) (fun _ ->
                check_type c elem e at_))
  else (match strategy_of s with
        | Keyed k ->
          bind (require (is_map e) WrongType (list_rule "keyed-merge") at_)
            (fun _ ->
            bind (read_directive at_ (fields (Some e))) (fun _ ->
              bind (read_element_key c k elem e at_) (fun _ -> Ok ())))
        | _ ->
          bind (require (is_scalar e) WrongType (list_rule "set-merge") at_)
            (fun _ -> check_type c elem e at_))

(** val check_elements :
    context -> schema -> path -> json option -> unit result **)

let check_elements c s at_ = function
| Some j ->
  (match j with
   | JList l ->
     bind
       (each (fun x ->
         check_element c s (replaces s l) ((Index (fst x)) :: at_) (snd x))
         (indexed l)) (fun _ -> Ok ())
   | _ -> Ok ())
| None -> Ok ()

(** val check_original_element : merge_keys -> path -> json -> unit result **)

let check_original_element k at_ e =
  let check = fun ok c p ->
    if ok then Ok () else Fault (c, "keyed-original", Original, p)
  in
  bind (check (is_map e) WrongType at_) (fun _ ->
    bind
      (each (fun n0 ->
        match key_value k e n0 with
        | Some v -> check (is_scalar v) InvalidMergeKey ((Field n0) :: at_)
        | None -> check false MissingMergeKey at_) k.default_key) (fun _ ->
      Ok ()))

(** val check_original :
    context -> schema -> path -> bool -> json option -> json option -> unit
    result **)

let check_original c s at_ directives patch original =
  let merges =
    match patch with
    | Some j -> (match j with
                 | JList l -> negb (replaces s l)
                 | _ -> false)
    | None -> directives
  in
  (match strategy_of s with
   | Keyed k ->
     (match original with
      | Some j ->
        (match j with
         | JList l ->
           if (&&) c.opts.strict merges
           then bind
                  (each (fun x ->
                    check_original_element k ((Index (fst x)) :: at_) (snd x))
                    (indexed l)) (fun _ -> Ok ())
           else Ok ()
         | _ -> Ok ())
      | None -> Ok ())
   | _ -> Ok ())

(** val merge_field :
    context -> schema -> string -> part option -> json option -> json option
    -> json option -> json option result **)

let merge_field c s name value0 delete_list order_list original =
  let patch = option_map (fun p -> p.text) value0 in
  let at_ = (Field name) :: c.here in
  bind (match patch with
        | Some v -> check_type c s v at_
        | None -> Ok ()) (fun _ ->
    bind (check_elements c s at_ patch) (fun _ ->
      bind
        (check_original c s ((Field name) :: c.there)
          ((||) (present delete_list) (present order_list)) patch original)
        (fun _ ->
        bind (delete_values c s name delete_list patch original)
          (fun original0 ->
          bind
            (match value0 with
             | Some v ->
               v.means { opts = c.opts; here = at_; there = ((Field
                 name) :: c.there); ordered = (present order_list);
                 selecting = false } s original0
             | None -> Ok original0) (fun result0 ->
            set_order c s name order_list patch result0)))))

(** val replacing_element :
    context -> schema -> (int * part) -> json option result **)

let replacing_element c s = function
| (i, p) ->
  let at_ = (Index i) :: c.here in
  if (||) (is_marker p.text) (is_deletion p.text)
  then Ok None
  else if is_null p.text
       then Ok (Some JNull)
       else let elem = element_of s in
            bind (check_type c elem p.text at_) (fun _ ->
              bind (check_elements c elem at_ (Some p.text)) (fun _ ->
                p.means { opts = c.opts; here = at_; there = ((Index
                  i) :: c.there); ordered = false; selecting =
                  ((&&) (is_merging s) (selects c elem)) } elem None))

(** val replace_list : context -> schema -> part list -> json result **)

let replace_list c s l =
  bind (each (replacing_element c s) (indexed l)) (fun evaluated -> Ok (JList
    (somes evaluated)))

(** val sets : member -> json option -> bool **)

let sets m = function
| Some v0 ->
  (&&) (negb (is_null v0))
    (negb (existsb (fun u -> same_scalar u v0) m.unset))
| None -> false

(** val set_members : union -> fields_of -> member list **)

let set_members u m =
  filter (fun x -> existsb (fun n0 -> sets x (get n0 m)) x.member_fields)
    u.members

(** val said : fields_of -> fields_of **)

let said m =
  filter (fun f ->
    (&&) (negb (is_null (snd f))) (negb (is_deletion (snd f)))) m

(** val is_text : json option -> string -> bool **)

let is_text v s =
  match v with
  | Some j ->
    (match j with
     | JString t -> if Stdlib.String.equal s t then true else false
     | _ -> false)
  | None -> false

(** val discriminator_of : union -> fields_of -> json option **)

let discriminator_of u m =
  match u.discriminator with
  | Some n0 -> get n0 m
  | None -> None

(** val same_value : json option -> json option -> bool **)

let same_value a b =
  match a with
  | Some a0 -> (match b with
                | Some b0 -> equal a0 b0
                | None -> false)
  | None -> (match b with
             | Some _ -> false
             | None -> true)

(** val chosen : union -> fields_of -> (member -> bool) option **)

let chosen u patch =
  let says = discriminator_of u patch in
  (match set_members u patch with
   | [] -> Some (fun x -> is_text says x.member_name)
   | m :: l ->
     (match l with
      | [] ->
        if (||) (negb (present says)) (is_text says m.member_name)
        then Some (fun x ->
               if list_eq_dec Stdlib.String.equal x.member_fields
                    m.member_fields
               then true
               else false)
        else None
      | _ :: _ -> None))

(** val clear_member :
    fields_of -> (member -> bool) -> fields_of -> member -> fields_of **)

let clear_member said0 stays merged0 x =
  fold_left (fun merged1 n0 ->
    if (&&) ((&&) (negb (stays x)) (negb (present (get n0 said0))))
         (sets x (get n0 merged1))
    then remove n0 merged1
    else merged1) x.member_fields merged0

(** val unite :
    path -> fields_of -> fields_of -> union -> fields_of -> fields_of result **)

let unite at_ original patch u merged0 =
  let values = said patch in
  let set = set_members u values in
  let says = discriminator_of u values in
  if (&&) (match set with
           | [] -> true
           | _ :: _ -> false)
       ((||) (negb (present says))
         (same_value (discriminator_of u merged0)
           (discriminator_of u original)))
  then Ok merged0
  else (match chosen u values with
        | Some stays ->
          let merged1 =
            fold_left (clear_member values stays) u.members merged0
          in
          Ok
          (match set with
           | [] -> merged1
           | m :: l ->
             (match l with
              | [] ->
                (match u.discriminator with
                 | Some n0 ->
                   if present (get n0 patch)
                   then merged1
                   else put n0 (JString m.member_name) merged1
                 | None -> merged1)
              | _ :: _ -> merged1))
        | None -> Fault (UnionConflict, "union-member", Patch, at_))

(** val unite_all :
    path -> fields_of -> fields_of -> union list -> fields_of -> fields_of
    result **)

let rec unite_all at_ original patch us merged0 =
  match us with
  | [] -> Ok merged0
  | u :: rest ->
    bind (unite at_ original patch u merged0) (fun merged1 ->
      unite_all at_ original patch rest merged1)

(** val discriminator_for :
    bool -> schema -> fields_of -> string -> json option **)

let discriminator_for on s patch name =
  if negb on
  then None
  else fold_left (fun found u ->
         match found with
         | Some _ -> found
         | None ->
           (match u.discriminator with
            | Some n0 ->
              (match set_members u (said patch) with
               | [] -> found
               | m :: l ->
                 (match l with
                  | [] ->
                    if Stdlib.String.equal n0 name
                    then Some (JString m.member_name)
                    else None
                  | _ :: _ -> found))
            | None -> found)) (unions_of s) None

type item = { content : json; first : int option; new0 : bool; origin : path }

(** val has : merge_keys -> key -> item -> bool **)

let has k x i =
  has_keys k x.wanted i.content

(** val delete_element :
    context -> schema -> merge_keys -> item list -> (int * part) -> item list
    result **)

let delete_element c s k items = function
| (i, p) ->
  if is_deletion p.text
  then bind
         (read_element_key c k (element_of s) p.text ((Index i) :: c.here))
         (fun key0 -> Ok (filter (fun e -> negb (has k key0 e)) items))
  else Ok items

(** val find_index : ('a1 -> bool) -> 'a1 list -> int option **)

let rec find_index test = function
| [] -> None
| a :: rest ->
  if test a
  then Some 0
  else option_map (fun x -> Stdlib.Int.succ x) (find_index test rest)

(** val has_deleted_keys : merge_keys -> key -> json -> bool **)

let has_deleted_keys k x e =
  forallb (fun n0 -> present (key_value k e n0)) x.deleted

(** val find0 : merge_keys -> key -> item list -> int option **)

let find0 k x items =
  match x.deleted with
  | [] -> find_index (has k x) items
  | _ :: _ ->
    (match find_index (fun i ->
             (&&) (has k x i) (has_deleted_keys k x i.content)) items with
     | Some i -> Some i
     | None -> find_index (has k x) items)

(** val matches : merge_keys -> key -> item list -> int **)

let matches k x items =
  length (filter (has k x) items)

(** val claim : int -> item -> item **)

let claim i e =
  { content = e.content; first =
    (match e.first with
     | Some n0 -> Some n0
     | None -> Some i); new0 = e.new0; origin = e.origin }

(** val is_empty : 'a1 list -> bool **)

let is_empty = function
| [] -> true
| _ :: _ -> false

(** val change :
    merge_keys -> key -> int -> int -> json -> item list -> item list **)

let change k x i at_ v items =
  map (fun j ->
    let (n0, e) = j in
    let e' =
      if (||) ((=) n0 at_) ((&&) (is_empty x.deleted) (has k x e))
      then claim i e
      else e
    in
    if (=) n0 at_
    then { content = v; first = e'.first; new0 = e'.new0; origin = e'.origin }
    else e') (indexed items)

(** val evaluate :
    context -> schema -> int -> part -> item option -> json option result **)

let evaluate c s i p original =
  let elem = element_of s in
  p.means { opts = c.opts; here = ((Index i) :: c.here); there =
    (match original with
     | Some e -> e.origin
     | None -> []); ordered = false; selecting = (selects c elem) } elem
    (option_map (fun i0 -> i0.content) original)

(** val clears_key : context -> schema -> json -> string -> bool **)

let clears_key c elem e n0 =
  let inner =
    match Lazy.force
    (type_of elem) with
    | MapType (_, _, _) -> elem
    | _ -> schemaless
  in
  let kept =
    match field retain_name e with
    | Some d ->
      (match role_of c inner retain_name d with
       | PatchDirective -> None
       | RetainKeys -> retain_list d
       | _ -> None)
    | None -> None
  in
  (||)
    ((||)
      (match directive_of (fields (Some e)) with
       | Some p -> (match p with
                    | Replace -> true
                    | _ -> false)
       | None -> false) (is_atomic_map elem))
    (match kept with
     | Some kept0 -> negb (listed n0 kept0)
     | None -> false)

(** val key_after :
    context -> merge_keys -> schema -> json -> json -> string -> json option **)

let key_after c k elem e original n0 =
  match field n0 e with
  | Some v ->
    if (||) (is_null v) (is_deletion v) then get n0 k.defaults else Some v
  | None ->
    (match discriminator_for c.opts.use_unions elem (fields (Some e)) n0 with
     | Some v -> Some v
     | None ->
       if clears_key c elem e n0
       then get n0 k.defaults
       else key_value k original n0)

(** val check_meant :
    context -> schema -> merge_keys -> item list -> item list -> int -> part
    -> key -> item -> json option -> unit result **)

let check_meant c s k items_before items i p x original merged0 =
  if (||) (negb c.opts.strict) c.opts.lenient
  then Ok ()
  else let elem = element_of s in
       let twins =
         match selection c elem p.text with
         | Some _ -> []
         | None ->
           map (fun i0 -> i0.content)
             (filter (has k x)
               (app items_before (filter (fun i0 -> i0.new0) items)))
       in
       bind
         (each (fun n0 ->
           let had = key_value k original.content n0 in
           let differs0 =
             match twins with
             | [] -> false
             | t :: rest ->
               existsb (fun u ->
                 negb (same_value (key_value k t n0) (key_value k u n0))) rest
           in
           let after =
             match merged0 with
             | Some v -> key_value k v n0
             | None -> key_after c k elem p.text original.content n0
           in
           require
             ((&&) ((||) (negb (present had)) (same_value had after))
               (negb differs0)) AmbiguousMergeKey "keys-recommended" ((Index
             i) :: c.here))
           (filter (fun n0 ->
             negb (listed n0 (app (map fst x.wanted) x.deleted)))
             k.recommended)) (fun _ -> Ok ())

(** val merge_element :
    context -> schema -> merge_keys -> item list -> item list -> (int * part)
    -> item list result **)

let merge_element c s k items_before items = function
| (i, p) ->
  if is_deletion p.text
  then Ok items
  else bind
         (read_element_key c k (element_of s) p.text ((Index i) :: c.here))
         (fun key0 ->
         match find0 k key0 items with
         | Some at_ ->
           let original =
             nth at_ items { content = JNull; first = None; new0 = false;
               origin = [] }
           in
           bind
             (require
               ((||)
                 ((||) (negb ((&&) key0.partial (is_empty key0.deleted)))
                   ((<=) (matches k key0 items) (Stdlib.Int.succ 0)))
                 c.opts.lenient) AmbiguousMergeKey "keys-partial" ((Index
               i) :: c.here)) (fun _ ->
             let merged0 =
               match evaluate c s i p (Some original) with
               | Ok a -> a
               | Fault (_, _, _, _) -> None
             in
             bind
               (check_meant c s k items_before items i p key0 original
                 merged0) (fun _ ->
               bind (evaluate c s i p (Some original)) (fun v -> Ok
                 (change k key0 i at_
                   (match v with
                    | Some v0 -> v0
                    | None -> JNull) items))))
         | None ->
           bind (evaluate c s i p None) (fun v -> Ok
             (app items
               (match v with
                | Some v0 ->
                  { content = v0; first = (Some i); new0 = true; origin =
                    [] } :: []
                | None -> []))))

(** val steps :
    ('a1 -> 'a2 -> 'a1 result) -> 'a1 -> 'a2 list -> 'a1 result **)

let rec steps f a = function
| [] -> Ok a
| b :: rest -> bind (f a b) (fun a0 -> steps f a0 rest)

(** val merge_keyed :
    context -> schema -> merge_keys -> json list -> part list -> json result **)

let merge_keyed c s k original l =
  let patch = indexed l in
  let items =
    map (fun x -> { content = (snd x); first = None; new0 = false; origin =
      ((Index (fst x)) :: c.there) }) (indexed original)
  in
  bind (steps (delete_element c s k) items patch) (fun remaining ->
    bind (steps (merge_element c s k remaining) remaining patch)
      (fun items0 -> Ok (JList
      (arrange c.ordered
        (map (fun e -> { value = e.content; patched = e.first; added =
          e.new0 }) items0)))))

type parts = (string * part) list

(** val written : parts -> fields_of **)

let written m =
  map (fun f -> ((fst f), (snd f).text)) m

(** val same_name : string -> string -> bool **)

let same_name a b =
  if Stdlib.String.equal a b then true else false

(** val target_of : context -> schema -> string -> json -> string option **)

let target_of c s name v =
  match role_of c s name v with
  | DeleteList target0 -> Some target0
  | OrderList target0 -> Some target0
  | Dropped -> Some name
  | Data -> Some name
  | _ -> None

(** val targets : context -> schema -> parts -> string list **)

let targets c s m =
  sorted_names (somes (map (fun f -> target_of c s (fst f) (snd f).text) m))

(** val with_role :
    context -> schema -> parts -> string -> (role -> bool) -> part option **)

let with_role c s m name is =
  match get name m with
  | Some p -> if is (role_of c s name p.text) then Some p else None
  | None -> None

(** val value_for : context -> schema -> parts -> string -> part option **)

let value_for c s m name =
  with_role c s m name (fun r -> match r with
                                 | Data -> true
                                 | _ -> false)

(** val dropped_for : context -> schema -> parts -> string -> part option **)

let dropped_for c s m name =
  with_role c s m name (fun r -> match r with
                                 | Dropped -> true
                                 | _ -> false)

(** val delete_list_for :
    context -> schema -> parts -> string -> part option **)

let delete_list_for c s m name =
  with_role c s m ((^) delete_prefix name) (fun r ->
    match r with
    | DeleteList n0 -> same_name n0 name
    | _ -> false)

(** val order_list_for :
    context -> schema -> parts -> string -> part option **)

let order_list_for c s m name =
  with_role c s m ((^) order_prefix name) (fun r ->
    match r with
    | OrderList n0 -> same_name n0 name
    | _ -> false)

(** val check_known : context -> schema -> parts -> string -> unit result **)

let check_known c s m name =
  if (&&) ((&&) c.opts.strict (is_declared s))
       (negb (present (declared_field s name)))
  then let check = fun found n0 ->
         require (negb (present found)) UnknownField "unknown-field" ((Field
           n0) :: c.here)
       in
       bind (check (dropped_for c s m name) name) (fun _ ->
         bind (check (value_for c s m name) name) (fun _ ->
           if same_name name ""
           then Ok ()
           else bind
                  (check (delete_list_for c s m name)
                    ((^) delete_prefix name)) (fun _ ->
                  check (order_list_for c s m name) ((^) order_prefix name))))
  else Ok ()

(** val retained_names :
    context -> schema -> parts -> string list option result **)

let retained_names c s m =
  match with_role c s m retain_name (fun r ->
          match r with
          | RetainKeys -> true
          | _ -> false) with
  | Some p ->
    (match retain_list p.text with
     | Some kept ->
       bind
         (each (fun name ->
           require
             ((||)
               (negb
                 (holds (fun v -> negb (is_null v))
                   (option_map (fun p0 -> p0.text) (value_for c s m name))))
               (listed name kept)) RetainKeysMismatch "retain-keys" ((Field
             name) :: c.here)) (targets c s m)) (fun _ -> Ok (Some kept))
     | None ->
       Fault (InvalidDirective, "retain-keys", Patch, ((Field
         retain_name) :: c.here)))
  | None -> Ok None

(** val retain : string list option -> fields_of -> fields_of **)

let retain kept m =
  match kept with
  | Some kept0 -> filter (fun f -> listed (fst f) kept0) m
  | None -> m

(** val merge_named :
    context -> schema -> parts -> string list -> fields_of -> fields_of result **)

let rec merge_named c s m todo merged0 =
  match todo with
  | [] -> Ok merged0
  | name :: rest ->
    bind (check_known c s m name) (fun _ ->
      bind
        (merge_field c (field_schema s name) name (value_for c s m name)
          (option_map (fun p -> p.text) (delete_list_for c s m name))
          (option_map (fun p -> p.text) (order_list_for c s m name))
          (get name merged0)) (fun v ->
        merge_named c s m rest (set_field name v merged0)))

(** val merge_fields :
    context -> schema -> parts -> fields_of -> fields_of result **)

let merge_fields c s m original =
  bind (retained_names c s m) (fun kept ->
    bind (merge_named c s m (targets c s m) (retain kept original))
      (fun merged0 ->
      if c.opts.use_unions
      then unite_all c.here original
             (if c.selecting
              then remove merge_key_name (written m)
              else written m) (unions_of s) merged0
      else Ok merged0))

(** val merge_map :
    context -> schema -> parts -> json option -> json option result **)

let merge_map c s m original =
  let inner =
    match Lazy.force
    (type_of s) with
    | MapType (_, _, _) -> s
    | _ -> schemaless
  in
  bind (read_directive c.here (written m)) (fun directive ->
    match directive with
    | Merge ->
      bind
        (merge_fields c inner m
          (if is_atomic_map s then [] else fields original)) (fun r -> Ok
        (Some (JMap r)))
    | Replace ->
      bind (merge_fields c inner m []) (fun r -> Ok (Some (JMap r)))
    | Delete -> Ok None)

(** val merge_list : part list -> meaning **)

let merge_list l c s original =
  let texts = map (fun p -> p.text) l in
  if replaces s texts
  then bind (replace_list c s l) (fun r -> Ok (Some r))
  else (match strategy_of s with
        | Keyed k ->
          bind (merge_keyed c s k (elements original) l) (fun r -> Ok (Some
            r))
        | _ ->
          Ok (Some (JList (merge_set c.ordered (elements original) texts))))

(** val eval : json -> meaning **)

let rec eval patch = match patch with
| JNull -> (fun _ _ _ -> Ok None)
| JList l -> merge_list (map (fun e -> { text = e; means = (eval e) }) l)
| JMap m ->
  (fun c s original ->
    merge_map c s
      (map (fun f -> ((fst f), { text = (snd f); means = (eval (snd f)) })) m)
      original)
| _ -> (fun _ _ _ -> Ok (Some patch))

(** val at_root : schema -> schema **)

let at_root s =
  lazy (Schema ((type_of s), false, (has_strategy_retain s)))

(** val apply : options -> schema -> json option -> json -> json result **)

let apply o s original patch =
  match original with
  | Some j ->
    (match j with
     | JNull ->
       let c = { opts = o; here = []; there = []; ordered = false;
         selecting = false }
       in
       bind (require (is_map patch) WrongType "root" []) (fun _ ->
         bind (check_type c s patch []) (fun _ ->
           bind (eval patch c (at_root s) original) (fun r -> Ok
             (match r with
              | Some v -> v
              | None -> JMap []))))
     | JMap _ ->
       let c = { opts = o; here = []; there = []; ordered = false;
         selecting = false }
       in
       bind (require (is_map patch) WrongType "root" []) (fun _ ->
         bind (check_type c s patch []) (fun _ ->
           bind (eval patch c (at_root s) original) (fun r -> Ok
             (match r with
              | Some v -> v
              | None -> JMap []))))
     | _ -> Fault (WrongType, "root", Original, []))
  | None ->
    let c = { opts = o; here = []; there = []; ordered = false; selecting =
      false }
    in
    bind (require (is_map patch) WrongType "root" []) (fun _ ->
      bind (check_type c s patch []) (fun _ ->
        bind (eval patch c (at_root s) original) (fun r -> Ok
          (match r with
           | Some v -> v
           | None -> JMap []))))

(** val bare : json -> json **)

let rec bare v = match v with
| JList l -> JList (map bare l)
| JMap m ->
  JMap
    (let rec go = function
     | [] -> []
     | y :: rest ->
       let (n0, x) = y in
       if is_null x then go rest else (n0, (bare x)) :: (go rest)
     in go m)
| _ -> v

(** val same_bare : json -> json -> bool **)

let same_bare a b =
  equal (bare a) (bare b)

type change0 = { sent : json option; removed : json option;
                 placed : json option }

type differ =
  context -> schema -> bool -> bool -> bool -> bool -> string -> json option
  -> change0 result

type wanted_part = { wanted_text : json; differs : differ }

(** val makes :
    context -> schema -> string -> change0 -> json option -> json -> bool **)

let makes c s name ch original m =
  match merge_field { opts = c.opts; here = []; there = []; ordered = false;
          selecting = false } s name
          (option_map (fun v -> { text = v; means = (eval v) }) ch.sent)
          ch.removed ch.placed original with
  | Ok a -> (match a with
             | Some r -> same_bare r m
             | None -> false)
  | Fault (_, _, _, _) -> false

(** val not_representable : document -> path -> 'a1 result **)

let not_representable d at_ =
  Fault (NotRepresentable, "not-representable", d, at_)

(** val deeper : context -> step -> step -> bool -> context **)

let deeper c s t selecting0 =
  { opts = c.opts; here = (s :: c.here); there = (t :: c.there); ordered =
    false; selecting = selecting0 }

(** val marker : json **)

let marker =
  JMap ((patch_name, (JString "replace")) :: [])

(** val create :
    context -> schema -> bool -> bool -> int -> wanted_part -> json result **)

let create c s retained whole i w =
  let elem = element_of s in
  bind
    (w.differs
      (deeper c (Index i) (Index i) ((&&) (is_merging s) (selects c elem)))
      elem retained whole false false "" None) (fun ch ->
    match ch.sent with
    | Some v -> Ok v
    | None -> not_representable Modified ((Index i) :: c.here))

(** val diff_replaced_list :
    context -> schema -> wanted_part list -> change0 result **)

let diff_replaced_list c s l =
  bind (each (fun x -> create c s false true (fst x) (snd x)) (indexed l))
    (fun created -> Ok { sent = (Some (JList
    (app created (if is_merging s then marker :: [] else [])))); removed =
    None; placed = None })

(** val some_list : json list -> json option **)

let some_list l = match l with
| [] -> None
| _ :: _ -> Some (JList l)

(** val diff_set : bool -> wanted_part list -> json option -> change0 **)

let diff_set orders l original =
  let have = elements original in
  let want = map (fun w -> w.wanted_text) l in
  let added0 = filter (fun v -> negb (contains have v)) want in
  if holds is_list original
  then { sent = (some_list added0); removed =
         (some_list (filter (fun v -> negb (contains want v)) have));
         placed = (if orders then some_list want else None) }
  else { sent = (Some (JList added0)); removed = None; placed = None }

(** val pairwise : ('a1 -> 'a1 -> bool) -> 'a1 list -> bool **)

let rec pairwise test = function
| [] -> true
| x :: rest -> (&&) (forallb (test x) rest) (pairwise test rest)

(** val selecting_names : context -> merge_keys -> schema -> string list **)

let selecting_names c k elem =
  if selects c elem then k.recommended else k.default_key

(** val has_field : string -> json -> bool **)

let has_field n0 e =
  holds (fun v -> negb (is_null v)) (field n0 e)

(** val with_keys :
    context -> merge_keys -> schema -> json -> fields_of -> fields_of **)

let with_keys c k elem e m =
  let names0 = selecting_names c k elem in
  let m0 =
    fold_right (fun n0 m0 ->
      set_field n0 (if has_field n0 e then field n0 e else None) m0) m names0
  in
  if Nat.ltb (length k.default_key) (length names0)
  then put merge_key_name (JList (map (fun x -> JString x) names0)) m0
  else m0

(** val full_key :
    context -> merge_keys -> schema -> json -> (string * json option) list **)

let full_key c k elem e =
  map (fun n0 -> (n0, (key_value k e n0))) (selecting_names c k elem)

(** val is_identified : merge_keys -> json -> bool **)

let is_identified k e =
  (&&) (is_map e)
    (forallb (fun n0 -> holds is_scalar (key_value k e n0)) k.default_key)

(** val is_regular : context -> schema -> json list -> bool **)

let is_regular c s l =
  match strategy_of s with
  | Keyed k ->
    (&&) (forallb (is_identified k) l)
      (pairwise (fun a b ->
        negb (has_keys k (full_key c k (element_of s) a) b)) l)
  | _ ->
    (&&) (forallb is_scalar l)
      (pairwise (fun a b -> negb (same_scalar a b)) l)

(** val is_respelled :
    context -> merge_keys -> schema -> json -> json -> bool **)

let is_respelled c k elem e y =
  existsb (fun n0 -> (&&) (has_field n0 y) (negb (has_field n0 e)))
    (selecting_names c k elem)

(** val diff_element :
    context -> schema -> merge_keys -> bool -> json list ->
    (int * wanted_part) -> json option result **)

let diff_element c s k whole have = function
| (i, w) ->
  let elem = element_of s in
  let e = w.wanted_text in
  let retained = (||) (has_strategy_retain s) (has_strategy_retain elem) in
  let keyed = fun m -> Some (JMap (with_keys c k elem e m)) in
  let created =
    bind (create c s retained whole i w) (fun v -> Ok
      (match v with
       | JMap m -> keyed m
       | _ -> Some v))
  in
  if existsb (fun y ->
       (||) (equal y e) ((&&) (negb (is_identified k e)) (same_bare y e)))
       have
  then Ok None
  else (match find_index (has_keys k (full_key c k elem e)) have with
        | Some j ->
          let y = nth j have JNull in
          if is_respelled c k elem e y
          then created
          else bind
                 (w.differs (deeper c (Index i) (Index j) (selects c elem))
                   elem retained whole false false "" (Some y)) (fun ch ->
                 match ch.sent with
                 | Some j0 ->
                   (match j0 with
                    | JMap m ->
                      Ok
                        (if forallb (fun f ->
                              (&&) (is_null (snd f))
                                (listed (fst f) (selecting_names c k elem))) m
                         then None
                         else keyed m)
                    | _ -> not_representable Modified ((Index i) :: c.here))
                 | None -> not_representable Modified ((Index i) :: c.here))
        | None -> created)

(** val distinct_values : json list -> json list **)

let rec distinct_values = function
| [] -> []
| v :: rest ->
  v :: (filter (fun w -> negb (equal v w)) (distinct_values rest))

(** val diff_keyed :
    context -> schema -> merge_keys -> bool -> bool -> wanted_part list ->
    json option -> change0 result **)

let diff_keyed c s k whole orders l original =
  let have = elements original in
  let elem = element_of s in
  let want = map (fun w -> w.wanted_text) l in
  bind (each (diff_element c s k whole have) (indexed l)) (fun patches ->
    let patches0 = somes patches in
    let stays = fun y ->
      existsb (fun e ->
        (||) (equal e y)
          ((&&) (has_keys k (full_key c k elem e) y)
            (negb (is_respelled c k elem e y)))) want
    in
    let deletions =
      distinct_values
        (map (fun y -> JMap
          (put patch_name (JString "delete") (with_keys c k elem y [])))
          (filter (fun y -> (&&) (is_identified k y) (negb (stays y))) have))
    in
    let order =
      map (fun e -> JMap (with_keys c k elem e []))
        (filter (is_identified k) want)
    in
    let orders0 =
      (&&) orders
        (forallb (fun e ->
          forallb (fun n0 -> same (key_value k e n0) (key_value k e n0))
            (selecting_names c k elem)) (filter (is_identified k) want))
    in
    if holds is_list original
    then Ok { sent = (some_list (app patches0 deletions)); removed = None;
           placed = (if orders0 then some_list order else None) }
    else Ok { sent = (Some (JList patches0)); removed = None; placed = None })

(** val diff_list : bool -> wanted_part list -> differ **)

let diff_list short l c s _ whole deletes orders name original =
  let m = JList (map (fun w -> w.wanted_text) l) in
  let regular =
    (&&) (is_regular c s (map (fun w -> w.wanted_text) l))
      (is_regular c s (elements original))
  in
  let merged0 =
    match strategy_of s with
    | Atomic -> not_representable Modified c.here
    | ValueSet ->
      if regular
      then Ok (diff_set orders l original)
      else not_representable Modified c.here
    | Keyed k -> diff_keyed c s k whole orders l original
  in
  let replaced =
    match strategy_of s with
    | Atomic ->
      (match original with
       | Some o ->
         if same_bare o m
         then Ok { sent = None; removed = None; placed = None }
         else diff_replaced_list c s l
       | None -> diff_replaced_list c s l)
    | _ -> diff_replaced_list c s l
  in
  (match merged0 with
   | Ok ch ->
     let unordered = { sent = ch.sent; removed = ch.removed; placed = None }
     in
     let nothing = negb ((||) (present ch.sent) (present ch.removed)) in
     if (&&) nothing (makes c s name unordered original m)
     then Ok unordered
     else if (&&) (negb deletes) (present ch.removed)
          then replaced
          else if (&&) short (makes c s name unordered original m)
               then Ok unordered
               else if makes c s name ch original m then Ok ch else replaced
   | Fault (code0, rule, d, at_) ->
     if (&&) regular (is_merging s)
     then Fault (code0, rule, d, at_)
     else replaced)

(** val is_data : role -> bool **)

let is_data = function
| Data -> true
| _ -> false

(** val diff_field :
    context -> schema -> bool -> string -> wanted_part option -> json option
    -> change0 option result **)

let diff_field c s whole name wanted0 original =
  let f = field_schema s name in
  let data = fun v -> is_data (role_of c s name v) in
  (match wanted0 with
   | Some w ->
     let m = w.wanted_text in
     if match original with
        | Some y -> (||) (equal y m) (equal (bare y) m)
        | None -> false
     then Ok None
     else if is_null m
          then if data JNull
               then Ok (Some { sent = (Some JNull); removed = None; placed =
                      None })
               else (match original with
                     | Some _ ->
                       not_representable Modified ((Field name) :: c.here)
                     | None -> Ok None)
          else if (&&) ((&&) (is_atomic_map f) (is_map m))
                    (match original with
                     | Some y -> same_bare y m
                     | None -> false)
               then Ok None
               else if (&&) (negb (data m))
                         (negb ((&&) (is_list m) (holds is_list original)))
                    then not_representable Modified ((Field name) :: c.here)
                    else let named = negb (same_name name "") in
                         let deletes =
                           (&&) named
                             (match role_of c s ((^) delete_prefix name)
                                      (JList []) with
                              | DeleteList n0 -> same_name n0 name
                              | _ -> false)
                         in
                         let orders =
                           (&&) named
                             (match role_of c s ((^) order_prefix name)
                                      (JList []) with
                              | OrderList n0 -> same_name n0 name
                              | _ -> false)
                         in
                         bind
                           (w.differs
                             (deeper c (Field name) (Field name) false) f
                             ((&&) (has_strategy_retain f)
                               (negb (is_list_type f))) whole deletes orders
                             name original) (fun ch ->
                           bind
                             (if (&&) (present ch.sent) (negb (data m))
                              then not_representable Modified ((Field
                                     name) :: c.here)
                              else Ok ()) (fun _ -> Ok
                             (match ch.sent with
                              | Some j ->
                                (match j with
                                 | JMap fields0 ->
                                   (match fields0 with
                                    | [] ->
                                      (match original with
                                       | Some j0 ->
                                         (match j0 with
                                          | JMap _ ->
                                            if is_atomic_map f
                                            then Some ch
                                            else None
                                          | _ -> Some ch)
                                       | None -> Some ch)
                                    | _ :: _ -> Some ch)
                                 | _ -> Some ch)
                              | None ->
                                if (||) (present ch.removed)
                                     (present ch.placed)
                                then Some ch
                                else None)))
   | None ->
     (match original with
      | Some y ->
        if is_null y
        then Ok None
        else if data JNull
             then Ok (Some { sent = (Some JNull); removed = None; placed =
                    None })
             else not_representable Original ((Field name) :: c.there)
      | None -> Ok None))

(** val set_change : string -> change0 -> fields_of -> fields_of **)

let set_change name ch m =
  let add0 = fun n0 v m0 -> match v with
                            | Some v0 -> put n0 v0 m0
                            | None -> m0
  in
  add0 name ch.sent
    (add0 ((^) delete_prefix name) ch.removed
      (add0 ((^) order_prefix name) ch.placed m))

(** val non_null_names :
    ('a1 -> json) -> (string * 'a1) list -> string list **)

let non_null_names text0 m =
  sorted_names (names (filter (fun f -> negb (is_null (text0 (snd f)))) m))

(** val diff_map : (string * wanted_part) list -> differ **)

let diff_map m c s retained whole _ _ _ original =
  let inner =
    match Lazy.force
    (type_of s) with
    | MapType (_, _, _) -> s
    | _ -> schemaless
  in
  let whole0 = (||) whole (is_atomic_map s) in
  let have = if is_atomic_map s then [] else fields original in
  bind
    (each (fun n0 ->
      bind (diff_field c inner whole0 n0 (get n0 m) (get n0 have)) (fun ch ->
        Ok (option_map (fun ch0 -> (n0, ch0)) ch)))
      (sorted_names (app (names m) (names have)))) (fun changes0 ->
    let changes1 = somes changes0 in
    let patch =
      fold_right (fun x p -> set_change (fst x) (snd x) p) [] changes1
    in
    let kept = JList
      (map (fun x -> JString x) (non_null_names (fun w -> w.wanted_text) m))
    in
    let directive =
      (&&) (negb (present (get retain_name patch)))
        (match role_of c inner retain_name kept with
         | RetainKeys -> true
         | _ -> false)
    in
    Ok { sent = (Some (JMap
    (match patch with
     | [] -> []
     | _ :: _ ->
       if (&&) ((&&) retained (negb whole0)) directive
       then put retain_name kept patch
       else patch))); removed = None; placed = None })

(** val wanting : bool -> json -> differ **)

let rec wanting short m = match m with
| JList l ->
  diff_list short
    (map (fun e -> { wanted_text = e; differs = (wanting short e) }) l)
| JMap fs ->
  diff_map
    (map (fun f -> ((fst f), { wanted_text = (snd f); differs =
      (wanting short (snd f)) })) fs)
| _ ->
  (fun _ _ _ _ _ _ _ _ -> Ok { sent = (Some m); removed = None; placed =
    None })

(** val to_document : json option -> json **)

let to_document = function
| Some v0 -> (match v0 with
              | JNull -> JMap []
              | _ -> v0)
| None -> JMap []

(** val plain_options : options **)

let plain_options =
  { strict = false; use_unions = false; ignore_delete_list = false;
    ignore_order_list = false; ignore_retain_keys = false; ignore_merge_key =
    false; lenient = false }

(** val diff_by :
    bool -> schema -> json option -> json option -> json result **)

let diff_by short s original modified =
  let document0 = fun d v ->
    match v with
    | Some y ->
      (match y with
       | JNull -> Ok (JMap [])
       | JMap m -> Ok (JMap m)
       | _ -> Fault (WrongType, "root", d, []))
    | None -> Ok (JMap [])
  in
  bind (document0 Original original) (fun o ->
    bind (document0 Modified modified) (fun m ->
      if equal o m
      then Ok (JMap [])
      else let c = { opts = plain_options; here = []; there = []; ordered =
             false; selecting = false }
           in
           bind
             (wanting short m c (at_root s) (has_strategy_retain s) false
               false false "" (Some o)) (fun ch ->
             match ch.sent with
             | Some patch ->
               (match apply plain_options s (Some o) patch with
                | Ok r ->
                  if same_bare r m
                  then Ok patch
                  else not_representable Modified []
                | Fault (_, _, _, _) -> not_representable Modified [])
             | None -> not_representable Modified [])))

(** val diff : schema -> json option -> json option -> json result **)

let diff =
  diff_by false

type stripper =
  options -> context -> schema -> json option -> json option -> json option
  result

type stripped_part = { patch_text : json; strips : stripper }

(** val value_of : string -> json option -> json option **)

let value_of n0 v =
  get n0 (fields v)

(** val needs_directive : path -> 'a1 result **)

let needs_directive at_ =
  Fault (NotRepresentable, "diff-superset", Modified, at_)

(** val strip_order : options -> context -> schema -> json -> json **)

let strip_order omit c s order = match order with
| JList l ->
  if (&&) omit.ignore_merge_key (selects c (element_of s))
  then JList
         (map (fun e ->
           match e with
           | JMap m -> JMap (remove merge_key_name m)
           | _ -> e) l)
  else order
| _ -> order

(** val strip_field :
    options -> context -> schema -> json option -> json option ->
    (string * stripped_part) -> (string * json) option result **)

let strip_field omit c s original modified = function
| (n0, p) ->
  let keep = Ok (Some (n0, p.patch_text)) in
  let drop = fun at_ -> if is_declared s then Ok None else needs_directive at_
  in
  (match role_of c s n0 p.patch_text with
   | RetainKeys -> if omit.ignore_retain_keys then drop c.here else keep
   | MergeKeySelection -> if omit.ignore_merge_key then Ok None else keep
   | DeleteList t ->
     if omit.ignore_delete_list
     then needs_directive ((Field t) :: c.here)
     else keep
   | OrderList t ->
     if omit.ignore_order_list
     then drop ((Field t) :: c.here)
     else Ok (Some (n0, (strip_order omit c (field_schema s t) p.patch_text)))
   | Data ->
     bind
       (p.strips omit (deeper c (Field n0) (Field n0) false)
         (field_schema s n0) (value_of n0 original) (value_of n0 modified))
       (fun v -> Ok (option_map (fun v0 -> (n0, v0)) v))
   | _ -> keep)

(** val strip_map : (string * stripped_part) list -> stripper **)

let strip_map m omit c s original modified =
  let inner =
    match Lazy.force
    (type_of s) with
    | MapType (_, _, _) -> s
    | _ -> schemaless
  in
  bind (each (strip_field omit c inner original modified) m) (fun kept ->
    let kept0 = somes kept in
    let only_retains =
      forallb (fun f ->
        (&&) (same_name (fst f) retain_name)
          (match role_of c inner (fst f) (snd f) with
           | RetainKeys -> true
           | _ -> false)) kept0
    in
    (match if (&&) only_retains (Nat.ltb (length kept0) (length m))
           then []
           else kept0 with
     | [] ->
       (match m with
        | [] -> Ok (Some (JMap []))
        | _ :: _ ->
          if holds is_map original then Ok None else Ok (Some (JMap [])))
     | p :: l -> Ok (Some (JMap (p :: l)))))

(** val shares_default_key :
    context -> merge_keys -> schema -> json list -> bool **)

let shares_default_key c k elem l =
  let default0 = fun e ->
    map (fun n0 -> (n0, (key_value k e n0))) k.default_key
  in
  negb
    (pairwise (fun a b ->
      (||)
        ((||) (negb ((&&) (is_identified k a) (is_identified k b)))
          (negb (same_keys (default0 a) (default0 b))))
        (equal (JMap (with_keys c k elem a [])) (JMap
          (with_keys c k elem b [])))) l)

(** val strip_element :
    options -> context -> schema -> merge_keys -> json list -> json list ->
    (int * stripped_part) -> json option result **)

let strip_element omit c s k original modified = function
| (i, p) ->
  let elem = element_of s in
  let e = p.patch_text in
  let find1 = fun l ->
    match find_index (has_keys k (full_key c k elem e)) l with
    | Some j -> Some (nth j l JNull)
    | None -> None
  in
  bind
    (p.strips omit (deeper c (Index i) (Index i) (selects c elem)) elem
      (find1 original) (find1 modified)) (fun v ->
    match v with
    | Some j ->
      (match j with
       | JMap m ->
         (match find1 original with
          | Some _ ->
            if forallb (fun f ->
                 (&&)
                   ((&&) (listed (fst f) (selecting_names c k elem))
                     (negb (is_null (snd f))))
                   (match find1 original with
                    | Some y ->
                      (match field (fst f) y with
                       | Some w -> equal w (snd f)
                       | None -> false)
                    | None -> false)) m
            then Ok None
            else Ok v
          | None -> Ok v)
       | _ -> Ok v)
    | None -> Ok v)

(** val strip_list : stripped_part list -> stripper **)

let strip_list l omit c s original modified =
  let texts = map (fun s0 -> s0.patch_text) l in
  if replaces s texts
  then Ok (Some (JList texts))
  else (match strategy_of s with
        | Keyed k ->
          let elem = element_of s in
          let more =
            Nat.ltb (length k.default_key) (length (selecting_names c k elem))
          in
          if (&&) ((&&) omit.ignore_merge_key more)
               (shares_default_key c k elem
                 (app (elements original) (elements modified)))
          then needs_directive c.here
          else bind
                 (each
                   (strip_element omit c s k (elements original)
                     (elements modified)) (indexed l)) (fun kept ->
                 match somes kept with
                 | [] ->
                   if holds is_list original
                   then Ok None
                   else Ok (Some (JList []))
                 | j :: l0 -> Ok (Some (JList (j :: l0))))
        | _ -> Ok (Some (JList texts)))

(** val strip : json -> stripper **)

let rec strip p = match p with
| JList l ->
  strip_list (map (fun e -> { patch_text = e; strips = (strip e) }) l)
| JMap m ->
  strip_map
    (map (fun f -> ((fst f), { patch_text = (snd f); strips =
      (strip (snd f)) })) m)
| _ -> (fun _ _ _ _ _ -> Ok (Some p))

(** val without_directives :
    options -> schema -> json option -> json option -> json -> json result **)

let without_directives omit s original modified patch =
  let c = { opts = plain_options; here = []; there = []; ordered = false;
    selecting = false }
  in
  bind (strip patch omit c (at_root s) original modified) (fun v ->
    let rest = match v with
               | Some v0 -> v0
               | None -> JMap [] in
    (match apply omit s original patch with
     | Ok a ->
       (match apply omit s original rest with
        | Ok b ->
          if same_bare a b then Ok rest else not_representable Modified []
        | Fault (_, _, _, _) -> not_representable Modified [])
     | Fault (_, _, _, _) -> not_representable Modified []))

(** val changes : schema -> json -> string list -> bool **)

let rec changes s patch = function
| [] -> true
| n0 :: rest ->
  (match patch with
   | JMap m ->
     let c = { opts = plain_options; here = []; there = []; ordered = false;
       selecting = false }
     in
     let inner =
       match Lazy.force
       (type_of s) with
       | MapType (_, _, _) -> s
       | _ -> schemaless
     in
     let about = fun f ->
       match role_of c inner (fst f) (snd f) with
       | DeleteList t -> same_name t n0
       | OrderList t -> same_name t n0
       | _ -> false
     in
     (||)
       ((||)
         (match directive_of m with
          | Some p -> (match p with
                       | Merge -> false
                       | _ -> true)
          | None -> true) ((&&) (existsb about m) (is_empty rest)))
       (match get n0 m with
        | Some v ->
          (&&) (is_data (role_of c inner n0 v))
            (changes (field_schema inner n0) v rest)
        | None -> false)
   | _ -> true)

(** val check_places : schema -> json -> string list list -> unit result **)

let rec check_places s patch = function
| [] -> Ok ()
| place0 :: rest ->
  if changes s patch place0
  then Fault (Precondition, "precondition", Modified,
         (rev (map (fun x -> Field x) place0)))
  else check_places s patch rest

(** val check_document_unions : json -> path -> schema -> unit result **)

let rec check_document_unions = function
| JList l ->
  let items = map check_document_unions l in
  (fun at_ s ->
  bind
    (each (fun x -> snd x ((Index (fst x)) :: at_) (element_of s))
      (indexed items)) (fun _ -> Ok ()))
| JMap m ->
  let fields0 =
    map (fun f -> ((fst f), ((snd f), (check_document_unions (snd f))))) m
  in
  (fun at_ s ->
  let inner =
    match Lazy.force
    (type_of s) with
    | MapType (_, _, _) -> s
    | _ -> schemaless
  in
  bind
    (each (fun f ->
      snd (snd f) ((Field (fst f)) :: at_) (field_schema inner (fst f)))
      fields0) (fun _ ->
    bind
      (each (fun u ->
        require
          (match set_members u m with
           | [] -> true
           | _ :: _ ->
             present (chosen u (filter (fun f -> negb (is_null (snd f))) m)))
          UnionConflict "union-member" at_) (unions_of inner)) (fun _ -> Ok
      ())))
| _ -> (fun _ _ -> Ok ())

(** val in_modified : 'a1 result -> 'a1 result **)

let in_modified r = match r with
| Ok _ -> r
| Fault (c, rule, _, p) -> Fault (c, rule, Modified, p)

(** val diff_with :
    options -> string list list -> schema -> json option -> json option ->
    json result **)

let diff_with omit places s original modified =
  let document0 = fun v ->
    match v with
    | Some v0 -> (match v0 with
                  | JNull -> JMap []
                  | _ -> v0)
    | None -> JMap []
  in
  bind
    (if omit.strict
     then in_modified (check_document_unions (document0 modified) [] s)
     else Ok ()) (fun _ ->
    bind (diff s original modified) (fun patch ->
      bind
        (if (||)
              ((||) ((||) omit.ignore_delete_list omit.ignore_order_list)
                omit.ignore_retain_keys) omit.ignore_merge_key
         then without_directives { strict = false; use_unions = false;
                ignore_delete_list = omit.ignore_delete_list;
                ignore_order_list = omit.ignore_order_list;
                ignore_retain_keys = omit.ignore_retain_keys;
                ignore_merge_key = omit.ignore_merge_key; lenient = false } s
                (Some (document0 original)) (Some (document0 modified)) patch
         else Ok patch) (fun patch0 ->
        bind (check_places s patch0 places) (fun _ -> Ok patch0))))

(** val non_null : json option -> json option **)

let non_null v = match v with
| Some j -> (match j with
             | JNull -> None
             | _ -> v)
| None -> v

(** val map_retains : schema -> bool **)

let map_retains s =
  (&&) (has_strategy_retain s) (negb (is_list_type s))

(** val list_keys : schema -> string list **)

let list_keys s =
  match strategy_of s with
  | Keyed k ->
    if present (declared_field (element_of s) merge_key_name)
    then k.default_key
    else k.recommended
  | _ -> []

(** val keyed_element : schema -> json -> bool **)

let keyed_element s e =
  match strategy_of s with
  | Keyed k ->
    (&&) (is_map e)
      (forallb (fun n0 ->
        match key_value k e n0 with
        | Some v -> is_scalar v
        | None -> negb (listed n0 k.default_key)) (list_keys s))
  | _ -> is_scalar e

(** val match_elements : schema -> json -> json -> bool **)

let match_elements s a b =
  if (&&) (keyed_element s a) (keyed_element s b)
  then (match strategy_of s with
        | Keyed k ->
          forallb (fun n0 -> same (key_value k a n0) (key_value k b n0))
            (list_keys s)
        | _ -> same_scalar a b)
  else (&&) ((&&) (negb (keyed_element s a)) (negb (keyed_element s b)))
         (same_bare a b)

(** val has_match : schema -> json list -> json -> bool **)

let has_match s l e =
  existsb (match_elements s e) l

(** val lacks_keys : schema -> json -> bool **)

let lacks_keys s e =
  match strategy_of s with
  | Keyed k ->
    (&&) (keyed_element s e)
      (existsb (fun n0 -> negb (present (key_value k e n0))) (list_keys s))
  | _ -> false

(** val fills_in : schema -> json -> json -> bool **)

let fills_in s e x =
  match strategy_of s with
  | Keyed k ->
    (&&) (keyed_element s x)
      (forallb (fun n0 ->
        match key_value k e n0 with
        | Some j -> same (Some j) (key_value k x n0)
        | None -> true) (list_keys s))
  | _ -> false

type candidate = { index : int; content_of : json; identity : json;
                   filled : bool }

(** val count : schema -> json list -> json -> int **)

let count s l e =
  length (filter (match_elements s e) l)

(** val is_single : schema -> json list -> json -> bool **)

let is_single s l e =
  (=) (count s l e) (Stdlib.Int.succ 0)

(** val forms :
    schema -> json list -> json list -> json -> (int * json) list **)

let forms s original current e =
  if has_match s current e
  then []
  else flat_map (fun x ->
         let was0 = count s original (snd x) in
         if negb (fills_in s e (snd x))
         then []
         else if (=) was0 0
              then x :: []
              else if (<=) (count s current (snd x)) was0
                   then []
                   else x :: (x :: [])) (indexed current)

(** val take_first : ('a1 -> bool) -> 'a1 list -> ('a1 * 'a1 list) option **)

let rec take_first test = function
| [] -> None
| a :: rest ->
  if test a
  then Some (a, rest)
  else option_map (fun r -> ((fst r), (a :: (snd r)))) (take_first test rest)

type form_list = json * (int * json) list

(** val is_form : int -> form_list -> bool **)

let is_form i e =
  existsb (fun x -> (=) i (fst x)) (snd e)

(** val eliminate : int -> form_list list -> (int * json) list **)

let rec eliminate rounds l =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> [])
    (fun rounds0 ->
    match take_first (fun e -> (=) (length (snd e)) (Stdlib.Int.succ 0)) l with
    | Some p ->
      let (p0, others) = p in
      let (e, l0) = p0 in
      (match l0 with
       | [] -> []
       | x :: _ ->
         ((fst x),
           e) :: (eliminate rounds0
                   (map (fun o -> ((fst o),
                     (filter (fun y -> negb ((=) (fst y) (fst x))) (snd o))))
                     others)))
    | None -> [])
    rounds

(** val form_of :
    schema -> json list -> (int * json) list -> form_list list ->
    (int * json) -> json option **)

let form_of s modified taken dropped0 x =
  match filter (fun t -> (=) (fst t) (fst x)) taken with
  | [] ->
    (match filter (is_form (fst x)) dropped0 with
     | [] -> None
     | e :: others ->
       if (&&)
            ((&&) ((=) (length (snd e)) (Stdlib.Int.succ 0))
              (negb (has_match s modified (snd x))))
            (forallb (fun o -> match_elements s (fst e) (fst o)) others)
       then Some (fst e)
       else None)
  | t :: _ -> Some (snd t)

(** val candidates :
    schema -> json list -> json list -> json list -> candidate list **)

let candidates s original modified current =
  let wanted0 =
    map (fun e -> (e,
      (filter (fun x -> negb (has_match s modified (snd x)))
        (forms s original current e))))
      (filter (fun e -> (&&) (lacks_keys s e) (is_single s modified e))
        modified)
  in
  let dropped0 =
    map (fun e -> (e, (forms s original current e)))
      (filter (fun e ->
        (&&) (lacks_keys s e) (negb (has_match s modified e))) original)
  in
  let taken = eliminate (length wanted0) wanted0 in
  map (fun x ->
    match form_of s modified taken dropped0 x with
    | Some e ->
      { index = (fst x); content_of = (snd x); identity = e; filled = true }
    | None ->
      { index = (fst x); content_of = (snd x); identity = (snd x); filled =
        false }) (indexed current)

(** val take_best :
    ('a1 -> bool) list -> 'a1 list -> ('a1 * 'a1 list) option **)

let rec take_best tests l =
  match tests with
  | [] -> None
  | test :: rest ->
    (match take_first test l with
     | Some r -> Some r
     | None -> take_best rest l)

type holder =
  bool -> schema -> string list -> json option -> json option -> bool

type held_part = { held_text : json; held_by : holder }

(** val hold_map : (string * held_part) list -> holder **)

let hold_map m exactly s optional original current =
  let exactly0 = (||) exactly (is_atomic_map s) in
  (match current with
   | Some j ->
     (match j with
      | JMap c ->
        let filled0 = fun n0 ->
          (&&) (listed n0 optional)
            (match get n0 m with
             | Some p -> is_null p.held_text
             | None -> true)
        in
        (&&)
          (forallb (fun f ->
            (||) (filled0 (fst f))
              ((snd f).held_by exactly0 (field_schema s (fst f)) []
                (if exactly0 then None else get (fst f) (fields original))
                (non_null (get (fst f) c)))) m)
          ((||) (negb exactly0)
            (forallb (fun f ->
              (||) ((||) (filled0 (fst f)) (present (get (fst f) m)))
                (is_null (snd f))) c))
      | _ -> false)
   | None -> false)

(** val all_hold : (json -> bool) list -> json list -> bool **)

let rec all_hold l c =
  match l with
  | [] -> (match c with
           | [] -> true
           | _ :: _ -> false)
  | test :: rest ->
    (match c with
     | [] -> false
     | x :: c0 -> (&&) (test x) (all_hold rest c0))

(** val hold_elements :
    schema -> string list -> held_part list -> json list -> candidate list ->
    bool **)

let rec hold_elements s keys l original free =
  match l with
  | [] -> true
  | p :: rest ->
    (match take_first (match_elements s p.held_text) original with
     | Some p0 ->
       let (o, others) = p0 in
       let was0 = Some o in
       (match take_first (fun x ->
                (&&) (match_elements s p.held_text x.identity)
                  (p.held_by false (element_of s)
                    (if x.filled then keys else []) was0 (Some x.content_of)))
                free with
        | Some p1 ->
          let (_, free0) = p1 in hold_elements s keys rest others free0
        | None -> false)
     | None ->
       let was0 = None in
       (match take_first (fun x ->
                (&&) (match_elements s p.held_text x.identity)
                  (p.held_by false (element_of s)
                    (if x.filled then keys else []) was0 (Some x.content_of)))
                free with
        | Some p0 ->
          let (_, free0) = p0 in hold_elements s keys rest original free0
        | None -> false))

(** val hold_list : held_part list -> holder **)

let hold_list l exactly s _ original = function
| Some j ->
  (match j with
   | JList c ->
     if (||) exactly (negb (is_merging s))
     then all_hold
            (map (fun p x -> p.held_by true (element_of s) [] None (Some x))
              l) c
     else hold_elements s (list_keys s) l (elements original)
            (candidates s (elements original) (map (fun h -> h.held_text) l)
              c)
   | _ -> false)
| None -> false

(** val holding : json -> holder **)

let rec holding m = match m with
| JNull -> (fun _ _ _ _ current -> negb (present (non_null current)))
| JList l ->
  hold_list (map (fun e -> { held_text = e; held_by = (holding e) }) l)
| JMap m0 ->
  hold_map
    (map (fun f -> ((fst f), { held_text = (snd f); held_by =
      (holding (snd f)) })) m0)
| _ ->
  (fun _ _ _ _ current ->
    match current with
    | Some c -> equal m c
    | None -> false)

type pair = { wanted_element : json; was : json option; now : candidate option }

(** val holds_element : schema -> string list -> json -> candidate -> bool **)

let holds_element s keys e x =
  (&&) (match_elements s e x.identity)
    (holding e false (element_of s) (if x.filled then keys else []) None
      (Some x.content_of))

(** val pick : ('a1 -> bool) list -> 'a1 list -> 'a1 option * 'a1 list **)

let pick tests l =
  match take_best tests l with
  | Some p -> let (a, others) = p in ((Some a), others)
  | None -> (None, l)

(** val pick_original :
    schema -> json -> json list -> json option * json list **)

let pick_original s e =
  pick ((fun x ->
    (&&) (match_elements s e x)
      (holding e false (element_of s) [] None (Some (bare x)))) :: ((match_elements
                                                                    s e) :: []))

(** val pick_current :
    schema -> json -> json option -> candidate list -> candidate
    option * candidate list **)

let pick_current s e original =
  pick
    ((holds_element s (list_keys s) e) :: (app
                                            (match original with
                                             | Some o ->
                                               (fun x ->
                                                 (&&)
                                                   (match_elements s e
                                                     x.identity)
                                                   (holds_element s
                                                     (list_keys s) o x)) :: []
                                             | None -> []) ((fun x ->
                                            match_elements s e x.identity) :: [])))

(** val pair_modified :
    schema -> json list -> json list -> candidate list -> (pair list * json
    list) * candidate list **)

let rec pair_modified s l original current =
  match l with
  | [] -> (([], original), current)
  | e :: rest ->
    let (o, original0) = pick_original s e original in
    let (c, current0) = pick_current s e o current in
    let (p, current1) = pair_modified s rest original0 current0 in
    let (pairs, original1) = p in
    ((({ wanted_element = e; was = o; now = c } :: pairs), original1),
    current1)

(** val pair_dropped : schema -> json list -> candidate list -> pair list **)

let rec pair_dropped s l current =
  match l with
  | [] -> []
  | e :: rest ->
    let (c, current0) = pick_current s e None current in
    { wanted_element = e; was = (Some e); now =
    c } :: (pair_dropped s rest current0)

type targeter =
  schema -> bool -> string list -> bool -> json option -> json option -> json
  option

type target_part = { target_text : json; target_of_part : targeter }

type merged_part = { merged_value : json; source : candidate option;
                     is_new : bool }

(** val is_sent : merged_part -> bool **)

let is_sent p =
  (||) p.is_new
    (match p.source with
     | Some x -> negb (equal p.merged_value x.content_of)
     | None -> true)

(** val owns : candidate -> merged_part -> bool **)

let owns x p =
  match p.source with
  | Some y -> (=) x.index y.index
  | None -> false

(** val matching : schema -> candidate list -> json -> candidate list **)

let matching s l e =
  filter (fun x -> match_elements s e x.identity) l

(** val keep_keys : string list -> json -> json -> json **)

let keep_keys keys x v = match v with
| JMap m ->
  JMap
    (fold_right (fun n0 m0 ->
      match field n0 x with
      | Some w -> put n0 w m0
      | None -> m0) m keys)
| _ -> v

(** val merge_part :
    schema -> candidate list -> pair -> targeter -> merged_part option **)

let merge_part s current p t =
  let e = p.wanted_element in
  let elem = element_of s in
  let content0 = option_map (fun c -> c.content_of) p.now in
  let fill = match p.now with
             | Some x -> x.filled
             | None -> false in
  let value0 =
    if negb (keyed_element s e)
    then Some (match content0 with
               | Some x -> x
               | None -> bare e)
    else t elem ((||) (has_strategy_retain s) (map_retains elem))
           (list_keys s) fill p.was content0
  in
  option_map (fun v ->
    let v0 =
      match p.now with
      | Some x ->
        if x.filled then keep_keys (list_keys s) x.content_of v else v
      | None -> v
    in
    let loses_key =
      match p.now with
      | Some x ->
        (&&)
          (existsb (fun n0 ->
            (&&) (has_field n0 x.content_of) (negb (has_field n0 v0)))
            (list_keys s))
          (match matching s current x.identity with
           | [] -> false
           | _ :: l -> (match l with
                        | [] -> true
                        | _ :: _ -> false))
      | None -> true
    in
    { merged_value = v0; source = p.now; is_new = loses_key }) value0

(** val exact : schema -> json list -> bool **)

let exact s l =
  (&&) (forallb (keyed_element s) l)
    (pairwise (fun a b -> negb (match_elements s a b)) l)

(** val leaves :
    schema -> json list -> json list -> pair list -> candidate -> bool **)

let leaves s original modified gone x =
  (||)
    (match strategy_of s with
     | Keyed _ -> false
     | _ ->
       (&&) (has_match s original x.identity)
         (negb (has_match s modified x.identity)))
    (existsb (fun p ->
      match p.now with
      | Some y -> (=) x.index y.index
      | None -> false) gone)

type placed_element = { to_merge : merged; place_of : int option; own : 
                        bool; behind : int list }

(** val own_places : placed_element list -> int list **)

let own_places l =
  flat_map (fun x ->
    if x.own
    then (match x.place_of with
          | Some i -> i :: []
          | None -> [])
    else []) l

(** val ascending : int list -> bool **)

let rec ascending = function
| [] -> true
| a :: rest ->
  (match rest with
   | [] -> true
   | b :: _ -> (&&) ((<=) a b) (ascending rest))

(** val by_directive : int -> placed_element list -> placed_element list **)

let by_directive n0 l =
  app (filter (fun x -> negb (present x.place_of)) l)
    (flat_map (fun i ->
      filter (fun x ->
        match x.place_of with
        | Some j -> (=) i j
        | None -> false) l) (seq 0 n0))

(** val without_directive : placed_element list -> placed_element list **)

let without_directive l =
  let items = indexed (map (fun p -> p.to_merge) l) in
  somes
    (map (fun x -> nth_error l (fst x))
      (interleave (filter is_kept items) []
        (by_patch (filter (fun x -> negb (is_kept x)) items))))

(** val stays_behind : placed_element list -> bool **)

let rec stays_behind = function
| [] -> true
| x :: rest ->
  (&&) (forallb (fun i -> negb (existsb ((=) i) (own_places rest))) x.behind)
    (stays_behind rest)

(** val places_among : schema -> json list -> candidate -> int list **)

let places_among s modified x =
  map fst
    (filter (fun e -> match_elements s (snd e) x.identity) (indexed modified))

(** val places_before :
    merged_part list -> candidate -> int list -> int list **)

let places_before parts0 x =
  filter (fun i ->
    match nth_error parts0 i with
    | Some p ->
      (match p.source with
       | Some y -> (&&) (negb p.is_new) (Nat.ltb y.index x.index)
       | None -> false)
    | None -> false)

(** val distinct_candidates :
    json list -> candidate list -> candidate list **)

let rec distinct_candidates seen = function
| [] -> []
| x :: rest ->
  if contains seen x.content_of
  then distinct_candidates seen rest
  else x :: (distinct_candidates (x.content_of :: seen) rest)

(** val place_element :
    schema -> json list -> merged_part list -> (candidate -> bool) ->
    candidate -> placed_element option **)

let place_element s modified parts0 goes x =
  let sent0 = fun i ->
    match nth_error parts0 i with
    | Some p -> is_sent p
    | None -> false
  in
  (match find_index (owns x) parts0 with
   | Some i ->
     (match nth_error parts0 i with
      | Some p ->
        if p.is_new
        then None
        else Some { to_merge = { value = p.merged_value; patched =
               (if sent0 i then Some i else None); added = false };
               place_of = (Some i); own = true; behind = [] }
      | None -> None)
   | None ->
     if goes x
     then None
     else let places = places_among s modified x in
          let behind0 = places_before parts0 x places in
          let place0 =
            match rev behind0 with
            | [] -> hd_error places
            | i :: _ -> Some i
          in
          Some { to_merge = { value = x.content_of; patched =
          (find sent0 places); added = false }; place_of = place0; own =
          false; behind = behind0 })

(** val added_elements : merged_part list -> placed_element list **)

let added_elements parts0 =
  somes
    (map (fun x ->
      if (snd x).is_new
      then Some { to_merge = { value = (snd x).merged_value; patched = (Some
             (fst x)); added = true }; place_of = (Some (fst x)); own = true;
             behind = [] }
      else None) (indexed parts0))

(** val without_duplicates :
    schema -> merged_part list -> candidate list -> candidate list **)

let without_duplicates s parts0 current =
  match strategy_of s with
  | Keyed _ -> current
  | _ ->
    (match added_elements parts0 with
     | [] -> current
     | _ :: _ -> distinct_candidates [] current)

(** val placed_elements :
    schema -> json list -> candidate list -> merged_part list -> (candidate
    -> bool) -> placed_element list **)

let placed_elements s modified current parts0 goes =
  app (somes (map (place_element s modified parts0 goes) current))
    (added_elements parts0)

(** val in_place :
    schema -> json list -> candidate list -> merged_part list -> (candidate
    -> bool) -> placed_element list **)

let in_place s modified current parts0 goes =
  let all =
    placed_elements s modified (without_duplicates s parts0 current) parts0
      goes
  in
  let unordered = without_directive all in
  if (&&) (ascending (own_places unordered)) (stays_behind unordered)
  then unordered
  else by_directive (length modified) all

(** val is_unclear :
    schema -> json list -> json list -> candidate list -> bool **)

let is_unclear s original modified current =
  match strategy_of s with
  | Keyed _ -> false
  | _ ->
    negb
      ((&&) (exact s modified)
        ((||) (exact s original)
          (exact s (map (fun c -> c.identity) current))))

(** val replaced_set :
    schema -> json list -> candidate list -> merged_part list -> (candidate
    -> bool) -> json list **)

let replaced_set s modified current parts0 goes =
  let stays = fun x -> (||) (existsb (owns x) parts0) (negb (goes x)) in
  let places = somes (map (fun x -> find_index (owns x) parts0) current) in
  if (&&) ((&&) (ascending places) (negb (existsb is_sent parts0)))
       (forallb stays current)
  then map (fun c -> c.content_of) current
  else map (fun x -> x.to_merge.value)
         (by_directive (length modified)
           (placed_elements s modified current parts0 goes))

(** val merge_parts :
    schema -> json list -> json list -> candidate list -> merged_part list ->
    pair list -> json list **)

let merge_parts s original modified current parts0 gone =
  let goes = leaves s original modified gone in
  if is_unclear s original modified current
  then replaced_set s modified current parts0 goes
  else map (fun x -> x.to_merge.value)
         (in_place s modified current parts0 goes)

(** val target_list :
    target_part list -> schema -> json list -> json list -> json list **)

let target_list l s original current =
  let modified = map (fun t -> t.target_text) l in
  let current0 = candidates s original modified current in
  let (p, free) = pair_modified s modified original current0 in
  let (pairs, unwanted) = p in
  let gone = pair_dropped s unwanted free in
  let parts0 =
    somes
      (map (fun x -> merge_part s current0 (fst x) (snd x).target_of_part)
        (combine pairs l))
  in
  merge_parts s original modified current0 parts0 gone

(** val dropped : json -> schema -> json -> json option **)

let rec dropped = function
| JList l ->
  (fun s o ->
    match o with
    | JList was0 ->
      if (||) (map_retains s) (negb (is_merging s))
      then None
      else (match target_list [] s was0 l with
            | [] -> None
            | j :: l0 -> Some (JList (j :: l0)))
    | _ -> None)
| JMap m ->
  let parts0 = map (fun f -> ((fst f), ((snd f), (dropped (snd f))))) m in
  (fun s o ->
  match o with
  | JMap was0 ->
    if (||) ((||) (is_declared s) (map_retains s)) (is_atomic_map s)
    then None
    else let kept =
           flat_map (fun f ->
             match non_null (get (fst f) was0) with
             | Some o0 ->
               (match snd (snd f) (field_schema s (fst f)) o0 with
                | Some v -> ((fst f), v) :: []
                | None -> [])
             | None -> ((fst f), (fst (snd f))) :: []) parts0
         in
         (match kept with
          | [] -> None
          | _ :: _ -> Some (JMap kept))
  | _ -> None)
| _ -> (fun _ _ -> None)

(** val alike : json -> schema -> json -> bool **)

let rec alike a = match a with
| JList l ->
  let parts0 = map alike l in
  (fun s b ->
  match b with
  | JList other ->
    if negb (is_merging s)
    then equal a b
    else (match fold_left (fun others f ->
                  match others with
                  | Some others0 ->
                    option_map snd (take_first (f (element_of s)) others0)
                  | None -> None) parts0 (Some other) with
          | Some l0 -> (match l0 with
                        | [] -> true
                        | _ :: _ -> false)
          | None -> false)
  | _ -> false)
| JMap m ->
  let parts0 = map (fun f -> ((fst f), (alike (snd f)))) m in
  (fun s b ->
  if is_atomic_map s
  then equal a b
  else (match b with
        | JMap other ->
          (&&)
            (forallb (fun f ->
              match get (fst f) other with
              | Some w -> snd f (field_schema s (fst f)) w
              | None -> false) parts0)
            (forallb (fun f -> present (get (fst f) m)) other)
        | _ -> false))
| _ -> (fun _ b -> equal a b)

(** val choice : union -> fields_of -> (member -> bool) option **)

let choice u m =
  match set_members u m with
  | [] ->
    (match non_null (discriminator_of u m) with
     | Some _ -> chosen u (filter (fun f -> negb (is_null (snd f))) m)
     | None -> None)
  | _ :: _ -> chosen u (filter (fun f -> negb (is_null (snd f))) m)

(** val union_fields : union -> string list **)

let union_fields u =
  app (match u.discriminator with
       | Some n0 -> n0 :: []
       | None -> []) (flat_map (fun m -> m.member_fields) u.members)

(** val sends_union :
    schema -> union -> fields_of -> fields_of -> fields_of -> bool **)

let sends_union s u original modified current =
  existsb (fun n0 ->
    (||)
      (negb
        (same_value (option_map bare (non_null (get n0 original)))
          (option_map bare (non_null (get n0 modified)))))
      (match get n0 modified with
       | Some v ->
         negb
           (holding v false (field_schema s n0) [] (get n0 original)
             (get n0 current))
       | None -> false)) (union_fields u)

(** val is_excluded :
    schema -> fields_of -> fields_of -> fields_of -> (string * json) -> bool **)

let is_excluded s original modified current = function
| (n0, v) ->
  (&&) (negb (present (non_null (get n0 modified))))
    (existsb (fun u ->
      match choice u modified with
      | Some stays ->
        (&&) (sends_union s u original modified current)
          (existsb (fun x ->
            (&&) (negb (stays x))
              ((||)
                (match u.discriminator with
                 | Some d ->
                   (&&) (same_name d n0) (is_text (Some v) x.member_name)
                 | None -> false)
                ((&&) (listed n0 x.member_fields) (sets x (Some v)))))
            u.members)
      | None -> false) (unions_of s))

(** val target_field :
    schema -> string -> target_part option -> json option -> json option ->
    json option **)

let target_field s name wanted0 original current =
  let f = field_schema s name in
  (match wanted0 with
   | Some w -> w.target_of_part f (map_retains f) [] false original current
   | None ->
     (match non_null original with
      | Some o -> (match current with
                   | Some c -> dropped c f o
                   | None -> None)
      | None -> current))

(** val target_fields :
    schema -> (string * target_part) list -> fields_of -> fields_of ->
    fields_of **)

let target_fields s m original current =
  fold_right (fun n0 w ->
    match target_field s n0 (get n0 m) (get n0 original) (get n0 current) with
    | Some v -> put n0 v w
    | None -> w) []
    (sorted_names (app (names m) (app (names original) (names current))))

(** val without_null_keys :
    ('a1 -> json) -> string list -> bool -> (string * 'a1) list ->
    (string * 'a1) list **)

let without_null_keys text0 keys fill m =
  if fill
  then filter (fun f ->
         negb ((&&) (listed (fst f) keys) (is_null (text0 (snd f))))) m
  else m

(** val clears :
    schema -> bool -> json option -> fields_of -> json option -> bool **)

let clears s retained original modified current =
  (&&) retained
    ((||)
      (negb
        (alike
          (bare (match non_null original with
                 | Some o -> o
                 | None -> JMap [])) s (bare (JMap modified))))
      (negb (holding (JMap modified) false s [] original current)))

(** val target_map : (string * target_part) list -> targeter **)

let target_map m s retained keys fill original current =
  let m0 = without_null_keys (fun t -> t.target_text) keys fill m in
  let modified = map (fun f -> ((fst f), (snd f).target_text)) m0 in
  let clear = clears s retained original modified current in
  Some (JMap
  (filter (fun f ->
    (||) (listed (fst f) keys)
      ((&&) (negb ((&&) clear (negb (present (get (fst f) m0)))))
        (negb (is_excluded s (fields original) modified (fields current) f))))
    (target_fields s m0 (fields original) (fields current))))

(** val targeting : json -> targeter **)

let rec targeting m = match m with
| JNull -> (fun _ _ _ _ _ _ -> None)
| JList l ->
  let parts0 =
    map (fun e -> { target_text = e; target_of_part = (targeting e) }) l
  in
  (fun s _ _ _ original current ->
  if is_merging s
  then Some (JList
         (target_list parts0 s (elements original) (elements current)))
  else Some (bare m))
| JMap fs ->
  let merged0 =
    target_map
      (map (fun f -> ((fst f), { target_text = (snd f); target_of_part =
        (targeting (snd f)) })) fs)
  in
  (fun s retained keys fill original current ->
  if is_atomic_map s
  then Some (bare m)
  else merged0 s retained keys fill original current)
| _ -> (fun _ _ _ _ _ _ -> Some m)

(** val target :
    schema -> json option -> json option -> json option -> json **)

let target s original modified current =
  match targeting (to_document modified) (lazy (Schema ((type_of s), false,
          (has_strategy_retain s)))) (map_retains s) [] false (Some
          (to_document original)) (Some (bare (to_document current))) with
  | Some w -> w
  | None -> JMap []

type conflict_code =
| BothChanged
| BothAdded
| LeftDeleted
| RightDeleted

type conflict_step =
| InField of string
| WithKeys of (string * json option) list
| WithValue of json

type conflict = { site : conflict_step list; kind : conflict_code;
                  mine : json option; theirs : json option }

(** val alike_values : json option -> json option -> bool **)

let alike_values a b =
  same_value (option_map bare (non_null a)) (option_map bare (non_null b))

(** val contradiction :
    conflict_step list -> json option -> json option -> json option ->
    conflict list **)

let contradiction at_ original modified current =
  let code0 =
    match original with
    | Some _ ->
      (match modified with
       | Some _ ->
         (match current with
          | Some _ -> BothChanged
          | None -> RightDeleted)
       | None -> LeftDeleted)
    | None -> (match modified with
               | Some _ -> BothAdded
               | None -> LeftDeleted)
  in
  { site = at_; kind = code0; mine = (option_map bare modified); theirs =
  current } :: []

(** val without_filled :
    string list -> json option -> json option -> json option **)

let without_filled keys e current = match current with
| Some j ->
  (match j with
   | JMap c ->
     Some (JMap
       (filter (fun f ->
         negb
           ((&&) (listed (fst f) keys)
             (negb (present (non_null (get (fst f) (fields e))))))) c))
   | _ -> current)
| None -> current

(** val without_defaults : json -> schema -> json option -> json option **)

let rec without_defaults c = match c with
| JList l ->
  let parts0 = map (fun x -> (x, (without_defaults x))) l in
  (fun s e -> Some (JList
  (map (fun x ->
    match nth_error (elements e) (fst x) with
    | Some e0 ->
      (match snd (snd x) (element_of s) (Some e0) with
       | Some v -> v
       | None -> fst (snd x))
    | None -> fst (snd x)) (indexed parts0))))
| JMap m ->
  let parts0 = map (fun f -> ((fst f), (without_defaults (snd f)))) m in
  (fun s e -> Some (JMap
  (flat_map (fun f ->
    match snd f (field_schema s (fst f)) (non_null (get (fst f) (fields e))) with
    | Some v -> ((fst f), v) :: []
    | None -> []) parts0)))
| _ ->
  (fun s e ->
    if (&&) (negb (present e)) (same_value (default_of s) (Some c))
    then None
    else Some c)

(** val as_sent :
    schema -> string list -> json option -> json option -> json option **)

let as_sent s keys e current =
  let e0 = non_null e in
  (match without_filled keys e0 (non_null current) with
   | Some c -> without_defaults c s e0
   | None -> None)

(** val with_filled :
    string list -> json option -> json option -> json option **)

let with_filled keys modified current =
  match modified with
  | Some j ->
    (match j with
     | JMap m ->
       (match current with
        | Some c ->
          Some (JMap
            (fold_right (fun n0 m0 ->
              if present (non_null (get n0 m0))
              then m0
              else set_field n0 (non_null (field n0 c)) m0) m keys))
        | None -> modified)
     | _ -> modified)
  | None -> modified

(** val compare_values :
    conflict_step list -> schema -> string list -> json option -> json option
    -> json option -> conflict list **)

let compare_values at_ s keys original modified current =
  if (||)
       ((||) (alike_values original modified)
         (alike_values original (as_sent s keys original current)))
       (if present (non_null modified)
        then alike_values modified (as_sent s keys modified current)
        else negb (present (non_null current)))
  then []
  else contradiction at_ original (with_filled keys modified current) current

(** val name_element : schema -> json -> json option -> conflict_step **)

let name_element s e current =
  match strategy_of s with
  | Keyed k ->
    WithKeys
      (map (fun n0 -> (n0,
        (match key_value k e n0 with
         | Some v -> Some v
         | None ->
           (match current with
            | Some c -> key_value k c n0
            | None -> None)))) (list_keys s))
  | _ -> WithKeys []

type dropped_conflicts =
  conflict_step list -> schema -> string list -> json option -> conflict list

(** val conflicts_of_dropped_elements :
    conflict_step list -> schema -> pair list -> (json -> dropped_conflicts)
    -> conflict list **)

let conflicts_of_dropped_elements at_ s pairs inside =
  flat_map (fun p ->
    let c = option_map (fun c -> c.content_of) p.now in
    if keyed_element s p.wanted_element
    then inside p.wanted_element ((name_element s p.wanted_element c) :: at_)
           (element_of s) (list_keys s) c
    else []) pairs

(** val lookup :
    (json * dropped_conflicts) list -> json -> dropped_conflicts **)

let rec lookup l e =
  match l with
  | [] -> (fun _ _ _ _ -> [])
  | p :: rest -> let (x, f) = p in if equal x e then f else lookup rest e

(** val in_dropped : json -> dropped_conflicts **)

let rec in_dropped o = match o with
| JNull -> (fun _ _ _ _ -> [])
| JList l ->
  let parts0 = map (fun e -> (e, (in_dropped e))) l in
  (fun at_ s keys current ->
  match strategy_of s with
  | Atomic -> compare_values at_ s keys (Some o) None current
  | ValueSet ->
    (match current with
     | Some j ->
       (match j with
        | JList _ -> []
        | _ -> compare_values at_ s keys (Some o) None current)
     | None -> compare_values at_ s keys (Some o) None current)
  | Keyed _ ->
    (match current with
     | Some j ->
       (match j with
        | JList c ->
          conflicts_of_dropped_elements at_ s
            (pair_dropped s l (candidates s l [] c)) (lookup parts0)
        | _ -> compare_values at_ s keys (Some o) None current)
     | None -> compare_values at_ s keys (Some o) None current))
| JMap m ->
  let parts0 = map (fun f -> ((fst f), (in_dropped (snd f)))) m in
  (fun at_ s keys current ->
  match current with
  | Some j ->
    (match j with
     | JMap c ->
       if is_atomic_map s
       then compare_values at_ s keys (Some o) None current
       else flat_map (fun f ->
              snd f ((InField (fst f)) :: at_) (field_schema s (fst f)) []
                (get (fst f) c)) parts0
     | _ -> compare_values at_ s keys (Some o) None current)
  | None -> compare_values at_ s keys (Some o) None current)
| _ ->
  (fun at_ s keys current -> compare_values at_ s keys (Some o) None current)

type conflicting =
  conflict_step list -> schema -> string list -> json option -> json option
  -> conflict list

type conflict_part = { conflict_text : json; conflicts_of : conflicting }

(** val below : bool -> conflict list -> conflict list **)

let below same_type l =
  map (fun x ->
    if negb same_type
    then (match x.kind with
          | BothAdded ->
            { site = x.site; kind = BothChanged; mine = x.mine; theirs =
              x.theirs }
          | _ -> x)
    else x) l

(** val compares_inside :
    (json -> bool) -> json option -> json option -> bool **)

let compares_inside type0 original = function
| Some c -> type0 c
| None -> holds type0 original

(** val conflicts_of_map : (string * conflict_part) list -> conflicting **)

let conflicts_of_map m at_ s keys original current =
  let m0 =
    filter (fun f ->
      negb ((&&) (listed (fst f) keys) (is_null (snd f).conflict_text))) m
  in
  let texts = map (fun f -> ((fst f), (snd f).conflict_text)) m0 in
  let was0 = fields original in
  let is = fields current in
  below (match original with
         | Some o -> is_map o
         | None -> true)
    (flat_map (fun n0 ->
      if match get n0 is with
         | Some v -> is_excluded s was0 texts is (n0, v)
         | None -> false
      then []
      else (match get n0 m0 with
            | Some p ->
              p.conflicts_of ((InField n0) :: at_) (field_schema s n0) []
                (get n0 was0) (get n0 is)
            | None ->
              (match get n0 was0 with
               | Some o ->
                 in_dropped o ((InField n0) :: at_) (field_schema s n0) []
                   (get n0 is)
               | None -> []))) (sorted_names (app (names m0) (names was0))))

(** val conflicts_of_list : conflict_part list -> conflicting **)

let conflicts_of_list l at_ s _ original current =
  let (p, free) =
    pair_modified s (map (fun c -> c.conflict_text) l) (elements original)
      (candidates s (elements original) (map (fun c -> c.conflict_text) l)
        (elements current))
  in
  let (pairs, unwanted) = p in
  below (match original with
         | Some o -> is_list o
         | None -> true)
    (app
      (flat_map (fun x ->
        let (p0, part0) = x in
        let c = option_map (fun c -> c.content_of) p0.now in
        let named = match p0.was with
                    | Some o -> o
                    | None -> p0.wanted_element
        in
        if keyed_element s named
        then part0.conflicts_of ((name_element s named c) :: at_)
               (element_of s) (list_keys s) p0.was c
        else []) (combine pairs l))
      (conflicts_of_dropped_elements at_ s (pair_dropped s unwanted free)
        in_dropped))

(** val in_wanted : json -> conflicting **)

let rec in_wanted m = match m with
| JNull ->
  (fun at_ s keys original current ->
    match original with
    | Some o -> in_dropped o at_ s keys current
    | None ->
      if present (as_sent s [] None current)
      then contradiction at_ None None current
      else [])
| JList l ->
  let inside =
    conflicts_of_list
      (map (fun e -> { conflict_text = e; conflicts_of = (in_wanted e) }) l)
  in
  (fun at_ s keys original current ->
  let original0 = non_null original in
  if compares_inside is_list original0 current
  then (match strategy_of s with
        | Atomic -> compare_values at_ s keys original0 (Some m) current
        | ValueSet -> []
        | Keyed _ -> inside at_ s keys original0 current)
  else compare_values at_ s keys original0 (Some m) current)
| JMap fs ->
  let inside =
    conflicts_of_map
      (map (fun f -> ((fst f), { conflict_text = (snd f); conflicts_of =
        (in_wanted (snd f)) })) fs)
  in
  (fun at_ s keys original current ->
  let original0 = non_null original in
  if (&&) (negb (is_atomic_map s)) (compares_inside is_map original0 current)
  then inside at_ s keys original0 current
  else compare_values at_ s keys original0 (Some m) current)
| _ ->
  (fun at_ s keys original current ->
    compare_values at_ s keys (non_null original) (Some m) current)

(** val conflicts :
    schema -> json option -> json option -> json option -> conflict list **)

let conflicts s original modified current =
  in_wanted (to_document modified) [] (lazy (Schema ((type_of s), false,
    (has_strategy_retain s)))) [] (Some (to_document original)) (Some
    (bare (to_document current)))

(** val three_way :
    schema -> json option -> json option -> json option -> json result **)

let three_way s original modified current =
  diff_by true s current (Some (target s original modified current))

type outcome =
| Answer of json result
| Conflicting of conflict list

(** val locate :
    step list -> schema -> json option -> json option -> json option -> path
    -> path -> document * path **)

let rec locate steps0 s w m c in_m in_c =
  match steps0 with
  | [] -> if present m then (Modified, in_m) else (Current, in_c)
  | s0 :: rest ->
    (match s0 with
     | Field n0 ->
       let inside = fun v -> get n0 (fields v) in
       locate rest (field_schema s n0) (inside w) (inside m) (inside c)
         ((Field n0) :: in_m) ((Field n0) :: in_c)
     | Index i ->
       (match nth_error (elements w) i with
        | Some e ->
          let find1 = fun l ->
            if negb (is_merging s)
            then Some i
            else (match find_index (same_bare e) l with
                  | Some j -> Some j
                  | None -> find_index (match_elements s e) l)
          in
          let inside = fun l ->
            match find1 l with
            | Some j -> ((nth_error l j), j)
            | None -> (None, 0)
          in
          let (m0, j) = inside (elements m) in
          let (c0, k) = inside (elements c) in
          locate rest (element_of s) (Some e) m0 c0 ((Index j) :: in_m)
            ((Index k) :: in_c)
        | None -> (Modified, in_m)))

(** val locate_error :
    schema -> json -> json -> json -> 'a1 result -> 'a1 result **)

let locate_error s w m c r = match r with
| Ok _ -> r
| Fault (code0, rule, d, at_) ->
  (match code0 with
   | NotRepresentable ->
     (match d with
      | Original -> Fault (code0, rule, Current, at_)
      | Modified ->
        let (d0, at_0) = locate (rev at_) s (Some w) (Some m) (Some c) [] []
        in
        Fault (NotRepresentable, rule, d0, at_0)
      | _ -> r)
   | _ ->
     (match d with
      | Original -> Fault (code0, rule, Current, at_)
      | _ -> r))

(** val three_way_with :
    bool -> options -> string list list -> schema -> json option -> json
    option -> json option -> outcome **)

let three_way_with overwrite omit places s original modified current =
  let check = fun d v ->
    match to_document v with
    | JNull -> Fault (WrongType, "root", d, [])
    | JBool _ -> Fault (WrongType, "root", d, [])
    | JNumber _ -> Fault (WrongType, "root", d, [])
    | JString _ -> Fault (WrongType, "root", d, [])
    | JList _ -> Fault (WrongType, "root", d, [])
    | JMap _ -> Ok ()
  in
  (match bind (check Original original) (fun _ ->
           bind (check Modified modified) (fun _ ->
             bind (check Current current) (fun _ ->
               if omit.strict
               then in_modified
                      (check_document_unions (to_document modified) [] s)
               else Ok ()))) with
   | Ok _ ->
     (match if overwrite then [] else conflicts s original modified current with
      | [] ->
        let w = target s original modified current in
        Answer
        (bind
          (locate_error s w (to_document modified) (to_document current)
            (three_way s original modified current)) (fun patch ->
          bind
            (if (||)
                  ((||) ((||) omit.ignore_delete_list omit.ignore_order_list)
                    omit.ignore_retain_keys) omit.ignore_merge_key
             then locate_error s w (to_document modified)
                    (to_document current)
                    (without_directives { strict = false; use_unions = false;
                      ignore_delete_list = omit.ignore_delete_list;
                      ignore_order_list = omit.ignore_order_list;
                      ignore_retain_keys = omit.ignore_retain_keys;
                      ignore_merge_key = omit.ignore_merge_key; lenient =
                      false } s (Some (to_document current)) (Some w) patch)
             else Ok patch) (fun patch0 ->
            bind (check_places s patch0 places) (fun _ -> Ok patch0))))
      | c :: l -> Conflicting (c :: l))
   | Fault (code0, rule, d, at_) -> Answer (Fault (code0, rule, d, at_)))

(** val not_composable : path -> 'a1 result **)

let not_composable at_ =
  Fault (NotComposable, "compose", Patch, at_)

(** val is_fixed : schema -> json -> bool **)

let is_fixed s = function
| JList l -> replaces s l
| JMap m ->
  (||) (is_atomic_map s)
    (match directive_of m with
     | Some p -> (match p with
                  | Merge -> false
                  | _ -> true)
     | None -> true)
| _ -> true

(** val part_of : json -> part **)

let part_of v =
  { text = v; means = (eval v) }

(** val apply_change :
    context -> schema -> string -> change0 -> json option -> json option
    result **)

let apply_change c s name ch original =
  merge_field c s name (option_map part_of ch.sent) ch.removed ch.placed
    original

(** val with_markers : json -> schema -> json **)

let rec with_markers v = match v with
| JList l ->
  let parts0 = map with_markers l in
  (fun s -> JList
  (app (map (fun f -> f (element_of s)) parts0)
    (if is_merging s then marker :: [] else [])))
| JMap m ->
  let parts0 = map (fun f -> ((fst f), (with_markers (snd f)))) m in
  (fun s -> JMap
  (map (fun f -> ((fst f),
    (snd f
      (field_schema
        (match Lazy.force
         (type_of s) with
         | MapType (_, _, _) -> s
         | _ -> schemaless) (fst f))))) parts0))
| _ -> (fun _ -> v)

(** val replacing : schema -> json -> json **)

let replacing s v = match v with
| JList l ->
  if (&&) (is_merging s) (negb (existsb is_marker l))
  then JList (app l (marker :: []))
  else v
| JMap m ->
  if is_atomic_map s then v else JMap (put patch_name (JString "replace") m)
| _ -> v

(** val first_setting :
    context -> schema -> string -> json option -> json list -> change0 result **)

let rec first_setting c s name v = function
| [] -> not_composable ((Field name) :: c.here)
| x :: rest ->
  let ch = { sent = (Some x); removed = None; placed = None } in
  if (&&) (is_fixed s x)
       (match apply_change c s name ch None with
        | Ok r -> same_value r v
        | Fault (_, _, _, _) -> false)
  then Ok ch
  else first_setting c s name v rest

(** val set_to :
    context -> schema -> string -> json option -> change0 result **)

let set_to c s name v =
  first_setting c s name v
    (match v with
     | Some v0 ->
       (replacing s v0) :: ((replacing s (with_markers v0 s)) :: [])
     | None -> JNull :: [])

(** val place_of_change : context -> string -> change0 -> path **)

let place_of_change c name ch =
  match ch.sent with
  | Some _ -> (Field name) :: c.here
  | None ->
    (match ch.removed with
     | Some _ -> (Field ((^) delete_prefix name)) :: c.here
     | None -> (Field ((^) order_prefix name)) :: c.here)

(** val compose_known :
    context -> schema -> string -> change0 -> json option -> change0 ->
    change0 result **)

let compose_known c s name earlier known later =
  match apply_change c s name later known with
  | Ok r -> if same_value r known then Ok earlier else set_to c s name r
  | Fault (_, _, _, _) -> not_composable (place_of_change c name later)

type composer =
  json option -> json option -> context -> schema -> change0 -> change0 result

type later_part = { later_text : json; follows : composer }

(** val union_of : json option -> json option -> json option **)

let union_of a b =
  match a with
  | Some _ ->
    (match b with
     | Some _ ->
       Some (JList
         (app (elements a)
           (filter (fun v -> negb (contains (elements a) v)) (elements b))))
     | None -> a)
  | None -> b

(** val insert_by : ('a1 -> int) -> 'a1 -> 'a1 list -> 'a1 list **)

let rec insert_by place0 x l = match l with
| [] -> x :: []
| y :: rest ->
  if Nat.ltb (place0 x) (place0 y)
  then x :: l
  else y :: (insert_by place0 x rest)

(** val sort_by : ('a1 -> int) -> 'a1 list -> 'a1 list **)

let sort_by place0 l =
  fold_left (fun l0 x -> insert_by place0 x l0) l []

(** val ordered_by :
    context -> schema -> json option -> json list -> json list option **)

let ordered_by c s order l =
  match order with
  | Some directive ->
    (match read_order c s directive [] with
     | Ok entries ->
       let agreeing = fun l0 ->
         match agrees c s entries [] (indexed l0) 0 [] with
         | Ok _ -> true
         | Fault (_, _, _, _) -> false
       in
       let place0 = fun e ->
         match entry_of entries e with
         | Some i -> i
         | None -> 0
       in
       let sorted = sort_by place0 l in
       if agreeing l
       then Some l
       else if agreeing sorted then Some sorted else None
     | Fault (_, _, _, _) -> None)
  | None -> None

(** val with_order :
    context -> schema -> json list option -> json option -> json option ->
    json option -> change0 **)

let with_order c s l removed0 earlier later =
  let texts = match l with
              | Some l0 -> l0
              | None -> [] in
  let whole = fun texts0 order -> { sent =
    (option_map (fun _ -> JList texts0) l); removed = removed0; placed =
    order }
  in
  if c.opts.lenient
  then whole texts
         (match earlier with
          | Some _ ->
            (match later with
             | Some _ ->
               Some (JList (app (elements later) (elements earlier)))
             | None -> earlier)
          | None -> later)
  else (match ordered_by c s later texts with
        | Some sorted -> whole sorted later
        | None ->
          (match ordered_by c s earlier texts with
           | Some sorted -> whole sorted earlier
           | None -> whole texts None))

(** val compose_sets : context -> schema -> change0 -> change0 -> change0 **)

let compose_sets c s earlier later =
  let kept =
    filter (fun v -> negb (contains (elements later.removed) v))
      (elements earlier.sent)
  in
  let added0 =
    app kept (filter (fun v -> negb (contains kept v)) (elements later.sent))
  in
  with_order c s
    (if (||) (present earlier.sent) (present later.sent)
     then Some added0
     else None) (union_of earlier.removed later.removed) earlier.placed
    later.placed

(** val selection_of :
    context -> merge_keys -> schema -> bool -> json -> key **)

let selection_of c k elem nulls e =
  match read_key c k elem nulls "" e [] with
  | Ok key0 -> key0
  | Fault (_, _, _, _) -> { wanted = []; deleted = []; partial = false }

(** val element_key : context -> merge_keys -> schema -> json -> key **)

let element_key c k elem e =
  selection_of c k elem (negb (is_deletion e)) e

(** val may_match : key -> key -> bool **)

let may_match a b =
  forallb (fun w ->
    match get (fst w) b.wanted with
    | Some v -> same (snd w) v
    | None -> true) a.wanted

(** val selects_same : key -> key -> bool **)

let selects_same a b =
  (&&) ((&&) (is_empty a.deleted) (is_empty b.deleted))
    (same_keys a.wanted b.wanted)

(** val key_count : key -> int **)

let key_count a =
  length a.wanted

type composed_element = { body : json; body_key : key; own_element : bool }

(** val is_merge : composed_element -> bool **)

let is_merge e =
  (&&) (negb (is_deletion e.body)) (negb (is_marker e.body))

(** val entry_keys :
    context -> merge_keys -> schema -> json option -> key list **)

let entry_keys c k elem order =
  map (selection_of c k elem false) (elements order)

(** val selects_clearly :
    context -> composed_element list -> composed_element list -> key list ->
    json -> key -> bool **)

let selects_clearly _ earlier kept entries e key0 =
  (&&)
    (forallb (fun x ->
      (||)
        ((||) ((||) (negb (is_merge x)) (negb (may_match key0 x.body_key)))
          (selects_same key0 x.body_key))
        ((&&) (is_deletion e)
          (Nat.ltb (key_count key0) (key_count x.body_key))))
      (if is_deletion e then earlier else kept))
    ((||) (is_deletion e)
      (forallb (fun n0 ->
        (||) (negb (may_match key0 n0))
          (negb (Nat.ltb (key_count key0) (key_count n0)))) entries))

(** val put_element :
    (json -> json option result) -> composed_element -> composed_element list
    -> composed_element list option result **)

let rec put_element compose0 x = function
| [] -> Ok None
| y :: rest ->
  if (&&) (is_merge y) (selects_same x.body_key y.body_key)
  then (match directive_of (fields (Some y.body)) with
        | Some p ->
          (match p with
           | Merge ->
             bind (compose0 y.body) (fun v -> Ok
               (option_map (fun v0 -> { body = v0; body_key = y.body_key;
                 own_element = y.own_element } :: rest) v))
           | _ -> Ok None)
        | None -> Ok None)
  else if (&&) (is_merge y) (may_match x.body_key y.body_key)
       then Ok None
       else bind (put_element compose0 x rest) (fun r -> Ok
              (option_map (fun x0 -> y :: x0) r))

(** val union_sets_key : context -> merge_keys -> schema -> bool **)

let union_sets_key c k elem =
  (&&) c.opts.use_unions
    (existsb (fun u ->
      match u.discriminator with
      | Some d -> listed d k.recommended
      | None -> false) (unions_of elem))

(** val compose_element :
    context -> schema -> merge_keys -> composed_element list ->
    (int * later_part) -> composed_element list result **)

let compose_element c s k l = function
| (i, p) ->
  let e = p.later_text in
  let elem = element_of s in
  let entry0 = { body = e; body_key = (element_key c k elem e); own_element =
    true }
  in
  if is_deletion e
  then if existsb (fun y ->
            (&&) (is_deletion y.body)
              (selects_same entry0.body_key y.body_key)) l
       then Ok l
       else Ok (app l (entry0 :: []))
  else let inner = deeper c (Index i) (Index i) (selects c elem) in
       let compose0 = fun y ->
         if is_fixed elem e
         then Ok (Some e)
         else (match p.follows None None inner elem { sent = (Some y);
                       removed = None; placed = None } with
               | Ok ch -> Ok ch.sent
               | Fault (code0, rule, d, at_) ->
                 (match bind (eval y inner elem None) (fun v ->
                          eval e inner elem v) with
                  | Ok _ -> Ok None
                  | Fault (_, _, _, _) -> Fault (code0, rule, d, at_)))
       in
       bind
         (if union_sets_key c k elem
          then Ok None
          else put_element compose0 entry0 (rev l)) (fun r -> Ok
         (match r with
          | Some l0 -> rev l0
          | None -> app l (entry0 :: [])))

(** val compose_elements :
    context -> schema -> merge_keys -> change0 -> later_part list -> json
    list result **)

let compose_elements c s k earlier later =
  let elem = element_of s in
  let entry0 = fun own0 e -> { body = e; body_key = (element_key c k elem e);
    own_element = own0 }
  in
  let have = map (entry0 false) (elements earlier.sent) in
  let entries = entry_keys c k elem earlier.placed in
  bind
    (if (&&) ((&&) (union_sets_key c k elem) (negb (is_empty have)))
          (negb (is_empty later))
     then not_composable c.here
     else Ok ()) (fun _ ->
    let deletions =
      map (fun p -> element_key c k elem p.later_text)
        (filter (fun p -> is_deletion p.later_text) later)
    in
    let kept =
      filter (fun x ->
        (||) (negb (is_merge x))
          (negb
            (existsb (fun d -> includes_keys x.body_key.wanted d.wanted)
              deletions))) have
    in
    bind
      (each (fun x ->
        let e = (snd x).later_text in
        if selects_clearly c have kept entries e (element_key c k elem e)
        then Ok ()
        else not_composable ((Index (fst x)) :: c.here)) (indexed later))
      (fun _ ->
      bind (steps (compose_element c s k) kept (indexed later)) (fun l -> Ok
        (map (fun c0 -> c0.body) l))))

(** val compose_lists : later_part list option -> composer **)

let compose_lists later removed' placed' c s earlier =
  let texts =
    option_map (fun l -> JList (map (fun l0 -> l0.later_text) l)) later
  in
  (match strategy_of s with
   | Atomic ->
     Ok { sent = earlier.sent; removed = (union_of earlier.removed removed');
       placed =
       (match placed' with
        | Some _ -> placed'
        | None -> earlier.placed) }
   | ValueSet ->
     Ok
       (compose_sets c s earlier { sent = texts; removed = removed'; placed =
         placed' })
   | Keyed k ->
     (match later with
      | Some l ->
        bind (compose_elements c s k earlier l) (fun l0 -> Ok
          (with_order c s (Some l0) None earlier.placed placed'))
      | None ->
        Ok
          (with_order c s
            (option_map (fun v -> elements (Some v)) earlier.sent) None
            earlier.placed placed')))

type field_state =
| Untouched
| Cleared
| Changed of change0

(** val is_nothing : change0 -> bool **)

let is_nothing ch =
  negb
    ((||) ((||) (present ch.sent) (present ch.removed)) (present ch.placed))

(** val change_for : context -> schema -> parts -> string -> change0 **)

let change_for c s m name =
  { sent = (option_map (fun p -> p.text) (value_for c s m name)); removed =
    (option_map (fun p -> p.text) (delete_list_for c s m name)); placed =
    (option_map (fun p -> p.text) (order_list_for c s m name)) }

(** val parts_of_map : fields_of -> parts **)

let parts_of_map m =
  map (fun f -> ((fst f), (part_of (snd f)))) m

(** val loses : string list option -> string -> bool **)

let loses kept name =
  match kept with
  | Some kept0 -> negb (listed name kept0)
  | None -> false

(** val compose_field :
    context -> schema -> string -> field_state -> change0 -> (change0 ->
    change0 result) -> field_state result **)

let compose_field c s name before0 later compose0 =
  if is_nothing later
  then Ok before0
  else (match before0 with
        | Untouched -> Ok (Changed later)
        | Cleared ->
          bind
            (compose_known c s name { sent = None; removed = None; placed =
              None } None later) (fun ch -> Ok
            (if is_nothing ch then Cleared else Changed ch))
        | Changed ch -> bind (compose0 ch) (fun ch0 -> Ok (Changed ch0)))

(** val compose_change :
    later_part option -> json option -> json option -> context -> schema ->
    string -> change0 -> change0 result **)

let compose_change value0 removed' placed' c s name earlier =
  let later = { sent = (option_map (fun l -> l.later_text) value0); removed =
    removed'; placed = placed' }
  in
  let inside = { opts = c.opts; here = ((Field name) :: c.here); there =
    ((Field name) :: c.there); ordered = false; selecting = false }
  in
  if holds (is_fixed s) later.sent
  then Ok later
  else (match earlier.sent with
        | Some v ->
          if is_fixed s v
          then (match apply_change c s name earlier None with
                | Ok known -> compose_known c s name earlier known later
                | Fault (_, _, _, _) ->
                  not_composable (place_of_change c name later))
          else (match v with
                | JMap _ ->
                  (match later.sent with
                   | Some j ->
                     (match j with
                      | JMap _ ->
                        (match value0 with
                         | Some p ->
                           p.follows removed' placed' inside s earlier
                         | None ->
                           compose_known c s name earlier (Some (JMap []))
                             later)
                      | _ ->
                        compose_known c s name earlier (Some (JMap [])) later)
                   | None ->
                     compose_known c s name earlier (Some (JMap [])) later)
                | _ ->
                  (match later.sent with
                   | Some j ->
                     (match j with
                      | JMap _ ->
                        compose_known c s name earlier (Some (JList [])) later
                      | _ ->
                        (match value0 with
                         | Some p ->
                           p.follows removed' placed' inside s earlier
                         | None ->
                           compose_lists None removed' placed' inside s
                             earlier))
                   | None ->
                     (match value0 with
                      | Some p -> p.follows removed' placed' inside s earlier
                      | None ->
                        compose_lists None removed' placed' inside s earlier)))
        | None ->
          (match value0 with
           | Some p ->
             (match p.later_text with
              | JMap _ -> Ok later
              | _ -> p.follows removed' placed' inside s earlier)
           | None -> compose_lists None removed' placed' inside s earlier))

(** val kept_names :
    string list option -> string list option -> (string * field_state) list
    -> string list option **)

let kept_names a b states =
  match a with
  | Some _ ->
    let both =
      filter (fun n0 -> (&&) (negb (loses a n0)) (negb (loses b n0)))
        (app (match a with
              | Some l -> l
              | None -> []) (match b with
                             | Some l -> l
                             | None -> []))
    in
    let set =
      somes
        (map (fun f ->
          match snd f with
          | Untouched -> None
          | Cleared -> None
          | Changed ch ->
            if holds (fun v -> negb (is_null v)) ch.sent
            then Some (fst f)
            else None) states)
    in
    Some (sorted_names (app both set))
  | None ->
    (match b with
     | Some _ ->
       let both =
         filter (fun n0 -> (&&) (negb (loses a n0)) (negb (loses b n0)))
           (app (match a with
                 | Some l -> l
                 | None -> []) (match b with
                                | Some l -> l
                                | None -> []))
       in
       let set =
         somes
           (map (fun f ->
             match snd f with
             | Untouched -> None
             | Cleared -> None
             | Changed ch ->
               if holds (fun v -> negb (is_null v)) ch.sent
               then Some (fst f)
               else None) states)
       in
       Some (sorted_names (app both set))
     | None -> None)

(** val composed_fields :
    string list option -> (string * field_state) list -> fields_of **)

let composed_fields kept states =
  fold_right (fun f m ->
    match snd f with
    | Changed ch -> if loses kept (fst f) then m else set_change (fst f) ch m
    | _ -> m)
    (match kept with
     | Some l -> (retain_name, (JList (map (fun x -> JString x) l))) :: []
     | None -> []) states

(** val same_change : change0 -> change0 -> bool **)

let same_change a b =
  (&&) ((&&) (same_value a.sent b.sent) (same_value a.removed b.removed))
    (same_value a.placed b.placed)

(** val reads_as :
    context -> schema -> string list option -> (string * field_state) list ->
    fields_of -> bool **)

let reads_as c s kept states m =
  let m0 = parts_of_map m in
  (&&)
    ((&&)
      ((&&)
        (match retained_names c s m0 with
         | Ok names0 ->
           (match names0 with
            | Some a ->
              (match kept with
               | Some b ->
                 if list_eq_dec Stdlib.String.equal a b then true else false
               | None -> false)
            | None -> (match kept with
                       | Some _ -> false
                       | None -> true))
         | Fault (_, _, _, _) -> false)
        (match directive_of (written m0) with
         | Some p -> (match p with
                      | Merge -> true
                      | _ -> false)
         | None -> false))
      (forallb (fun f ->
        same_change (change_for c s m0 (fst f))
          (match snd f with
           | Changed ch ->
             if loses kept (fst f)
             then { sent = None; removed = None; placed = None }
             else ch
           | _ -> { sent = None; removed = None; placed = None })) states))
    (forallb (fun n0 -> listed n0 (names states)) (targets c s m0))

(** val is_directive : role -> bool **)

let is_directive = function
| Dropped -> false
| Data -> false
| _ -> true

(** val roles_differ :
    context -> schema -> fields_of -> (string * later_part) -> bool **)

let roles_differ c s a f =
  match get (fst f) a with
  | Some v ->
    negb
      (eqb (is_directive (role_of c s (fst f) v))
        (is_directive (role_of c s (fst f) (snd f).later_text)))
  | None -> false

type union_choice =
| NoChoice
| MayChoose of (member -> bool)
| Chooses of (member -> bool)

(** val same_member : member -> member -> bool **)

let same_member a b =
  if list_eq_dec Stdlib.String.equal a.member_fields b.member_fields
  then true
  else false

(** val choice_of :
    union -> json option option -> fields_of -> union_choice **)

let choice_of u known m =
  match set_members u (said m) with
  | [] ->
    (match discriminator_of u (said m) with
     | Some v ->
       let stays = fun y -> is_text (Some v) y.member_name in
       (match known with
        | Some before0 ->
          if same_value before0 (Some v) then NoChoice else Chooses stays
        | None -> MayChoose stays)
     | None -> NoChoice)
  | x :: _ -> Chooses (same_member x)

(** val removes_field : json -> bool **)

let removes_field v =
  (||) (is_null v) (is_deletion v)

(** val get_discriminator : union -> fields_of -> json option **)

let get_discriminator u m =
  match u.discriminator with
  | Some d -> get d m
  | None -> None

(** val changes_union : union -> fields_of -> bool **)

let changes_union u m =
  (||) (negb (is_empty (set_members u (said m))))
    (present (discriminator_of u m))

(** val known_discriminator :
    union -> string list option -> fields_of -> json option option **)

let known_discriminator u kept m =
  match u.discriminator with
  | Some d ->
    (match get d m with
     | Some v -> Some (if removes_field v then None else Some v)
     | None ->
       (match set_members u (said m) with
        | [] -> if loses kept d then Some None else None
        | x :: _ -> Some (Some (JString x.member_name))))
  | None -> None

type union_state =
| Stays
| MayBeCleared
| IsCleared

(** val member_state :
    union_choice -> member -> string -> fields_of -> union_state **)

let member_state ch x n0 m =
  if present (get n0 m)
  then Stays
  else (match ch with
        | NoChoice -> Stays
        | MayChoose stays -> if stays x then Stays else MayBeCleared
        | Chooses stays -> if stays x then Stays else IsCleared)

(** val worse : union_state -> union_state -> union_state **)

let worse a b =
  match a with
  | Stays -> b
  | MayBeCleared -> (match b with
                     | Stays -> MayBeCleared
                     | x -> x)
  | IsCleared -> IsCleared

(** val union_state_of :
    bool -> union list -> fields_of -> string -> union_state **)

let union_state_of on us m n0 =
  if on
  then fold_left (fun st u ->
         fold_left (fun st0 x ->
           if listed n0 x.member_fields
           then worse st0 (member_state (choice_of u None m) x n0 m)
           else st0) u.members st) us Stays
  else Stays

(** val compose_states :
    context -> schema -> string list option -> string list option -> parts ->
    (string * later_part) list -> parts -> (string * field_state) list result **)

let compose_states c s ka kb a b mb =
  each (fun n0 ->
    let ch = change_for c s a n0 in
    let before0 =
      if (||) (loses ka n0) (loses kb n0)
      then Cleared
      else if is_nothing ch then Untouched else Changed ch
    in
    let later = change_for c s mb n0 in
    let value0 =
      match value_for c s mb n0 with
      | Some _ -> get n0 b
      | None -> None
    in
    let compose0 =
      compose_change value0 later.removed later.placed c (field_schema s n0)
        n0
    in
    bind
      (match if is_nothing later
             then Stays
             else union_state_of c.opts.use_unions (unions_of s) (written a)
                    n0 with
       | Stays ->
         compose_field c (field_schema s n0) n0 before0 later compose0
       | MayBeCleared ->
         if (&&) c.opts.strict (present later.placed)
         then not_composable c.here
         else if holds (is_fixed (field_schema s n0)) later.sent
              then if present later.removed
                   then not_composable c.here
                   else Ok (Changed later)
              else not_composable c.here
       | IsCleared ->
         if (&&) c.opts.strict (present later.placed)
         then not_composable c.here
         else if holds (is_fixed (field_schema s n0)) later.sent
              then if present later.removed
                   then not_composable c.here
                   else Ok (Changed later)
              else if (&&) (present later.removed) (negb (present later.sent))
                   then not_composable c.here
                   else compose_field c (field_schema s n0) n0 Cleared later
                          compose0) (fun st -> Ok (n0, st)))
    (sorted_names (app (targets c s a) (targets c s mb)))

(** val state_of : (string * field_state) list -> string -> field_state **)

let state_of states n0 =
  match get n0 states with
  | Some f ->
    (match f with
     | Changed ch -> if present ch.sent then Changed ch else Untouched
     | _ -> Untouched)
  | None -> Untouched

(** val clear_field :
    string -> (string * field_state) list -> (string * field_state) list **)

let clear_field n0 states =
  put n0 (Changed { sent = (Some JNull); removed = None; placed = None })
    states

(** val states_fields : (string * field_state) list -> fields_of **)

let states_fields states =
  somes
    (map (fun f ->
      match snd f with
      | Changed ch -> option_map (fun v -> ((fst f), v)) ch.sent
      | _ -> None) states)

(** val compose_union :
    context -> string list option -> string list option -> string list option
    -> fields_of -> fields_of -> union -> (string * field_state) list ->
    (string * field_state) list result **)

let compose_union c _ ka kb a b u states =
  if negb
       ((||) ((&&) (changes_union u a) (changes_union u b))
         ((&&) (changes_union u a)
           (existsb (fun x ->
             existsb (fun n0 -> (||) (present (get n0 b)) (loses kb n0))
               x.member_fields) u.members)))
  then Ok states
  else let first0 = choice_of u None a in
       let known = known_discriminator u ka a in
       let second = choice_of u known b in
       let states0 =
         match u.discriminator with
         | Some d ->
           (match set_members u (said b) with
            | [] -> states
            | _ :: _ ->
              (match get_discriminator u b with
               | Some _ -> states
               | None ->
                 (match get d states with
                  | Some f ->
                    (match f with
                     | Changed _ -> put d Cleared states
                     | _ -> states)
                  | None -> states)))
         | None -> states
       in
       let places =
         flat_map (fun x -> map (fun n0 -> (x, n0)) x.member_fields) u.members
       in
       let states1 =
         fold_left (fun states1 f ->
           let (x, n0) = f in
           (match second with
            | Chooses stays ->
              (match member_state (Chooses stays) x n0 b with
               | IsCleared ->
                 (match state_of states1 n0 with
                  | Changed ch ->
                    if sets x ch.sent then clear_field n0 states1 else states1
                  | _ -> states1)
               | _ -> states1)
            | _ -> states1)) places states0
       in
       let auto = fun x ->
         match set_members u (said (states_fields states1)) with
         | [] -> false
         | y :: _ -> negb (same_member y x)
       in
       let step0 = fun r f ->
         bind r (fun states2 ->
           let (x, n0) = f in
           let clear =
             if auto x
             then Ok states2
             else if is_empty x.unset
                  then Ok (clear_field n0 states2)
                  else not_composable c.here
           in
           let known0 =
             match get n0 states2 with
             | Some f0 ->
               (match f0 with
                | Cleared -> (||) (loses ka n0) (loses kb n0)
                | _ -> false)
             | None -> false
           in
           if known0
           then Ok states2
           else (match state_of states2 n0 with
                 | Untouched ->
                   (match member_state first0 x n0 a with
                    | Stays ->
                      (match member_state second x n0 b with
                       | IsCleared ->
                         (match second with
                          | Chooses _ -> clear
                          | _ -> Ok states2)
                       | _ -> Ok states2)
                    | MayBeCleared ->
                      (match member_state second x n0 b with
                       | IsCleared ->
                         (match second with
                          | NoChoice ->
                            if (&&) (present (get_discriminator u b))
                                 (negb
                                   (same_value (get_discriminator u a)
                                     (get_discriminator u b)))
                            then not_composable c.here
                            else Ok states2
                          | MayChoose _ -> not_composable c.here
                          | Chooses _ -> clear)
                       | _ ->
                         (match second with
                          | NoChoice ->
                            if (&&) (present (get_discriminator u b))
                                 (negb
                                   (same_value (get_discriminator u a)
                                     (get_discriminator u b)))
                            then not_composable c.here
                            else Ok states2
                          | _ -> not_composable c.here))
                    | IsCleared ->
                      (match first0 with
                       | NoChoice ->
                         (match member_state second x n0 b with
                          | IsCleared ->
                            (match second with
                             | Chooses _ -> clear
                             | _ -> Ok states2)
                          | _ -> Ok states2)
                       | MayChoose _ ->
                         (match member_state second x n0 b with
                          | IsCleared ->
                            (match second with
                             | Chooses _ -> clear
                             | _ -> Ok states2)
                          | _ -> Ok states2)
                       | Chooses _ -> clear))
                 | _ -> Ok states2))
       in
       bind (fold_left step0 places (Ok states1)) (fun states2 -> Ok
         (match u.discriminator with
          | Some d ->
            (match set_members u (said a) with
             | [] -> states2
             | x :: _ ->
               (match get_discriminator u a with
                | Some _ -> states2
                | None ->
                  (match get_discriminator u b with
                   | Some _ -> states2
                   | None ->
                     (match set_members u (said (states_fields states2)) with
                      | [] ->
                        if (&&) (is_empty (set_members u (said b)))
                             (negb (loses kb d))
                        then put d (Changed { sent = (Some (JString
                               x.member_name)); removed = None; placed =
                               None }) states2
                        else states2
                      | _ :: _ -> states2))))
          | None -> states2))

(** val shares_field : union list -> bool **)

let shares_field us =
  let fields0 = fun u ->
    app (match u.discriminator with
         | Some d -> d :: []
         | None -> []) (flat_map (fun m -> m.member_fields) u.members)
  in
  negb
    (pairwise (fun u v ->
      negb (existsb (fun n0 -> listed n0 (fields0 v)) (fields0 u))) us)

(** val retains_union :
    string list option -> string list option -> fields_of -> fields_of ->
    union -> bool **)

let retains_union ka kb a b u =
  let fields0 =
    app (match u.discriminator with
         | Some d -> d :: []
         | None -> []) (flat_map (fun m -> m.member_fields) u.members)
  in
  let touches = fun kept m ->
    existsb (fun n0 -> (||) (present (get n0 m)) (loses kept n0)) fields0
  in
  (&&) ((&&) (touches ka a) (touches kb b))
    (match ka with
     | Some _ ->
       (match kb with
        | Some kept ->
          existsb (fun n0 ->
            (&&) (listed n0 kept) (negb (present (get n0 b)))) fields0
        | None -> true)
     | None ->
       (match kb with
        | Some kept ->
          existsb (fun n0 ->
            (&&) (listed n0 kept) (negb (present (get n0 b)))) fields0
        | None -> false))

(** val compose_unions :
    context -> string list option -> string list option -> string list option
    -> fields_of -> fields_of -> union list -> (string * field_state) list ->
    (string * field_state) list result **)

let rec compose_unions c kept ka kb a b us states =
  match us with
  | [] -> Ok states
  | u :: rest ->
    bind (if retains_union ka kb a b u then not_composable c.here else Ok ())
      (fun _ ->
      bind (compose_union c kept ka kb a b u states) (fun states0 ->
        compose_unions c kept ka kb a b rest states0))

(** val keep_selection :
    context -> fields_of -> fields_of -> fields_of -> fields_of **)

let keep_selection c a b m =
  if c.selecting
  then (match get merge_key_name b with
        | Some v -> put merge_key_name v m
        | None ->
          (match get merge_key_name a with
           | Some v -> put merge_key_name v m
           | None -> m))
  else m

(** val later_texts : (string * later_part) list -> fields_of **)

let later_texts b =
  map (fun f -> ((fst f), (snd f).later_text)) b

(** val compose_maps : (string * later_part) list -> composer **)

let compose_maps b _ _ c s earlier =
  let inner =
    match Lazy.force
    (type_of s) with
    | MapType (_, _, _) -> s
    | _ -> schemaless
  in
  let a = fields earlier.sent in
  let ma = parts_of_map a in
  let mb = parts_of_map (later_texts b) in
  (match retained_names c inner ma with
   | Ok ka ->
     (match retained_names c inner mb with
      | Ok kb ->
        bind (compose_states c inner ka kb ma b mb) (fun states ->
          let us = unions_of inner in
          bind
            (if (&&) c.opts.use_unions (negb (is_empty us))
             then let changed = fun m ->
                    existsb (fun u -> changes_union u m) us
                  in
                  bind
                    (if (&&) ((&&) (shares_field us) (changed a))
                          (changed (later_texts b))
                     then not_composable c.here
                     else Ok ()) (fun _ ->
                    compose_unions c None ka kb a (later_texts b) us states)
             else Ok states) (fun states0 ->
            let kept = kept_names ka kb states0 in
            let m =
              keep_selection c a (later_texts b)
                (composed_fields kept states0)
            in
            if reads_as c inner kept states0 m
            then Ok { sent = (Some (JMap m)); removed = None; placed = None }
            else bind
                   (each (fun f ->
                     if roles_differ c inner a f
                     then not_composable ((Field (fst f)) :: c.here)
                     else Ok ()) b) (fun _ -> not_composable c.here)))
      | Fault (_, _, _, _) -> not_composable c.here)
   | Fault (_, _, _, _) -> not_composable c.here)

(** val follow : json -> composer **)

let rec follow later = match later with
| JList l ->
  compose_lists (Some
    (map (fun e -> { later_text = e; follows = (follow e) }) l))
| JMap m ->
  compose_maps
    (map (fun f -> ((fst f), { later_text = (snd f); follows =
      (follow (snd f)) })) m)
| _ ->
  (fun removed0 placed0 _ _ _ -> Ok { sent = (Some later); removed =
    removed0; placed = placed0 })

(** val compose_two : options -> schema -> json -> json -> json result **)

let compose_two o s a b =
  let c = { opts = o; here = []; there = []; ordered = false; selecting =
    false }
  in
  let s0 = at_root s in
  let done0 = fun ch ->
    match ch.sent with
    | Some v -> Ok v
    | None -> not_composable []
  in
  (match a with
   | JMap _ ->
     (match b with
      | JMap _ ->
        if is_fixed s0 b
        then Ok b
        else if is_fixed s0 a
             then (match eval a c s0 None with
                   | Ok known ->
                     (match eval b c s0 known with
                      | Ok r ->
                        let x =
                          match r with
                          | Some v -> replacing s0 v
                          | None -> JNull
                        in
                        let y =
                          match r with
                          | Some v -> replacing s0 (with_markers v s0)
                          | None -> JNull
                        in
                        let gives = fun x0 ->
                          (&&) (is_fixed s0 x0)
                            (match eval x0 c s0 None with
                             | Ok r' -> same_value r r'
                             | Fault (_, _, _, _) -> false)
                        in
                        if same_value r known
                        then Ok a
                        else if gives x
                             then Ok x
                             else if gives y then Ok y else not_composable []
                      | Fault (_, _, _, _) -> not_composable [])
                   | Fault (_, _, _, _) -> not_composable [])
             else bind
                    (follow b None None c s0 { sent = (Some a); removed =
                      None; placed = None }) done0
      | _ -> not_composable [])
   | _ -> not_composable [])

(** val be_lenient : options -> options **)

let be_lenient o =
  { strict = o.strict; use_unions = o.use_unions; ignore_delete_list =
    o.ignore_delete_list; ignore_order_list = o.ignore_order_list;
    ignore_retain_keys = o.ignore_retain_keys; ignore_merge_key =
    o.ignore_merge_key; lenient = true }

(** val check_patch : options -> schema -> json -> unit result **)

let check_patch o s patch =
  match apply (be_lenient o) s None patch with
  | Ok _ -> Ok ()
  | Fault (c, rule, d, at_) ->
    (match d with
     | Patch -> Fault (c, rule, Patch, at_)
     | _ -> Ok ())

type composition =
| Composed of json
| Refused of int * code * string * path

(** val compose_after :
    options -> schema -> int -> json -> json -> json list -> composition **)

let rec compose_after o s i earlier all = function
| [] -> Composed earlier
| p :: rest ->
  (match bind (check_patch o s p) (fun _ ->
           bind (compose_two o s earlier p) (fun x ->
             bind (compose_two (be_lenient o) s all p) (fun y -> Ok (x, y)))) with
   | Ok a -> let (x, y) = a in compose_after o s (Stdlib.Int.succ i) x y rest
   | Fault (c, rule, _, at_) -> Refused (i, c, rule, at_))

(** val compose : options -> schema -> json list -> composition **)

let compose o s = function
| [] -> Composed (JMap [])
| p :: rest ->
  (match check_patch o s p with
   | Ok _ -> compose_after o s (Stdlib.Int.succ 0) p p rest
   | Fault (c, rule, _, at_) -> Refused (0, c, rule, at_))

type site_of = conflict_step list

(** val removes : json option -> bool **)

let removes v =
  holds (fun v0 -> (||) (is_null v0) (is_deletion v0)) v

(** val between : site_of -> json option -> json option -> conflict list **)

let between at_ left right =
  let code0 =
    if removes left
    then LeftDeleted
    else if removes right
         then RightDeleted
         else (match left with
               | Some _ ->
                 (match right with
                  | Some _ -> BothChanged
                  | None -> RightDeleted)
               | None -> LeftDeleted)
  in
  { site = at_; kind = code0; mine = left; theirs = right } :: []

(** val same_but_order : json -> schema -> json -> bool **)

let rec same_but_order a = match a with
| JList l ->
  let parts0 = map same_but_order l in
  (fun s b ->
  match b with
  | JList other ->
    if is_merging s
    then (match fold_left (fun others f ->
                  match others with
                  | Some others0 ->
                    option_map snd (take_first (f (element_of s)) others0)
                  | None -> None) parts0 (Some other) with
          | Some l0 -> (match l0 with
                        | [] -> true
                        | _ :: _ -> false)
          | None -> false)
    else all_hold (map (fun f -> f (element_of s)) parts0) other
  | _ -> false)
| JMap m ->
  let parts0 = map (fun f -> ((fst f), (same_but_order (snd f)))) m in
  (fun s b ->
  match b with
  | JMap other ->
    (&&)
      (forallb (fun f ->
        match get (fst f) other with
        | Some w -> snd f (field_schema s (fst f)) w
        | None -> false) parts0)
      (forallb (fun f -> present (get (fst f) m)) other)
  | _ -> false)
| _ -> (fun _ b -> equal a b)

(** val same_result :
    schema -> json option result -> json option result -> bool **)

let same_result s a b =
  match a with
  | Ok a0 ->
    (match a0 with
     | Some a1 ->
       (match b with
        | Ok a2 ->
          (match a2 with
           | Some b0 -> same_but_order a1 s b0
           | None -> false)
        | Fault (_, _, _, _) -> false)
     | None ->
       (match b with
        | Ok a1 -> (match a1 with
                    | Some _ -> false
                    | None -> true)
        | Fault (_, _, _, _) -> false))
  | Fault (_, _, _, _) -> false

(** val merges_map : schema -> json -> bool **)

let merges_map s v =
  (&&) ((&&) (is_map v) (negb (is_atomic_map s)))
    (negb (present (field patch_name v)))

(** val merges_list : schema -> json option -> bool **)

let merges_list s v =
  (&&) (is_merging s)
    (match v with
     | Some j -> (match j with
                  | JList l -> negb (replaces s l)
                  | _ -> false)
     | None -> true)

(** val into_replaced :
    site_of -> schema -> change0 -> change0 -> conflict list **)

let into_replaced at_ s one other =
  let value0 = match other.sent with
               | Some v -> Some v
               | None -> other.placed
  in
  if (||)
       (match one.sent with
        | Some j ->
          (match j with
           | JMap m ->
             (match other.sent with
              | Some v ->
                (match directive_of m with
                 | Some p ->
                   (match p with
                    | Replace ->
                      (&&) (merges_map s v)
                        (negb (is_empty (fields (Some v))))
                    | _ -> false)
                 | None -> false)
              | None -> false)
           | _ -> false)
        | None -> false)
       (match one.sent with
        | Some j ->
          (match j with
           | JList l ->
             (&&)
               ((&&) ((&&) (is_merging s) (replaces s l))
                 (merges_list s other.sent)) (present value0)
           | _ -> false)
        | None -> false)
  then between at_ one.sent value0
  else []

(** val swap : conflict -> conflict **)

let swap x =
  { site = x.site; kind =
    (match x.kind with
     | LeftDeleted -> RightDeleted
     | RightDeleted -> LeftDeleted
     | x0 -> x0); mine = x.theirs; theirs = x.mine }

(** val be_plain : options -> options **)

let be_plain o =
  { strict = false; use_unions = o.use_unions; ignore_delete_list =
    o.ignore_delete_list; ignore_order_list = o.ignore_order_list;
    ignore_retain_keys = o.ignore_retain_keys; ignore_merge_key =
    o.ignore_merge_key; lenient = false }

(** val in_turn :
    context -> schema -> string -> change0 -> change0 -> json option result **)

let in_turn c s name a b =
  let c0 = { opts = (be_plain c.opts); here = c.here; there = c.there;
    ordered = c.ordered; selecting = c.selecting }
  in
  bind (apply_change c0 s name a None) (fun v -> apply_change c0 s name b v)

(** val effect_conflicts :
    context -> schema -> string -> site_of -> change0 -> change0 -> conflict
    list **)

let effect_conflicts c s name at_ a b =
  if same_result s (in_turn c s name a b) (in_turn c s name b a)
  then if c.opts.strict
       then app (into_replaced at_ s a b) (map swap (into_replaced at_ s b a))
       else []
  else between at_ a.sent b.sent

type comparer =
  context -> schema -> site_of -> change0 -> change0 -> conflict list

type left_part = { left_text : json; compares : comparer }

(** val set_conflicts : site_of -> change0 -> change0 -> conflict list **)

let set_conflicts at_ one other =
  flat_map (fun v ->
    if (&&) (contains (elements other.removed) v)
         (negb (contains (elements other.sent) v))
    then between ((WithValue v) :: at_) (Some v) None
    else []) (elements one.sent)

(** val selects_within : key -> key -> bool **)

let selects_within a b =
  forallb (fun w -> present (get (fst w) b.wanted)) a.wanted

(** val selects_like : key -> key -> bool **)

let selects_like a b =
  (&&) ((&&) (selects_within a b) (selects_within b a))
    (if list_eq_dec Stdlib.String.equal a.deleted b.deleted
     then true
     else false)

(** val element_site : key -> site_of -> site_of **)

let element_site k at_ =
  (WithKeys k.wanted) :: at_

(** val order_conflicts :
    context -> schema -> merge_keys -> site_of -> change0 -> change0 ->
    conflict list **)

let order_conflicts c s k at_ one other =
  let elem = element_of s in
  flat_map (fun e ->
    let key0 = element_key c k elem e in
    if (&&) (negb (is_deletion e))
         (existsb (fun n0 ->
           (&&) (may_match n0 key0) (negb (selects_within n0 key0)))
           (entry_keys c k elem other.placed))
    then between (element_site key0 at_) (Some e) other.placed
    else []) (elements one.sent)

(** val pairs_up :
    key list -> key list -> int -> int -> key -> key -> bool * bool **)

let pairs_up left right i j x y =
  let compared = may_match x y in
  let earlier =
    existsb (fun z -> (&&) (selects_like z x) (may_match z y)) (firstn i left)
  in
  let other = fun z -> (&&) (selects_like z y) (may_match z x) in
  let before0 = existsb other (firstn j right) in
  let after = existsb other (skipn (Stdlib.Int.succ j) right) in
  if (&&) ((&&) compared earlier) ((||) before0 after)
  then ((negb before0), (negb before0))
  else (compared, false)

(** val given_key : context -> schema -> json -> string -> json option **)

let given_key c elem e n0 =
  match field n0 e with
  | Some v -> Some v
  | None ->
    if is_deletion e
    then None
    else discriminator_for c.opts.use_unions elem (fields (Some e)) n0

(** val key_after_patch : context -> schema -> json -> key -> key **)

let key_after_patch c elem e x =
  { wanted =
    (map (fun w -> ((fst w),
      (match field (fst w) e with
       | Some _ -> snd w
       | None ->
         (match given_key c elem e (fst w) with
          | Some v -> Some v
          | None -> snd w)))) x.wanted); deleted = x.deleted; partial =
    x.partial }

(** val moved_onto :
    context -> schema -> json -> key -> (json * key) list -> json list **)

let moved_onto c elem e x others =
  let after = key_after_patch c elem e x in
  if same_keys x.wanted after.wanted
  then []
  else flat_map (fun k ->
         somes
           (map (fun q ->
             let (j, o) = q in
             let (y, ky) = o in
             let like = fun z ->
               (&&) (selects_like (snd z) ky) (may_match k (snd z))
             in
             let is_first = negb (existsb like (firstn j others)) in
             let single =
               negb (existsb like (skipn (Stdlib.Int.succ j) others))
             in
             if (&&) ((&&) (like o) is_first) (negb ((&&) single (equal e y)))
             then Some y
             else None) (indexed others))) (x :: (after :: []))

(** val unclear_keys :
    context -> merge_keys -> schema -> site_of -> json -> json -> conflict
    list **)

let unclear_keys c k elem at_ one other =
  let named =
    (||) (present (selection c elem one)) (present (selection c elem other))
  in
  flat_map (fun n0 ->
    let value0 = given_key c elem one n0 in
    let becomes =
      match non_null value0 with
      | Some v -> Some v
      | None -> key_value k one n0
    in
    if (&&)
         ((&&)
           ((&&) ((||) (negb named) (present (get n0 k.defaults)))
             (present value0)) (negb (present (given_key c elem other n0))))
         (negb (same_value becomes (key_value k other n0)))
    then between ((InField n0) :: at_) value0 None
    else []) k.recommended

(** val element_conflicts :
    context -> schema -> merge_keys -> site_of -> int -> left_part -> json ->
    conflict list **)

let element_conflicts c s k at_ i x y =
  let elem = element_of s in
  let e = x.left_text in
  if (&&) (merges_map elem e) (merges_map elem y)
  then app
         (x.compares (deeper c (Index i) (Index i) (selects c elem)) elem at_
           { sent = (Some e); removed = None; placed = None } { sent = (Some
           y); removed = None; placed = None })
         (if c.opts.strict
          then app (unclear_keys c k elem at_ e y)
                 (map swap (unclear_keys c k elem at_ y e))
          else [])
  else let single = fun v -> { sent = (Some (JList (v :: []))); removed =
         None; placed = None }
       in
       if same_result s (in_turn c s "" (single e) (single y))
            (in_turn c s "" (single y) (single e))
       then if c.opts.strict
            then app
                   (into_replaced at_ elem { sent = (Some e); removed = None;
                     placed = None } { sent = (Some y); removed = None;
                     placed = None })
                   (map swap
                     (into_replaced at_ elem { sent = (Some y); removed =
                       None; placed = None } { sent = (Some e); removed =
                       None; placed = None }))
            else []
       else between at_ (Some e) (Some y)

(** val keyed_conflicts :
    context -> schema -> merge_keys -> site_of -> left_part list -> change0
    -> change0 -> conflict list **)

let keyed_conflicts c s k at_ l a b =
  let elem = element_of s in
  let left = map (fun x -> element_key c k elem x.left_text) l in
  let right = map (element_key c k elem) (elements b.sent) in
  app (order_conflicts c s k at_ a b)
    (app (map swap (order_conflicts c s k at_ b a))
      (app
        (flat_map (fun p ->
          let (i, x) = p in
          let e = x.left_text in
          let kx = element_key c k elem e in
          flat_map (fun q ->
            let (j, y) = q in
            let ky = element_key c k elem y in
            let (compared, later) = pairs_up left right i j kx ky in
            let alike0 =
              (||) (equal e y) ((&&) (is_deletion e) (is_deletion y))
            in
            if (||) later
                 ((&&) ((&&) compared (negb alike0))
                   (negb (selects_same kx ky)))
            then between (element_site kx at_) (Some e) (Some y)
            else if (&&) compared (negb alike0)
                 then element_conflicts c s k (element_site kx at_) i x y
                 else []) (indexed (elements b.sent))) (indexed l))
        (if c.opts.use_unions
         then let xs = combine (map (fun l0 -> l0.left_text) l) left in
              let ys = combine (elements b.sent) right in
              app
                (flat_map (fun x ->
                  flat_map (fun y ->
                    between (element_site (snd x) at_) (Some (fst x)) (Some y))
                    (moved_onto c elem (fst x) (snd x) ys)) xs)
                (flat_map (fun y ->
                  flat_map (fun x ->
                    between (element_site (element_key c k elem x) at_) (Some
                      x) (Some (fst y)))
                    (moved_onto c elem (fst y) (snd y) xs)) ys)
         else [])))

(** val field_conflicts :
    context -> schema -> string -> site_of -> left_part option -> change0 ->
    change0 -> conflict list **)

let field_conflicts c s name at_ value0 a b =
  let inside = { opts = c.opts; here = ((Field name) :: c.here); there =
    ((Field name) :: c.there); ordered = false; selecting = false }
  in
  if (&&) (holds (merges_map s) a.sent) (holds (merges_map s) b.sent)
  then (match value0 with
        | Some x -> x.compares inside s at_ a b
        | None -> [])
  else if (&&) (merges_list s a.sent) (merges_list s b.sent)
       then (match strategy_of s with
             | Keyed k ->
               (match value0 with
                | Some x -> x.compares inside s at_ a b
                | None -> keyed_conflicts inside s k at_ [] a b)
             | _ ->
               app (set_conflicts at_ a b) (map swap (set_conflicts at_ b a)))
       else effect_conflicts c s name at_ a b

(** val union_conflicts :
    schema -> site_of -> fields_of -> fields_of -> string list option ->
    conflict list **)

let union_conflicts s at_ one other kept =
  flat_map (fun u ->
    app
      (match choice u (said other) with
       | Some stays ->
         flat_map (fun m ->
           if stays m
           then []
           else flat_map (fun n0 ->
                  if (&&) (sets m (get n0 (said one)))
                       (negb (present (get n0 other)))
                  then between ((InField n0) :: at_) (get n0 (said one)) None
                  else []) m.member_fields) u.members
       | None -> [])
      (match u.discriminator with
       | Some d ->
         (match set_members u (said one) with
          | [] -> []
          | _ :: l ->
            (match l with
             | [] ->
               let cleared =
                 match get d other with
                 | Some v -> removes (Some v)
                 | None ->
                   (&&) (loses kept d) (is_empty (set_members u (said other)))
               in
               if (&&) (negb (present (get d one))) cleared
               then { site = ((InField d) :: at_); kind = RightDeleted;
                      mine = None; theirs = (get d other) } :: []
               else []
             | _ :: _ -> []))
       | None -> [])) (unions_of s)

(** val map_conflicts : (string * left_part) list -> comparer **)

let map_conflicts l c s at_ a b =
  let inner =
    match Lazy.force
    (type_of s) with
    | MapType (_, _, _) -> s
    | _ -> schemaless
  in
  let ma = parts_of_map (fields a.sent) in
  let mb = parts_of_map (fields b.sent) in
  let kept = fun m ->
    match retained_names c inner m with
    | Ok names0 -> names0
    | Fault (_, _, _, _) -> None
  in
  let clears0 = fun kept0 n0 v ->
    (&&) ((&&) (loses kept0 n0) (present v)) (negb (removes v))
  in
  app
    (flat_map (fun n0 ->
      let x = change_for c inner ma n0 in
      let y = change_for c inner mb n0 in
      let place0 = (InField n0) :: at_ in
      if clears0 (kept mb) n0 x.sent
      then between place0 x.sent None
      else if clears0 (kept ma) n0 y.sent
           then between place0 None y.sent
           else if (||) ((||) (is_nothing x) (is_nothing y)) (same_change x y)
                then []
                else field_conflicts c (field_schema inner n0) n0 place0
                       (get n0 l) x y)
      (sorted_names (app (targets c inner ma) (targets c inner mb))))
    (if c.opts.use_unions
     then app
            (union_conflicts inner at_ (fields a.sent) (fields b.sent)
              (kept mb))
            (map swap
              (union_conflicts inner at_ (fields b.sent) (fields a.sent)
                (kept ma)))
     else [])

(** val list_conflicts : left_part list -> comparer **)

let list_conflicts l c s at_ a b =
  match strategy_of s with
  | Keyed k -> keyed_conflicts c s k at_ l a b
  | _ -> []

(** val comparing : json -> comparer **)

let rec comparing = function
| JList l ->
  list_conflicts
    (map (fun e -> { left_text = e; compares = (comparing e) }) l)
| JMap m ->
  map_conflicts
    (map (fun f -> ((fst f), { left_text = (snd f); compares =
      (comparing (snd f)) })) m)
| _ -> (fun _ _ _ _ _ -> [])

(** val step_dec : conflict_step -> conflict_step -> bool **)

let step_dec a b =
  match a with
  | InField name ->
    (match b with
     | InField name0 -> Stdlib.String.equal name name0
     | _ -> false)
  | WithKeys keys ->
    (match b with
     | WithKeys keys0 ->
       list_eq_dec (fun x y ->
         let (a0, b0) = x in
         let (a1, b1) = y in
         let s = Stdlib.String.equal a0 a1 in
         if s
         then (match b0 with
               | Some a2 ->
                 (match b1 with
                  | Some a3 -> json_dec a2 a3
                  | None -> false)
               | None -> (match b1 with
                          | Some _ -> false
                          | None -> true))
         else false) keys keys0
     | _ -> false)
  | WithValue v -> (match b with
                    | WithValue v0 -> json_dec v v0
                    | _ -> false)

(** val same_code : conflict_code -> conflict_code -> bool **)

let same_code a b =
  match a with
  | BothChanged -> (match b with
                    | BothChanged -> true
                    | _ -> false)
  | BothAdded -> (match b with
                  | BothAdded -> true
                  | _ -> false)
  | LeftDeleted -> (match b with
                    | LeftDeleted -> true
                    | _ -> false)
  | RightDeleted -> (match b with
                     | RightDeleted -> true
                     | _ -> false)

(** val same_conflict : conflict -> conflict -> bool **)

let same_conflict a b =
  (&&)
    ((&&)
      ((&&) (if list_eq_dec step_dec a.site b.site then true else false)
        (same_code a.kind b.kind)) (same_value a.mine b.mine))
    (same_value a.theirs b.theirs)

(** val once : conflict list -> conflict list **)

let rec once = function
| [] -> []
| x :: rest -> x :: (filter (fun y -> negb (same_conflict x y)) (once rest))

(** val conflicts_of_patches :
    options -> schema -> json -> json -> conflict list **)

let conflicts_of_patches o s left right =
  let c = { opts = o; here = []; there = []; ordered = false; selecting =
    false }
  in
  let a = { sent = (Some left); removed = None; placed = None } in
  let b = { sent = (Some right); removed = None; placed = None } in
  (match left with
   | JMap l ->
     (match l with
      | [] -> []
      | _ :: _ ->
        (match right with
         | JMap r ->
           (match r with
            | [] -> []
            | _ :: _ ->
              if (||) (present (get patch_name l))
                   (present (get patch_name r))
              then let turn = fun x y ->
                     bind (apply (be_plain o) s None x) (fun v ->
                       bind (apply (be_plain o) s (Some v) y) (fun w -> Ok
                         (Some w)))
                   in
                   if same_result s (turn left right) (turn right left)
                   then if o.strict
                        then app (into_replaced [] (at_root s) a b)
                               (map swap (into_replaced [] (at_root s) b a))
                        else []
                   else between [] (Some left) (Some right)
              else comparing left c (at_root s) [] a b)
         | _ -> []))
   | _ -> [])

type comparison0 =
| Compared of conflict list
| Rejected of bool * code * string * path

(** val compare_patches : options -> schema -> json -> json -> comparison0 **)

let compare_patches o s left right =
  match check_patch o s left with
  | Ok _ ->
    (match check_patch o s right with
     | Ok _ -> Compared (once (conflicts_of_patches o s left right))
     | Fault (c, rule, _, at_) -> Rejected (false, c, rule, at_))
  | Fault (c, rule, _, at_) -> Rejected (true, c, rule, at_)

(** val keep_place :
    string list -> json option -> json option -> json option **)

let rec keep_place place0 live doc =
  match place0 with
  | [] -> non_null live
  | n0 :: rest ->
    (match doc with
     | Some j ->
       (match j with
        | JNull ->
          (match keep_place rest (get n0 (fields live)) None with
           | Some v -> Some (JMap ((n0, v) :: []))
           | None -> doc)
        | JMap m ->
          (match set_field n0
                   (keep_place rest (get n0 (fields live)) (get n0 m)) m with
           | [] ->
             (match m with
              | [] -> Some (JMap [])
              | _ :: _ -> if holds is_map live then Some (JMap []) else None)
           | p :: l -> Some (JMap (p :: l)))
        | _ -> doc)
     | None ->
       (match keep_place rest (get n0 (fields live)) None with
        | Some v -> Some (JMap ((n0, v) :: []))
        | None -> doc))

(** val keep_places :
    string list list -> json option -> json option -> json option **)

let keep_places places live doc =
  match live with
  | Some j ->
    (match j with
     | JMap _ ->
       fold_left (fun doc0 place0 -> keep_place place0 live doc0) places doc
     | _ -> doc)
  | None -> doc

(** val diff_keeping :
    options -> string list list -> string list list -> schema -> json option
    -> json option -> json result **)

let diff_keeping omit places kept s original modified =
  diff_with omit places s original (keep_places kept original modified)

(** val three_way_keeping :
    bool -> options -> string list list -> string list list -> schema -> json
    option -> json option -> json option -> outcome **)

let three_way_keeping overwrite omit places kept s original modified current =
  three_way_with overwrite omit places s (keep_places kept current original)
    (keep_places kept current modified) current
