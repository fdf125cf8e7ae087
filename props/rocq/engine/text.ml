(* Reads and writes JSON. This file is not proved: it is part of the shell. *)
open Model

exception Bad of string * step list (* the code of the error, and its place, innermost first *)

(* The canonical spelling of a number: 1, 1.0 and 1e0 are "1", and 120 is "12e1". Exponents of
   more than 17 digits are kept as they are written. *)
let canonical text =
  let n = String.length text in
  let negative = text.[0] = '-' in
  let until i chars = let j = ref i in while !j < n && not (String.contains chars text.[!j]) do incr j done; !j in
  let start = if negative then 1 else 0 in
  let point = until start ".eE" in
  let mark = until start "eE" in
  let whole = String.sub text start (point - start) in
  let fraction = if point < mark then String.sub text (point + 1) (mark - point - 1) else "" in
  let exponent = if mark < n then String.sub text (mark + 1) (n - mark - 1) else "0" in
  let digits = whole ^ fraction in
  let first = ref 0 and last = ref (String.length digits) in
  while !first < !last && digits.[!first] = '0' do incr first done;
  while !last > !first && digits.[!last - 1] = '0' do decr last done;
  if !first = !last then "0"
  else
    let sign = if negative then "-" else "" in
    let kept = sign ^ String.sub digits !first (!last - !first) in
    if String.length exponent > 17 then kept ^ "e" ^ exponent
    else
      let exponent = if exponent.[0] = '+' then String.sub exponent 1 (String.length exponent - 1) else exponent in
      let shift = (String.length digits - !last) - String.length fraction in
      let negative = exponent.[0] = '-' in
      let magnitude = String.fold_left (fun a c -> if c = '-' then a else (a * 10) + Char.code c - 48) 0 exponent in
      let e = (if negative then - magnitude else magnitude) + shift in
      if e = 0 then kept else kept ^ "e" ^ string_of_int e

module Names = Set.Make (String)

(* Reads a JSON text. Numbers keep their spelling. depth is the largest number of maps and lists inside one another. *)
let parse ?(depth = max_int) text =
  let n = String.length text in
  let pos = ref 0 in
  let path = ref [] in
  let bad ?(code = "syntax") () = raise (Bad (code, !path)) in
  let rec peek () =
    if !pos >= n then '\000'
    else match text.[!pos] with
      | ' ' | '\t' | '\n' | '\r' -> incr pos; peek ()
      | c -> c in
  let expect c = if peek () = c && !pos < n then incr pos else bad () in
  let word w v =
    let k = String.length w in
    if !pos + k <= n && String.sub text !pos k = w then (pos := !pos + k; v) else bad () in
  let hex () =
    if !pos + 4 > n then bad ();
    let v = ref 0 in
    for i = !pos to !pos + 3 do
      let d = match text.[i] with
        | '0' .. '9' as c -> Char.code c - 48
        | 'a' .. 'f' as c -> Char.code c - 87
        | 'A' .. 'F' as c -> Char.code c - 55
        | _ -> bad () in
      v := (!v * 16) + d
    done;
    pos := !pos + 4; !v in
  let string () =
    expect '"';
    let b = Buffer.create 16 in
    let rec go () =
      if !pos >= n then bad ();
      let c = text.[!pos] in
      incr pos;
      match c with
      | '"' -> Buffer.contents b
      | '\000' .. '\031' -> bad ()
      | '\\' ->
          if !pos >= n then bad ();
          let c = text.[!pos] in
          incr pos;
          (match c with
           | '"' | '\\' | '/' -> Buffer.add_char b c
           | 'b' -> Buffer.add_char b '\b' | 'f' -> Buffer.add_char b '\012' | 'n' -> Buffer.add_char b '\n'
           | 'r' -> Buffer.add_char b '\r' | 't' -> Buffer.add_char b '\t'
           | 'u' ->
               let u = hex () in
               let u =
                 if u >= 0xD800 && u < 0xDC00 && !pos + 6 <= n && text.[!pos] = '\\' && text.[!pos + 1] = 'u' then begin
                   pos := !pos + 2;
                   let low = hex () in
                   if low < 0xDC00 || low > 0xDFFF then bad ();
                   0x10000 + ((u - 0xD800) lsl 10) + (low - 0xDC00)
                 end else u in
               if u >= 0xD800 && u <= 0xDFFF then bad ();
               Buffer.add_utf_8_uchar b (Uchar.of_int u)
           | _ -> bad ());
          go ()
      | c -> Buffer.add_char b c; go () in
    go () in
  let digits () =
    let start = !pos in
    while !pos < n && text.[!pos] >= '0' && text.[!pos] <= '9' do incr pos done;
    if !pos = start then bad () in
  let number () =
    let start = !pos in
    if text.[!pos] = '-' then incr pos;
    if !pos < n && text.[!pos] = '0' then incr pos else digits ();
    if !pos < n && text.[!pos] = '.' then (incr pos; digits ());
    if !pos < n && (text.[!pos] = 'e' || text.[!pos] = 'E') then begin
      incr pos;
      if !pos < n && (text.[!pos] = '+' || text.[!pos] = '-') then incr pos;
      digits ()
    end;
    JNumber (String.sub text start (!pos - start)) in
  let inside step f =
    let outer = !path in
    path := step :: outer;
    let v = f () in
    path := outer; v in
  let rec value level =
    match peek () with
    | '"' -> JString (string ())
    | '{' ->
        if level >= depth then bad ~code:"limit" ();
        incr pos;
        let rec members seen acc =
          let name = string () in
          let v = inside (Field name) (fun () ->
            if Names.mem name seen then bad ();
            expect ':';
            value (level + 1)) in
          let acc = (name, v) :: acc in
          match peek () with
          | ',' -> incr pos; ignore (peek ()); members (Names.add name seen) acc
          | _ -> expect '}'; acc in
        if peek () = '}' then (incr pos; JMap [])
        else JMap (List.sort (fun (a, _) (b, _) -> compare a b) (members Names.empty []))
    | '[' ->
        if level >= depth then bad ~code:"limit" ();
        incr pos;
        let rec items i acc =
          let v = inside (Index i) (fun () -> value (level + 1)) in
          match peek () with
          | ',' -> incr pos; items (i + 1) (v :: acc)
          | _ -> expect ']'; List.rev (v :: acc) in
        if peek () = ']' then (incr pos; JList []) else JList (items 0 [])
    | 't' -> word "true" (JBool true)
    | 'f' -> word "false" (JBool false)
    | 'n' -> word "null" JNull
    | '-' | '0' .. '9' -> number ()
    | _ -> bad () in
  let v = value 0 in
  ignore (peek ());
  if !pos < n then bad ();
  v

