package smp

// A Rule is the stable id of one rule of strategic merge patch. Errors, trace events, laws and
// corpus cases name rules by their ids. The comment of each constant is the first sentence of the
// rule, with an example. [Rule.Text] returns the full text. The package documentation defines the
// words, and corpus/SPEC.md explains the rules in order.
//
// The examples share one schema, corpus/schemas/example.yaml, which describes a workload. The field
// finalizers is a set, args is an atomic list, containers is a list keyed by name, and ports is a
// list keyed by port with the recommended key protocol. The results and patches in the examples are
// those of the specification, not those of a cluster. [Rule.Case] returns the name of the case with
// the example of a rule.
type Rule string

// The rules of Apply.
const (
	// Maps.

	// RuleRoot: the original and the patch must be maps; if the root of the patch contains $patch:
	// delete, the result is {}.
	//
	//	original: {replicas: 3}
	//	patch:    {$patch: delete}
	//	result:   {}
	RuleRoot Rule = "root"
	// RuleMapMerge: each field of a patch map merges into the field with the same name in the
	// original.
	//
	//	original: {replicas: 3, labels: {app: web}}
	//	patch:    {labels: {tier: db}}
	//	result:   {replicas: 3, labels: {app: web, tier: db}}
	RuleMapMerge Rule = "map-merge"
	// RuleScalar: a scalar in a field of the patch replaces the value of the field in the original,
	// even a value of another type.
	//
	//	original: {replicas: 3}
	//	patch:    {replicas: 5}
	//	result:   {replicas: 5}
	RuleScalar Rule = "scalar"
	// RuleNullDeletes: a field that is null in the patch is deleted from the original.
	//
	//	original: {replicas: 3, paused: true}
	//	patch:    {paused: null, labels: null}
	//	result:   {replicas: 3}
	RuleNullDeletes Rule = "null-deletes"
	// RuleAbsentIsEmpty: if the original has no value, or a value of another type, a patch map or list
	// is merged into an empty one.
	//
	//	original: {replicas: 3}
	//	patch:    {labels: {$patch: replace, app: web, tier: null}}
	//	result:   {replicas: 3, labels: {app: web}}
	RuleAbsentIsEmpty Rule = "absent-is-empty"
	// RuleMapReplace: $patch: replace in a map discards the original map.
	//
	//	original: {labels: {app: web, tier: db}}
	//	patch:    {labels: {$patch: replace, app: api}}
	//	result:   {labels: {app: api}}
	RuleMapReplace Rule = "map-replace"
	// RuleMapDelete: $patch: delete in the map of a field removes the field.
	//
	//	original: {replicas: 3, labels: {app: web}}
	//	patch:    {labels: {$patch: delete}}
	//	result:   {replicas: 3}
	RuleMapDelete Rule = "map-delete"
	// RuleMapAtomic: if a field has strategy replace, the original map is discarded, and the patch map
	// is merged into an empty map.
	//
	//	original: {selector: {app: web, tier: db}}
	//	patch:    {selector: {app: api}}
	//	result:   {selector: {app: api}}
	RuleMapAtomic Rule = "map-atomic"
	// RuleRetainKeys: $retainKeys lists the fields that a map keeps.
	//
	//	original: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}}
	//	patch:    {strategy: {$retainKeys: [type], type: Recreate}}
	//	result:   {strategy: {type: Recreate}}
	RuleRetainKeys Rule = "retain-keys"
	// RuleMapValues: the fields of a free-form map merge by the schema of its values.
	//
	//	original: {groups: {dev: [ann], ops: [bob]}}
	//	patch:    {groups: {dev: [eve]}}
	//	result:   {groups: {dev: [ann, eve], ops: [bob]}}
	RuleMapValues Rule = "map-values"
	// RuleFieldNames: field names match exactly, including case.
	//
	//	original: {replicas: 3}
	//	patch:    {Replicas: 5}
	//	result:   {replicas: 3, Replicas: 5}
	RuleFieldNames Rule = "field-names"
	// RuleUnknownField: a field that the schema does not define merges without a schema: maps merge by
	// name, and lists are replaced.
	//
	//	original: {extra: {list: [1, 2], size: 1}}
	//	patch:    {extra: {list: [3]}}
	//	result:   {extra: {list: [3], size: 1}}
	RuleUnknownField Rule = "unknown-field"
	// RuleValueType: with Strict, a patch is rejected if the type of a value in it contradicts the schema.
	//
	//	options:  {strict: true}
	//	original: {replicas: 3}
	//	patch:    {labels: {app: 1}}
	//	error:    wrong-kind at labels.app
	RuleValueType Rule = "value-type"

	// Lists.

	// RuleListAtomic: a patch list replaces an atomic list, which is a list without strategy merge.
	//
	//	original: {args: [--verbose, --port=80]}
	//	patch:    {args: [--port=81]}
	//	result:   {args: [--port=81]}
	RuleListAtomic Rule = "list-atomic"
	// RuleSetMerge: the values of the patch list are added to the set, unless the set already contains
	// them.
	//
	//	original: {finalizers: [a, b]}
	//	patch:    {finalizers: [b, c]}
	//	result:   {finalizers: [a, b, c]}
	RuleSetMerge Rule = "set-merge"
	// RuleSetDelete: $deleteFromPrimitiveList/F removes its values from F in the original, before the
	// patch list merges into F or replaces F.
	//
	//	original: {finalizers: [a, b]}
	//	patch:    {$deleteFromPrimitiveList/finalizers: [a]}
	//	result:   {finalizers: [b]}
	RuleSetDelete Rule = "set-delete"
	// RuleKeyedMerge: each element of the patch list must be a map with all merge keys; it merges into
	// the first element with equal keys in the original list, or is added if there is none.
	//
	//	original: {containers: [{name: app, image: "app:1"}]}
	//	patch:    {containers: [{name: app, args: [-v]}, {name: log}]}
	//	result:   {containers: [{name: app, image: "app:1", args: [-v]}, {name: log}]}
	RuleKeyedMerge Rule = "keyed-merge"
	// RuleKeyedOriginal: an element of the original that is not a map or lacks a merge key never
	// matches an element of the patch list or an entry of $setElementOrder.
	//
	//	original: {containers: [{image: "app:1"}, {name: app}]}
	//	patch:    {containers: [{name: app, image: "app:2"}]}
	//	result:   {containers: [{image: "app:1"}, {name: app, image: "app:2"}]}
	RuleKeyedOriginal Rule = "keyed-original"
	// RuleKeyedDelete: an element with its merge keys and $patch: delete removes all matching
	// elements.
	//
	//	original: {containers: [{name: app}, {name: log}]}
	//	patch:    {containers: [{$patch: delete, name: log}]}
	//	result:   {containers: [{name: app}]}
	RuleKeyedDelete Rule = "keyed-delete"
	// RuleListReplace: if the patch list of a keyed list or set has an element that is only {$patch:
	// replace}, the original list counts as empty.
	//
	//	original: {containers: [{name: app}, {name: log}]}
	//	patch:    {containers: [{$patch: replace}, {name: api}]}
	//	result:   {containers: [{name: api}]}
	RuleListReplace Rule = "list-replace"
	// RuleElementReplace: an element with its merge keys and $patch: replace replaces the matching
	// element instead of merging into it.
	//
	//	original: {containers: [{name: app, image: "app:1", args: [-v]}]}
	//	patch:    {containers: [{$patch: replace, name: app, image: "app:2"}]}
	//	result:   {containers: [{name: app, image: "app:2"}]}
	RuleElementReplace Rule = "element-replace"
	// RuleNoNestedLists: a patch must not add a list as an element of a merging list, which is a keyed
	// list or a set.
	//
	//	original: {finalizers: [a]}
	//	patch:    {finalizers: [[b]]}
	//	error:    wrong-kind at finalizers[0]
	RuleNoNestedLists Rule = "no-nested-lists"
	// RuleOrderDirective: with $setElementOrder/F, the listed elements come last, in the listed order;
	// the other elements come first and keep their order.
	//
	//	original: {finalizers: [a, b, c]}
	//	patch:    {$setElementOrder/finalizers: [c, a]}
	//	result:   {finalizers: [b, c, a]}
	RuleOrderDirective Rule = "order-directive"
	// RuleOrderRecommended: an entry of $setElementOrder that contains $patchMergeKey identifies its
	// element by the keys in $patchMergeKey.
	//
	//	original: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}
	//	patch:
	//	  $setElementOrder/ports:
	//	  - {$patchMergeKey: [port, protocol], port: 53, protocol: UDP}
	//	  - {$patchMergeKey: [port, protocol], port: 53, protocol: TCP}
	//	result:   {ports: [{port: 53, protocol: UDP}, {port: 53, protocol: TCP}]}
	RuleOrderRecommended Rule = "order-recommended"
	// RuleOrderDefault: without $setElementOrder, the elements of the patch list keep their order.
	//
	//	original: {finalizers: [a, b, c]}
	//	patch:    {finalizers: [d, c, e]}
	//	result:   {finalizers: [a, b, d, c, e]}
	RuleOrderDefault Rule = "order-default"

	// Merge keys.

	// RuleKeyEquality: merge keys and values of sets are compared as JSON values.
	//
	//	original: {ports: [{port: 80, name: web}]}
	//	patch:    {"ports": [{"port": 80.0, "name": "http"}]}
	//	result:   {"ports": [{"port": 80.0, "name": "http"}]}
	RuleKeyEquality Rule = "key-equality"
	// RuleKeysMulti: if a merge key has several fields, each element of the patch list and each entry
	// of $setElementOrder must contain all of them.
	//
	//	original: {resources: [{group: batch, kind: Job, weight: 1}, {group: batch, kind: CronJob, weight: 1}]}
	//	patch:    {resources: [{group: batch, kind: CronJob, weight: 2}]}
	//	result:   {resources: [{group: batch, kind: Job, weight: 1}, {group: batch, kind: CronJob, weight: 2}]}
	RuleKeysMulti Rule = "keys-multi"
	// RuleKeysDefault: if the x-kubernetes-list-map-keys of a list are its merge keys, or define its
	// recommended keys, an absent key has the default that the schema declares.
	//
	//	original: {resources: [{kind: Deployment, weight: 1}]}
	//	patch:    {resources: [{group: apps, kind: Deployment, weight: 2}]}
	//	result:   {resources: [{group: apps, kind: Deployment, weight: 2}]}
	RuleKeysDefault Rule = "keys-default"
	// RuleKeysRecommended: $patchMergeKey in an element lists the recommended keys by which the
	// element matches; the default key must be one of them.
	//
	//	original: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}
	//	patch:    {ports: [{$patchMergeKey: [port, protocol], port: 53, protocol: UDP, name: dns}]}
	//	result:   {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP, name: dns}]}
	RuleKeysRecommended Rule = "keys-recommended"
	// RuleKeysAbsent: if $patchMergeKey lists a key that the patch element lacks, the element matches
	// only elements without that key.
	//
	//	original: {ports: [{port: 53, protocol: UDP}, {port: 53}]}
	//	patch:    {ports: [{$patchMergeKey: [port, protocol], port: 53, name: dns}]}
	//	result:   {ports: [{port: 53, protocol: UDP}, {port: 53, name: dns}]}
	RuleKeysAbsent Rule = "keys-absent"
	// RuleKeysPartial: an element whose $patchMergeKey lists only some of the recommended keys must
	// not match several elements.
	//
	//	original: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}
	//	patch:    {ports: [{$patchMergeKey: [port], port: 53, name: dns}]}
	//	error:    ambiguous-merge-key at ports[0]
	RuleKeysPartial Rule = "keys-partial"
	// RuleKeysNull: if $patchMergeKey lists a key that is null in the patch element,
	// the key is removed from the matching element.
	//
	//	original: {ports: [{port: 53}, {port: 53, protocol: UDP}]}
	//	patch:    {ports: [{$patchMergeKey: [port, protocol], port: 53, protocol: null, name: dns}]}
	//	result:   {ports: [{port: 53}, {port: 53, name: dns}]}
	RuleKeysNull Rule = "keys-null"
	// RuleKeysChange: to change a key by which elements match, delete the element and add another one;
	// any other recommended key is changed like an ordinary field.
	//
	//	original: {ports: [{port: 53, protocol: TCP}]}
	//	patch:    {ports: [{port: 53, protocol: UDP}]}
	//	result:   {ports: [{port: 53, protocol: UDP}]}
	RuleKeysChange Rule = "keys-change"

	// Directives.

	// RuleUnknownDirective: a name that begins with $ and is not a directive is dropped from a
	// declared map, and is data in other maps.
	//
	//	original: {replicas: 3}
	//	patch:    {$comment: more, replicas: 5}
	//	result:   {replicas: 5}
	RuleUnknownDirective Rule = "unknown-directive"
	// RuleDataNames: in a free-form map whose values are not lists, names of the form
	// $setElementOrder/F or $deleteFromPrimitiveList/F are data.
	//
	//	original: {labels: {app: web}}
	//	patch:    {labels: {$setElementOrder/args: x}}
	//	result:   {labels: {app: web, $setElementOrder/args: x}}
	RuleDataNames Rule = "data-names"
	// RuleDirectiveLevel: directives that the option Ignore names are treated like unknown directives.
	//
	//	options:  {ignore: [retainKeys]}
	//	original: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}}
	//	patch:    {strategy: {$retainKeys: [type], type: Recreate}}
	//	result:   {strategy: {type: Recreate, rollingUpdate: {maxSurge: 1}}}
	RuleDirectiveLevel Rule = "directive-level"
)

