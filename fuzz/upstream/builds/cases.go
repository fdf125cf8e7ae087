package builds

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web, tier: front}
  annotations: {owner: team-a}
spec:
  replicas: 1
  template:
    spec:
      containers:
      - name: web
        image: web:1
        args: [--a]
        env:
        - {name: A, value: a}
        envFrom:
        - configMapRef: {name: settings}
      - name: proxy
        image: proxy:1
---
apiVersion: v1
kind: Service
metadata:
  name: web
  labels: {app: web, size: "3"}
spec:
  ports:
  - {name: http, port: 80}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data: {a: b}
---
apiVersion: v1
kind: Namespace
metadata:
  name: shop
`

// rule is a custom resource with a list. The definition of the resource contains the keys of
// the list.
const rule = `apiVersion: example.com/v1
kind: Rule
metadata:
  name: r
spec:
  groups:
  - {name: a, size: 1}
  - {name: b}
`

// Definition is the definition of the custom resource.
const Definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: rules.example.com}
spec:
  group: example.com
  names: {kind: Rule, plural: rules}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              groups:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items: {type: object, required: [name], properties: {name: {type: string}, size: {type: integer}, every: {type: string}}}
`

const image = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: web, image: web:2}]}}}\n"

// Moved is the value of Ours for cases whose results differ only in the order of objects.
const Moved = "If a function has renamed an object, kustomize moves the object to the end. Everything else is equal. References are corrected."

