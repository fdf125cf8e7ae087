package smp

// A Rule is the stable id of one rule of strategic merge patch. Errors, trace events, laws and
// corpus cases name rules by their ids. The comment of each constant is the first sentence of the
// rule, with an example. [Rule.Text] returns the full text. The package documentation defines the
// words, and corpus/SPEC.md explains the rules in order.
//
// The examples share one schema, corpus/schemas/example.yaml, which describes a workload. The field
// finalizers is a set, args is an atomic list, containers is a list keyed by name, and ports is a
// list keyed by port with the recommended key protocol. [Rule.Case] returns the name of the case
// with the example of a rule.
type Rule string

// The rules of Apply.
const (
	// Maps.

	// RuleRoot: the original and the patch must be maps.
	//
	//	original: {replicas: 3}
	//	patch:    {$patch: delete}
	//	result:   {}
	RuleRoot Rule = "root"
	// RuleMapMerge: each field of a patch map merges into the field of the original
	// with the same name.
	//
	//	original: {replicas: 3, labels: {app: web}}
	//	patch:    {labels: {tier: db}}
	//	result:   {replicas: 3, labels: {app: web, tier: db}}
	RuleMapMerge Rule = "map-merge"
	// RuleScalar: a scalar in the patch replaces the value in the original, whatever
	// its type.
	//
	//	original: {replicas: 3}
	//	patch:    {replicas: 5}
	//	result:   {replicas: 5}
	RuleScalar Rule = "scalar"
	// RuleNullDeletes: a null field in the patch deletes the field from the original,
	// if there is one.
	//
	//	original: {replicas: 3, paused: true}
	//	patch:    {paused: null, labels: null}
	//	result:   {replicas: 3}
	RuleNullDeletes Rule = "null-deletes"
	// RuleAbsentIsEmpty: if the original has no value, or a value of another type, a
	// patch map or list is evaluated against an empty one.
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
	// RuleMapAtomic: the map of a field with strategy replace is replaced by the patch
	// map, which is evaluated against an empty map.
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
	// RuleUnknownField: a field that the schema does not define merges without schema:
	// maps merge by name, and lists are replaced.
	//
	//	original: {extra: {list: [1, 2], size: 1}}
	//	patch:    {extra: {list: [3]}}
	//	result:   {extra: {list: [3], size: 1}}
	RuleUnknownField Rule = "unknown-field"

	// Lists.

	// RuleListAtomic: a patch list replaces an atomic list.
	//
	//	original: {args: [--verbose, --port=80]}
	//	patch:    {args: [--port=81]}
	//	result:   {args: [--port=81]}
	RuleListAtomic Rule = "list-atomic"
	// RuleSetMerge: the values of the patch list are added to the set, unless the set already has
	// them.
	//
	//	original: {finalizers: [a, b]}
	//	patch:    {finalizers: [b, c]}
	//	result:   {finalizers: [a, b, c]}
	RuleSetMerge Rule = "set-merge"
	// RuleSetDelete: $deleteFromPrimitiveList/F removes its values from F in the
	// original, before the patch list merges into F or replaces it.
	//
	//	original: {finalizers: [a, b]}
	//	patch:    {$deleteFromPrimitiveList/finalizers: [a]}
	//	result:   {finalizers: [b]}
	RuleSetDelete Rule = "set-delete"
	// RuleKeyedMerge: each element of the patch list must be a map with all merge keys; the element
	// merges into the first element of the list with equal keys, or is added if there is none.
	//
	//	original: {containers: [{name: app, image: "app:1"}]}
	//	patch:    {containers: [{name: app, args: [-v]}, {name: log}]}
	//	result:   {containers: [{name: app, image: "app:1", args: [-v]}, {name: log}]}
	RuleKeyedMerge Rule = "keyed-merge"
	// RuleKeyedOriginal: an element of the original that is not a map or lacks a merge
	// key never matches, and directives do not affect it.
	//
	//	original: {containers: [{image: "app:1"}, {name: app}]}
	//	patch:    {containers: [{name: app, image: "app:2"}]}
	//	result:   {containers: [{image: "app:1"}, {name: app, image: "app:2"}]}
	RuleKeyedOriginal Rule = "keyed-original"
	// RuleKeyedDelete: {$patch: delete, KEYS} removes all matching elements.
	//
	//	original: {containers: [{name: app}, {name: log}]}
	//	patch:    {containers: [{$patch: delete, name: log}]}
	//	result:   {containers: [{name: app}]}
	RuleKeyedDelete Rule = "keyed-delete"
	// RuleListReplace: an element that is only {$patch: replace} makes the original
	// list count as empty.
	//
	//	original: {containers: [{name: app}, {name: log}]}
	//	patch:    {containers: [{$patch: replace}, {name: api}]}
	//	result:   {containers: [{name: api}]}
	RuleListReplace Rule = "list-replace"
	// RuleElementReplace: $patch: replace in an element with merge keys and other
	// fields replaces the matching element.
	//
	//	original: {containers: [{name: app, image: "app:1", args: [-v]}]}
	//	patch:    {containers: [{$patch: replace, name: app, image: "app:2"}]}
	//	result:   {containers: [{name: app, image: "app:2"}]}
	RuleElementReplace Rule = "element-replace"
	// RuleNoNestedLists: a patch cannot add a list as an element of a merging list.
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
	// RuleOrderRecommended: an order entry with $patchMergeKey identifies its element by the keys that
	// $patchMergeKey lists.
	//
	//	original: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}
	//	patch:
	//	  $setElementOrder/ports:
	//	  - {$patchMergeKey: [port, protocol], port: 53, protocol: UDP}
	//	  - {$patchMergeKey: [port, protocol], port: 53, protocol: TCP}
	//	result:   {ports: [{port: 53, protocol: UDP}, {port: 53, protocol: TCP}]}
	RuleOrderRecommended Rule = "order-recommended"
	// RuleOrderDefault: without $setElementOrder, the elements of the patch list have the same
	// order in the result.
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
	// RuleKeysMulti: a merge key of several fields must be complete: patch elements,
	// deletions and order entries contain all of its fields.
	//
	//	original: {resources: [{group: batch, kind: Job, weight: 1}, {group: batch, kind: CronJob, weight: 1}]}
	//	patch:    {resources: [{group: batch, kind: CronJob, weight: 2}]}
	//	result:   {resources: [{group: batch, kind: Job, weight: 1}, {group: batch, kind: CronJob, weight: 2}]}
	RuleKeysMulti Rule = "keys-multi"
	// RuleKeysDefault: if the merge keys are list-map-keys of a custom resource
	// definition, an absent key counts as its default in the schema.
	//
	//	original: {resources: [{kind: Deployment, weight: 1}]}
	//	patch:    {resources: [{group: apps, kind: Deployment, weight: 2}]}
	//	result:   {resources: [{group: apps, kind: Deployment, weight: 2}]}
	RuleKeysDefault Rule = "keys-default"
	// RuleKeysRecommended: $patchMergeKey in an element lists the recommended keys
	// that it matches by; the default key must be one of them.
	//
	//	original: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}
	//	patch:    {ports: [{$patchMergeKey: [port, protocol], port: 53, protocol: UDP, name: dns}]}
	//	result:   {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP, name: dns}]}
	RuleKeysRecommended Rule = "keys-recommended"
	// RuleKeysAbsent: if $patchMergeKey lists a key that the patch element lacks, the
	// element matches only elements without that key.
	//
	//	original: {ports: [{port: 53, protocol: UDP}, {port: 53}]}
	//	patch:    {ports: [{$patchMergeKey: [port, protocol], port: 53, name: dns}]}
	//	result:   {ports: [{port: 53, protocol: UDP}, {port: 53, name: dns}]}
	RuleKeysAbsent Rule = "keys-absent"
	// RuleKeysPartial: an element whose $patchMergeKey lists only some of the
	// recommended keys must not match several elements.
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
	// RuleKeysChange: to change a key that elements match by, delete the element and
	// add another; any other key is changed like an ordinary field.
	//
	//	original: {ports: [{port: 53, protocol: TCP}]}
	//	patch:    {ports: [{port: 53, protocol: UDP}]}
	//	result:   {ports: [{port: 53, protocol: UDP}]}
	RuleKeysChange Rule = "keys-change"

	// Directives.

	// RuleUnknownDirective: a $patch other than replace and delete is rejected.
	//
	//	original: {replicas: 3}
	//	patch:    {$comment: more, replicas: 5}
	//	result:   {replicas: 5}
	RuleUnknownDirective Rule = "unknown-directive"
	// RuleDataNames: in a free-form map whose values are not lists, names that look
	// like order or delete lists are data.
	//
	//	original: {labels: {app: web}}
	//	patch:    {labels: {$setElementOrder/args: x}}
	//	result:   {labels: {app: web, $setElementOrder/args: x}}
	RuleDataNames Rule = "data-names"
	// RuleDirectiveLevel: an engine can ignore directives, which it then treats like unknown ones.
	//
	//	options:  {ignore: [retainKeys]}
	//	original: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}}
	//	patch:    {strategy: {$retainKeys: [type], type: Recreate}}
	//	result:   {strategy: {type: Recreate, rollingUpdate: {maxSurge: 1}}}
	RuleDirectiveLevel Rule = "directive-level"
)

