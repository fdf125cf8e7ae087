(* Extracts Apply, Diff and three-way merges to OCaml: the file engine/model.ml. Strings become OCaml strings, and names are
   compared byte by byte. *)
Require Import Values Schemas Results Apply Diff Levels ThreeWay.
Require Import ExtrOcamlBasic ExtrOcamlNativeString ExtrOcamlNatInt.
Extraction Language OCaml.
Extract Constant String.compare => "fun a b -> let c = Stdlib.compare a b in if c < 0 then Lt else if c > 0 then Gt else Eq".
Extraction "engine/model.ml" apply diff_with three_way_with.