// The rules of unions.
const (
	// RuleUnionMember: a patch that sets a member of a union clears the fields of the other members.
	//
	//	options:  {unions: true}
	//	original: {source: {type: Git, git: example.org/app}}
	//	patch:    {source: {image: "app:1"}}
	//	result:   {source: {type: Image, image: "app:1"}}
	RuleUnionMember Rule = "union-member"
	// RuleUnionDiscriminator: if a patch changes the discriminator and sets no member, the members
	// that the new value does not name are cleared.
	//
	//	options:  {unions: true}
	//	original: {source: {type: Git, git: example.org/app}}
	//	patch:    {source: {type: Image}}
	//	result:   {source: {type: Image}}
	RuleUnionDiscriminator Rule = "union-discriminator"
	// RuleUnionTarget: if modified sets a member or the discriminator of a union, and a field of the
	// union must be sent, a three-way merge clears the other members of current.
	//
	//	original: {source: {git: example.org/app}}
	//	modified: {source: {image: "app:1"}}
	//	current:  {source: {type: Git, git: example.org/app}}
	//	patch:    {source: {image: "app:1", git: null, type: null}}
	RuleUnionTarget Rule = "union-target"
)

// The rules of Diff.
const (
	// RuleDiffMinimal: a diff contains only the differences between original and modified.
	//
	//	original: {replicas: 3, labels: {app: web, tier: db}}
	//	modified: {replicas: 3, labels: {app: web, tier: api}}
	//	patch:    {labels: {tier: api}}
	RuleDiffMinimal Rule = "diff-minimal"
	// RuleDiffExact: applying the diff to original gives modified, including the order of lists.
	//
	//	original: {args: [a, b], finalizers: [x, z]}
	//	modified: {args: [b, a], finalizers: [z, x]}
	//	patch:    {args: [b, a], $setElementOrder/finalizers: [z, x]}
	RuleDiffExact Rule = "diff-exact"
	// RuleDiffNull: in a map that merges, a field that only original has is sent as null.
	//
	//	original: {replicas: 3, paused: true}
	//	modified: {replicas: 3}
	//	patch:    {paused: null}
	RuleDiffNull Rule = "diff-null"
	// RuleDiffSet: if original and modified both have a set, the patch contains the added values in
	// modified's order, and the removed values in $deleteFromPrimitiveList.
	//
	//	original: {finalizers: [a, b]}
	//	modified: {finalizers: [c, b]}
	//	patch:
	//	  finalizers: [c]
	//	  $deleteFromPrimitiveList/finalizers: [a]
	//	  $setElementOrder/finalizers: [c, b]
	RuleDiffSet Rule = "diff-set"
	// RuleDiffKeyed: if original and modified both have a keyed list, the patch contains the changed
	// and added elements in modified's order, and then the deletions.
	//
	//	original: {containers: [{name: app, image: "app:1"}, {name: log}]}
	//	modified: {containers: [{name: app, image: "app:2"}]}
	//	patch:
	//	  containers: [{name: app, image: "app:2"}, {$patch: delete, name: log}]
	//	  $setElementOrder/containers: [{name: app}]
	RuleDiffKeyed Rule = "diff-keyed"
	// RuleDiffRetain: if anything in a map or element with strategy retainKeys changed, the patch of
	// the map or element contains $retainKeys.
	//
	//	original: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}}
	//	modified: {strategy: {type: Recreate}}
	//	patch:    {strategy: {$retainKeys: [type], type: Recreate, rollingUpdate: null}}
	RuleDiffRetain Rule = "diff-retain"
	// RuleDiffRecommended: in the patch of a list with recommended keys, each element and each entry
	// of $setElementOrder lists all recommended keys in $patchMergeKey, unless the list is replaced.
	//
	//	original: {ports: [{port: 53, protocol: TCP}]}
	//	modified: {ports: [{port: 53, protocol: TCP, name: dns}]}
	//	patch:
	//	  ports: [{$patchMergeKey: [port, protocol], port: 53, protocol: TCP, name: dns}]
	//	  $setElementOrder/ports: [{$patchMergeKey: [port, protocol], port: 53, protocol: TCP}]
	RuleDiffRecommended Rule = "diff-recommended"
	// RuleDiffSuperset: the caller can omit directives that an older server does not support.
	//
	//	options:  {level: [deleteFromPrimitiveList, retainKeys, patchMergeKey]}
	//	original: {finalizers: [a]}
	//	modified: {finalizers: [a, b]}
	//	patch:    {finalizers: [b]}
	RuleDiffSuperset Rule = "diff-superset"
	// RuleNotRepresentable: if the patch must contain a change that the format cannot express, the
	// documents are rejected.
	//
	//	original: {labels: {}}
	//	modified: {labels: {$patch: x}}
	//	error:    not-representable at labels["$patch"]
	RuleNotRepresentable Rule = "not-representable"
)

