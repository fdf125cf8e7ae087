// Code generated from corpus/SPEC.md by go generate ./corpus; DO NOT EDIT.

package smp

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
	// RuleMapMerge: each field of a patch map merges into the field with the same name in the original.
	//
	//	original: {replicas: 3, labels: {app: web}}
	//	patch:    {labels: {tier: db}}
	//	result:   {replicas: 3, labels: {app: web, tier: db}}
	RuleMapMerge Rule = "map-merge"
	// RuleFieldNames: field names match exactly, including case.
	//
	//	original: {replicas: 3}
	//	patch:    {Replicas: 5}
	//	result:   {replicas: 3, Replicas: 5}
	RuleFieldNames Rule = "field-names"
	// RuleMapValues: the fields of a free-form map merge by the schema of its values.
	//
	//	original: {groups: {dev: [ann], ops: [bob]}}
	//	patch:    {groups: {dev: [eve]}}
	//	result:   {groups: {dev: [ann, eve], ops: [bob]}}
	RuleMapValues Rule = "map-values"
	// RuleUnknownField: a field that the schema does not define merges without a schema: maps merge by
	// name, and lists are replaced.
	//
	//	original: {extra: {list: [1, 2], size: 1}}
	//	patch:    {extra: {list: [3]}}
	//	result:   {extra: {list: [3], size: 1}}
	RuleUnknownField Rule = "unknown-field"
	// RuleValueType: a strict engine rejects a value in the patch whose type contradicts the schema,
	// such as a number for a string.
	//
	//	options:  {strict: true}
	//	original: {replicas: 3}
	//	patch:    {labels: {app: 1}}
	//	error:    wrong-kind at labels.app
	RuleValueType Rule = "value-type"
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
	// RuleKeyedDelete: an element with its merge keys and $patch: delete removes all matching elements.
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
	// recommended keys, an absent key has the default that the schema declares for its field.
	//
	//	original: {resources: [{kind: Deployment, weight: 1}]}
	//	patch:    {resources: [{group: apps, kind: Deployment, weight: 2}]}
	//	result:   {resources: [{group: apps, kind: Deployment, weight: 2}]}
	RuleKeysDefault Rule = "keys-default"
	// RuleKeysRecommended: $patchMergeKey in an element lists the recommended keys by which the element
	// matches; the default key must be one of them.
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
	// RuleKeysPartial: an element whose $patchMergeKey lists only some of the recommended keys must not
	// match several elements.
	//
	//	original: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}
	//	patch:    {ports: [{$patchMergeKey: [port], port: 53, name: dns}]}
	//	error:    ambiguous-merge-key at ports[0]
	RuleKeysPartial Rule = "keys-partial"
	// RuleKeysNull: if $patchMergeKey lists a key that is null in the patch element, the key is removed
	// from the matching element.
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

	// Order.

	// RuleOrderDefault: without $setElementOrder, the elements of the patch list keep their order.
	//
	//	original: {finalizers: [a, b, c]}
	//	patch:    {finalizers: [d, c, e]}
	//	result:   {finalizers: [a, b, d, c, e]}
	RuleOrderDefault Rule = "order-default"
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

	// Directives and data.

	// RuleUnknownDirective: a name that begins with $ and is not a directive is dropped from a declared
	// map, and is data in other maps.
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
	// RuleDirectiveLevel: directives that the option ignore names are treated like unknown directives.
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
	// RuleUnionDiscriminator: if a patch changes the discriminator and sets no member, the members that
	// the new value does not name are cleared.
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
	// RuleDiffExact: applying the diff to original must give modified, including the order of lists.
	//
	//	original: {args: [a, b], finalizers: [x, z]}
	//	modified: {args: [b, a], finalizers: [z, x]}
	//	patch:    {args: [b, a], $setElementOrder/finalizers: [z, x]}
	RuleDiffExact Rule = "diff-exact"
	// RuleDiffMinimal: a diff must contain only the differences between original and modified.
	//
	//	original: {replicas: 3, labels: {app: web, tier: db}}
	//	modified: {replicas: 3, labels: {app: web, tier: api}}
	//	patch:    {labels: {tier: api}}
	RuleDiffMinimal Rule = "diff-minimal"
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
	// RuleDiffRecommended: in the patch of a list with recommended keys, each element and each entry of
	// $setElementOrder lists all recommended keys in $patchMergeKey, unless the list is replaced.
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
	// RuleNotRepresentable: if a patch must contain a change that the format cannot express, the engine
	// must reject the documents.
	//
	//	original: {labels: {}}
	//	modified: {labels: {$patch: x}}
	//	error:    not-representable at labels["$patch"]
	RuleNotRepresentable Rule = "not-representable"
)

