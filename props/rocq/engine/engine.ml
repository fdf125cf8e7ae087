(* The shell around the extracted model: it speaks the engine protocol of corpus/README.md.
   This file is not proved. *)
open Model

let code_name = function
  | WrongType -> "wrong-kind"
  | InvalidDirective -> "invalid-directive"
  | MissingMergeKey -> "missing-merge-key"
  | InvalidMergeKey -> "invalid-merge-key"
  | AmbiguousMergeKey -> "ambiguous-merge-key"
  | OrderMismatch -> "order-mismatch"
  | RetainKeysMismatch -> "retain-keys-mismatch"
  | UnionConflict -> "union-conflict"
  | UnknownField -> "unknown-field"
  | NotRepresentable -> "not-representable"
  | NotComposable -> "not-composable"
  | Precondition -> "precondition"

let plain s =
  s <> ""
  && (match s.[0] with '0' .. '9' | '-' -> false | _ -> true)
  && String.for_all (function 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' | '-' -> true | _ -> false) s

let path_text path =
  let step first = function
    | Index i -> Printf.sprintf "[%d]" i
    | Field name when plain name -> if first then name else "." ^ name
    | Field name -> "[" ^ Text.print (JString name) ^ "]" in
  match List.rev path with
  | [] -> "."
  | steps -> String.concat "" (List.mapi (fun i s -> step (i = 0) s) steps)

(* The place of a conflict: elements are named by their keys. *)
let site_text site =
  let key (name, v) =
    (if plain name then name else Text.print (JString name)) ^ "="
    ^ match v with
      | None -> ""
      | Some (JString s) when plain s && not (List.mem s [ "null"; "true"; "false" ]) -> s
      | Some v -> Text.print v in
  let step first = function
    | WithKeys keys -> "[" ^ String.concat "," (List.map key keys) ^ "]"
    | InField name when plain name -> if first then name else "." ^ name
    | WithValue (JString s) when plain s && not (List.mem s [ "null"; "true"; "false" ]) -> "[=" ^ s ^ "]"
    | WithValue v -> "[=" ^ Text.print v ^ "]"
    | InField name -> "[" ^ Text.print (JString name) ^ "]" in
  String.concat "" (List.mapi (fun i s -> step (i = 0) s) (List.rev site))

let conflict_name = function
  | BothChanged -> "both-changed"
  | BothAdded -> "both-added"
  | LeftDeleted -> "left-deleted"
  | RightDeleted -> "right-deleted"

(* Conflicts with the texts of their places, sorted by these. *)
let sorted_conflicts found =
  let side name v = match v with Some v -> [ (name, v) ] | None -> [] in
  let entry c =
    let path = match site_text c.site with "" -> "." | text -> text in
    (path, JMap ([ ("kind", JString (conflict_name c.kind)) ] @ side "left" c.mine @ [ ("path", JString path) ] @ side "right" c.theirs)) in
  List.stable_sort (fun (a, _) (b, _) -> Stdlib.compare a b) (List.map entry found)

(* The error about conflicts. *)
let conflict_error found =
  let sorted = sorted_conflicts found in
  [ ("error", JMap [ ("conflicts", JList (List.map snd sorted)); ("document", JString "modified"); ("kind", JString "conflict");
                     ("path", JString (fst (List.hd sorted))); ("rule", JString "threeway-conflict") ]) ]

let error ?rule code document path =
  let rule = match rule with Some r -> [ ("rule", JString r) ] | None -> [] in
  [ ("error", JMap ([ ("document", JString document); ("kind", JString code); ("path", JString (path_text path)) ] @ rule)) ]

exception Rejected of (string * json) list

(* A document that is written as a text. *)
let parse name text =
  match Text.parse ~depth:1000 text with
  | v -> Text.value ~note:true v
  | exception Text.Bad (code, path) -> raise (Rejected (error code name path))

(* A document of a case: a value, or a text. *)
let document case name =
  match Schema.member (name ^ "Text") case with
  | Some (JString "") when not (List.mem name [ "patch"; "left"; "right" ]) -> None
  | Some (JString text) -> Some (parse name text)
  | _ -> Option.map (Text.value ~note:true) (Schema.member name case)

(* The documents of a list. *)
let documents case name =
  let name_of i = Printf.sprintf "%s[%d]" name i in
  match Schema.member (name ^ "Text") case, Schema.member name case with
  | Some (JList l), _ -> List.mapi (fun i t -> parse (name_of i) (Schema.text (Some t))) l
  | _, Some (JList l) -> List.map (Text.value ~note:true) l
  | _ -> []

(* The names in a path such as a.b["c/d"]. *)
let names text =
  let n = String.length text in
  let rec go i =
    if i >= n then []
    else if text.[i] = '.' then go (i + 1)
    else if text.[i] = '[' then begin
      let rec close j = if text.[j] = '\\' then close (j + 2) else if text.[j] = '"' then j else close (j + 1) in
      let j = close (i + 2) in
      match Text.parse (String.sub text (i + 1) (j - i)) with JString s -> s :: go (j + 2) | _ -> go (j + 2)
    end
    else begin
      let j = ref i in
      while !j < n && text.[!j] <> '.' && text.[!j] <> '[' do incr j done;
      String.sub text i (!j - i) :: go !j
    end in
  go 0

let directives = [ "deleteFromPrimitiveList"; "setElementOrder"; "retainKeys"; "patchMergeKey" ]

let options case =
  let o = Option.value (Schema.member "options" case) ~default:(JMap []) in
  let on name = Schema.member name o = Some (JBool true) in
  let ignored = match Schema.member "level" o with
    | Some level -> List.filter (fun d -> not (List.mem d (Schema.strings (Some level)))) directives
    | None -> Schema.strings (Schema.member "ignore" o) in
  let ignores name = List.mem name ignored in
  { strict = on "strict"; use_unions = on "unions";
    ignore_delete_list = ignores "deleteFromPrimitiveList"; ignore_order_list = ignores "setElementOrder";
    ignore_retain_keys = ignores "retainKeys"; ignore_merge_key = ignores "patchMergeKey"; lenient = false }

(* The options of each operation that the model supports. *)
let known =
  [ ("apply", [ "strict"; "unions"; "ignore" ]); ("diff", [ "strict"; "level"; "preconditions"; "noWide"; "keep" ]);
    ("threeway", [ "strict"; "level"; "preconditions"; "noWide"; "overwrite"; "resend"; "keep" ]); ("compose", [ "strict"; "unions"; "ignore" ]);
    ("conflicts", [ "strict"; "unions"; "ignore" ]) ]

let document_name = function Original -> "original" | Patch -> "patch" | Modified -> "modified" | Current -> "current"

(* Whether a document has null or the empty string in a field that is an optional key of some
   list: the model does not have the rules for these (section 11.5). *)
let rec has_empty_key = function
  | JMap m -> List.exists (fun (n, v) -> ((v = JNull || v = JString "") && Hashtbl.mem Schema.optional_keys n) || has_empty_key v) m
  | JList l -> List.exists has_empty_key l
  | _ -> false

(* Whether an atomic element lacks an optional key: the model does not have the rule that keeps
   the key of current (section 11.5, rule 5). *)
let rec lacks_optional_key s = function
  | JMap m -> List.exists (fun (n, v) -> lacks_optional_key (field_schema s n) v) m
  | JList l ->
      let e = element_of s in
      let lacks key = function JMap m -> not (List.mem_assoc key m) | _ -> false in
      is_merging s && is_atomic_map e
      && List.exists (fun key -> Hashtbl.mem Schema.optional_keys key && List.exists (lacks key) l) (list_keys s)
      || List.exists (lacks_optional_key e) l
  | _ -> false

(* Whether a list with optional keys has an element without keys: the model compares such
   elements together with zero values that a server does not store (section 11.1). *)
let rec has_keyless_element s = function
  | JMap m -> List.exists (fun (n, v) -> has_keyless_element (field_schema s n) v) m
  | JList l ->
      is_merging s && List.exists (Hashtbl.mem Schema.optional_keys) (list_keys s)
      && List.exists (fun e -> not (keyed_element s e)) l
      || List.exists (has_keyless_element (element_of s)) l
  | _ -> false

(* Whether a path consists of names. The model does not keep elements. *)
let only_names path =
  let quoted = ref false and only = ref true in
  String.iteri (fun i c ->
    if c = '"' then quoted := not !quoted
    else if not !quoted && (c = '*' || (c = '[' && (i + 1 >= String.length path || path.[i + 1] <> '"'))) then only := false) path;
  !only

let answer case =
  let op = Schema.text (Schema.member "op" case) in
  let supported n = List.mem n (List.assoc op known) in
  let kept = match Schema.member "options" case with
    | Some o -> Schema.strings (Schema.member "keep" o)
    | None -> [] in
  match List.find_opt (fun (n, _) -> not (supported n)) (Schema.fields (Schema.member "options" case)) with
  | Some (n, _) -> [ ("skipped", JString ("option " ^ n)) ]
  | None when not (List.for_all only_names kept) -> [ ("skipped", JString "kept elements") ]
  | None -> (
      let source = Option.map Text.value (Schema.member "schema" case) in
      let schema = Schema.read source in
      let kept_places = List.concat_map (fun path -> Schema.with_aliases source (names path)) kept in
      Hashtbl.reset Text.spellings;
      Hashtbl.reset Schema.optional_keys;
      try
        let original = document case "original" in
        let places () = match Schema.member "options" case with
          | Some o -> List.map names (Schema.strings (Schema.member "preconditions" o))
          | None -> [] in
        let result = function
          | Ok v -> [ ("result", v) ]
          | Fault (code, rule, d, path) -> error ~rule (code_name code) (document_name d) path in
        match op with
        | "threeway" ->
            let modified = document case "modified" in
            let current = document case "current" in
            let overwrite = List.mem ("overwrite", JBool true) (Schema.fields (Schema.member "options" case)) in
            let outcome = three_way_keeping overwrite (options case) (places ()) kept_places schema original modified current in
            (* The optional keys are known only now: schemas are read as far as documents go. *)
            if List.exists has_empty_key (Option.to_list original @ Option.to_list modified) then [ ("skipped", JString "empty keys") ]
            else if List.exists (lacks_optional_key schema) (Option.to_list modified) then [ ("skipped", JString "kept keys") ]
            else if List.exists (has_keyless_element schema) (Option.to_list modified) then [ ("skipped", JString "elements without keys") ]
            else (match outcome with Answer r -> result r | Conflicting found -> conflict_error found)
        | "compose" -> (
            match compose (options case) schema (documents case "patches") with
            | Composed patch -> [ ("result", patch) ]
            | Refused (i, code, rule, path) -> error ~rule (code_name code) (Printf.sprintf "patches[%d]" i) path)
        | "conflicts" -> (
            let patch name = Option.value (document case name) ~default:JNull in
            let left = patch "left" in
            let right = patch "right" in
            match compare_patches (options case) schema left right with
            | Compared found -> [ ("result", JList (List.map snd (sorted_conflicts found))) ]
            | Rejected (is_left, code, rule, path) -> error ~rule (code_name code) (if is_left then "left" else "right") path)
        | "diff" -> result (diff_keeping (options case) (places ()) kept_places schema original (document case "modified"))
        | _ -> result (apply (options case) schema original (Option.value (document case "patch") ~default:JNull))
      with Rejected answer -> answer)

let start =
  let list l = JList (List.map (fun s -> JString s) l) in
  JMap [ ("version", JNumber "1"); ("name", JString "rocq"); ("ops", list (List.map fst known)); ("dialects", list [ "documented" ]) ]

let () =
  try
    while true do
      let request = Text.parse (input_line stdin) in
      (match Schema.text (Schema.member "cmd" request) with
       | "stop" -> raise End_of_file
       | "start" -> print_endline (Text.print start)
       | _ ->
           let seq = Option.value (Schema.member "seq" request) ~default:JNull in
           let case = Option.value (Schema.member "case" request) ~default:JNull in
           let answer = try answer case with e -> [ ("panic", JString (Printexc.to_string e)) ] in
           let body = Text.print (JMap answer) in
           Hashtbl.reset Text.spellings; (* the number of the request is not one of a document *)
           Printf.printf "{\"seq\":%s,%s\n" (Text.print seq) (String.sub body 1 (String.length body - 1)));
      flush stdout
    done
  with End_of_file -> ()