// The rules of ThreeWay, and of the places that Diff and ThreeWay keep.
const (
	// RuleThreeWay: applying the patch to current gives the target of the three-way
	// merge, which the package documentation defines.
	//
	//	original: {replicas: 3, paused: true}
	//	modified: {replicas: 5}
	//	current:  {replicas: 3, paused: true, labels: {team: core}}
	//	patch:    {replicas: 5, paused: null}
	RuleThreeWay Rule = "threeway"
	// RuleThreeWayConverges: once the patch is applied, a second three-way merge gives {}.
	//
	//	original: {replicas: 3}
	//	modified: {replicas: 5}
	//	current:  {replicas: 5, labels: {team: core}}
	//	patch:    {}
	RuleThreeWayConverges Rule = "threeway-converges"
	// RuleThreeWayUnsent: a patch for a server leaves out some values that the server would not store
	// as they are sent.
	//
	//	original: {}
	//	modified: {paused: false}
	//	current:  {}
	//	patch:    {paused: false}
	RuleThreeWayUnsent Rule = "threeway-unsent"
	// RuleThreeWayConflict: it is a conflict if modified and current both changed a value of original
	// in different ways.
	//
	//	original: {replicas: 3}
	//	modified: {replicas: 5}
	//	current:  {replicas: 4}
	//	error:    conflict at replicas
	RuleThreeWayConflict Rule = "threeway-conflict"
	// RuleKeep: a place that the option Keep names stays as it is in the live document, which is
	// original for Diff, and current for ThreeWay.
	//
	//	options:  {keep: [replicas]}
	//	original: {replicas: 5, labels: {app: web}}
	//	modified: {replicas: 2, labels: {app: shop}}
	//	patch:    {labels: {app: shop}}
	RuleKeep Rule = "keep"
)

