package embedders

import "regexp"

// A reason explains why tests of a project fail with the replacement.
type reason struct {
	project string
	tests   *regexp.Regexp
	why     string
}

// These reasons are shared by several tests.
const (
	redundant = "The test expects bytes without an effect: nulls and deletions of values that the live document lacks, or an order list when nothing moves. " +
		"The replacement omits them. With apimachinery, both patches have the same result."
	label = "The test expects the patch to delete a label, `DELETE_ME`, that the live object does not have. " +
		"The replacement omits the deletion. With apimachinery, both patches have the same result."
	duplicates = "The lists contain duplicates. apimachinery's patch does not give the modified document (the test expects a third order). " +
		"The replacement reports that no patch can express the change."
	retained = "The live document has a field that was not applied, in a map with strategy retainKeys, and nothing else in the map changes. " +
		"apimachinery clears this field on every run, even if a server fills it in. The replacement keeps the field until something else in the map changes."
	listInStruct = "The documents contain a list in a field whose Go type is a struct, so they could not be decoded. " +
		"apimachinery merges such a list by the tags of the field. The replacement treats the list as a value and replaces it."
	directive = "The modified document contains a directive. In one place, apimachinery sends the directive as data. In another place, apimachinery follows the directive. " +
		"The replacement returns an error with the path of the directive."
	noMerge = "The patch contains `$patch: merge`, which is not part of the format. " +
		"A cluster rejects it, and so does smp. kyaml ignores this directive."
	noKey = "An element of the patch has no merge key, so it is ambiguous. " +
		"A cluster rejects it, and so does smp. If the element is only `$patch: delete`, kyaml deletes the whole list. kyaml drops or adds other elements without a key."
	notAMap = "Elements of the patch for a list of maps are strings, which is an error. kyaml does not read them, because the list is deleted."
	oneKey  = "As on a cluster, the merge key of ports is only containerPort, unless `$patchMergeKey` adds the protocol. " +
		"So the patch changes the protocol of the port. kyaml uses the keys of server-side apply, and adds a port."
	ordered   = "If new values are between values that both lists have, smp uses the order of the patch. kyaml adds them at the end."
	inComment = "The schema is in a comment of the documents, which smp does not read, so the list is replaced."
	inPlace   = "If the patch sets a field that is null, the field keeps its position. kyaml removes it and adds it at the end."
	stays     = "smp keeps fields without a value if the patch does not name them. kyaml removes fields without a value."
	elsewhere = "The document of the field openapi refers to definitions that it does not contain. " +
		"smp looks them up only there, and reports missing ones as errors. kyaml uses definitions that the process has read before."
	opaque = "The test expects an error, or the patch of apimachinery for another schema. " +
		"The replacement's patch replaces the map, and apimachinery can apply it."
)

// reasons lists all known reasons. The first one that matches a test is used.
var reasons = []reason{
	{"apimachinery", regexp.MustCompile(`/delete_missing_|/delete_all_maps_from_empty_|TestUnknownField/(add_only_not_nulls|discard_|no_diff_even)|_with_no_change/ThreeWay`), redundant},
	{"apimachinery", regexp.MustCompile(`_with_duplicate/`), duplicates},
	{"apimachinery", regexp.MustCompile(`retainKeys_(map|list_of_maps)_clears_a_field/ThreeWay`), retained},
	{"apimachinery", regexp.MustCompile(`by_pointer|delete_and_reorder_in_one_list,_reorder_in_another`), listInStruct},
	{"apimachinery", regexp.MustCompile(`nested_patch_merge_with_empty_list`), directive},
	{"apimachinery", regexp.MustCompile(`TestUnknownField/json/`), opaque},
	{"merge2", regexp.MustCompile(`add_list,_empty_in_dest`), inPlace},
	{"merge2", regexp.MustCompile(`/merge_k8s_deployment_containers_--_\$patch_directive`), noMerge},
	{"merge2", regexp.MustCompile(`/remove_k8s_deployment_containers_--_\$patch_directive`), noKey},
	{"merge2", regexp.MustCompile(`merge_primitive_finalizers`), ordered},
	{"merge2", regexp.MustCompile(`merge_primitive_items|schema_as_line_comment`), inComment},
	{"kustomize", regexp.MustCompile(`/list_map_keys_-_add_a_port,_no_names`), oneKey},
	{"kustomize", regexp.MustCompile(`/merge_(list|mapping)_-_directive`), noMerge},
	{"kustomize", regexp.MustCompile(`/remove_list_-_directive`), notAMap},
	{"kustomize", regexp.MustCompile(`TestNamePrefixSuffixPatch`), noKey},
	{"kustomize", regexp.MustCompile(`nullMapEntry1|TestApplySmPatch_SwapOrder`), stays},
	{"kustomize", regexp.MustCompile(`TestCustomOpenApiFieldFromComponentWithOverlays`), elsewhere},
	{"kubectl apply", regexp.MustCompile(`TestApplyMultipleObjectsAs(Files|List)/test_apply_on_multiple_objects|TestApplyObject/.*_openapi_v3_smp|` +
		`Test(ApplyObjectOutput|ApplyPruneObjects)/test_apply_returns_correct_output|TestApplyRetry/test_apply_retries_on_conflict_error|TestOpenAPIV3DoesNotLoadV2/.*_openapi_v3_smp`), label},
}

// callReasons explains, by project, why calls have a different result, or an error of only
// one engine.
var callReasons = map[string]string{
	"apimachinery":  "they contain duplicates, directives in documents, lists in a field that is a struct, additional fields under retainKeys, or a map without known fields. The tests below cover these cases.",
	"gitops-engine": "modified has no annotations. apimachinery's patch clears all annotations, including those that others added to the live object. The replacement's patch clears only those that were applied.",
}

// reasonFor returns the reason why a test of a project fails. It is empty if the reason is
// unknown.
func reasonFor(project, test string) string {
	for _, r := range reasons {
		if r.project == project && r.tests.MatchString(test) {
			return r.why
		}
	}
	return ""
}
