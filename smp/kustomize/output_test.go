package kustomize_test

import (
	"fmt"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/smp/kustomize"
)

// TestOutput compares whole results: comments, styles, order, nulls, anchors and numbers. If first is
// "", the result is the same with MergeOptionsListPrepend.
func TestOutput(t *testing.T) {
	for _, c := range []struct{ name, original, patch, want, first string }{
		{
			"comments of a patch that changes nothing", `
spec:
  hostname: web # old
  nodeSelector:
    zone: a # old
    # size
    size: 'big'
`, `
spec:
  hostname: web
  nodeSelector:
    zone: a # new
    size: big # new
`, `
spec:
  hostname: web # old
  nodeSelector:
    zone: a # new
    # size
    size: 'big' # new
`, "",
		},
		{
			"comments of a patch that changes values", `
spec:
  # above
  hostname: web # old
  nodeSelector: # old
    zone: a # old
  schedulerName: # old
    a: b
`, `
spec:
  hostname: app # new
  nodeSelector:
    zone: b
  schedulerName: s # new
  # of the patch
  nodeName: n # new
`, `
spec:
  # above
  hostname: app # new
  nodeSelector: # old
    zone: b # old
  schedulerName: s # new
  # of the patch
  nodeName: n # new
`, "",
		},
		{
			"comments of lists that are replaced with equal ones", `
spec:
  containers: # few
  - name: 'a' # old
    args:
    # first
    - "x" # old
`, `
spec:
  containers:
  - $patch: replace
  - name: a # new
    args:
    - x # new
`, `
spec:
  containers: # few
  - name: 'a' # old
    args:
    # first
    - "x" # old
`, "",
		},
		{
			"comments of lists that merge with equal ones", `
spec:
  containers: # few
  - name: 'a' # old
    args:
    # first
    - "x" # old
`, `
spec:
  containers:
  - name: a # new
    args:
    - x # new
`, `
spec:
  containers: # few
  - name: 'a' # new
    args:
    # first
    - "x" # old
`, "",
		},
		{
			"comments of an empty map", `
metadata:
  name: web
`, `
metadata:
  # why
  labels: {app: null} # none
`, `
metadata:
  name: web
  # why
  labels: {} # none
`, "",
		},
		{
			"comments of an empty list", `
metadata:
  name: web
`, `
metadata:
  # why
  finalizers: [$patch: replace] # none
`, `
metadata:
  name: web
  # why
  finalizers: [] # none
`, "",
		},
		{
			"a map that replaces a map with other members", `
spec:
  # where
  nodeSelector: # old
    zone: a
    # size
    size: big
`, `
spec:
  nodeSelector: {$patch: replace, rack: b, size: "big"}
`, `
spec:
  # where
  nodeSelector: # old
    # size
    size: big
    rack: b
`, "",
		},
		{
			"new members among others are sorted", `
metadata:
  labels:
    m: "1" # one
    b: "1"
`, `
metadata:
  labels: {z: "2", m: "2", c: "2", a: "2"}
`, `
metadata:
  labels:
    m: "2" # one
    b: "1"
    a: "2"
    c: "2"
    z: "2"
`, "",
		},
		{
			"members of a new map keep their order", `
metadata:
  name: web
`, `
metadata:
  labels: {z: "2", m: "2", c: "2"}
`, `
metadata:
  name: web
  labels: {z: "2", m: "2", c: "2"}
`, "",
		},
		{
			"members of a map that was empty keep their order and style", `
metadata:
  labels: {}
  annotations: {}
`, `
metadata:
  labels: {z: "2", m: "2", c: "2"}
  annotations:
    z: '2'
    m: "2"
`, `
metadata:
  labels: {z: "2", m: "2", c: "2"}
  annotations:
    z: '2'
    m: "2"
`, "",
		},
		{
			"members of a map that replaces a list keep their order", `
metadata:
  labels: [a, b] # wrong
`, `
metadata:
  labels: {z: "2", m: "2", c: "2"}
`, `
metadata:
  labels: {z: "2", m: "2", c: "2"} # wrong
`, "",
		},
		{
			"nulls", `
spec:
  nodeName: # none
  hostname: ~
  subdomain: null
  nodeSelector: {zone: null, size: big}
  containers: null
`, `
spec:
  hostname: null
  nodeSelector: {size: null}
  schedulerName:
`, `
spec:
  nodeName: # none
  subdomain: null
  nodeSelector: {zone: null}
  containers: null
`, "",
		},
		{
			"nulls in elements of a list that is replaced", `
spec:
  tolerations:
  - key: 'b' # old
`, `
spec:
  tolerations:
  # first
  - key: 'a' # name
    operator: null
    value: "true"
    tolerationSeconds: 0x10 # short
  - key: b # new
  # third
  - {key: 'a', operator: null, value: "true", tolerationSeconds: 16}
`, `
spec:
  tolerations:
  # first
  - key: 'a' # name
    value: "true"
    tolerationSeconds: 0x10 # short
  - key: 'b' # new
  # third
  - {key: 'a', value: "true", tolerationSeconds: 16}
`, "",
		},
		{
			"a list that merges but is replaced", `
spec:
  containers:
  - name: b # old
  - name: c
`, `
spec:
  containers:
  - name: 'a' # one
    image: null
  - $patch: replace
  - name: 'b' # two
    image: null
  - name: a # three
    image: null
`, `
spec:
  containers:
  - name: 'a' # one
  - name: b # two
  - name: a # three
`, "",
		},
		{
			"a set that is replaced", `
metadata:
  finalizers:
  - 'a' # old
  - c
`, `
metadata:
  finalizers:
  - $patch: replace
  - b # one
  - a # two
  - b # three
`, `
metadata:
  finalizers:
  - b # one
  - 'a' # two
  - b # three
`, "",
		},
		{
			"an element that is deleted and added", `
spec:
  volumes:
  - name: a
    emptyDir: {}
  - name: b
`, `
spec:
  volumes:
  - name: a # deleted
    $patch: delete
  # added
  - name: 'a' # with a path
    emptyDir: null
    hostPath: {path: "/", type: Directory}
`, `
spec:
  volumes:
  - name: b
  # added
  - name: a # with a path
    hostPath: {path: "/", type: Directory}
`, `
spec:
  volumes:
  # added
  - name: a # with a path
    hostPath: {path: "/", type: Directory}
  - name: b
`,
		},
		{
			"two elements of a patch with one key", `
spec:
  containers:
  - name: a # first
  - name: b
  - name: c
`, `
spec:
  containers:
  - name: a
    image: x
  - name: c
  - name: a
    image: y
`, `
spec:
  containers:
  - name: a # first
    image: y
  - name: b
  - name: c
`, `
spec:
  containers:
  - name: c
  - name: a # first
    image: y
  - name: b
`,
		},
		{
			"a port with a key of its own", `
spec:
  containers:
  - name: dns
    ports:
    - containerPort: 53 # short queries
      protocol: UDP
    - containerPort: 80
    - containerPort: 53 # long queries
      protocol: TCP
`, `
spec:
  containers:
  - name: dns
    ports:
    - containerPort: 53
      name: udp
    - containerPort: 80
      name: http
    - containerPort: 53
      protocol: TCP
      name: tcp
      $patchMergeKey: [containerPort, protocol]
`, `
spec:
  containers:
  - name: dns
    ports:
    - containerPort: 53 # short queries
      protocol: UDP
      name: udp
    - containerPort: 53 # long queries
      protocol: TCP
      name: tcp
    - containerPort: 80
      name: http
`, `
spec:
  containers:
  - name: dns
    ports:
    - containerPort: 53 # short queries
      protocol: UDP
      name: udp
    - containerPort: 80
      name: http
    - containerPort: 53 # long queries
      protocol: TCP
      name: tcp
`,
		},
		{
			"keys in other spellings", `
spec:
  containers:
  - name: a
    ports:
    - containerPort: 0x50 # hexadecimal
    - containerPort: 0xFFFFFFFFFFFFFFFF # too large, but a number
    - containerPort: "80" # a string
`, `
spec:
  containers:
  - name: a
    ports:
    - containerPort: 80
      name: http
    - containerPort: 18446744073709551615
      name: large
    - containerPort: '80'
      name: string
`, `
spec:
  containers:
  - name: a
    ports:
    - containerPort: 0x50 # hexadecimal
      name: http
    - containerPort: 0xFFFFFFFFFFFFFFFF # too large, but a number
      name: large
    - containerPort: "80" # a string
      name: string
`, "",
		},
		{
			"numbers and tags", `
spec:
  priority: 1.50
  terminationGracePeriodSeconds: 0x1E
  activeDeadlineSeconds: 12345678901234567890
  hostname: !!str 1
`, `
spec:
  priority: 1.5
  terminationGracePeriodSeconds: +30
  activeDeadlineSeconds: 12345678901234567891
  subdomain: !!str 2
`, `
spec:
  priority: 1.50
  terminationGracePeriodSeconds: 0x1E
  activeDeadlineSeconds: 12345678901234567891
  hostname: !!str 1
  subdomain: !!str 2
`, "",
		},
		{
			"multi-line strings", `
metadata:
  annotations:
    # a script
    run: |
      a
      b
`, `
metadata:
  annotations:
    run: |-
      c
      d
    folded: >-
      e
`, `
metadata:
  annotations:
    # a script
    run: |-
      c
      d
    folded: >-
      e
`, "",
		},
		{
			"elements that are replaced", `
spec:
  containers:
  - name: a # a
  - name: b # b
    image: x
`, `
spec:
  containers:
  - name: c
  - name: b
    $patch: replace
    args: [y]
`, `
spec:
  containers:
  - name: a # a
  - name: c
  - name: b # b
    args: [y]
`, `
spec:
  containers:
  - name: c
  - name: b # b
    args: [y]
  - name: a # a
`,
		},
		{
			"a list that is replaced, with nulls and a deletion", `
spec:
  containers:
  - name: b
`, `
spec:
  containers:
  - $patch: replace
  - name: a # one
    image: null
  - name: b
    $patch: delete
  - name: a # two
`, `
spec:
  containers:
  - name: a # one
  - name: a # two
`, "",
		},
		{
			"anchors", `
metadata:
  labels: &l
    app: web # shared
spec:
  nodeSelector:
    <<: *l
    zone: a
`, `
metadata:
  labels:
    tier: &t front
  annotations: {tier: *t}
`, `
metadata:
  labels:
    app: web # shared
    tier: front
  annotations: {tier: front}
spec:
  nodeSelector:
    zone: a
    app: web # shared
`, "",
		},
	} {
		if c.first == "" {
			c.first = c.want
		}
		for direction, want := range map[yaml.MergeOptionsListIncreaseDirection]string{
			yaml.MergeOptionsListAppend: c.want, yaml.MergeOptionsListPrepend: c.first,
		} {
			patch, original := yaml.MustParse(c.patch), yaml.MustParse(pod+c.original)
			before := patch.MustString()
			result, err := kustomize.Merge(patch, original, yaml.MergeOptions{ListIncreaseDirection: direction})
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			if got := result.MustString(); got != pod+want[1:] {
				t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, pod+want[1:])
			}
			if patch.MustString() != before {
				t.Errorf("%s: the patch became\n%s", c.name, patch.MustString())
			}
		}
	}
}