// The rules of Compose, Conflicts and Lint. A problem that violates no other rule has the rule
// RuleLint.
const (
	// RuleCompose: the composed patch gives the same result as the patches applied in order, except
	// for the order of elements in merging lists and for duplicates in sets.
	//
	//	patches: [{replicas: 5, paused: true}, {replicas: 7}]
	//	result:  {replicas: 7, paused: true}
	RuleCompose Rule = "compose"
	// RuleConflictList: the conflicts of two patches are a list that is sorted by path.
	//
	//	left:      {replicas: 5, paused: true}
	//	right:     {replicas: 7}
	//	conflicts: [{path: replicas, kind: both-changed, left: 5, right: 7}]
	RuleConflictList Rule = "conflict-list"
	// RuleLint: lint reports all problems of a patch at once, including those for which Apply does
	// not reject the patch.
	//
	//	patch:    {ports: [{port: 53, protocol: UDP, name: u}, {port: 53, name: t}]}
	//	problems:
	//	- {path: "ports[0]", kind: ambiguous-merge-key, rule: lint, rejected: false}
	//	- {path: "ports[1]", kind: ambiguous-merge-key, rule: lint, rejected: false}
	RuleLint Rule = "lint"
)

// A ruleGroup selects the rules of one list, such as ApplyRules.
type ruleGroup uint8

const (
	applyGroup ruleGroup = iota
	unionGroup
	diffGroup
	otherGroup // ThreeWay, Compose, Conflicts and Lint
)

