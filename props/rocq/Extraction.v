(* Extracts Apply, Diff, three-way merges, Compose and Conflicts to OCaml: the file engine/model.ml. Strings become OCaml strings, and names are
   compared byte by byte. The comparisons are those for strings, because the general ones are slow. *)
Require Import Values Schemas Results Apply Diff Levels ThreeWay Compose Commute Keep.
Require Import ExtrOcamlBasic ExtrOcamlNativeString ExtrOcamlNatInt.
Extraction Language OCaml.
Extract Inlined Constant String.eqb => "Stdlib.String.equal".
Extract Inlined Constant String.string_dec => "Stdlib.String.equal".
Extract Constant String.compare => "fun a b -> let c = Stdlib.String.compare a b in if c < 0 then Lt else if c > 0 then Gt else Eq".
Extraction "engine/model.ml" apply diff_keeping three_way_keeping compose compare_patches.
