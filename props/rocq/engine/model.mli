
val negb : bool -> bool

val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> int

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val bool_dec : bool -> bool -> bool

val eqb : bool -> bool -> bool

module Nat :
 sig
  val ltb : int -> int -> bool
 end

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

module Pos :
 sig
  val succ : positive -> positive

  val add : positive -> positive -> positive

  val add_carry : positive -> positive -> positive

  val mul : positive -> positive -> positive

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison
 end

module N :
 sig
  val add : n -> n -> n

  val mul : n -> n -> n

  val compare : n -> n -> comparison
 end

val hd_error : 'a1 list -> 'a1 option

val nth : int -> 'a1 list -> 'a1 -> 'a1

val nth_error : 'a1 list -> int -> 'a1 option

val rev : 'a1 list -> 'a1 list

val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val find : ('a1 -> bool) -> 'a1 list -> 'a1 option

val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list

val firstn : int -> 'a1 list -> 'a1 list

val skipn : int -> 'a1 list -> 'a1 list

val seq : int -> int -> int list

val compare0 : string -> string -> comparison



type json =
| JNull
| JBool of bool
| JNumber of string
| JString of string
| JList of json list
| JMap of (string * json) list

type fields_of = (string * json) list

val json_dec : json -> json -> bool

val equal : json -> json -> bool

val is_scalar : json -> bool

val is_null : json -> bool

val is_list : json -> bool

val is_map : json -> bool

val is_string : json -> bool

val holds : (json -> bool) -> json option -> bool

val present : 'a1 option -> bool

val get : string -> (string * 'a1) list -> 'a1 option

val put : string -> 'a1 -> (string * 'a1) list -> (string * 'a1) list

val remove : string -> (string * 'a1) list -> (string * 'a1) list

val set_field :
  string -> 'a1 option -> (string * 'a1) list -> (string * 'a1) list

val names : (string * 'a1) list -> string list

val listed : string -> string list -> bool

val sorted_names : string list -> string list

val fields : json option -> fields_of

val elements : json option -> json list

val field : string -> json -> json option

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

val schemaless : schema

val type_of : schema -> schema_type

val has_strategy_replace : schema -> bool

val has_strategy_retain : schema -> bool

val is_atomic_map : schema -> bool

val declared_field : schema -> string -> schema option

val is_declared : schema -> bool

val values_of : schema -> schema

val field_schema : schema -> string -> schema

val default_of : schema -> json option

val unions_of : schema -> union list

val element_of : schema -> schema

val strategy_of : schema -> list_strategy

val is_list_type : schema -> bool

val is_any_type : schema -> bool

val is_merging : schema -> bool

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

val bind : 'a1 result -> ('a1 -> 'a2 result) -> 'a2 result

val require : bool -> code -> string -> path -> unit result

val each : ('a1 -> 'a2 result) -> 'a1 list -> 'a2 list result

val indexed_from : int -> 'a1 list -> (int * 'a1) list

val indexed : 'a1 list -> (int * 'a1) list

type options = { strict : bool; use_unions : bool; ignore_delete_list : 
                 bool; ignore_order_list : bool; ignore_retain_keys : 
                 bool; ignore_merge_key : bool; lenient : bool }

type context = { opts : options; here : path; there : path; ordered : 
                 bool; selecting : bool }

type meaning = context -> schema -> json option -> json option result

type part = { text : json; means : meaning }

val patch_name : string

val retain_name : string

val merge_key_name : string

val delete_prefix : string

val order_prefix : string

val cut_prefix : string -> string -> string option

val begins_with_dollar : string -> bool

type role =
| PatchDirective
| RetainKeys
| MergeKeySelection
| DeleteList of string
| OrderList of string
| Dropped
| Data

val targets_list : schema -> string -> json -> bool

val role_of : context -> schema -> string -> json -> role

type patch_directive =
| Merge
| Replace
| Delete

val directive_of : fields_of -> patch_directive option

val read_directive : path -> fields_of -> patch_directive result

val is_marker : json -> bool

val is_deletion : json -> bool

val retain_list : json -> string list option

val same_scalar : json -> json -> bool

val same : json option -> json option -> bool

val key_value : merge_keys -> json -> string -> json option

val selects : context -> schema -> bool

val selection : context -> schema -> json -> json option

val selected_names : merge_keys -> json -> string list option

val key_names :
  context -> merge_keys -> schema -> json -> path -> string list result

type key = { wanted : (string * json option) list; deleted : string list;
             partial : bool }

val read_key_field :
  merge_keys -> bool -> string -> string -> json -> path -> string ->
  (string * json option) option result

val somes : 'a1 option list -> 'a1 list

val read_key :
  context -> merge_keys -> schema -> bool -> string -> json -> path -> key
  result

val read_element_key :
  context -> merge_keys -> schema -> json -> path -> key result

val written_key :
  context -> merge_keys -> schema -> json -> (string * json option) list

val has_keys : merge_keys -> (string * json option) list -> json -> bool

val includes_keys :
  (string * json option) list -> (string * json option) list -> bool

val same_keys :
  (string * json option) list -> (string * json option) list -> bool

type merged = { value : json; patched : int option; added : bool }

val insert : (int * merged) -> (int * merged) list -> (int * merged) list

val by_patch : (int * merged) list -> (int * merged) list

val before :
  int -> (int * merged) list -> (int * merged) list * (int * merged) list

val interleave :
  (int * merged) list -> (int * merged) list -> (int * merged) list ->
  (int * merged) list

val is_kept : (int * merged) -> bool

val default_order : merged list -> json list

val arrange : bool -> merged list -> json list

type entry =
| ValueEntry of json
| KeyEntry of merge_keys * (string * json option) list

val names_element : entry -> json -> bool

val same_entry : entry -> entry -> bool

val take : entry -> bool -> json list -> json list * json list

val place : entry list -> json list -> json list * json list

val directed_order : entry list -> json list -> json list

val read_entry : context -> schema -> path -> int -> json -> entry result

val read_order : context -> schema -> json -> path -> entry list result

val entry_of : entry list -> json -> int option

val entry_for : context -> schema -> json -> entry

val is_apart : entry -> entry list -> bool

val agrees :
  context -> schema -> entry list -> path -> (int * json) list -> int ->
  entry list -> unit result

val set_order :
  context -> schema -> string -> json option -> json option -> json option ->
  json option result

val contains : json list -> json -> bool

val distinct_after : json list -> json list -> json list

val distinct : json list -> json list

val index_of : json -> json list -> int option

val merge_set : bool -> json list -> json list -> json list

val may_hold_scalars : schema -> json option -> bool

val delete_values :
  context -> schema -> string -> json option -> json option -> json option ->
  json option result

val replaces : schema -> json list -> bool

val fits : schema -> json -> bool

val check_type : context -> schema -> json -> path -> unit result

val check_element : context -> schema -> bool -> path -> json -> unit result

val check_elements : context -> schema -> path -> json option -> unit result

val check_original_element : merge_keys -> path -> json -> unit result

val check_original :
  context -> schema -> path -> bool -> json option -> json option -> unit
  result

val merge_field :
  context -> schema -> string -> part option -> json option -> json option ->
  json option -> json option result

val replacing_element :
  context -> schema -> (int * part) -> json option result

val replace_list : context -> schema -> part list -> json result

val sets : member -> json option -> bool

val set_members : union -> fields_of -> member list

val said : fields_of -> fields_of

val is_text : json option -> string -> bool

val discriminator_of : union -> fields_of -> json option

val same_value : json option -> json option -> bool

val chosen : union -> fields_of -> (member -> bool) option

val clear_member :
  fields_of -> (member -> bool) -> fields_of -> member -> fields_of

val unite :
  path -> fields_of -> fields_of -> union -> fields_of -> fields_of result

val unite_all :
  path -> fields_of -> fields_of -> union list -> fields_of -> fields_of
  result

val discriminator_for : bool -> schema -> fields_of -> string -> json option

type item = { content : json; first : int option; new0 : bool; origin : path }

val has : merge_keys -> key -> item -> bool

val delete_element :
  context -> schema -> merge_keys -> item list -> (int * part) -> item list
  result

val find_index : ('a1 -> bool) -> 'a1 list -> int option

val has_deleted_keys : merge_keys -> key -> json -> bool

val find0 : merge_keys -> key -> item list -> int option

val matches : merge_keys -> key -> item list -> int

val claim : int -> item -> item

val is_empty : 'a1 list -> bool

val change : merge_keys -> key -> int -> int -> json -> item list -> item list

val evaluate :
  context -> schema -> int -> part -> item option -> json option result

val clears_key : context -> schema -> json -> string -> bool

val key_after :
  context -> merge_keys -> schema -> json -> json -> string -> json option

val check_meant :
  context -> schema -> merge_keys -> item list -> item list -> int -> part ->
  key -> item -> json option -> unit result

val merge_element :
  context -> schema -> merge_keys -> item list -> item list -> (int * part)
  -> item list result

val steps : ('a1 -> 'a2 -> 'a1 result) -> 'a1 -> 'a2 list -> 'a1 result

val merge_keyed :
  context -> schema -> merge_keys -> json list -> part list -> json result

type parts = (string * part) list

val written : parts -> fields_of

val same_name : string -> string -> bool

val target_of : context -> schema -> string -> json -> string option

val targets : context -> schema -> parts -> string list

val with_role :
  context -> schema -> parts -> string -> (role -> bool) -> part option

val value_for : context -> schema -> parts -> string -> part option

val dropped_for : context -> schema -> parts -> string -> part option

val delete_list_for : context -> schema -> parts -> string -> part option

val order_list_for : context -> schema -> parts -> string -> part option

val check_known : context -> schema -> parts -> string -> unit result

val retained_names : context -> schema -> parts -> string list option result

val retain : string list option -> fields_of -> fields_of

val merge_named :
  context -> schema -> parts -> string list -> fields_of -> fields_of result

val merge_fields : context -> schema -> parts -> fields_of -> fields_of result

val merge_map :
  context -> schema -> parts -> json option -> json option result

val merge_list : part list -> meaning

val eval : json -> meaning

val at_root : schema -> schema

val apply : options -> schema -> json option -> json -> json result

val bare : json -> json

val same_bare : json -> json -> bool

type change0 = { sent : json option; removed : json option;
                 placed : json option }

type differ =
  context -> schema -> bool -> bool -> bool -> bool -> string -> json option
  -> change0 result

type wanted_part = { wanted_text : json; differs : differ }

val makes :
  context -> schema -> string -> change0 -> json option -> json -> bool

val not_representable : document -> path -> 'a1 result

val deeper : context -> step -> step -> bool -> context

val marker : json

val create :
  context -> schema -> bool -> bool -> int -> wanted_part -> json result

val diff_replaced_list :
  context -> schema -> wanted_part list -> change0 result

val some_list : json list -> json option

val diff_set : bool -> wanted_part list -> json option -> change0

val pairwise : ('a1 -> 'a1 -> bool) -> 'a1 list -> bool

val selecting_names : context -> merge_keys -> schema -> string list

val has_field : string -> json -> bool

val with_keys :
  context -> merge_keys -> schema -> json -> fields_of -> fields_of

val full_key :
  context -> merge_keys -> schema -> json -> (string * json option) list

val is_identified : merge_keys -> json -> bool

val is_regular : context -> schema -> json list -> bool

val is_respelled : context -> merge_keys -> schema -> json -> json -> bool

val diff_element :
  context -> schema -> merge_keys -> bool -> json list -> (int * wanted_part)
  -> json option result

val distinct_values : json list -> json list

val diff_keyed :
  context -> schema -> merge_keys -> bool -> bool -> wanted_part list -> json
  option -> change0 result

val diff_list : bool -> wanted_part list -> differ

val is_data : role -> bool

val diff_field :
  context -> schema -> bool -> string -> wanted_part option -> json option ->
  change0 option result

val set_change : string -> change0 -> fields_of -> fields_of

val non_null_names : ('a1 -> json) -> (string * 'a1) list -> string list

val diff_map : (string * wanted_part) list -> differ

val wanting : bool -> json -> differ

val to_document : json option -> json

val plain_options : options

val diff_by : bool -> schema -> json option -> json option -> json result

val diff : schema -> json option -> json option -> json result

type stripper =
  options -> context -> schema -> json option -> json option -> json option
  result

type stripped_part = { patch_text : json; strips : stripper }

val value_of : string -> json option -> json option

val needs_directive : path -> 'a1 result

val strip_order : options -> context -> schema -> json -> json

val strip_field :
  options -> context -> schema -> json option -> json option ->
  (string * stripped_part) -> (string * json) option result

val strip_map : (string * stripped_part) list -> stripper

val shares_default_key : context -> merge_keys -> schema -> json list -> bool

val strip_element :
  options -> context -> schema -> merge_keys -> json list -> json list ->
  (int * stripped_part) -> json option result

val strip_list : stripped_part list -> stripper

val strip : json -> stripper

val without_directives :
  options -> schema -> json option -> json option -> json -> json result

val changes : schema -> json -> string list -> bool

val check_places : schema -> json -> string list list -> unit result

val check_document_unions : json -> path -> schema -> unit result

val in_modified : 'a1 result -> 'a1 result

val diff_with :
  options -> string list list -> schema -> json option -> json option -> json
  result

val non_null : json option -> json option

val map_retains : schema -> bool

val list_keys : schema -> string list

val keyed_element : schema -> json -> bool

val match_elements : schema -> json -> json -> bool

val has_match : schema -> json list -> json -> bool

val lacks_keys : schema -> json -> bool

val fills_in : schema -> json -> json -> bool

type candidate = { index : int; content_of : json; identity : json;
                   filled : bool }

val count : schema -> json list -> json -> int

val is_single : schema -> json list -> json -> bool

val forms : schema -> json list -> json list -> json -> (int * json) list

val take_first : ('a1 -> bool) -> 'a1 list -> ('a1 * 'a1 list) option

type form_list = json * (int * json) list

val is_form : int -> form_list -> bool

val eliminate : int -> form_list list -> (int * json) list

val form_of :
  schema -> json list -> (int * json) list -> form_list list -> (int * json)
  -> json option

val candidates :
  schema -> json list -> json list -> json list -> candidate list

val take_best : ('a1 -> bool) list -> 'a1 list -> ('a1 * 'a1 list) option

type holder =
  bool -> schema -> string list -> json option -> json option -> bool

type held_part = { held_text : json; held_by : holder }

val hold_map : (string * held_part) list -> holder

val all_hold : (json -> bool) list -> json list -> bool

val hold_elements :
  schema -> string list -> held_part list -> json list -> candidate list ->
  bool

val hold_list : held_part list -> holder

val holding : json -> holder

type pair = { wanted_element : json; was : json option; now : candidate option }

val holds_element : schema -> string list -> json -> candidate -> bool

val pick : ('a1 -> bool) list -> 'a1 list -> 'a1 option * 'a1 list

val pick_original : schema -> json -> json list -> json option * json list

val pick_current :
  schema -> json -> json option -> candidate list -> candidate
  option * candidate list

val pair_modified :
  schema -> json list -> json list -> candidate list -> (pair list * json
  list) * candidate list

val pair_dropped : schema -> json list -> candidate list -> pair list

type targeter =
  schema -> bool -> string list -> bool -> json option -> json option -> json
  option

type target_part = { target_text : json; target_of_part : targeter }

type merged_part = { merged_value : json; source : candidate option;
                     is_new : bool }

val is_sent : merged_part -> bool

val owns : candidate -> merged_part -> bool

val matching : schema -> candidate list -> json -> candidate list

val keep_keys : string list -> json -> json -> json

val merge_part :
  schema -> candidate list -> pair -> targeter -> merged_part option

val exact : schema -> json list -> bool

val leaves :
  schema -> json list -> json list -> pair list -> candidate -> bool

type placed_element = { to_merge : merged; place_of : int option; own : 
                        bool; behind : int list }

val own_places : placed_element list -> int list

val ascending : int list -> bool

val by_directive : int -> placed_element list -> placed_element list

val without_directive : placed_element list -> placed_element list

val stays_behind : placed_element list -> bool

val places_among : schema -> json list -> candidate -> int list

val places_before : merged_part list -> candidate -> int list -> int list

val distinct_candidates : json list -> candidate list -> candidate list

val place_element :
  schema -> json list -> merged_part list -> (candidate -> bool) -> candidate
  -> placed_element option

val added_elements : merged_part list -> placed_element list

val without_duplicates :
  schema -> merged_part list -> candidate list -> candidate list

val placed_elements :
  schema -> json list -> candidate list -> merged_part list -> (candidate ->
  bool) -> placed_element list

val in_place :
  schema -> json list -> candidate list -> merged_part list -> (candidate ->
  bool) -> placed_element list

val is_unclear : schema -> json list -> json list -> candidate list -> bool

val replaced_set :
  schema -> json list -> candidate list -> merged_part list -> (candidate ->
  bool) -> json list

val merge_parts :
  schema -> json list -> json list -> candidate list -> merged_part list ->
  pair list -> json list

val target_list :
  target_part list -> schema -> json list -> json list -> json list

val dropped : json -> schema -> json -> json option

val alike : json -> schema -> json -> bool

val choice : union -> fields_of -> (member -> bool) option

val union_fields : union -> string list

val sends_union :
  schema -> union -> fields_of -> fields_of -> fields_of -> bool

val is_excluded :
  schema -> fields_of -> fields_of -> fields_of -> (string * json) -> bool

val target_field :
  schema -> string -> target_part option -> json option -> json option ->
  json option

val target_fields :
  schema -> (string * target_part) list -> fields_of -> fields_of -> fields_of

val without_null_keys :
  ('a1 -> json) -> string list -> bool -> (string * 'a1) list ->
  (string * 'a1) list

val clears : schema -> bool -> json option -> fields_of -> json option -> bool

val target_map : (string * target_part) list -> targeter

val targeting : json -> targeter

val target : schema -> json option -> json option -> json option -> json

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

val alike_values : json option -> json option -> bool

val contradiction :
  conflict_step list -> json option -> json option -> json option -> conflict
  list

val without_filled : string list -> json option -> json option -> json option

val without_defaults : json -> schema -> json option -> json option

val as_sent :
  schema -> string list -> json option -> json option -> json option

val with_filled : string list -> json option -> json option -> json option

val compare_values :
  conflict_step list -> schema -> string list -> json option -> json option
  -> json option -> conflict list

val name_element : schema -> json -> json option -> conflict_step

type dropped_conflicts =
  conflict_step list -> schema -> string list -> json option -> conflict list

val conflicts_of_dropped_elements :
  conflict_step list -> schema -> pair list -> (json -> dropped_conflicts) ->
  conflict list

val lookup : (json * dropped_conflicts) list -> json -> dropped_conflicts

val in_dropped : json -> dropped_conflicts

type conflicting =
  conflict_step list -> schema -> string list -> json option -> json option
  -> conflict list

type conflict_part = { conflict_text : json; conflicts_of : conflicting }

val below : bool -> conflict list -> conflict list

val compares_inside : (json -> bool) -> json option -> json option -> bool

val conflicts_of_map : (string * conflict_part) list -> conflicting

val conflicts_of_list : conflict_part list -> conflicting

val in_wanted : json -> conflicting

val conflicts :
  schema -> json option -> json option -> json option -> conflict list

val three_way :
  schema -> json option -> json option -> json option -> json result

type outcome =
| Answer of json result
| Conflicting of conflict list

val locate :
  step list -> schema -> json option -> json option -> json option -> path ->
  path -> document * path

val locate_error : schema -> json -> json -> json -> 'a1 result -> 'a1 result

val three_way_with :
  bool -> options -> string list list -> schema -> json option -> json option
  -> json option -> outcome

val not_composable : path -> 'a1 result

val is_fixed : schema -> json -> bool

val part_of : json -> part

val apply_change :
  context -> schema -> string -> change0 -> json option -> json option result

val with_markers : json -> schema -> json

val replacing : schema -> json -> json

val first_setting :
  context -> schema -> string -> json option -> json list -> change0 result

val set_to : context -> schema -> string -> json option -> change0 result

val place_of_change : context -> string -> change0 -> path

val compose_known :
  context -> schema -> string -> change0 -> json option -> change0 -> change0
  result

type composer =
  json option -> json option -> context -> schema -> change0 -> change0 result

type later_part = { later_text : json; follows : composer }

val union_of : json option -> json option -> json option

val insert_by : ('a1 -> int) -> 'a1 -> 'a1 list -> 'a1 list

val sort_by : ('a1 -> int) -> 'a1 list -> 'a1 list

val ordered_by :
  context -> schema -> json option -> json list -> json list option

val with_order :
  context -> schema -> json list option -> json option -> json option -> json
  option -> change0

val compose_sets : context -> schema -> change0 -> change0 -> change0

val selection_of : context -> merge_keys -> schema -> bool -> json -> key

val element_key : context -> merge_keys -> schema -> json -> key

val may_match : key -> key -> bool

val selects_same : key -> key -> bool

val key_count : key -> int

type composed_element = { body : json; body_key : key; own_element : bool }

val is_merge : composed_element -> bool

val entry_keys : context -> merge_keys -> schema -> json option -> key list

val selects_clearly :
  context -> composed_element list -> composed_element list -> key list ->
  json -> key -> bool

val put_element :
  (json -> json option result) -> composed_element -> composed_element list
  -> composed_element list option result

val union_sets_key : context -> merge_keys -> schema -> bool

val compose_element :
  context -> schema -> merge_keys -> composed_element list ->
  (int * later_part) -> composed_element list result

val compose_elements :
  context -> schema -> merge_keys -> change0 -> later_part list -> json list
  result

val compose_lists : later_part list option -> composer

type field_state =
| Untouched
| Cleared
| Changed of change0

val is_nothing : change0 -> bool

val change_for : context -> schema -> parts -> string -> change0

val parts_of_map : fields_of -> parts

val loses : string list option -> string -> bool

val compose_field :
  context -> schema -> string -> field_state -> change0 -> (change0 ->
  change0 result) -> field_state result

val compose_change :
  later_part option -> json option -> json option -> context -> schema ->
  string -> change0 -> change0 result

val kept_names :
  string list option -> string list option -> (string * field_state) list ->
  string list option

val composed_fields :
  string list option -> (string * field_state) list -> fields_of

val same_change : change0 -> change0 -> bool

val reads_as :
  context -> schema -> string list option -> (string * field_state) list ->
  fields_of -> bool

val is_directive : role -> bool

val roles_differ :
  context -> schema -> fields_of -> (string * later_part) -> bool

type union_choice =
| NoChoice
| MayChoose of (member -> bool)
| Chooses of (member -> bool)

val same_member : member -> member -> bool

val choice_of : union -> json option option -> fields_of -> union_choice

val removes_field : json -> bool

val get_discriminator : union -> fields_of -> json option

val changes_union : union -> fields_of -> bool

val known_discriminator :
  union -> string list option -> fields_of -> json option option

type union_state =
| Stays
| MayBeCleared
| IsCleared

val member_state :
  union_choice -> member -> string -> fields_of -> union_state

val worse : union_state -> union_state -> union_state

val union_state_of : bool -> union list -> fields_of -> string -> union_state

val compose_states :
  context -> schema -> string list option -> string list option -> parts ->
  (string * later_part) list -> parts -> (string * field_state) list result

val state_of : (string * field_state) list -> string -> field_state

val clear_field :
  string -> (string * field_state) list -> (string * field_state) list

val states_fields : (string * field_state) list -> fields_of

val compose_union :
  context -> string list option -> string list option -> string list option
  -> fields_of -> fields_of -> union -> (string * field_state) list ->
  (string * field_state) list result

val shares_field : union list -> bool

val retains_union :
  string list option -> string list option -> fields_of -> fields_of -> union
  -> bool

val compose_unions :
  context -> string list option -> string list option -> string list option
  -> fields_of -> fields_of -> union list -> (string * field_state) list ->
  (string * field_state) list result

val keep_selection :
  context -> fields_of -> fields_of -> fields_of -> fields_of

val later_texts : (string * later_part) list -> fields_of

val compose_maps : (string * later_part) list -> composer

val follow : json -> composer

val compose_two : options -> schema -> json -> json -> json result

val be_lenient : options -> options

val check_patch : options -> schema -> json -> unit result

type composition =
| Composed of json
| Refused of int * code * string * path

val compose_after :
  options -> schema -> int -> json -> json -> json list -> composition

val compose : options -> schema -> json list -> composition

type site_of = conflict_step list

val removes : json option -> bool

val between : site_of -> json option -> json option -> conflict list

val same_but_order : json -> schema -> json -> bool

val same_result : schema -> json option result -> json option result -> bool

val merges_map : schema -> json -> bool

val merges_list : schema -> json option -> bool

val into_replaced : site_of -> schema -> change0 -> change0 -> conflict list

val swap : conflict -> conflict

val be_plain : options -> options

val in_turn :
  context -> schema -> string -> change0 -> change0 -> json option result

val effect_conflicts :
  context -> schema -> string -> site_of -> change0 -> change0 -> conflict
  list

type comparer =
  context -> schema -> site_of -> change0 -> change0 -> conflict list

type left_part = { left_text : json; compares : comparer }

val set_conflicts : site_of -> change0 -> change0 -> conflict list

val selects_within : key -> key -> bool

val selects_like : key -> key -> bool

val element_site : key -> site_of -> site_of

val order_conflicts :
  context -> schema -> merge_keys -> site_of -> change0 -> change0 ->
  conflict list

val pairs_up : key list -> key list -> int -> int -> key -> key -> bool * bool

val given_key : context -> schema -> json -> string -> json option

val key_after_patch : context -> schema -> json -> key -> key

val moved_onto :
  context -> schema -> json -> key -> (json * key) list -> json list

val unclear_keys :
  context -> merge_keys -> schema -> site_of -> json -> json -> conflict list

val element_conflicts :
  context -> schema -> merge_keys -> site_of -> int -> left_part -> json ->
  conflict list

val keyed_conflicts :
  context -> schema -> merge_keys -> site_of -> left_part list -> change0 ->
  change0 -> conflict list

val field_conflicts :
  context -> schema -> string -> site_of -> left_part option -> change0 ->
  change0 -> conflict list

val union_conflicts :
  schema -> site_of -> fields_of -> fields_of -> string list option ->
  conflict list

val map_conflicts : (string * left_part) list -> comparer

val list_conflicts : left_part list -> comparer

val comparing : json -> comparer

val step_dec : conflict_step -> conflict_step -> bool

val same_code : conflict_code -> conflict_code -> bool

val same_conflict : conflict -> conflict -> bool

val once : conflict list -> conflict list

val conflicts_of_patches : options -> schema -> json -> json -> conflict list

type comparison0 =
| Compared of conflict list
| Rejected of bool * code * string * path

val compare_patches : options -> schema -> json -> json -> comparison0

val keep_place : string list -> json option -> json option -> json option

val keep_places :
  string list list -> json option -> json option -> json option

val diff_keeping :
  options -> string list list -> string list list -> schema -> json option ->
  json option -> json result

val three_way_keeping :
  bool -> options -> string list list -> string list list -> schema -> json
  option -> json option -> json option -> outcome
