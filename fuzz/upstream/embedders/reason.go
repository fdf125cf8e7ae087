package embedders

import "regexp"

// A reason says why tests of a project do not pass over the drop-in.
type reason struct {
	project string
	tests   *regexp.Regexp
	why     string
}

// Reasons that several tests share.
const (
	redundant = "The test wants bytes that change nothing: nulls and deletions of what the live document lacks, or an order list where nothing moves. " +
		"The drop-in leaves them out; the shipped engine makes the same document of both patches."
	label      = "The test wants the patch to delete a label, `DELETE_ME`, that the live object does not have. The drop-in says nothing of it; the shipped engine makes the same document of both patches."
	duplicates = "The lists hold duplicates. The shipped engine's patch does not give the modified document (the test pins a third order); " +
		"the drop-in says that no patch can."
	retained = "The live document has a field beside those that were applied, under strategy retainKeys, and nothing else changes. The shipped engine clears it, on every run, also where a server fills it in; " +
		"the drop-in leaves it until something else is to be sent there."
	listInStruct = "The documents hold a list in a field that is a struct, of which they could not be read. The shipped engine merges such a list by the tags of the field; " +
		"the drop-in takes it as a value and replaces it."
	directive = "The modified document holds a directive. The shipped engine sends it as data here and obeys it there; the drop-in says where it is."
	noMerge   = "The patch says `$patch: merge`, which the format does not have: a cluster rejects it, as this does. kyaml takes it for a patch without it."
	noKey     = "An element of the patch has no merge key, so that nobody can tell which element it is about: a cluster rejects it, as this does. kyaml deletes the whole list where the element is `$patch: delete` alone, and drops or adds others."
	notAMap   = "Elements of the patch for a list of maps are texts: rejected. kyaml does not look at them, as the list is deleted."
	oneKey    = "The merge key of ports is containerPort alone, as on a cluster, unless `$patchMergeKey` adds the protocol: the patch changes the protocol of the port. kyaml takes the keys of server-side apply, and adds a port."
	ordered   = "Where values that are new stand among those that both lists have, the order of the patch counts. kyaml adds them at the end."
	inComment = "The schema stands in a comment of the documents, which is not looked at: the list is replaced."
	inPlace   = "A member that is null keeps its place where the patch gives it a value. kyaml removes it and adds it at the end."
	stays     = "What the patch does not name stays, a member without value too. kyaml removes that."
	elsewhere = "The document of the field openapi refers to definitions that it does not hold. They are looked up in it alone, and missing ones are an error; kyaml takes those that the process has read before."
	opaque    = "The test takes an error or the shipped engine's patch for another schema. The drop-in's patch replaces the map, which the shipped engine can apply."
)

// reasons are all that are known, the first that fits counts.
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

// callReasons say of projects why calls give another result, or one error.
var callReasons = map[string]string{
	"apimachinery": "duplicates, directives in documents, lists in a field that is a struct, fields beside those that were applied under retainKeys, " +
		"and a map of which the schema knows no field, in the tests below that are about them.",
	"gitops-engine": "the annotations, which modified lacks. The shipped engine's patch clears all of them, also those that others added to the live object; " +
		"the drop-in's clears those that were applied.",
}

// reasonFor returns why a test of a project does not pass, "" if that is not known.
func reasonFor(project, test string) string {
	for _, r := range reasons {
		if r.project == project && r.tests.MatchString(test) {
			return r.why
		}
	}
	return ""
}
