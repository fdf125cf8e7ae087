(* Reads the schema of a request: an OpenAPI schema with the extensions of corpus/README.md.
   This file is not proved: it is part of the shell. *)
open Model

let member name v = match v with JMap m -> List.assoc_opt name m | _ -> None
let text v = match v with Some (JString s) -> s | _ -> ""
let split s = List.filter (fun w -> w <> "") (String.split_on_char ',' s)
let strings v = match v with Some (JList l) -> List.filter_map (function JString s -> Some s | _ -> None) l | _ -> []
let fields v = match v with Some (JMap m) -> m | _ -> []

(* The definitions of the document, and their schemas, which are made once. *)
type t = { definitions : (string * json) list; made : (string, schema) Hashtbl.t }

(* A schema object with the keywords of the definition that it refers to. *)
let rec resolve t v =
  let reference = match member "$ref" v, member "allOf" v with
    | Some (JString r), _ -> r
    | _, Some (JList (first :: _)) -> text (member "$ref" first)
    | _ -> "" in
  if reference = "" then v
  else
    let name = List.nth (String.split_on_char '/' reference) (List.length (String.split_on_char '/' reference) - 1) in
    let own = List.filter (fun (n, _) -> n <> "$ref" && n <> "allOf") (fields (Some v)) in
    match List.assoc_opt name t.definitions with
    | None -> JMap own
    | Some d ->
        let below = List.filter (fun (n, _) -> not (List.mem_assoc n own)) (fields (Some (resolve t d))) in
        JMap (own @ below)

let rec scalars v =
  let none = { allow_string = false; allow_number = false; allow_bool = false; default = member "default" v } in
  match member "oneOf" v with
  | Some (JList l) ->
      List.fold_left (fun a x -> let b = scalars x in
        { allow_string = a.allow_string || b.allow_string; allow_number = a.allow_number || b.allow_number;
          allow_bool = a.allow_bool || b.allow_bool; default = a.default }) none l
  | _ ->
      match text (member "type" v) with
      | "string" -> { none with allow_string = true }
      | "number" | "integer" -> { none with allow_number = true }
      | "boolean" -> { none with allow_bool = true }
      | _ -> none

let unions v =
  let read u =
    let discriminator = match member "discriminator" u with Some (JString d) -> Some d | _ -> None in
    let unset = fields (member "unset-values" u) in
    let add members (name, value) =
      let value = text (Some value) in
      let values = match List.assoc_opt name unset with Some (JList l) -> l | _ -> [] in
      let rec go = function
        | [] -> [ { member_fields = [ name ]; member_name = value; unset = values } ]
        | m :: rest when m.member_name = value ->
            { m with member_fields = m.member_fields @ [ name ]; unset = m.unset @ values } :: rest
        | m :: rest -> m :: go rest in
      go members in
    { discriminator; members = List.fold_left add [] (fields (member "fields-to-discriminateBy" u)) } in
  match member "x-kubernetes-unions" v with Some (JList l) -> List.map read l | _ -> []

(* The names of merge keys that are optional: a server may drop or fill in the empty string
   there (SPEC.md, section 11.5). *)
let optional_keys : (string, unit) Hashtbl.t = Hashtbl.create 4

let keys t v element =
  match split (text (member "x-kubernetes-patch-merge-key" v)) with
  | [] -> ValueSet
  | default_key ->
      let map_keys = strings (member "x-kubernetes-list-map-keys" v) in
      let recommended = match split (text (member "x-kubernetes-recommended-patch-merge-key" v)), map_keys with
        | [], [] -> default_key
        | [], keys -> keys
        | keys, _ -> keys in
      let note name =
        match List.assoc_opt name (fields (member "properties" element)) with
        | Some f ->
            let marks = split (text (member "x-smp-marks" (resolve t f))) @ strings (member "x-smp-marks" (resolve t f)) in
            if List.mem "not-stored" marks || List.mem "filled-in" marks then Hashtbl.replace optional_keys name ()
        | None -> () in
      List.iter note recommended;
      let default name =
        let field = match List.assoc_opt name (fields (member "properties" element)) with
          | Some f -> Some f
          | None -> member "additionalProperties" element in
        match field with
        | Some f when map_keys <> [] && not (List.mem name (strings (member "required" element))) ->
            Option.map (fun d -> (name, d)) (member "default" (resolve t f))
        | _ -> None in
      Keyed { default_key; recommended; defaults = List.filter_map default recommended }

let rec schema t v : schema =
  match v with
  | JMap [ ("$ref", JString r) ] -> (
      match Hashtbl.find_opt t.made r with
      | Some s -> s
      | None ->
          let s = lazy (make t (resolve t v)) in
          Hashtbl.replace t.made r s; s)
  | _ -> lazy (make t (resolve t v))
and make t v =
  let strategies = split (text (member "x-kubernetes-patch-strategy" v)) in
  let has = List.mem in
  let properties = fields (member "properties" v) in
  let values = match member "additionalProperties" v with
    | Some (JBool false) -> None
    | Some (JMap _ as a) -> Some (schema t a)
    | Some _ -> Some schemaless
    | None when member "x-kubernetes-preserve-unknown-fields" v = Some (JBool true) || properties = [] -> Some schemaless
    | None -> None in
  let map () = MapType (List.map (fun (n, p) -> (n, schema t p)) properties, values, unions v) in
  let kind = match text (member "type" v) with
    | "object" -> map ()
    | "array" ->
        let items = Option.value (member "items" v) ~default:(JMap []) in
        ListType (schema t items, if has "merge" strategies then keys t v (resolve t items) else Atomic)
    | "string" | "number" | "integer" | "boolean" -> ScalarType (scalars v)
    | _ when member "oneOf" v <> None -> ScalarType (scalars v)
    | _ when member "x-kubernetes-int-or-string" v = Some (JBool true) ->
        ScalarType { allow_string = true; allow_number = true; allow_bool = false; default = member "default" v }
    | _ when properties <> [] || member "additionalProperties" v <> None -> map ()
    | _ -> AnyType in
  Schema (lazy kind, has "replace" strategies, has "retainKeys" strategies)

(* The definitions and the root of the schema of a request, if there is one. *)
let root source =
  match source with
  | Some s when member "openapi" s <> None ->
      let document = Option.get (member "openapi" s) in
      let definitions = fields (member "schemas" (Option.value (member "components" document) ~default:JNull)) in
      let t = { definitions; made = Hashtbl.create 16 } in
      Some (t, match member "root" s with Some (JString name) -> JMap [ ("$ref", JString name) ] | _ -> document)
  | _ -> None

let read source = match root source with Some (t, v) -> schema t v | None -> schemaless

(* The places with the names of a path or of their aliases (SPEC.md, section 11.6, rule 7). *)
let with_aliases source path =
  let rec go t v = function
    | [] -> [ [] ]
    | n :: rest ->
        let v = resolve t v in
        let properties = fields (member "properties" v) in
        let alias f = text (member "x-smp-alias-of" f) in
        let own = match List.assoc_opt n properties with Some f when alias f <> "" -> [ alias f ] | _ -> [] in
        let others = List.filter_map (fun (m, f) -> if alias f = n then Some m else None) properties in
        let inside m = match List.assoc_opt m properties, member "additionalProperties" v with
          | Some f, _ -> f
          | None, Some f -> f
          | None, None -> JNull in
        List.concat_map (fun m -> List.map (fun p -> m :: p) (go t (inside m) rest)) (n :: own @ others) in
  match root source with Some (t, v) -> go t v path | None -> [ path ]