// The rules of ThreeWay, and of the places that Diff and ThreeWay keep.
const (
	// RuleThreeWay: applying the patch to current must give the target of the three-way merge.
	//
	//	original: {replicas: 3, paused: true}
	//	modified: {replicas: 5}
	//	current:  {replicas: 3, paused: true, labels: {team: core}}
	//	patch:    {replicas: 5, paused: null}
	RuleThreeWay Rule = "threeway"
	// RuleThreeWayConverges: once the patch is applied, a second three-way merge must give {}.
	//
	//	original: {replicas: 3}
	//	modified: {replicas: 5}
	//	current:  {replicas: 5, labels: {team: core}}
	//	patch:    {}
	RuleThreeWayConverges Rule = "threeway-converges"
	// RuleThreeWayUnsent: a patch for a cluster leaves out some values that the server would not store
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
	// RuleKeep: a place that the option keep names stays as it is in the live document, which is
	// original for a diff, and current for a three-way merge.
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
	// RuleCompose: the composed patch gives the same result as the patches applied in order, except for
	// the order of elements in merging lists and for duplicates in sets.
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
	// RuleLint: lint reports all problems of a patch at once, including those for which apply does not
	// reject the patch.
	//
	//	patch: {ports: [{port: 53, protocol: UDP, name: u}, {port: 53, name: t}]}
	//	problems:
	//	- {path: "ports[0]", kind: ambiguous-merge-key, rule: lint, rejected: false}
	//	- {path: "ports[1]", kind: ambiguous-merge-key, rule: lint, rejected: false}
	RuleLint Rule = "lint"
)