// Short and long maps keep their comments, styles and order.
func TestMembers(t *testing.T) {
	for _, n := range []int{1, 7, 8, 9, 10, 40} {
		var original, patch, want strings.Builder
		for i := n - 1; i >= 0; i-- {
			fmt.Fprintf(&original, "    'k%d': 'old' # %[1]d\n", i)
			if i%2 == 0 {
				fmt.Fprintf(&want, "    'k%d': 'old' # %[1]d\n", i)
			} else {
				fmt.Fprintf(&want, "    'k%d': \"new\" # %[1]d\n", i)
			}
		}
		for i := range n {
			fmt.Fprintf(&patch, "    \"n%02d\": \"new\" # %[1]d\n", i)
			fmt.Fprintf(&want, "    \"n%02d\": \"new\" # %[1]d\n", i)
			if i%2 > 0 {
				fmt.Fprintf(&patch, "    k%d: \"new\"\n", i)
			}
		}
		const labels = "metadata:\n  labels:\n"
		if got := mergedBy(kustomize.Merge, pod+labels+original.String(), labels+patch.String(), yaml.MergeOptions{}); got != pod+labels+want.String() {
			t.Errorf("%d members: got\n%s\nwant\n%s", n, got, want.String())
		}
	}
}

// A document may have 1000 levels.
func TestDepth(t *testing.T) {
	// The document and metadata are two levels.
	nested := func(levels int) string {
		return "metadata: {name: " + strings.Repeat("[", levels-2) + "a" + strings.Repeat("]", levels-2) + "}\n"
	}
	const deep, shallow = "metadata: {name: a}\n", "metadata: {labels: {a: b}}\n"
	for _, c := range []struct{ original, patch, want string }{
		{pod + deep, nested(1000), pod + nested(1000)},
		{pod + nested(1000), deep, pod + deep},
		{pod + deep, nested(1001), "error: patch: the document is nested more than 1000 levels deep"},
		{pod + nested(1001), deep, "error: original: the document is nested more than 1000 levels deep"},
		{pod + nested(1000), shallow, pod + strings.Replace(nested(1000), "}", ", labels: {a: b}}", 1)},
	} {
		if got := mergedBy(kustomize.Merge, c.original, c.patch, yaml.MergeOptions{}); got != c.want {
			t.Errorf("%.50s and %.50s: got %.300s, want %.300s", c.original, c.patch, got, c.want)
		}
	}
}