// cases returns a case for each feature of the field patches. The argument openAPI is the
// output of smp-check schema -o kustomize for Definition.
func cases(openAPI string) []Case {
	const grow = `- patch: |-
    apiVersion: example.com/v1
    kind: Rule
    metadata: {name: r}
    spec: {groups: [{name: a, every: 30s}]}
`
	const ordered = "By the specification new elements are added at the end of a list, and others keep their places. kustomize puts the elements of the patch first, as `patchFirst: true` does."
	const second = "- target: {kind: Deployment}\n  patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: any}, spec: {template: {spec: {containers: [{name: proxy, image: x, env: [{name: B, value: b}]}]}}}}'\n"
	operations := func(target, list string) string { return "- target: " + target + "\n  patch: |-\n" + list }
	return []Case{
		{Name: "a patch in place that names its object", Resources: deployment, Patches: "- patch: |-\n    kind: Deployment\n    apiVersion: apps/v1\n    metadata: {name: web}\n    spec: {replicas: 3, template: {spec: {containers: [{name: web, image: web:2}]}}}\n"},
		{Name: "a patch in a file", Resources: deployment, Patches: "- path: image.yaml\n", Files: map[string]string{"image.yaml": image}},
		{Name: "a patch in a file of a folder", Resources: deployment, Patches: "- path: patches/image.yaml\n", Files: map[string]string{"patches/image.yaml": image}},
		{Name: "several documents in one patch", Resources: deployment, Patches: "- path: image.yaml\n", Files: map[string]string{"image.yaml": image + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {c: d}\n"}},
		{Name: "several documents for one target", Resources: deployment, Patches: "- {target: {kind: Deployment}, path: image.yaml}\n", Files: map[string]string{"image.yaml": image + "---\n" + image},
			Ours: "A patch for a target may be several documents. kustomize fails."},
		{Name: "an object that is not there", Resources: deployment, Patches: "- patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: api}, spec: {replicas: 3}}'\n"},
		{Name: "a target that selects nothing", Resources: deployment, Patches: "- target: {kind: Job}\n  patch: '{apiVersion: batch/v1, kind: Job, metadata: {name: any}, spec: {suspend: true}}'\n"},

		{Name: "the name before a prefix, in a patch", Base: "namePrefix: x-\n", Resources: deployment, Patches: "- path: image.yaml\n", Files: map[string]string{"image.yaml": image}},
		{Name: "the name before a suffix and a namespace, in a patch", Base: "nameSuffix: -x\nnamespace: prod\n", Resources: deployment, Patches: "- path: image.yaml\n", Files: map[string]string{"image.yaml": image}},
		{Name: "the name before a prefix, in a target", Base: "namePrefix: x-\n", Resources: deployment, Patches: "- {target: {kind: Deployment, name: web}, path: image.yaml}\n", Files: map[string]string{"image.yaml": image}},
		{Name: "the name after a prefix, in a target", Base: "namePrefix: x-\n", Resources: deployment, Patches: "- {target: {name: x-.*, kind: Deployment}, path: image.yaml}\n", Files: map[string]string{"image.yaml": image}},
		{Name: "the namespace before and after, in targets", Base: "namespace: prod\n", Resources: deployment, Patches: operations("{kind: ConfigMap, namespace: default}", "    - {op: add, path: /data/one, value: x}\n") + operations("{kind: ConfigMap, namespace: prod}", "    - {op: add, path: /data/two, value: x}\n")},
		{Name: "the namespace of objects that name none", Resources: deployment, Patches: operations("{namespace: default}", "    - {op: add, path: /metadata/generation, value: 1}\n")},
		{Name: "the name before a generator adds a hash", Base: "configMapGenerator: [{name: generated, literals: [a=b]}]\n", Resources: deployment, Patches: "- patch: '{apiVersion: v1, kind: ConfigMap, metadata: {name: generated}, data: {c: d}}'\n"},

		{Name: "expressions", Resources: deployment, Patches: operations("{group: apps|batch, version: v.*, kind: Dep.*|Job, name: w.b}", "    - {op: replace, path: /spec/replicas, value: 5}\n")},
		{Name: "an expression for a part of the name", Resources: deployment, Patches: operations("{kind: Deployment, name: we}", "    - {op: replace, path: /spec/replicas, value: 5}\n")},
		{Name: "fields without text", Resources: deployment, Patches: operations(`{kind: Deployment, name: "", namespace: "", labelSelector: ""}`, "    - {op: replace, path: /spec/replicas, value: 5}\n")},
		{Name: "a target without fields", Resources: deployment, Patches: operations("{}", "    - {op: add, path: /metadata/generation, value: 1}\n")},
		{Name: "a labelSelector", Resources: deployment, Patches: operations("{labelSelector: app=web}", "    - {op: add, path: /metadata/generation, value: 1}\n")},
		{Name: "a labelSelector of sets", Resources: deployment, Patches: operations(`{labelSelector: "app in (web, api), tier notin (back), !old"}`, "    - {op: add, path: /metadata/generation, value: 1}\n")},
		{Name: "a labelSelector of what is missing", Resources: deployment, Patches: operations(`{labelSelector: "tier!=front"}`, "    - {op: add, path: /metadata/generation, value: 1}\n")},
		{Name: "a labelSelector of numbers", Resources: deployment, Patches: operations(`{labelSelector: "size>2,size<4"}`, "    - {op: add, path: /metadata/generation, value: 1}\n")},
		{Name: "a labelSelector that cannot be read", Resources: deployment, Patches: operations(`{labelSelector: "app in web"}`, "    - {op: add, path: /metadata/generation, value: 1}\n")},
		{Name: "an annotationSelector", Resources: deployment, Patches: operations("{annotationSelector: owner=team-a}", "    - {op: add, path: /metadata/generation, value: 1}\n")},
		{Name: "an annotationSelector with a slash in the value", Resources: "apiVersion: v1\nkind: Secret\nmetadata: {name: s, annotations: {from: ns/cert}}\n", Patches: operations("{annotationSelector: from=ns/cert}", "    - {op: add, path: /metadata/generation, value: 1}\n"),
			Ours: "In an `annotationSelector`, kustomize accepts only values that a label may have, and fails for others. `fn` accepts any value."},

		{Name: "allowNameChange, and what refers to the object", Resources: deployment, Patches: "- target: {kind: ConfigMap}\n  options: {allowNameChange: true}\n  patch: |-\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: other}\n    data: {c: d}\n",
			Ours: Moved},
		{Name: "a name that may not change", Resources: deployment, Patches: "- target: {kind: ConfigMap}\n  patch: |-\n    apiVersion: v1\n    kind: Any\n    metadata: {name: other, namespace: elsewhere}\n    data: {c: d}\n"},
		{Name: "allowKindChange", Resources: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n", Patches: "- target: {kind: Deployment}\n  options: {allowKindChange: true}\n  patch: |-\n    apiVersion: apps/v1\n    kind: StatefulSet\n    metadata: {name: other}\n    spec: {serviceName: web}\n"},
		{Name: "allowNameChange and allowKindChange", Resources: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n", Patches: "- target: {kind: Deployment}\n  options: {allowNameChange: true, allowKindChange: true}\n  patch: |-\n    apiVersion: apps/v1\n    kind: StatefulSet\n    metadata: {name: other}\n"},

		{Name: "a JSON Patch as YAML", Resources: deployment, Patches: operations("{kind: Deployment}", "    - op: replace\n      path: /spec/template/spec/containers/0/image\n      value: web:2\n    - op: add\n      path: /spec/template/spec/containers/0/args/-\n      value: --b\n    - op: remove\n      path: /spec/template/spec/containers/1\n")},
		{Name: "a JSON Patch in brackets that is YAML", Resources: deployment, Patches: operations("{kind: Deployment}", "    [{op: replace, path: /spec/replicas, value: 5}]\n"),
			Ours: "A JSON Patch that begins with a bracket may be YAML. kustomize reads it as JSON, and fails."},
		{Name: "a JSON Patch as JSON in a file", Resources: deployment, Patches: "- {target: {kind: Deployment, name: web}, path: p.json}\n", Files: map[string]string{"p.json": `[{"op": "test", "path": "/spec/replicas", "value": 1}, {"op": "copy", "from": "/metadata/labels", "path": "/spec/template/labels"}, {"op": "move", "from": "/spec/replicas", "path": "/spec/minReadySeconds"}]`}},
		{Name: "a pointer with escapes", Resources: deployment, Patches: operations("{kind: Deployment}", "    - {op: add, path: /metadata/annotations/a.b~1c~0d, value: x}\n")},
		{Name: "a JSON Patch whose test fails", Resources: deployment, Patches: operations("{kind: Deployment}", "    - {op: test, path: /spec/replicas, value: 2}\n")},
		{Name: "a JSON Patch to a missing parent", Resources: deployment, Patches: operations("{kind: Deployment}", "    - {op: add, path: /spec/strategy/type, value: Recreate}\n")},
		{Name: "a JSON Patch that replaces a missing field", Resources: deployment, Patches: operations("{kind: Deployment}", "    - {op: replace, path: /spec/paused, value: true}\n")},
		{Name: "a JSON Patch without target", Resources: deployment, Patches: "- patch: '[{\"op\": \"remove\", \"path\": \"/spec\"}]'\n"},
		{Name: "a JSON Patch of the name", Resources: deployment, Patches: operations("{kind: Service}", "    - {op: replace, path: /metadata/name, value: api}\n"),
			Ours: Moved},
		{Name: "a JSON Patch of all annotations", Base: "namePrefix: x-\n", Resources: deployment, Patches: operations("{kind: Deployment}", "    - {op: replace, path: /metadata/annotations, value: {a: b}}\n") + "- path: image.yaml\n", Files: map[string]string{"image.yaml": image}},

		{Name: "a deletion that names its object", Resources: deployment, Patches: "- patch: '{$patch: delete, apiVersion: v1, kind: Service, metadata: {name: web}}'\n"},
		{Name: "a deletion by a target", Resources: deployment, Patches: "- target: {kind: ConfigMap|Service}\n  patch: '{$patch: delete, apiVersion: v1, kind: Any, metadata: {name: any}}'\n"},
		{Name: "a deletion by a target without fields", Resources: deployment, Patches: "- target: {}\n  patch: '{$patch: delete, apiVersion: v1, kind: Namespace, metadata: {name: shop}}'\n"},
		{Name: "a deletion of an element", Resources: deployment, Patches: "- target: {kind: Deployment}\n  patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: any}, spec: {template: {spec: {containers: [{name: proxy, $patch: delete}]}}}}'\n"},
		{Name: "a list that is replaced", Resources: deployment, Patches: "- target: {kind: Deployment}\n  patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: any}, spec: {template: {spec: {containers: [{name: new, image: x}, {$patch: replace}]}}}}'\n"},

		{Name: "a list that is replaced, which is not there", Resources: deployment, Patches: "- target: {kind: Deployment}\n  patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: any}, spec: {template: {spec: {containers: [{name: proxy, env: [{$patch: replace}, {name: B, value: b}]}]}}}}'\n", Function: "patchFirst: true\n",
			Ours: "If the object lacks a list, `fn` follows `$patch: replace` in the list. kustomize leaves the directive in the list, and drops the elements."},

		{Name: "a kind without a schema", Resources: rule, Patches: grow},
		{Name: "a kind with its definition", Resources: rule, Patches: grow, Overlay: "openapi: {path: openapi.json}\n", Files: map[string]string{"openapi.json": openAPI}, Function: "crds:\n- |\n" + indented(Definition)},
		{Name: "a kind with merge keys", Resources: rule, Patches: grow, FunctionPatches: grow + "  mergeKeys: [spec.groups=name]\n", Overlay: "openapi: {path: openapi.json}\n", Files: map[string]string{"openapi.json": openAPI}},
		{Name: "a built-in kind next to a kind with its definition", Resources: rule + "---\n" + deployment, Patches: grow + "- path: image.yaml\n", Overlay: "openapi: {path: openapi.json}\n", Files: map[string]string{"image.yaml": image, "openapi.json": openAPI}, Function: "crds:\n- |\n" + indented(Definition)},

		{Name: "a new element, by the specification", Resources: deployment, Patches: "- target: {kind: Deployment}\n  patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: any}, spec: {template: {spec: {containers: [{name: new, image: x}]}}}}'\n",
			Ours: ordered},
		{Name: "a new element, with dialect: cluster", Resources: deployment, Function: "dialect: cluster\n", Patches: "- target: {kind: Deployment}\n  patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: any}, spec: {template: {spec: {containers: [{name: new, image: x}]}}}}'\n"},
		{Name: "a new element, with patchFirst", Resources: deployment, Function: "patchFirst: true\n", Patches: "- target: {kind: Deployment}\n  patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: any}, spec: {template: {spec: {containers: [{name: new, image: x}]}}}}'\n"},
		{Name: "a present element, by the specification", Resources: deployment, Patches: second, Ours: ordered},
		{Name: "a present element, with patchFirst", Resources: deployment, Function: "patchFirst: true\n", Patches: second},
		{Name: "a field without value", Resources: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas:\n  paused: true\n  strategy: {type: null}\n", Patches: "- patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {paused: false}}'\n",
			Ours: "`fn` keeps a field without a value unless the patch names the field. kustomize removes the field."},
		{Name: "a field whose value is null", Resources: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: null, paused: true}\n", Patches: "- patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {paused: false}}'\n"},
		{Name: "a field without value in an element", Resources: "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: null, env: [{name: A, value: null}]}]}\n", Patches: "- patch: '{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: web, tty: true}]}}'\n"},
		{Name: "an element without its merge key", Resources: deployment, Patches: "- target: {kind: Deployment}\n  patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: any}, spec: {template: {spec: {containers: [{image: x}]}}}}'\n",
			Ours: "`fn` rejects an element without its merge key. kustomize drops the element, or removes others."},
		{Name: "a port by its number", Resources: deployment, Patches: "- target: {kind: Service}\n  patch: '{apiVersion: v1, kind: Service, metadata: {name: any}, spec: {ports: [{port: 80, protocol: UDP}]}}'\n",
			Ours: "`fn` finds a port by its number alone, as a cluster does, and changes its protocol. kustomize also compares the protocol, and adds a port."},
		{Name: "the directives $setElementOrder and $retainKeys", Resources: deployment, Patches: "- target: {kind: Deployment}\n  patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: any}, spec: {strategy: {$retainKeys: [type], type: Recreate}, template: {spec: {$setElementOrder/containers: [{name: proxy}, {name: web}]}}}}'\n",
			Ours: "`fn` follows `$setElementOrder`, `$retainKeys`, `$deleteFromPrimitiveList` and `$patchMergeKey`. kustomize leaves these directives in the result."},
		{Name: "a text whose last line ends", Resources: deployment, Patches: "- patch: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: settings}\n    data:\n      text: |\n        a\n        b\n",
			Ours: "`fn` keeps the last line break of a block text at the end of a patch. kustomize removes white space at the end of an inline patch."},
	}
}