// ruleTable has one row for each rule, in the order of the constants. The comment of a constant
// repeats the first sentence of the text.
var ruleTable = []struct {
	id    Rule
	group ruleGroup
	text  string
}{
	{RuleRoot, applyGroup,
		"the original and the patch must be maps; if the root of the patch contains $patch: delete, the result is {}. " +
			"An original that is absent or null counts as {}. " +
			"Modified and current must be maps, too, and count as {} if they are absent or null."},
	{RuleMapMerge, applyGroup,
		"each field of a patch map merges into the field with the same name in the original. " +
			"Without directives, unions and strategy replace, fields that the patch map does not contain are kept unchanged."},
	{RuleScalar, applyGroup,
		"a scalar in a field of the patch replaces the value of the field in the original, even a value of another type."},
	{RuleNullDeletes, applyGroup,
		"a field that is null in the patch is deleted from the original. " +
			"It is not an error if the original lacks the field. " +
			"The result never contains a null field of the patch. " +
			"A null element of an atomic list is kept as data."},
	{RuleAbsentIsEmpty, applyGroup,
		"if the original has no value, or a value of another type, a patch map or list is merged into an empty one. " +
			"Directives in this map or list take effect and are not copied. " +
			"Except for $patch: delete, they never remove data of the patch. " +
			"The result may be an empty map or list."},
	{RuleMapReplace, applyGroup,
		"$patch: replace in a map discards the original map. " +
			"The other fields of the patch map are merged into an empty map."},
	{RuleMapDelete, applyGroup,
		"$patch: delete in the map of a field removes the field. " +
			"All other fields of this patch map are ignored."},
	{RuleMapAtomic, applyGroup,
		"if a field has strategy replace, the original map is discarded, and the patch map is merged into an empty map. " +
			"The same is true for the elements of a keyed list, if they have strategy replace. " +
			"The rule also applies to a field without a type in the schema."},
	{RuleRetainKeys, applyGroup,
		"$retainKeys lists the fields that a map keeps. " +
			"Fields of the original that are not listed are cleared, and the rest of the patch map merges. " +
			"The directive must list every field of the patch map, except for null fields, directives, and names that are " +
			"dropped (rule unknown-directive). " +
			"The directive takes effect even if the schema does not declare strategy retainKeys."},
	{RuleMapValues, applyGroup,
		"the fields of a free-form map merge by the schema of its values. " +
			"A free-form map, such as labels, has arbitrary field names and one schema for all of its values. " +
			"If the schema also declares a field of the map by name, this field merges by its own schema."},
	{RuleFieldNames, applyGroup,
		"field names match exactly, including case."},
	{RuleUnknownField, applyGroup,
		"a field that the schema does not define merges without a schema: maps merge by name, and lists are replaced. " +
			"With Strict, a patch that contains such a field is rejected, even if the field is null. " +
			"This does not apply to fields next to $patch: delete."},
	{RuleValueType, applyGroup,
		"with Strict, a patch is rejected if the type of a value in it contradicts the schema. " +
			"Null contradicts no type. " +
			"This does not apply to fields next to $patch: delete, or to values in $setElementOrder and " +
			"$deleteFromPrimitiveList."},
	{RuleListAtomic, applyGroup,
		"a patch list replaces an atomic list, which is a list without strategy merge. " +
			"Each map in the patch list is merged into an empty map. " +
			"An element that is only {$patch: replace} is dropped. " +
			"An element with $patch: delete is rejected, because there is no element that it could match."},
	{RuleSetMerge, applyGroup,
		"the values of the patch list are added to the set, unless the set already contains them. " +
			"Duplicates in the original and in the patch are removed: the first of several equal values is kept. " +
			"If the patch list is absent or empty, or contains {$patch: replace}, no duplicates are removed. " +
			"The elements of the patch list must be scalars, unless one of them is only {$patch: replace}."},
	{RuleSetDelete, applyGroup,
		"$deleteFromPrimitiveList/F removes its values from F in the original, before the patch list merges into F or " +
			"replaces F. " +
			"All elements that equal one of the values are removed. " +
			"The directive must be a list of scalars, and so must F. " +
			"The schema decides whether F is a list of scalars. " +
			"If F is not a set, and the schema does not define its elements, the values of F in the original and in the " +
			"patch decide. " +
			"For this decision, nulls and elements that are only {$patch: replace} are ignored. " +
			"If the schema defines F as a list, values of other types are also ignored. " +
			"F may be absent from the original, from the patch or from both."},
	{RuleKeyedMerge, applyGroup,
		"each element of the patch list must be a map with all merge keys; it merges into the first element with equal " +
			"keys in the original list, or is added if there is none. " +
			"Keys that have a default (rule keys-default) may be absent. " +
			"In a patch list with {$patch: replace}, elements need not be maps and need no keys. " +
			"Elements are merged one after the other, so an element may merge into one that the same patch list has added."},
	{RuleKeyedOriginal, applyGroup,
		"an element of the original that is not a map or lacks a merge key never matches an element of the patch list or " +
			"an entry of $setElementOrder. " +
			"A null key counts as absent. " +
			"An element that lacks only keys with a default (rule keys-default) can match. " +
			"An element whose merge key is a map or a list never matches. " +
			"With Strict, an element that never matches is rejected if the patch contains the list, or $setElementOrder " +
			"for the list. " +
			"This does not apply to a list that the patch removes or replaces."},
	{RuleKeyedDelete, applyGroup,
		"an element with its merge keys and $patch: delete removes all matching elements. " +
			"Deletions are applied before merges, wherever the deletions are in the patch list."},
	{RuleListReplace, applyGroup,
		"if the patch list of a keyed list or set has an element that is only {$patch: replace}, the original list " +
			"counts as empty. " +
			"The other elements of the patch list are treated like those of an atomic list, except that elements with " +
			"$patch: delete are dropped. " +
			"A $patchMergeKey in an element is dropped, too."},
	{RuleElementReplace, applyGroup,
		"an element with its merge keys and $patch: replace replaces the matching element instead of merging into it."},
	{RuleNoNestedLists, applyGroup,
		"a patch must not add a list as an element of a merging list, which is a keyed list or a set. " +
			"A patch list with {$patch: replace} may contain lists."},
	{RuleOrderDirective, applyGroup,
		"with $setElementOrder/F, the listed elements come last, in the listed order; the other elements come first and " +
			"keep their order. " +
			"Every element of the patch list must be listed, must be in the listed order, and must be next to elements " +
			"with equal keys. " +
			"Deletions and {$patch: replace} are exempt. " +
			"If a key or value is listed several times, each entry places one element, and the last entry places the " +
			"remaining ones. " +
			"The directive is neither checked nor applied if the patch sets F to null, or if the schema does not define F as " +
			"a keyed list or set. " +
			"If the patch sets F to a scalar or a map, only the form of the directive is checked."},
	{RuleOrderRecommended, applyGroup,
		"an entry of $setElementOrder that contains $patchMergeKey identifies its element by the keys in $patchMergeKey. " +
			"An element may be listed both by an entry with $patchMergeKey and by an entry without it. " +
			"The element then uses the first of these entries. " +
			"If several entries list the same keys, each of them places one element, and the last one places the remaining ones."},
	{RuleOrderDefault, applyGroup,
		"without $setElementOrder, the elements of the patch list keep their order. " +
			"An element that only the original has comes before the next element that both the original and the patch list " +
			"have. " +
			"New elements at the end of the patch list come last."},
	{RuleKeyEquality, applyGroup,
		"merge keys and values of sets are compared as JSON values. " +
			`For example, 1 equals 1.0 and 1e0, but not "1".`},
	{RuleKeysMulti, applyGroup,
		"if a merge key has several fields, each element of the patch list and each entry of $setElementOrder must " +
			"contain all of them. " +
			"Fields that have a default (rule keys-default) may be absent. " +
			"In a patch list with {$patch: replace}, all fields may be absent. " +
			"Two elements match if all of these fields are equal."},
	{RuleKeysDefault, applyGroup,
		"if the x-kubernetes-list-map-keys of a list are its merge keys, or define its recommended keys, an absent key " +
			"has the default that the schema declares. " +
			"This applies to the original and to the patch. " +
			"In the original, a null key counts as absent. " +
			"A default also counts for a required field, because servers fill in defaults first. " +
			"A null default is ignored, and, except in a CustomResourceDefinition, so is the default \"\", 0 or false of a required field. " +
			"In other lists, keys have no defaults."},
	{RuleKeysRecommended, applyGroup,
		"$patchMergeKey in an element lists the recommended keys by which the element matches; the default key must be " +
			"one of them. " +
			"The default key is the merge key of the list. " +
			"Without $patchMergeKey, the element matches by the default key alone. " +
			"With Strict, an element without $patchMergeKey is rejected if its default key matches several elements that " +
			"differ in other recommended keys. " +
			"This does not apply to deletions. " +
			"With Strict, an element is also rejected if it changes or removes a recommended key by which it does not match. " +
			"It does not matter whether a value, null, $retainKeys, $patch: replace, strategy replace or a union makes this " +
			"change. " +
			"An element may add a recommended key that the matching element lacks. " +
			"In both checks, an absent key counts as its default, if it has one. " +
			"Both checks also apply to an element that matches one that the same patch list has added."},
	{RuleKeysAbsent, applyGroup,
		"if $patchMergeKey lists a key that the patch element lacks, the element matches only elements without that key. " +
			"This does not apply to a key that has a default (rule keys-default)."},
	{RuleKeysPartial, applyGroup,
		"an element whose $patchMergeKey lists only some of the recommended keys must not match several elements. " +
			"A deletion may match several elements, and removes all of them. " +
			"An element may also match several elements if $patchMergeKey lists a key that is null in the element."},
	{RuleKeysNull, applyGroup,
		"if $patchMergeKey lists a key that is null in the patch element, the key is removed from the matching element. " +
			"The matching element is the first one that has this key and whose other listed keys equal those of the patch " +
			"element. " +
			"If there is none, the matching element is the first one whose other listed keys equal those of the patch " +
			"element. " +
			"A key that has a default counts as present, even if the element lacks the key. " +
			"The default key, which is the merge key of the list, must not be null. " +
			"A null key in a deletion or in an entry of $setElementOrder is rejected, too."},
	{RuleKeysChange, applyGroup,
		"to change a key by which elements match, delete the element and add another one; any other recommended key is " +
			"changed like an ordinary field. " +
			"With Strict, changing any other recommended key is rejected."},
	{RuleUnknownDirective, applyGroup,
		"a name that begins with $ and is not a directive is dropped from a declared map, and is data in other maps. " +
			"A declared map has named fields in its schema and no others. " +
			"With Strict, a name that would be dropped is rejected. " +
			"A field that the schema declares is data even if its name begins with $, unless the name is $patch. " +
			"A $patch with a value other than replace and delete is rejected."},
	{RuleDataNames, applyGroup,
		"in a free-form map whose values are not lists, names of the form $setElementOrder/F or " +
			"$deleteFromPrimitiveList/F are data. " +
			"If the schema of such a map also declares F, the name is a directive. " +
			"In a map whose values have no schema, the name is a directive if its value is a list. " +
			"In a map that is not a declared map, $retainKeys is a directive only if its value is a list."},
	{RuleDirectiveLevel, applyGroup,
		"directives that the option Ignore names are treated like unknown directives. " +
			"An older server does the same with directives that it does not support."},

	{RuleUnionMember, unionGroup,
		"a patch that sets a member of a union clears the fields of the other members. " +
			"Apply, Compose and Conflicts support unions only with the option Unions. " +
			"The discriminator is set to the value that names this member, unless the patch contains the discriminator. " +
			"A value that the schema declares as unset sets no member, and is not cleared. " +
			"A patch is rejected if it sets two members, or a member and a discriminator that does not name this member. " +
			"The error has the path of the map with the union. " +
			"In documents that are not patches, directives are data: a member is set even if its map contains only a " +
			"directive. " +
			"A merge key is never a field of a member. " +
			"If a merge key is the discriminator, a patch element that sets a member and lacks the key changes the key."},
	{RuleUnionDiscriminator, unionGroup,
		"if a patch changes the discriminator and sets no member, the members that the new value does not name are " +
			"cleared. " +
			"A patch that deletes the discriminator and sets no member clears no members."},
	{RuleUnionTarget, unionGroup,
		"if modified sets a member or the discriminator of a union, and a field of the union must be sent, a three-way " +
			"merge clears the other members of current. " +
			"The other members are those that modified does not set and its discriminator does not name. " +
			"If modified sets two members, or a member that its discriminator does not name, nothing is cleared. " +
			"A field must be sent if modified and original have different values for it, or if current does not contain " +
			"modified's value. " +
			"The patch contains null for each cleared field, no matter who has set the field. " +
			"Clearing a field is not a conflict. " +
			"A discriminator of current that names another member is also cleared, unless modified sets the discriminator or " +
			"the discriminator is a merge key."},

	{RuleDiffMinimal, diffGroup,
		"a diff contains only the differences between original and modified. " +
			"Atomic maps and lists, and lists that are replaced, are sent as a whole. " +
			"Elements of keyed lists are sent with their merge keys. " +
			"$retainKeys and $setElementOrder also list unchanged fields and elements. " +
			"The diff of a document with itself is {}."},
	{RuleDiffExact, diffGroup,
		"applying the diff to original gives modified, including the order of lists. " +
			"If the caller omits $setElementOrder, the elements of merging lists may be in a different order than in modified. " +
			"Null fields count as absent."},
	{RuleDiffNull, diffGroup,
		"in a map that merges, a field that only original has is sent as null. " +
			"If the field is null in original, nothing is sent. " +
			"In such a map, a null field of modified is sent, too, unless the field is also null in original. " +
			"No null is sent for a name that would be a directive or would be dropped, or for a recommended key that the " +
			"element lacks in original."},
	{RuleDiffSet, diffGroup,
		"if original and modified both have a set, the patch contains the added values in modified's order, and the " +
			"removed values in $deleteFromPrimitiveList. " +
			"Unless modified's set is empty, the patch also contains $setElementOrder if values or their order changed. " +
			"The patch of a three-way merge that is not for a cluster contains $setElementOrder only if modified's order or " +
			"duplicates require it. " +
			"A changed set is replaced as a whole if it has duplicates, or elements that are not scalars, in original or in " +
			"modified. " +
			"In a three-way merge, elements that only current has are not a reason to replace the set. " +
			"The patch does not contain a directive for the set if the name of the set's field is empty, or if the schema " +
			"declares a field with the name of the directive. " +
			"A set that requires such a directive is replaced as a whole."},
	{RuleDiffKeyed, diffGroup,
		"if original and modified both have a keyed list, the patch contains the changed and added elements in modified's " +
			"order, and then the deletions. " +
			"Unless modified's list is empty, the patch also contains $setElementOrder if elements, their contents or their " +
			"order changed. " +
			"The patch of a three-way merge that is not for a cluster contains $setElementOrder only if modified's order or " +
			"duplicates require it. " +
			"If original sets a merge key or recommended key to its default and modified omits the key, the patch deletes the " +
			"element and adds it again, unless the deletion would also remove duplicates of the element. " +
			"If duplicates or missing keys prevent an exact patch, the list is replaced as a whole."},
	{RuleDiffRetain, diffGroup,
		"if anything in a map or element with strategy retainKeys changed, the patch of the map or element contains " +
			"$retainKeys. " +
			"The directive lists, in sorted order, all fields that the map or element has in modified, except for null " +
			"fields. " +
			"A diff also contains null for each field that $retainKeys clears. " +
			"In atomic maps and lists, and in lists that are replaced, the patch does not contain $retainKeys. " +
			"The directive is also left out if a new map is empty, if the schema declares a field $retainKeys, or if the " +
			"patch contains data with this name."},
	{RuleDiffRecommended, diffGroup,
		"in the patch of a list with recommended keys, each element and each entry of $setElementOrder lists all " +
			"recommended keys in $patchMergeKey, unless the list is replaced."},
	{RuleDiffSuperset, diffGroup,
		"the caller can omit directives that an older server does not support. " +
			"On such a server, the patch gives the same result with and without the omitted directives. " +
			"Without $setElementOrder, the elements of the result may be in another order than in modified. " +
			"It is an error to omit $deleteFromPrimitiveList if a value is removed from a set that is not replaced. " +
			"In the patch of a keyed list that is not replaced, it is an error to omit $patchMergeKey if a recommended key " +
			"changes, or if elements share their default key. " +
			"In a map that is not a declared map, it is an error to omit a directive that the patch would contain, because " +
			"an older server would store the directive as data."},
	{RuleNotRepresentable, diffGroup,
		"if the patch must contain a change that the format cannot express, the documents are rejected. " +
			"For example, a patch cannot set or remove a field whose name would be a directive in the patch, or would be " +
			"dropped from the patch. " +
			"The error has the path of the change. " +
			"Some servers store fields with the names of directives as data in new maps and elements, in maps that replace a " +
			"map, and in lists that replace a list. " +
			"A patch for such a server may contain these names in these places."},

	{RuleThreeWay, otherGroup,
		"applying the patch to current gives the target of the three-way merge, which the package documentation defines. " +
			"In short, the target is current with the values of modified, and without the fields that original has and " +
			"modified lacks."},
	{RuleThreeWayConverges, otherGroup,
		"once the patch is applied, a second three-way merge gives {}. " +
			"In the second merge, modified is also the original, because it was applied last."},
	{RuleThreeWayUnsent, otherGroup,
		"a patch for a server leaves out some values that the server would not store as they are sent. " +
			"With the option Resend, the patch contains these values, too. " +
			"A zero value that the server drops is left out if current lacks the field. " +
			"An empty string in a field that the server fills in is left out if original also has an empty string there and " +
			"current has a value. " +
			"The same applies to 0 and false in a field where the server replaces them. " +
			"A null in a field that the server fills in, or in an immutable field, is left out if original also has a null " +
			"there. " +
			"A quantity or time is left out if current has the same value in another spelling. " +
			"A field and its alias, which always has the same value, are set and removed together. " +
			"The schema defines how a server stores the values of each field (x-smp-marks), and which fields are aliases " +
			"(x-smp-alias-of)."},
	{RuleThreeWayConflict, otherGroup,
		"it is a conflict if modified and current both changed a value of original in different ways. " +
			"A conflict is an error, unless the option Overwrite is set. " +
			"With this option, modified wins. " +
			"Additions and deletions are changes, too. " +
			"If modified or current removed a map or list that is not atomic, there is a conflict only if the other document " +
			"changed values that original has in this map or list. " +
			"An explicit null in modified conflicts with a value of current if original has neither a value nor a null there. " +
			"A change only in current is not a conflict. " +
			"A default that a server fills in where original has no value is not a change. " +
			"Changes to the values of a set are never a conflict."},
	{RuleKeep, otherGroup,
		"a place that the option Keep names stays as it is in the live document, which is original for Diff, and current " +
			"for ThreeWay. " +
			"If the live document is absent, nothing is kept. " +
			"The other documents count as if they had the live document's value at this place, or no value if the live " +
			"document has none. " +
			"If the live document has a value at the place, missing parent maps are created in the other documents. " +
			"A path that ends at an element keeps the whole element. " +
			"A path that continues below an element has an effect only if both the live document and the other document have " +
			"the element. " +
			"An element of a keyed list matches the element of the other document with the same keys, including recommended " +
			"keys. " +
			"An element that lacks some of these keys also matches the element of the live document that has its other keys, " +
			"if there is only one such element without a match. " +
			"A value of a set matches an equal value. " +
			"Elements of an atomic list match by the keys in the first path that names keys. " +
			"If no path names keys, they match by value if a path names a value, and by index if not."},

	{RuleCompose, otherGroup,
		"the composed patch gives the same result as the patches applied in order, except for the order of elements in " +
			"merging lists and for duplicates in sets. " +
			"If there is no such patch, the error code is not-composable. " +
			"If a patch is an error for every original, Compose returns the error of Apply. " +
			"With the option Unions, if the patches set different members of a union, the composed patch sets only the last " +
			"of these members."},
	{RuleConflictList, otherGroup,
		"the conflicts of two patches are a list that is sorted by path. " +
			"If the list is empty, the patches give the same result in either order, except for the order of elements in " +
			"merging lists. " +
			"An empty patch conflicts with nothing. " +
			"With the option Unions, patches that set different members of a union conflict in each field of these members " +
			"that they set. " +
			"With this option, a patch that sets a member also conflicts with a patch that sets the discriminator to a value " +
			"that does not name this member. " +
			"A patch that sets a member but not the discriminator also conflicts with a patch that deletes the " +
			"discriminator."},
	{RuleLint, otherGroup,
		"lint reports all problems of a patch at once, including those for which Apply does not reject the patch."},
}