// ruleTable has one row for each rule, in the order of the constants.
var ruleTable = []struct {
	id    Rule
	group ruleGroup
	text  string
}{
	{RuleRoot, applyGroup,
		"the original and the patch must be maps; if the root of the patch contains $patch: delete, the result is {}. " +
			"An original that is absent, null or an empty text counts as {}. " +
			"Modified and current must also be maps, and count as {} in the same cases. " +
			"A patch that is null or an empty text must be rejected."},
	{RuleMapMerge, applyGroup,
		"each field of a patch map merges into the field with the same name in the original. " +
			"Without directives, unions and strategy replace, fields that the patch map does not contain must be kept " +
			"unchanged."},
	{RuleFieldNames, applyGroup,
		"field names match exactly, including case."},
	{RuleMapValues, applyGroup,
		"the fields of a free-form map merge by the schema of its values. " +
			"If the schema also declares a field of the map by name, this field merges by its own schema."},
	{RuleUnknownField, applyGroup,
		"a field that the schema does not define merges without a schema: maps merge by name, and lists are replaced. " +
			"An engine may offer a strict mode. " +
			"A strict engine rejects such a field in the patch, even if it is null. " +
			"A delete list or order list for such a field is rejected, too, with the path of the field or, if the patch " +
			"lacks the field, of the directive. " +
			"This does not apply to fields next to $patch: delete."},
	{RuleValueType, applyGroup,
		"a strict engine rejects a value in the patch whose type contradicts the schema, such as a number for a string. " +
			"Null contradicts no type. " +
			"This does not apply to fields next to $patch: delete, or to values in order lists and delete lists. " +
			"The types in the original are not checked."},
	{RuleScalar, applyGroup,
		"a scalar in a field of the patch replaces the value of the field in the original, even a value of another " +
			"type."},
	{RuleNullDeletes, applyGroup,
		"a field that is null in the patch is deleted from the original. " +
			"If the original lacks the field, nothing happens. " +
			"The result must not contain a null field of the patch. " +
			"A null in the original is kept unless the patch changes it, and a null element of an atomic list is data."},
	{RuleAbsentIsEmpty, applyGroup,
		"if the original has no value, or a value of another type, a patch map or list is merged into an empty one. " +
			"Directives in this map or list take effect and are not copied. " +
			"Except for $patch: delete, they must never remove data of the patch. " +
			"The result may be an empty map or list."},
	{RuleMapReplace, applyGroup,
		"$patch: replace in a map discards the original map. " +
			"The other fields of the patch map are merged into an empty map."},
	{RuleMapDelete, applyGroup,
		"$patch: delete in the map of a field removes the field. " +
			"Other fields next to the directive are ignored. " +
			"At the root of the patch, rule root applies instead."},
	{RuleMapAtomic, applyGroup,
		"if a field has strategy replace, the original map is discarded, and the patch map is merged into an empty map. " +
			"The same is true for the elements of a keyed list, if they have strategy replace. " +
			"The rule also applies to a map in a field without a type. " +
			"At the root, strategy replace has no effect."},
	{RuleRetainKeys, applyGroup,
		"$retainKeys lists the fields that a map keeps. " +
			"Fields of the original that are not listed are cleared, and the rest of the patch map merges. " +
			"The directive must list every field of the patch map, except for null fields, directives, and names that are " +
			"dropped (rule unknown-directive). " +
			"If it does not, the engine must reject the patch. " +
			"The directive takes effect even if the schema does not declare strategy retainKeys. " +
			"That strategy only determines whether a diff creates the directive (rule diff-retain)."},
	{RuleListAtomic, applyGroup,
		"a patch list replaces an atomic list, which is a list without strategy merge. " +
			"Maps in the patch list are merged into an empty map. " +
			"An element that is only {$patch: replace} is dropped. " +
			"An element with $patch: delete must be rejected, because there is no element that it could match. " +
			"$patchMergeKey in an element is an ordinary name: it is dropped in a declared map, and is data elsewhere (rule " +
			"unknown-directive)."},
	{RuleSetMerge, applyGroup,
		"the values of the patch list are added to the set, unless the set already contains them. " +
			"Duplicates in original and patch are removed: the first of several equal values is kept. " +
			"If the patch list is absent or empty, or has a marker (rule list-replace), no duplicates are removed. " +
			"The elements of the patch list must be scalars, unless one of them is a marker."},
	{RuleSetDelete, applyGroup,
		"$deleteFromPrimitiveList/F removes its values from F in the original, before the patch list merges into F or " +
			"replaces F. " +
			"All elements that equal one of the values are removed. " +
			"The directive must be a list of scalars, in the map that contains F. " +
			"F may be absent from the original, from the patch or from both. " +
			"The schema decides whether F may have a delete list: If the schema defines F and its elements, F must be a " +
			"list of scalars. " +
			"The values of F are not checked. " +
			"If F is a set whose elements have no schema, the values of F are not checked. " +
			"If F is an atomic list whose elements have no schema, lists in F may contain only scalars, nulls and a marker " +
			"(rule list-replace). " +
			"The engine must check this in the original and in the patch. " +
			"If the schema does not define F, the engine must check the same. " +
			"In addition, F must be a list or null. " +
			"If one of these conditions is not met, the error is invalid-directive. " +
			"If the schema defines F as a list, a scalar or map in F is not an error, and the delete list does not change " +
			"it."},
	{RuleKeyedMerge, applyGroup,
		"each element of the patch list must be a map with all merge keys; it merges into the first element with equal " +
			"keys in the original list, or is added if there is none. " +
			"Keys that have a default may be absent (rule keys-default). " +
			"In a patch list with a marker, elements need not be maps and need no keys (rule list-replace). " +
			"The elements of the patch list are merged one after another, so an element may merge into one that the same " +
			"patch list has added."},
	{RuleKeyedOriginal, applyGroup,
		"an element of the original that is not a map or lacks a merge key never matches an element of the patch list " +
			"or an entry of $setElementOrder. " +
			"A null key counts as absent. " +
			"An element that lacks only keys with a default can match (rule keys-default). " +
			"An element whose merge key is a map or a list never matches. " +
			"A strict engine rejects an element that never matches if the patch contains the list, or an order list for the " +
			"list. " +
			"This does not apply to a list that the patch removes or replaces."},
	{RuleKeyedDelete, applyGroup,
		"an element with its merge keys and $patch: delete removes all matching elements. " +
			"Deletions come before merges, wherever they are in the patch list. " +
			"A patch list that contains a deletion and an element with the same keys therefore replaces an element."},
	{RuleListReplace, applyGroup,
		"if the patch list of a keyed list or set has an element that is only {$patch: replace}, the original list " +
			"counts as empty. " +
			"Such an element is a marker. " +
			"The other elements of the patch list are evaluated like those of an atomic list. " +
			"They do not merge with each other, need no merge keys, and may be duplicates, lists, or maps in a set. " +
			"An element with $patch: delete is dropped. " +
			"A $patchMergeKey in an element is also dropped, whatever its value is. " +
			"An order list is checked against these elements, and orders them (rule order-directive)."},
	{RuleElementReplace, applyGroup,
		"an element with its merge keys and $patch: replace replaces the matching element instead of merging into it."},
	{RuleNoNestedLists, applyGroup,
		"a patch must not add a list as an element of a merging list, which is a keyed list or a set. " +
			"A patch list with a marker (rule list-replace) may contain lists, and so may atomic lists."},
	{RuleKeyEquality, applyGroup,
		"merge keys and values of sets are compared as JSON values. " +
			"Equal values have the same type. " +
			"Numbers are equal by value, so 1 equals 1.0 and 1e0, but not \"1\"."},
	{RuleKeysMulti, applyGroup,
		"if a merge key has several fields, each element of the patch list and each entry of $setElementOrder must " +
			"contain all of them. " +
			"This is also true for deletions. " +
			"Fields that have a default may be absent (rule keys-default). " +
			"In a patch list with a marker, all fields may be absent (rule list-replace). " +
			"Two elements match if all these fields are equal."},
	{RuleKeysDefault, applyGroup,
		"if the x-kubernetes-list-map-keys of a list are its merge keys, or define its recommended keys, an absent key " +
			"has the default that the schema declares for its field. " +
			"In other lists, keys have no defaults (section 3.3). " +
			"The rule applies to the original and to the patch. " +
			"In the original, a null key also counts as absent. " +
			"A server fills in defaults before it checks which fields the schema requires. " +
			"The default of a required field therefore also counts. " +
			"There is one exception: OpenAPI documents that are generated from Go types give each required field the zero " +
			"value of its type (\"\", 0 or false) as the default. " +
			"Such a default is ignored, except in a CustomResourceDefinition. " +
			"A null default is always ignored. " +
			"If a key appears only in the default of a whole element, it has no default."},
	{RuleKeysRecommended, applyGroup,
		"$patchMergeKey in an element lists the recommended keys by which the element matches; the default key must be " +
			"one of them. " +
			"The default key is the merge key of the list. " +
			"Without the directive, the element matches by its default key alone. " +
			"In a list without recommended keys, the directive may list the merge key, but has no effect. " +
			"A strict engine rejects an element without $patchMergeKey if its default key matches several elements that " +
			"differ in other recommended keys. " +
			"This does not apply to deletions. " +
			"A strict engine also rejects, with the same error, an element that changes or removes a recommended key by " +
			"which the element does not match. " +
			"Adding a key that is absent and has no default is not a change. " +
			"It does not matter whether a value, null, $patch: replace, $retainKeys, strategy replace or a union makes this " +
			"change. " +
			"In both checks, an absent key counts as its default, if it has one. " +
			"Both checks also apply to an element that matches one that the same patch list has added. " +
			"They use the patch element as it is written, and come before all checks of the content of the element."},
	{RuleKeysAbsent, applyGroup,
		"if $patchMergeKey lists a key that the patch element lacks, the element matches only elements without that " +
			"key. " +
			"This does not apply to a key that has a default (rule keys-default)."},
	{RuleKeysPartial, applyGroup,
		"an element whose $patchMergeKey lists only some of the recommended keys must not match several elements. " +
			"A deletion may match several elements, and removes all of them. " +
			"An element may also match several elements if $patchMergeKey lists a key that is null in the element (rule " +
			"keys-null)."},
	{RuleKeysNull, applyGroup,
		"if $patchMergeKey lists a key that is null in the patch element, the key is removed from the matching element. " +
			"The matching element is the first one that has this key and whose other listed keys equal those of the patch " +
			"element. " +
			"If there is none, the matching element is the first one whose other listed keys equal those of the patch " +
			"element. " +
			"A key that has a default counts as present, even if the element lacks the key. " +
			"The default key must not be null. " +
			"A null key in a deletion or an order entry must also be rejected."},
	{RuleKeysChange, applyGroup,
		"to change a key by which elements match, delete the element and add another one; any other recommended key is " +
			"changed like an ordinary field. " +
			"A strict engine rejects a change of such another key (rule keys-recommended)."},
	{RuleOrderDefault, applyGroup,
		"without $setElementOrder, the elements of the patch list keep their order. " +
			"An element that appears only in the original comes before the next element that both lists have. " +
			"New elements at the end of the patch list come last. " +
			"As an algorithm: let n be the next element of the patch list that the original has. " +
			"Take the elements before n in the original that are not yet taken and that the patch list lacks. " +
			"If there is no n, take all such elements of the original. " +
			"Then take the elements of the patch list up to and including n. " +
			"Repeat until both lists are empty. " +
			"An element of the patch list may match several elements of the original: duplicates, or elements with the same " +
			"default key. " +
			"It merges into the first of them. " +
			"In the algorithm, the patch list then has all of them in place of the patch element: each of them is an n of " +
			"its own, one after another in the order of the original. " +
			"If several elements of the patch list match one element of the original, the algorithm uses only the first of " +
			"these patch elements. " +
			"An element that is deleted and added again is new, because deletions come first (rule keyed-delete)."},
	{RuleOrderDirective, applyGroup,
		"with $setElementOrder/F, the listed elements come last, in the listed order; the other elements come first and " +
			"keep their order. " +
			"The directive is in the map that contains F. " +
			"It must be a list of maps for a keyed list, or of scalars for a set. " +
			"If it is not, or if it is null, the error is invalid-directive at the directive, not at the entry. " +
			"Entries are keys of elements, or values of a set. " +
			"Entries that match nothing are ignored. " +
			"The patch list, without deletions and markers, must agree with the directive. " +
			"If it does not, the engine must reject the patch: Every element must be listed. " +
			"The elements must be in the order of their entries. " +
			"The entry of an element is the first one that lists it. " +
			"Elements that match by equal keys must be next to each other. " +
			"For these checks, an element has the keys that it has in the patch, not those that it has after the merge. " +
			"Several entries may have the same keys. " +
			"The elements of the result then take entries one after another: first those of the original, in its order, and " +
			"then the new ones, in the order of the patch. " +
			"Each takes the first entry that lists it and is not used up. " +
			"An element uses up the entry that it takes, unless it is the last entry with these keys. " +
			"The directive is neither checked nor applied if the patch sets F to null or if the schema does not define F as " +
			"a merging list. " +
			"If the patch sets F to a scalar or map, only the form of the directive is checked."},
	{RuleOrderRecommended, applyGroup,
		"an entry of $setElementOrder that contains $patchMergeKey identifies its element by the keys in " +
			"$patchMergeKey. " +
			"An element may be listed both by an entry with $patchMergeKey and by an entry without it. " +
			"Each of these entries lists the element. " +
			"The element takes the first one that is not used up (rule order-directive)."},
	{RuleUnknownDirective, applyGroup,
		"a name that begins with $ and is not a directive is dropped from a declared map, and is data in other maps. " +
			"An older server treats directives that it does not support in the same way. " +
			"A strict engine rejects a name that would be dropped. " +
			"A field that the schema declares is data, whatever its name is, except $patch. " +
			"A $patch with a value other than replace and delete must be rejected. " +
			"$patchMergeKey is a directive only in elements and order entries of keyed lists, and in the elements of a " +
			"patch list with a marker (rule list-replace). " +
			"A delete list or order list without the name of a field, such as $setElementOrder/, must be rejected in every " +
			"map in which such a name is a directive (rule data-names), whatever its value is. " +
			"The code is invalid-directive, and the path is that of the directive."},
	{RuleDataNames, applyGroup,
		"in a free-form map whose values are not lists, names of the form $setElementOrder/F or " +
			"$deleteFromPrimitiveList/F are data. " +
			"If the schema of such a map also declares F, the name is a directive. " +
			"In a map whose values have no schema, the name is a directive if its value is a list. " +
			"$retainKeys is a directive in a declared map. " +
			"In any other map, it is a directive only if its value is a list."},
	{RuleDirectiveLevel, applyGroup,
		"directives that the option ignore names are treated like unknown directives. " +
			"So an engine can give the result of a server that does not support them (rule unknown-directive)."},
	{RuleUnionMember, unionGroup,
		"a patch that sets a member of a union clears the fields of the other members. " +
			"An engine applies unions only with the option unions, because clusters do not. " +
			"The discriminator is set to the value that names this member, unless the patch contains the discriminator. " +
			"A value that counts as unset sets no member, and is not cleared. " +
			"A patch that sets two members must be rejected. " +
			"A patch that sets a member, and sets the discriminator to a value that does not name this member, must also be " +
			"rejected. " +
			"The error has the path of the map with the union. " +
			"A patch that sets a member may delete the discriminator, by null or by $patch: delete. " +
			"Unions are applied after all other rules, and clear fields of their result. " +
			"In a document that is not a patch, directives are data, so a member is set even if its map contains only a " +
			"directive. " +
			"A merge key is never a field of a member, but may be the discriminator. " +
			"In this case, a patch element that sets a member and lacks the key changes the key. " +
			"A diff or three-way merge needs no option for unions, but a strict engine then rejects a modified document " +
			"that sets two members, or a member that contradicts the discriminator."},
	{RuleUnionDiscriminator, unionGroup,
		"if a patch changes the discriminator and sets no member, the members that the new value does not name are " +
			"cleared. " +
			"A patch that sets no member clears nothing if it deletes the discriminator, or sets it to the value that it " +
			"has."},
	{RuleUnionTarget, unionGroup,
		"if modified sets a member or the discriminator of a union, and a field of the union must be sent, a three-way " +
			"merge clears the other members of current. " +
			"It does so with and without the option unions. " +
			"The other members are those that modified does not set and its discriminator does not name. " +
			"Modified does not set a key that an element of modified lacks, even if the target has the key of current " +
			"(section 11.1). " +
			"If modified sets two members, or a member that its discriminator does not name, nothing is cleared. " +
			"A field must be sent if modified and original have different values for it, if only one of them has a value, " +
			"or if modified has a value or an explicit null for it that current does not hold. " +
			"Nulls are not differences here, but the order of lists is one. " +
			"A field for which modified has a value that counts as unset is not cleared, but sent with this value. " +
			"The patch contains null for each cleared field, no matter who has set the field. " +
			"Clearing a field is not a conflict. " +
			"A discriminator of current that names another member is also cleared, unless modified sets the discriminator, " +
			"or the discriminator is a merge key."},
	{RuleDiffExact, diffGroup,
		"applying the diff to original must give modified, including the order of lists. " +
			"If the caller omits $setElementOrder, the elements of merging lists may be in a different order than in " +
			"modified (rule diff-superset). " +
			"Null fields count as absent. " +
			"A strict engine does not reject unknown fields or values of the wrong type in the documents of a diff."},
	{RuleDiffMinimal, diffGroup,
		"a diff must contain only the differences between original and modified. " +
			"Atomic maps and lists, and lists that are replaced, are sent as a whole. " +
			"Elements of keyed lists are sent with their merge keys. " +
			"$retainKeys and $setElementOrder also list unchanged fields and elements. " +
			"The diff of a document with itself is {}."},
	{RuleDiffNull, diffGroup,
		"in a map that merges, a field that only original has is sent as null. " +
			"If the field is null in original, nothing is sent. " +
			"A null field of modified is also sent, unless the field is null in original, too. " +
			"People write such a null to remove a value that a server has filled in. " +
			"A map with strategy replace is sent with all null fields of modified. " +
			"The patch does not contain a null for a name that would be a directive or would be dropped (rule " +
			"unknown-directive), or for a recommended key that the element lacks in original."},
	{RuleDiffSet, diffGroup,
		"if original and modified both have a set, the patch contains the added values in modified's order, and the " +
			"removed values in $deleteFromPrimitiveList. " +
			"Unless modified's set is empty, the patch also contains $setElementOrder if values or their order changed. " +
			"The patch of a three-way merge that is not for a cluster contains $setElementOrder only if modified's order or " +
			"duplicates require it. " +
			"A changed set is replaced as a whole if it has duplicates, or elements that are not scalars, in original or in " +
			"modified. " +
			"In a three-way merge, elements that only current has are not a reason to replace the set. " +
			"A set that requires a directive is also replaced if the name of its field is empty, or if the name of the " +
			"directive is that of a declared field."},
	{RuleDiffKeyed, diffGroup,
		"if original and modified both have a keyed list, the patch contains the changed and added elements in " +
			"modified's order, and then the deletions. " +
			"Unless modified's list is empty, the patch also contains $setElementOrder if elements, their contents or their " +
			"order changed. " +
			"The patch of a three-way merge that is not for a cluster contains $setElementOrder only if modified's order or " +
			"duplicates require it. " +
			"An engine may leave out an order list that changes nothing. " +
			"An order list does not contain elements without keys. " +
			"If original contains a merge key or recommended key that equals its default, and modified lacks this key, the " +
			"element is deleted and added again, unless the deletion would also remove duplicates of the element. " +
			"If duplicates or elements without keys prevent an exact patch, the list is replaced as a whole. " +
			"Only then is it checked whether the format can express the patch. " +
			"The list is also replaced if the patch is exact only without its order list. " +
			"If the format cannot express the replacement, the documents are rejected (rule not-representable). " +
			"A list in a field with an empty name never has an order list (rule unknown-directive). " +
			"A keyed list in such a field is replaced if its patch would need an order list, whatever the option level " +
			"contains. " +
			"If its order does not change, its patch contains only the elements."},
	{RuleDiffRetain, diffGroup,
		"if anything in a map or element with strategy retainKeys changed, the patch of the map or element contains " +
			"$retainKeys. " +
			"The directive lists, in sorted order, all fields that the map or element has in modified, except for null " +
			"fields. " +
			"Fields that $retainKeys clears are also sent as null, for servers that do not support the directive. " +
			"In atomic maps and lists, and in lists that are replaced, the patch does not contain $retainKeys. " +
			"The directive is also left out if a new map is empty, if the schema declares a field $retainKeys, or if the " +
			"patch contains data with this name."},
	{RuleDiffRecommended, diffGroup,
		"in the patch of a list with recommended keys, each element and each entry of $setElementOrder lists all " +
			"recommended keys in $patchMergeKey, unless the list is replaced."},
	{RuleDiffSuperset, diffGroup,
		"the caller can omit directives that an older server does not support. " +
			"The option level contains the directives that the server supports. " +
			"The patch is then the full patch without the other directives. " +
			"Nothing replaces them, and a map that would contain only $retainKeys is not sent. " +
			"An older server must give the same result for both patches. " +
			"Without order lists, the elements of the result may be in another order than in modified, which is not an " +
			"error. " +
			"The engine must reject the documents with not-representable in these cases: A value is removed from a set that " +
			"is not replaced, and the delete list is omitted. " +
			"In a list that is not replaced, a recommended key changes, or elements share their default key, and " +
			"$patchMergeKey is omitted. " +
			"The patch of a map that is not a declared map would contain an omitted directive, because an older server " +
			"would store the directive as data. " +
			"The path of the error is that of the list or, for $retainKeys, of the map."},
	{RuleNotRepresentable, diffGroup,
		"if a patch must contain a change that the format cannot express, the engine must reject the documents. " +
			"For example, a patch cannot set or remove a field whose name would be a directive in the patch, or would be " +
			"dropped from the patch. " +
			"A directive in a document is therefore never copied into a patch. " +
			"If the patch need not contain the name, there is no error. " +
			"Some servers store fields with the names of directives as data in new maps and elements, in maps that replace " +
			"a map, and in lists that replace a list. " +
			"A patch for such a server may contain these names in these places. " +
			"The error has the path of the change in modified. " +
			"If the place is to be removed, or if modified lacks the place, the error is about original or, in a three-way " +
			"merge, about current. " +
			"All indexes of a path are those of the document of the error. " +
			"An element of modified that merges with an element of current therefore has one index in errors about " +
			"modified, and another one in errors about current. " +
			"If a list is replaced, its elements are checked in the order of the new list."},
	{RuleThreeWay, otherGroup,
		"applying the patch to current must give the target of the three-way merge. " +
			"In short, the target is current with the values of modified, and without the fields that original has and " +
			"modified lacks. " +
			"Sections 11.1 to 11.5 define the target in full."},
	{RuleThreeWayConverges, otherGroup,
		"once the patch is applied, a second three-way merge must give {}. " +
			"In the second merge, modified is also the original, because it was applied last, and current is the result of " +
			"the patch. " +
			"Original must be the document that was applied last. " +
			"If a merge is repeated with an older original that still has a dropped element, each run removes another " +
			"element with these keys, even one that somebody else has added. " +
			"No rule can prevent this: when the element has been removed, and an equal element of somebody else is left, " +
			"the three documents are the same as before the removal, without the other element."},
	{RuleThreeWayUnsent, otherGroup,
		"a patch for a cluster leaves out some values that the server would not store as they are sent. " +
			"The target then has current's value instead. " +
			"The marks of the fields (x-smp-marks) decide: The zero value in a not-stored field is left out if current " +
			"lacks the field. " +
			"\"\" or [] in a filled-in field, and 0 or false in a zero-filled-in field, is left out if original has one of " +
			"these values, too, and current has a value. " +
			"Null in a filled-in or immutable field is left out if original has null, too, and the strategy retainKeys does " +
			"not remove the field (section 11.1). " +
			"A quantity, time or base64 value is left out if current has an equal value in another spelling. " +
			"These conditions apply to each field by itself: a map in which everything is left out is sent as {} if current " +
			"lacks it. " +
			"{} in a filled-in field merges like every other map, so it is sent only if current lacks the field. " +
			"The fields of a union that rule union-target clears, and merge keys other than \"\", are not left out. " +
			"An atomic value is left out as a whole if it differs from current only in such values. " +
			"Inside an atomic value, lists are compared element by element, by index. " +
			"A filled-in field that only current has is not a difference there, if original has the map around it at the " +
			"same place. " +
			"A field and its alias (x-smp-alias-of) are set and removed together. " +
			"If modified has a value or an explicit null for both, each is an ordinary field. " +
			"If modified sets a field and lacks its alias, a patch for a cluster also gives the alias the value that the " +
			"field has in the target, unless current already has modified's value and lacks the alias. " +
			"If modified lacks the alias, and the field is removed, because modified lacks it or has an explicit null for " +
			"it, the patch removes the alias, too. " +
			"If the change of the field is left out, the alias stays as it is. " +
			"With the option resend, a patch for a cluster contains these values, too, and aliases are ordinary fields. " +
			"The option has no effect on other patches."},
	{RuleThreeWayConflict, otherGroup,
		"it is a conflict if modified and current both changed a value of original in different ways. " +
			"A conflict is an error, unless the option overwrite is set. " +
			"With this option, modified wins. " +
			"Additions and deletions are changes. " +
			"These steps compare the three values at a place, beginning at the root: (1) Nulls: If modified has an explicit " +
			"null, and original has neither a value nor a null there, modified deletes the value of current: people write " +
			"such a null to remove what a server has filled in. " +
			"In all other cases, a null field counts as absent, in each of the documents. " +
			"A null for a merge key or recommended key of an element always counts as absent. " +
			"(2) Maps: If modified and current have a map that merges, its fields are compared by these steps, whatever " +
			"original has. " +
			"Fields that section 11.2 clears are not compared. " +
			"(3) Keyed lists: If modified and current have a keyed list, pairs of elements are compared by these steps: " +
			"each element of modified with the elements of original and current that it matches, and each dropped element " +
			"of original with the element of current that it removes (section 11.1). " +
			"Elements without keys are not compared. " +
			"(4) One side has dropped the map or list: If original and one side have a map that merges or a keyed list, and " +
			"the other side has no value, only the fields and elements that original has are compared, as in steps 2 and 3. " +
			"What the one side has added is not a conflict. " +
			"(5) Sets: A set is never in conflict if neither modified nor current has a value of another type there, and at " +
			"least two of the three documents have a set. " +
			"(6) All other values are compared as a whole. " +
			"There is no conflict if current is equal to original or to modified, or if modified is equal to original and " +
			"does not delete the value. " +
			"Absent values are equal. " +
			"Null fields in the values count as absent. " +
			"In a patch for a cluster, values that the server stores alike are equal: zero values in not-stored fields " +
			"count as absent, and the spelling of quantities, times and binary data does not count. " +
			"With the option resend, they are not equal. " +
			"A key that a server has filled in is not a change, even in an element with strategy replace. " +
			"A default that a server has filled in is not a change either. " +
			"Current is therefore equal to another document in step 6 if it differs from this document only in fields that " +
			"this document lacks and that have their defaults in current. " +
			"This is true at every depth, where lists of the same length are compared by index. " +
			"It is also true if the document lacks the value, and current has its default or a map of defaults that is not " +
			"empty. " +
			"Current is compared with modified in this way only if modified has a value."},
	{RuleKeep, otherGroup,
		"a place that the option keep names stays as it is in the live document, which is original for a diff, and " +
			"current for a three-way merge. " +
			"In a kept place, the other documents count as if they had the value of the live document, or no value if it " +
			"has none. " +
			"A kept place is therefore never in conflict. " +
			"The patch contains a kept place only if it replaces a value around the place. " +
			"If the live document is absent, null or an empty text, nothing is kept: here it does not count as {}. " +
			"Live is the live document. " +
			"These rules apply to kept places: (1) Maps: A null field counts as absent. " +
			"If live has a value in a kept place, the maps around it are created in the other documents, and so is the list " +
			"of a kept element (rule 4). " +
			"Nothing is created for a place below an element that the other document lacks (rule 5). " +
			"If a kept place leaves a map or list empty, the map or list is removed, unless live has a map or list there. " +
			"(2) Matching elements: Elements of a keyed list take forms by step 1 of section 11.1, with live instead of " +
			"current, and without original. " +
			"Forms that have been taken stay so. " +
			"Then each element of live that has not been taken, and has the keys of an element that is kept as a whole, " +
			"stops being a form. " +
			"This includes the kept element itself. " +
			"Step 1 is then repeated. " +
			"After that, each element of the other document, in order, matches the form that it has taken or, if it has " +
			"taken none, the first element of live with equal keys that no earlier element matches. " +
			"Values of a set and elements without keys match in the same way, if they are equal. " +
			"Unlike in section 11.1, all zero values count in this comparison. " +
			"In an atomic list, elements match by the keys in the first path of the option that leads to this list and then " +
			"names keys. " +
			"If no path names keys, but one names a value, elements match by value. " +
			"In all other lists, they match by index. " +
			"(3) Selecting elements: A step selects an element by its values in live. " +
			"An absent merge key or recommended key has its default. " +
			"If live lacks the element, the step selects by the values in the other document. " +
			"In a list whose elements match by keys or by value, an index means the index of the element in live, so that a " +
			"second run may keep another element. " +
			"(4) A path that ends at an element keeps the whole element. " +
			"If live has the element, it replaces the matching element. " +
			"If there is none, it is added directly after the nearest element that precedes it in live and is in the list, " +
			"or as the first element. " +
			"If live lacks the element, the element is removed. " +
			"If one of several elements with equal keys is kept, all of them are kept, in the order of live, and the list " +
			"has no others with these keys. " +
			"In a list whose elements match by index, an element is added only at the end of the list, and only if the list " +
			"has all elements before it. " +
			"If live lacks a kept index, the list ends before this index. " +
			"(5) A path that continues below an element keeps places only in elements that both documents have. " +
			"It neither changes an element that live lacks nor adds an element that only live has. " +
			"(6) Values of another type: If another document has a value of another type around the place, that value " +
			"stays, and no place in it is kept. " +
			"If live has such a value around the place, the place counts as absent in live. " +
			"(7) Aliases: A field and its alias (section 11.3) are kept together."},
	{RuleCompose, otherGroup,
		"the composed patch gives the same result as the patches applied in order, except for the order of elements in " +
			"merging lists and for duplicates in sets. " +
			"If there is no such patch, the error is not-composable. " +
			"If a patch is an error for every original, compose returns the same error as apply. " +
			"With the option unions, if the patches set different members of a union, the composed patch sets only the last " +
			"of these members."},
	{RuleConflictList, otherGroup,
		"the conflicts of two patches are a list that is sorted by path. " +
			"If the list is empty, the patches must give the same result in either order, except for the order of elements " +
			"in merging lists. " +
			"An empty patch conflicts with nothing. " +
			"With the option unions, there are also these conflicts: A patch that sets a member of a union conflicts with a " +
			"patch that sets another member, or sets the discriminator to a value that does not name the member. " +
			"The places are the fields of the member that the first patch sets and the second patch does not contain. " +
			"The conflict has only the value of the first patch. " +
			"A patch that sets a member without the discriminator conflicts with a patch that deletes the discriminator, by " +
			"null, $patch: delete or $retainKeys. " +
			"The place is the discriminator. " +
			"The values are null or the map with $patch, if the patch contains it. " +
			"The second patch counts as the one that deletes. " +
			"If a patch sets a member, which changes the key of the element, the patch conflicts with a patch that has an " +
			"element that may be the same by the old or by the new key. " +
			"The place is the element of left, and the values are both elements."},
	{RuleLint, otherGroup,
		"lint reports all problems of a patch at once, including those for which apply does not reject the patch. " +
			"The problems are sorted by path."},
}