// The rules of unions.
const (
	// RuleUnionMember: a patch that sets a member of a union clears the fields of the
	// other members, and sets the discriminator to the value of the member unless the
	// patch contains the discriminator.
	//
	//	options:  {unions: true}
	//	original: {source: {type: Git, git: example.org/app}}
	//	patch:    {source: {image: "app:1"}}
	//	result:   {source: {type: Image, image: "app:1"}}
	RuleUnionMember Rule = "union-member"
	// RuleUnionDiscriminator: a patch that changes the discriminator and sets no
	// member clears the members that do not belong to the new value.
	//
	//	options:  {unions: true}
	//	original: {source: {type: Git, git: example.org/app}}
	//	patch:    {source: {type: Image}}
	//	result:   {source: {type: Image}}
	RuleUnionDiscriminator Rule = "union-discriminator"
	// RuleUnionTarget: if modified chooses a member of a union and a field of the
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
	// RuleDiffMinimal: a diff contains only the differences.
	//
	//	original: {replicas: 3, labels: {app: web, tier: db}}
	//	modified: {replicas: 3, labels: {app: web, tier: api}}
	//	patch:    {labels: {tier: api}}
	RuleDiffMinimal Rule = "diff-minimal"
	// RuleDiffExact: applying the diff to original gives modified, including the order
	// of lists.
	//
	//	original: {args: [a, b], finalizers: [x, z]}
	//	modified: {args: [b, a], finalizers: [z, x]}
	//	patch:    {args: [b, a], $setElementOrder/finalizers: [z, x]}
	RuleDiffExact Rule = "diff-exact"
	// RuleDiffNull: a field that only original has is sent as null.
	//
	//	original: {replicas: 3, paused: true}
	//	modified: {replicas: 3}
	//	patch:    {paused: null}
	RuleDiffNull Rule = "diff-null"
	// RuleDiffSet: the patch of a set contains the added values in modified's order,
	// the removed values in $deleteFromPrimitiveList, and $setElementOrder if values
	// or their order changed.
	//
	//	original: {finalizers: [a, b]}
	//	modified: {finalizers: [c, b]}
	//	patch:
	//	  finalizers: [c]
	//	  $deleteFromPrimitiveList/finalizers: [a]
	//	  $setElementOrder/finalizers: [c, b]
	RuleDiffSet Rule = "diff-set"
	// RuleDiffKeyed: the patch of a keyed list contains the changed and added elements
	// in modified's order, then the deletions, and $setElementOrder if elements or
	// their order changed.
	//
	//	original: {containers: [{name: app, image: "app:1"}, {name: log}]}
	//	modified: {containers: [{name: app, image: "app:2"}]}
	//	patch:
	//	  containers: [{name: app, image: "app:2"}, {$patch: delete, name: log}]
	//	  $setElementOrder/containers: [{name: app}]
	RuleDiffKeyed Rule = "diff-keyed"
	// RuleDiffRetain: if anything in a map or element with strategy retainKeys changed, its patch
	// begins with $retainKeys, the sorted names of the fields in modified.
	//
	//	original: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}}
	//	modified: {strategy: {type: Recreate}}
	//	patch:    {strategy: {$retainKeys: [type], type: Recreate, rollingUpdate: null}}
	RuleDiffRetain Rule = "diff-retain"
	// RuleDiffRecommended: in a list with recommended keys, every element and order
	// entry of the patch lists all of them in $patchMergeKey.
	//
	//	original: {ports: [{port: 53, protocol: TCP}]}
	//	modified: {ports: [{port: 53, protocol: TCP, name: dns}]}
	//	patch:
	//	  ports: [{$patchMergeKey: [port, protocol], port: 53, protocol: TCP, name: dns}]
	//	  $setElementOrder/ports: [{$patchMergeKey: [port, protocol], port: 53, protocol: TCP}]
	RuleDiffRecommended Rule = "diff-recommended"
	// RuleDiffSuperset: the caller can omit directives that an older server does not
	// support.
	//
	//	options:  {level: [deleteFromPrimitiveList, retainKeys, patchMergeKey]}
	//	original: {finalizers: [a]}
	//	modified: {finalizers: [a, b]}
	//	patch:    {finalizers: [b]}
	RuleDiffSuperset Rule = "diff-superset"
	// RuleNotRepresentable: it is an error, with the path of the change, if a change must be sent
	// but the format cannot express it.
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
	// RuleThreeWayConverges: once the patch is applied, a second three-way merge gives
	// {}.
	//
	//	original: {replicas: 3}
	//	modified: {replicas: 5}
	//	current:  {replicas: 5, labels: {team: core}}
	//	patch:    {}
	RuleThreeWayConverges Rule = "threeway-converges"
	// RuleThreeWayUnsent: a patch for a server leaves out values that the server would
	// not store as they are sent: a zero that the server drops, if current lacks the
	// field; "" or null in a field that the server fills in, if original has the same
	// value; and a quantity or time that current spells differently.
	//
	//	original: {}
	//	modified: {paused: false}
	//	current:  {}
	//	patch:    {paused: false}
	RuleThreeWayUnsent Rule = "threeway-unsent"
	// RuleThreeWayConflict: without Overwrite, it is a conflict if modified and
	// current both changed a value of original, in different ways.
	//
	//	original: {replicas: 3}
	//	modified: {replicas: 5}
	//	current:  {replicas: 4}
	//	error:    conflict at replicas
	RuleThreeWayConflict Rule = "threeway-conflict"
	// RuleKeep: kept places stay as they are in original, or in current for a three-way merge.
	//
	//	options:  {keep: [replicas]}
	//	original: {replicas: 5, labels: {app: web}}
	//	modified: {replicas: 2, labels: {app: shop}}
	//	patch:    {labels: {app: shop}}
	RuleKeep Rule = "keep"
)

