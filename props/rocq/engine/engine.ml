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
  | Precondition -> "precondition"

let path_text path =
  let plain s =
    s <> "" && String.for_all (function 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' | '-' -> true | _ -> false) s in
  let step first = function
    | Index i -> Printf.sprintf "[%d]" i
    | Field name when plain name -> if first then name else "." ^ name
    | Field name -> "[" ^ Text.print (JString name) ^ "]" in
  match List.rev path with
  | [] -> "."
  | steps -> String.concat "" (List.mapi (fun i s -> step (i = 0) s) steps)

let error ?rule code document path =
  let rule = match rule with Some r -> [ ("rule", JString r) ] | None -> [] in
  [ ("error", JMap ([ ("document", JString document); ("kind", JString code); ("path", JString (path_text path)) ] @ rule)) ]

exception Rejected of (string * json) list

(* A document of a case: a value, or a text. *)
let document case name =
  match Schema.member (name ^ "Text") case with
  | Some (JString "") when name <> "patch" -> None
  | Some (JString text) -> (
      match Text.parse ~depth:1000 text with
      | v -> Some (Text.value ~note:true v)
      | exception Text.Bad (code, path) -> raise (Rejected (error code name path)))
  | _ -> Option.map (Text.value ~note:true) (Schema.member name case)

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
    ignore_retain_keys = ignores "retainKeys"; ignore_merge_key = ignores "patchMergeKey" }

(* The options of each operation that the model supports. *)
let known = [ ("apply", [ "strict"; "unions"; "ignore" ]); ("diff", [ "strict"; "level"; "preconditions"; "noWide" ]) ]

let document_name = function Original -> "original" | Patch -> "patch" | Modified -> "modified"

let answer case =
  let op = Schema.text (Schema.member "op" case) in
  let supported n = List.mem n (List.assoc op known) in
  match List.find_opt (fun (n, _) -> not (supported n)) (Schema.fields (Schema.member "options" case)) with
  | Some (n, _) -> [ ("skipped", JString ("option " ^ n)) ]
  | None -> (
      let schema = Schema.read (Option.map Text.value (Schema.member "schema" case)) in
      Hashtbl.reset Text.spellings;
      try
        let original = document case "original" in
        let result =
          if op = "diff" then
            let places = match Schema.member "options" case with
              | Some o -> List.map names (Schema.strings (Schema.member "preconditions" o))
              | None -> [] in
            diff_with (options case) places schema original (document case "modified")
          else apply (options case) schema original (Option.value (document case "patch") ~default:JNull) in
        match result with
        | Ok v -> [ ("result", v) ]
        | Fault (code, rule, d, path) -> error ~rule (code_name code) (document_name d) path
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