(* The spellings of numbers in the documents of a request, by their canonical spelling. *)
let spellings : (string, string) Hashtbl.t = Hashtbl.create 64

(* A value with canonical numbers, as the model needs them. The first spelling of each number is
   noted if note is true. *)
let rec value ?(note = false) v =
  match v with
  | JNumber text ->
      let c = canonical text in
      if note && not (Hashtbl.mem spellings c) then Hashtbl.add spellings c text;
      JNumber c
  | JList l -> JList (List.map (value ~note) l)
  | JMap m -> JMap (List.map (fun (n, v) -> (n, value ~note v)) m)
  | v -> v

let rec write b v =
  let between f l = List.iteri (fun i x -> if i > 0 then Buffer.add_char b ','; f x) l in
  match v with
  | JNull -> Buffer.add_string b "null"
  | JBool v -> Buffer.add_string b (string_of_bool v)
  | JNumber n -> Buffer.add_string b (Option.value (Hashtbl.find_opt spellings n) ~default:n)
  | JString s -> quote b s
  | JList l -> Buffer.add_char b '['; between (write b) l; Buffer.add_char b ']'
  | JMap m ->
      Buffer.add_char b '{';
      between (fun (n, v) -> quote b n; Buffer.add_char b ':'; write b v) m;
      Buffer.add_char b '}'
and quote b s =
  Buffer.add_char b '"';
  String.iter (function
    | '"' -> Buffer.add_string b "\\\""
    | '\\' -> Buffer.add_string b "\\\\"
    | '\n' -> Buffer.add_string b "\\n"
    | '\r' -> Buffer.add_string b "\\r"
    | '\t' -> Buffer.add_string b "\\t"
    | '\000' .. '\031' as c -> Buffer.add_string b (Printf.sprintf "\\u%04x" (Char.code c))
    | c -> Buffer.add_char b c) s;
  Buffer.add_char b '"'

let print v = let b = Buffer.create 256 in write b v; Buffer.contents b