// The rules of Compose, Conflicts and Lint. Errors and problems name RuleLint if Apply accepts the
// patch, because the patch then violates no rule of Apply.
const (
	// RuleCompose: the composed patch gives the same result as the patches applied in
	// order, except for the order of elements in merging lists and for duplicates in
	// sets.
	//
	//	patches: [{replicas: 5, paused: true}, {replicas: 7}]
	//	result:  {replicas: 7, paused: true}
	RuleCompose Rule = "compose"
	// RuleConflictList: the conflicts of two patches are a sorted list; if the list is empty, the patches
	// give the same result in either order, except for the order of elements in merging lists.
	//
	//	left:      {replicas: 5, paused: true}
	//	right:     {replicas: 7}
	//	conflicts: [{path: replicas, kind: both-changed, left: 5, right: 7}]
	RuleConflictList Rule = "conflict-list"
	// RuleLint: lint reports all problems of a patch at once, including those that
	// Apply tolerates.
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
		"the original and the patch must be maps. " +
			"An original that is absent or null counts as {}. " +
			"{$patch: delete} at the root gives {}."},
	{RuleMapMerge, applyGroup,
		"each field of a patch map merges into the field of the original with the same name. " +
			"Fields that the patch does not contain are kept unchanged, byte for byte."},
	{RuleScalar, applyGroup,
		"a scalar in the patch replaces the value in the original, whatever its type."},
	{RuleNullDeletes, applyGroup,
		"a null field in the patch deletes the field from the original, if there is one. " +
			"The result never contains a null field of the patch. " +
			"A null element of an atomic list is data."},
	{RuleAbsentIsEmpty, applyGroup,
		"if the original has no value, or a value of another type, a patch map or list is evaluated against an empty one. " +
			"Directives in it take effect, are not copied, and never remove data of the patch. " +
			"The result may be an empty map or list."},
	{RuleMapReplace, applyGroup,
		"$patch: replace in a map discards the original map. " +
			"The patch map is evaluated against an empty map."},
	{RuleMapDelete, applyGroup,
		"$patch: delete in the map of a field removes the field. " +
			"Other fields next to the directive are ignored."},
	{RuleMapAtomic, applyGroup,
		"the map of a field with strategy replace is replaced by the patch map, which is evaluated against an empty map. " +
			"The same applies to a map in a field without type that has strategy replace."},
	{RuleRetainKeys, applyGroup,
		"$retainKeys lists the fields that a map keeps. " +
			"Fields of the original that it does not list are cleared, and the rest of the patch map merges. " +
			"It must list every field of the patch map that is neither null nor a directive. " +
			"It takes effect even if the schema does not declare strategy retainKeys."},
	{RuleMapValues, applyGroup,
		"the fields of a free-form map merge by the schema of its values."},
	{RuleFieldNames, applyGroup,
		"field names match exactly, including case."},
	{RuleUnknownField, applyGroup,
		"a field that the schema does not define merges without schema: maps merge by name, and lists are replaced. " +
			"Strict rejects such a field, and also a value whose type contradicts the schema."},
	{RuleListAtomic, applyGroup,
		"a patch list replaces an atomic list. " +
			"Maps in the patch list are evaluated against an empty map. " +
			"An element that is only {$patch: replace} is dropped. " +
			"An element with $patch: delete is rejected, because there is nothing to match."},
	{RuleSetMerge, applyGroup,
		"the values of the patch list are added to the set, unless the set already has them. " +
			"Duplicates in original and patch are removed, except for the first of several equal values. " +
			"The elements of the patch list must be scalars. " +
			"An empty patch list, a delete list or an order list does not remove duplicates."},
	{RuleSetDelete, applyGroup,
		"$deleteFromPrimitiveList/F removes its values from F in the original, before the patch list merges into F or " +
			"replaces it. " +
			"All elements that equal one of the values are removed. " +
			"The directive must be a list of scalars. " +
			"F must be a list of scalars, too: by the schema, or by its values if the schema does not define F. " +
			"F may be absent."},
	{RuleKeyedMerge, applyGroup,
		"each element of the patch list must be a map with all merge keys; the element merges into the first element of " +
			"the list with equal keys, or is added if there is none. " +
			"Elements are merged one after the other, so an element may match one that an earlier element has added."},
	{RuleKeyedOriginal, applyGroup,
		"an element of the original that is not a map or lacks a merge key never matches, and directives do not affect " +
			"it. " +
			"Strict rejects it."},
	{RuleKeyedDelete, applyGroup,
		"{$patch: delete, KEYS} removes all matching elements. " +
			"Deletions come before merges, wherever they are in the patch list."},
	{RuleListReplace, applyGroup,
		"an element that is only {$patch: replace} makes the original list count as empty. " +
			"The other elements of the patch list are evaluated like those of an atomic list, except that elements with " +
			"$patch: delete are dropped."},
	{RuleElementReplace, applyGroup,
		"$patch: replace in an element with merge keys and other fields replaces the matching element."},
	{RuleNoNestedLists, applyGroup,
		"a patch cannot add a list as an element of a merging list."},
	{RuleOrderDirective, applyGroup,
		"with $setElementOrder/F, the listed elements come last, in the listed order; the other elements come first " +
			"and keep their order. " +
			"Every element of the patch list must be listed. " +
			"The patch list must have the same relative order, with elements of equal keys next to each other. " +
			"If a key is listed several times, each entry places one element, and the last entry places the rest. " +
			"The directive is not checked if the patch sets F to null or F does not merge."},
	{RuleOrderRecommended, applyGroup,
		"an order entry with $patchMergeKey identifies its element by the keys that $patchMergeKey lists. " +
			"If both an entry with $patchMergeKey and an entry without it list an element, the element takes the first of " +
			"these entries that no other element has taken."},
	{RuleOrderDefault, applyGroup,
		"without $setElementOrder, the elements of the patch list have the same order in the result. " +
			"An element that appears only in the original comes before the next element of the original that the patch list " +
			"also has. " +
			"New elements at the end of the patch list come last."},
	{RuleKeyEquality, applyGroup,
		"merge keys and values of sets are compared as JSON values. " +
			`1 equals 1.0 and 1e0, but not "1".`},
	{RuleKeysMulti, applyGroup,
		"a merge key of several fields must be complete: patch elements, deletions and order entries contain all of its " +
			"fields. " +
			"Elements match if all of the fields are equal."},
	{RuleKeysDefault, applyGroup,
		"if the merge keys are list-map-keys of a custom resource definition, an absent key counts as its default in the schema."},
	{RuleKeysRecommended, applyGroup,
		"$patchMergeKey in an element lists the recommended keys that it matches by; the default key must be one of them. " +
			"Without it, the element matches by its default key, and the first match counts. " +
			"Strict rejects an element without $patchMergeKey if the default key of the element matches several elements " +
			"that differ in other recommended keys. " +
			"Strict also rejects an element that changes or removes a recommended key by which it does not match. The " +
			"change may be a value, null, $retainKeys or $patch: replace. " +
			"Adding a missing key is accepted. " +
			"Both checks include elements that the same patch has added."},
	{RuleKeysAbsent, applyGroup,
		"if $patchMergeKey lists a key that the patch element lacks, the element matches only elements without that key."},
	{RuleKeysPartial, applyGroup,
		"an element whose $patchMergeKey lists only some of the recommended keys must not match several elements. " +
			"A deletion removes all matching elements."},
	{RuleKeysNull, applyGroup,
		"if $patchMergeKey lists a key that is null in the patch element, the key is removed from the matching element. " +
			"The matching element is the first one that has this key and whose other keys are equal. " +
			"If there is none, it is the first one whose other keys are equal. " +
			"A key with a default counts as present. " +
			"A null default key is rejected, and so is a null key in a deletion or an order entry."},
	{RuleKeysChange, applyGroup,
		"to change a key that elements match by, delete the element and add another; any other key is changed like an " +
			"ordinary field."},
	{RuleUnknownDirective, applyGroup,
		"a $patch other than replace and delete is rejected. " +
			"Any other name that begins with $ and is not a directive is dropped in a declared map, and is data " +
			"elsewhere. " +
			"A field that the schema declares is data, whatever its name."},
	{RuleDataNames, applyGroup,
		"in a free-form map whose values are not lists, names that look like order or delete lists are data. " +
			"Without schema, such a name is a directive if its value is a list. " +
			"The same applies to $retainKeys in every map without declared fields."},
	{RuleDirectiveLevel, applyGroup,
		"an engine can ignore directives, which it then treats like unknown ones."},

	{RuleUnionMember, unionGroup,
		"a patch that sets a member of a union clears the fields of the other members, and sets the discriminator to the " +
			"value of the member unless the patch contains the discriminator. " +
			"A patch is rejected if it sets two members, or a member and a discriminator that names another member. " +
			"The path of the error is the map that contains them. " +
			"In documents other than patches, directives are data, so a member whose map contains only a directive counts " +
			"as set. " +
			"A merge key is never a field of a member. " +
			"A merge key may be the discriminator; setting a member then changes the key."},
	{RuleUnionDiscriminator, unionGroup,
		"a patch that changes the discriminator and sets no member clears the members that do not belong to the new value."},
	{RuleUnionTarget, unionGroup,
		"if modified chooses a member of a union and a field of the union must be sent, a three-way merge clears the " +
			"other members of current. " +
			"Modified chooses the member that it sets, or that its discriminator names. " +
			"A field must be sent if it differs between modified and original, or if current does not hold the value of modified. " +
			"The patch contains null for each cleared field, no matter who has set it; that is not a conflict. " +
			"A discriminator of current that names another member is cleared too, unless modified sets it or it is a " +
			"merge key."},

	{RuleDiffMinimal, diffGroup,
		"a diff contains only the differences. " +
			"The diff of a document with itself is {}."},
	{RuleDiffExact, diffGroup,
		"applying the diff to original gives modified, including the order of lists. " +
			"Null fields count as absent."},
	{RuleDiffNull, diffGroup,
		"a field that only original has is sent as null. " +
			"A null field of modified is sent, too, unless original has the same null."},
	{RuleDiffSet, diffGroup,
		"the patch of a set contains the added values in modified's order, the removed values in " +
			"$deleteFromPrimitiveList, and $setElementOrder if values or their order changed. " +
			"A set with duplicates, or with elements that are not scalars, is replaced."},
	{RuleDiffKeyed, diffGroup,
		"the patch of a keyed list contains the changed and added elements in modified's order, then the deletions, and " +
			"$setElementOrder if elements or their order changed. " +
			"If modified omits a key that original sets to its default, the patch deletes the element and adds it again, " +
			"unless the deletion would also remove duplicates. " +
			"If duplicates or missing keys prevent an exact patch, the list is replaced."},
	{RuleDiffRetain, diffGroup,
		"if anything in a map or element with strategy retainKeys changed, its patch begins with $retainKeys, the sorted " +
			"names of the fields in modified. " +
			"Fields that $retainKeys clears are sent as null, too. " +
			"There is no $retainKeys in a value that is replaced as a whole."},
	{RuleDiffRecommended, diffGroup,
		"in a list with recommended keys, every element and order entry of the patch lists all of them in $patchMergeKey."},
	{RuleDiffSuperset, diffGroup,
		"the caller can omit directives that an older server does not support. " +
			"On such a server, the patch gives the same result with and without the omitted directives. " +
			"It is an error to omit directives if the result would differ: when a value is removed from a set, a " +
			"recommended key changes, elements share their default key, or a map without declared fields requires a " +
			"directive."},
	{RuleNotRepresentable, diffGroup,
		"it is an error, with the path of the change, if a change must be sent but the format cannot express it. " +
			"A directive in a document is such a change, because directives are never copied into a patch. " +
			"The exception is a server that keeps names of directives as data. A patch for such a server may contain " +
			"these names in a new map or element, or in a replaced list."},

	{RuleThreeWay, otherGroup,
		"applying the patch to current gives the target of the three-way merge, which the package documentation defines."},
	{RuleThreeWayConverges, otherGroup,
		"once the patch is applied, a second three-way merge gives {}."},
	{RuleThreeWayUnsent, otherGroup,
		"a patch for a server leaves out values that the server would not store as they are sent: a zero that the server " +
			`drops, if current lacks the field; "" or null in a field that the server fills in, if original has the same ` +
			"value; and a quantity or time that current spells differently. " +
			"A field and its alias are set and removed together. " +
			"The schema defines which fields a server drops, fills in or spells differently (x-smp-marks), and which fields " +
			"are aliases (x-smp-alias-of)."},
	{RuleThreeWayConflict, otherGroup,
		"without Overwrite, it is a conflict if modified and current both changed a value of original, in different ways. " +
			"If one side removed a map or list, only changes to what original had in it count. " +
			"An explicit null in modified conflicts with a value of current if original has none. " +
			"A change only in current is not a conflict. " +
			"Sets never conflict."},
	{RuleKeep, otherGroup,
		"kept places stay as they are in original, or in current for a three-way merge. " +
			"The other documents count as if they had the same value at that place, or no value if there is none. " +
			"Missing maps around a place are created. " +
			"A path that ends at an element keeps the element. " +
			"A path that continues below an element keeps the place only if both documents have the element. " +
			"Elements of a keyed list are found by all their keys, and values of a set by value. " +
			"Elements of other lists are found by the fields that a path names, or by index if no path names a field or value."},

	{RuleCompose, otherGroup,
		"the composed patch gives the same result as the patches applied in order, except for the order of elements in " +
			"merging lists and for duplicates in sets. " +
			"If there is no such patch, the error code is not-composable. " +
			"If the patches set different members of a union, the last one counts."},
	{RuleConflictList, otherGroup,
		"the conflicts of two patches are a sorted list; if the list is empty, the patches give the same result in " +
			"either order, except for the order of elements in merging lists. " +
			"An empty patch conflicts with nothing. " +
			"Patches that set different members of a union conflict in each field that they set. " +
			"A patch that sets a member conflicts with a patch that deletes the discriminator or sets it to a value " +
			"that names another member."},
	{RuleLint, otherGroup,
		"lint reports all problems of a patch at once, including those that Apply tolerates."},
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