// ApplyRules returns the ids of all rules of Apply, except those of unions, in the order in which
// they are declared. The caller may change the slice.
func ApplyRules() []Rule { return rulesIn(applyGroup) }

// UnionRules returns the ids of all rules of unions, in the order in which they are declared. The
// caller may change the slice.
func UnionRules() []Rule { return rulesIn(unionGroup) }

// DiffRules returns the ids of all rules of Diff, in the order in which they are declared. The
// caller may change the slice.
func DiffRules() []Rule { return rulesIn(diffGroup) }

// Rules returns the ids of all rules in the order in which they are declared. The caller may change
// the slice.
func Rules() []Rule {
	rules := make([]Rule, len(ruleTable))
	for i, row := range ruleTable {
		rules[i] = row.id
	}
	return rules
}

// Text returns the full text of the rule. The first sentence states the essence of the rule. The
// text of an unknown rule is empty.
func (r Rule) Text() string {
	for _, row := range ruleTable {
		if row.id == r {
			return row.text
		}
	}
	return ""
}

// Case returns the name of the corpus case with the example of the rule.
func (r Rule) Case() string { return "rule/" + string(r) }

func rulesIn(group ruleGroup) (rules []Rule) {
	for _, row := range ruleTable {
		if row.group == group {
			rules = append(rules, row.id)
		}
	}
	return rules
}
