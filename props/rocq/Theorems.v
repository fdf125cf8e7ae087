(* The theorems, and what they assume: the script check rejects any axiom. *)
Require Import LawsOrder LawsMaps LawsSets LawsKeyed LawsKeyedTwice LawsDirectives LawsIdempotent LawsDiff LawsTarget LawsFinds LawsConverge LawsPairs LawsLists LawsSecond.

Print Assumptions apply_is_total.
Print Assumptions identity.
Print Assumptions identity_absent.
Print Assumptions map_merge.
Print Assumptions retain_keys_clears.
Print Assumptions retain_keys_keeps.
Print Assumptions no_directive_is_left.
Print Assumptions order_directive_loses_nothing.
Print Assumptions order_directive_order.
Print Assumptions order_directive_unlisted.
Print Assumptions order_default_loses_nothing.
Print Assumptions order_default_order.
Print Assumptions set_merge_values.
Print Assumptions set_merge_distinct.
Print Assumptions set_delete_removes.
Print Assumptions keyed_delete_removes.
Print Assumptions keyed_merge_changes_one.
Print Assumptions keyed_merge_keeps_others.
Print Assumptions set_merge_idempotent.
Print Assumptions keyed_merge_idempotent.
Print Assumptions apply_is_idempotent.
Print Assumptions diff_exact.
Print Assumptions diff_superset.
Print Assumptions diff_same.
Print Assumptions diff_is_a_patch.
Print Assumptions diff_finds_a_patch.
Print Assumptions target_is_clean.
Print Assumptions three_way_reaches.
Print Assumptions three_way_converged.
Print Assumptions target_holds.
Print Assumptions second_merge_is_empty.
Print Assumptions second_merge_of_lists_is_empty.
Print Assumptions target_holds_lists.
