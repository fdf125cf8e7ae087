package answers

import (
	"fmt"
	"slices"
	"strings"
)

// Questions returns all questions, in groups.
func Questions() []Question {
	var a asker
	for _, ask := range []func(){
		a.bodies, a.types, a.limits, a.spelledTexts, a.identities, a.versions, a.mistyped,
		a.operations, a.pointers, a.moves, a.tests, a.nulls, a.sequences,
		a.merges, a.directives, a.lists, a.orders, a.numbers,
	} {
		ask()
	}
	return a.all
}

type asker struct {
	group string
	all   []Question
}

const (
	configMap  = "ConfigMap"
	deployment = "Deployment"
	gateway    = "Gateway"
)

// ask adds questions. A question that was added before is not added again.
func (a *asker) ask(object, kind string, patches ...string) {
	for _, patch := range patches {
		q := Question{Group: a.group, Object: object, Type: kind, Patch: patch}
		same := func(b Question) bool { b.Group = q.Group; return b == q }
		if !slices.ContainsFunc(a.all, same) {
			a.all = append(a.all, q)
		}
	}
}

func (a *asker) json(object string, operations ...string) {
	for _, o := range operations {
		a.ask(object, "json", "["+o+"]")
	}
}

func (a *asker) bodies() {
	a.group = "values that are not patches"
	for _, kind := range []string{"json", "merge", "strategic"} {
		a.ask(configMap, kind, "null", " null ", "[]", "{}", `"x"`, "1", "true", "", " ", "{", "[", "nul", "[] []", "{}x", "\ufeff{}", "[null]", "[[]]", "[1]", `["x"]`, "[true]", "[{}]", "[{},null]", "[null,null]")
		a.ask(gateway, kind, "null", "{}", "[]", "1", "{")
	}
}

func (a *asker) types() {
	a.group = "content types"
	for _, kind := range []string{"application/json-patch+json; charset=utf-8", "application/json-patch+json;", "application/json-patch+json ; x", " application/json-patch+json ",
		"Application/json-patch+json", "application/json", "application/merge-patch+json;charset=utf-8", "json-patch+json", ";application/json-patch+json"} {
		a.ask(configMap, kind, "[]")
	}
	a.ask(gateway, "strategic", `{"spec":{}}`, "null", "{", `{"spec":{"class":1e400}}`)
}

func (a *asker) limits() {
	a.group = "limits"
	many := func(object, kind, patch, unit string, times int, end string) {
		a.all = append(a.all, Question{a.group, object, kind, patch, unit, times, end})
	}
	for _, n := range []int{9999, 10000} {
		many(configMap, "json", "[", `{"op":"test","path":"/data/one","value":"1"},`, n, `{"op":"test","path":"/data/one","value":"1"}]`)
		many(configMap, "json", "[", `null,`, n, `{"op":"test","path":"/data/one","value":"1"}]`)
		many(configMap, "json", "[", `{"op":1},`, n, `{"op":"test","path":"/data/one","value":"1"}]`)
	}
	for _, kind := range []string{"json", "merge", "strategic"} {
		body := map[string]string{"json": "[]", "merge": "{}", "strategic": "{}"}[kind]
		for more := range 2 {
			many(configMap, kind, body[:1], " ", 3<<20-2+more, body[1:])
			many(configMap, kind, "", " ", 3<<20+more, "")
		}
		many(gateway, kind, body[:1], " ", 3<<20-1, body[1:])
	}
	many(configMap, "merge", "", "[", 10000, strings.Repeat("]", 10000))
	many(configMap, "merge", `{"x":`, "[", 1000, strings.Repeat("]", 1000)+"}") // the server would need minutes for much larger patches
	for _, depth := range []int{1001, 10000, 10001} {
		many(configMap, "strategic", `{"x":`, "[", depth-1, strings.Repeat("]", depth-1)+"}")
		many(configMap, "json", `[{"op":"add","path":"/x","value":`, "[", depth-2, strings.Repeat("]", depth-2)+"}]")
	}
	// Each copy adds the size of the copied value. There is a limit for all copies together.
	for _, n := range []int{2, 3} {
		many(gateway, "json", `[{"op":"add","path":"/spec/anything/big","value":"`, "x", 1<<20-2, `"}`+strings.Repeat(`,{"op":"copy","from":"/spec/anything/big","path":"/spec/anything/copy"}`, n)+`]`)
		many(gateway, "json", `[{"op":"add","path":"/spec/anything/big","value":"`, "x", 1<<20-1, `"}`+strings.Repeat(`,{"op":"copy","from":"/spec/anything/big","path":"/spec/anything/copy"}`, n)+`]`)
		many(gateway, "json", `[{"op":"add","path":"/spec/anything/big","value":"`, "<", (1<<20-2)/6, `"}`+strings.Repeat(`,{"op":"copy","from":"/spec/anything/big","path":"/spec/anything/copy"}`, n)+`,{"op":"remove","path":"/spec/anything/big"},{"op":"remove","path":"/spec/anything/copy"}]`)
	}
	many(configMap, "json", `[`, `{"op":"copy","from":"/data","path":"/data/x"},`, 21, `{"op":"remove","path":"/data/x"}]`)
	many(gateway, "json", `[`, `{"op":"add","path":"/spec/anything/list/-","value":1},`, 2000, `{"op":"remove","path":"/spec/anything/list"}]`)
}

func (a *asker) spelledTexts() {
	a.group = "texts that are not strict JSON"
	for _, text := range []string{`"\ud800"`, `"\udc00"`, `"\ud83d\ude00"`, `"\ude00\ud83d"`, `"\ud800\u0041"`, `"\ud800\ud83d\ude00"`, "\"\xff\"", "\"a\xc3\"", "\"\xed\xa0\x80\"", `"\x"`, `"\u12"`, "\"\t\"", "01", "1.", ".5", "+1", "NaN", "'x'", "// x\n1", `"a"b`} {
		a.json(configMap, `{"op":"add","path":"/data/x","value":`+text+`}`, `{"op":"add","path":"/data/x","value":`+text+`},{"op":"test","path":"/data/x","value":`+text+`}`)
		a.ask(configMap, "merge", `{"data":{"x":`+text+`}}`)
		a.ask(configMap, "strategic", `{"data":{"x":`+text+`}}`)
	}
	a.ask(configMap, "merge", `{"data":{"\ud800":"1"}}`, `{"data":{"x":"1","x":"2"}}`, `{"data":{"x":"1","\u0078":"2"}}`, `{"data":{"x":"1","x":null}}`, `{"data":{"one":null,"one":"2"}}`,
		`{"data":{"x":"1"},"data":{"y":"2"}}`, `{"data":{"x":"1"},"data":null}`, `{"data":{"x":"1","x":"2","x":"3"},"metadata":{"labels":{"a":"1","a":"2"}}}`, `{"data":{"\ud800":"1","\ufffd":"2"}}`, `{"data":{"x":1,"x":"2"}}`)
	a.ask(deployment, "strategic", `{"spec":{"replicas":1,"replicas":2}}`, `{"spec":{"replicas":1},"spec":{"paused":true}}`, `{"spec":{"template":{"spec":{"containers":[{"name":"web","image":"a","name":"log"}]}}}}`,
		`{"spec":{"strategy":{"$patch":"delete","$patch":"replace","type":"Recreate"}}}`)
	a.json(configMap, `{"op":"remove","op":"add","path":"/data/x","value":"1"}`, `{"op":"add","path":"/data/y","path":"/data/x","value":"1"}`, `{"op":"add","path":"/data/x","value":"1","value":"2"}`,
		`{"op":"add","path":"/data/x","value":"1","value":null}`, `{"op":"add","path":"/data","value":{"a":"1","b":"2","a":"3"}}`, `{"op":"test","path":"/metadata/labels","value":{"app":"x","app":"front"}}`,
		`{"op":"test","path":"/metadata/labels","value":{"\u0061pp":"front"}}`)
	a.ask(configMap, "json", `[{"op":"add","path":"/data/x","value":"1"},]`, `[{"op":"add","path":"/data/x","value":"1",}]`, "\t[\r\n{ \"op\" : \"add\" , \"path\" : \"/data/x\" , \"value\" : \"1\" } ] \n")
}

// identities adds questions that change the identity of an object.
func (a *asker) identities() {
	a.group = "kind, apiVersion, name and namespace"
	kinds := []string{"null", `""`, `"Pod"`, `"Other"`, `"Deployment"`, `"ConfigMap"`, `"Scale"`, `"Gateway"`, "5", "true", "[]", "{}"}
	versions := []string{"null", `""`, `"/"`, `"v1"`, `"v7"`, `"apps/v1"`, `"apps/v1beta1"`, `"apps/v1beta2"`, `"apps/v7"`, `"extensions/v1beta1"`, `"apps/"`, `"apps"`, `"apps/__internal"`, `"__internal"`, `"a/b/c"`,
		`"autoscaling/v1"`, `"autoscaling/v2"`, `"autoscaling/v2beta2"`, `"smp.example/v1"`, `"smp.example/v2"`, `"smp.example/"`, "5", "true", "[]", "{}"}
	names := []string{"null", `""`, `"other"`, "5", "{}", `"web"`}
	for _, object := range []string{configMap, deployment, gateway, "HorizontalPodAutoscaler", "Namespace"} {
		for _, kind := range []string{"merge", "strategic"} {
			if object == gateway && kind == "strategic" {
				continue
			}
			for _, v := range kinds {
				a.ask(object, kind, `{"kind":`+v+`}`)
			}
			for _, v := range versions {
				a.ask(object, kind, `{"apiVersion":`+v+`}`)
			}
			for _, v := range names {
				a.ask(object, kind, `{"metadata":{"name":`+v+`}}`, `{"metadata":{"namespace":`+v+`}}`, `{"metadata":`+v+`}`)
			}
			a.ask(object, kind, `{"kind":null,"apiVersion":null}`, `{"kind":"Pod","apiVersion":"v1"}`, `{"kind":"Pod","apiVersion":null}`, `{"kind":null,"apiVersion":"v1"}`, `{"kind":"Scale","apiVersion":"autoscaling/v1"}`,
				`{"kind":"Other","metadata":{"name":"other"}}`, `{"apiVersion":null,"metadata":{"name":"other"}}`, `{"apiVersion":"v7","metadata":{"name":"other"}}`, `{"metadata":{"name":"other","namespace":"other"}}`, `{"metadata":{"namespace":"answers"}}`, `{"metadata":{"namespace":"answers","labels":{"x":"1"}}}`)
		}
		for _, o := range []string{
			`{"op":"remove","path":"/kind"}`, `{"op":"remove","path":"/apiVersion"}`, `{"op":"remove","path":"/metadata"}`, `{"op":"remove","path":"/metadata/name"}`,
			`{"op":"replace","path":"/kind","value":"Other"}`, `{"op":"replace","path":"/apiVersion","value":"v7"}`, `{"op":"add","path":"/kind","value":null}`, `{"op":"add","path":"/kind"}`,
			`{"op":"replace","path":"/metadata/name","value":"other"}`, `{"op":"add","path":"/metadata/namespace","value":"other"}`, `{"op":"add","path":"/metadata/namespace","value":null}`,
			`{"op":"replace","path":"","value":{}}`, `{"op":"replace","path":"","value":[]}`, `{"op":"replace","path":"","value":{"kind":"Other"}}`, `{"op":"replace","path":"/metadata","value":[]}`,
			`{"op":"add","path":"/metadata/finalizers/-","value":"c/x"}`, `{"op":"move","from":"/kind","path":"/apiVersion"}`,
		} {
			a.json(object, o)
		}
	}
	a.ask(deployment, "strategic", `{"$patch":"delete"}`, `{"$patch":"replace"}`, `{"$patch":"replace","metadata":{"name":"web"}}`, `{"$retainKeys":[]}`, `{"$retainKeys":["spec"]}`, `{"$retainKeys":["metadata"]}`,
		`{"metadata":{"$patch":"delete"}}`, `{"metadata":{"$patch":"replace"}}`, `{"metadata":{"$patch":"replace","name":"web"}}`, `{"metadata":{"$retainKeys":["name"]}}`, `{"metadata":{"$retainKeys":[]}}`,
		`{"kind":{"$patch":"delete"}}`, `{"kind":{"$patch":"x"}}`, `{"$deleteFromPrimitiveList/kind":["Deployment"]}`, `{"$setElementOrder/kind":["x"]}`, `{"$deleteFromPrimitiveList/kind":null}`)
}

// versions adds questions that change the resourceVersion and the uid of an object. No object has
// the version 1.
func (a *asker) versions() {
	a.group = "resourceVersion and uid"
	versions := []string{"null", `""`, `"0"`, `"00"`, `"1"`, `"01"`, `"999999999999"`, `"18446744073709551615"`, `"18446744073709551616"`, `"-1"`, `"+1"`, `" 1"`, `"0x1"`, `"1_0"`, `"abc"`, "1", "true", "[]", "{}"}
	uids := []string{"null", `""`, `"other"`, "5", "true", "[]", "{}"}
	for _, object := range []string{configMap, deployment, gateway, "HorizontalPodAutoscaler", "Namespace"} {
		for _, kind := range []string{"merge", "strategic"} {
			if object == gateway && kind == "strategic" {
				continue
			}
			for _, v := range versions {
				a.ask(object, kind, `{"metadata":{"resourceVersion":`+v+`}}`)
			}
			for _, v := range uids {
				a.ask(object, kind, `{"metadata":{"uid":`+v+`}}`, `{"metadata":{"resourceVersion":"1","uid":`+v+`}}`, `{"metadata":{"resourceVersion":null,"uid":`+v+`}}`)
			}
			for _, change := range []string{`"resourceVersion":"1"`, `"resourceVersion":"abc"`, `"resourceVersion":null`, `"uid":"other"`} {
				a.ask(object, kind, `{"metadata":{`+change+`,"name":"other"}}`, `{"metadata":{`+change+`,"namespace":"other"}}`, `{"metadata":{`+change+`,"labels":{"x":"1"}}}`, `{"metadata":{`+change+`,"labels":{"x":1}}}`,
					`{"kind":"Other","metadata":{`+change+`}}`, `{"kind":null,"metadata":{`+change+`}}`, `{"apiVersion":null,"metadata":{`+change+`}}`, `{"apiVersion":"v7","metadata":{`+change+`}}`, `{"kind":"Other","apiVersion":"v7","metadata":{`+change+`}}`)
			}
		}
		a.json(object, `{"op":"remove","path":"/metadata/resourceVersion"}`, `{"op":"remove","path":"/metadata/uid"}`, `{"op":"replace","path":"/metadata/resourceVersion","value":"1"}`, `{"op":"replace","path":"/metadata/uid","value":"other"}`,
			`{"op":"test","path":"/metadata/resourceVersion","value":"1"}`, `{"op":"replace","path":"/metadata/uid","value":5}`)
	}
}

// mistyped adds questions whose results do not fit into the Go types of the objects.
func (a *asker) mistyped() {
	a.group = "values of other types than those of Go fields"
	values := []string{`"three"`, "3", "3.0", "3.5", "1e2", "-1", "99999999999", "true", "[]", "{}", `["x"]`, `{"x":1}`, `"1Gi"`, `"10%"`, `"2006-01-02T15:04:05Z"`, "null"}
	for _, v := range values {
		for _, kind := range []string{"merge", "strategic"} {
			for _, field := range []string{"replicas", "paused", "selector", "strategy", "template", "minReadySeconds", "Replicas"} {
				a.ask(deployment, kind, `{"spec":{"`+field+`":`+v+`}}`)
			}
			for _, field := range []string{"nodeSelector", "tolerations", "volumes", "hostNetwork", "terminationGracePeriodSeconds", "priority", "dnsPolicy", "securityContext"} {
				a.ask(deployment, kind, `{"spec":{"template":{"spec":{"`+field+`":`+v+`}}}}`)
			}
			for _, field := range []string{"image", "args", "command", "env", "resources", "ports", "tty", "livenessProbe"} {
				a.ask(deployment, kind, `{"spec":{"template":{"spec":{"containers":[{"name":"web","`+field+`":`+v+`}]}}}}`)
			}
			a.ask(deployment, kind, `{"spec":{"strategy":{"rollingUpdate":{"maxSurge":`+v+`}}}}`,
				`{"spec":{"template":{"spec":{"containers":[{"name":"web","image":"web:1","resources":{"limits":{"cpu":`+v+`}}}]}}}}`)
			a.ask(configMap, kind, `{"data":{"x":`+v+`}}`, `{"binaryData":{"x":`+v+`}}`, `{"immutable":`+v+`}`, `{"Immutable":`+v+`}`)
			for _, field := range []string{"labels", "annotations", "creationTimestamp", "generation", "ownerReferences", "selfLink"} {
				a.ask(configMap, kind, `{"metadata":{"`+field+`":`+v+`}}`)
			}
			a.ask("HorizontalPodAutoscaler", kind, `{"spec":{"minReplicas":`+v+`}}`, `{"spec":{"scaleTargetRef":{"name":`+v+`}}}`)
		}
	}
}

// operations adds questions in which a field of an operation is missing, misspelled or has the
// wrong type.
func (a *asker) operations() {
	a.group = "operations of a JSON Patch: missing, null and mistyped fields"
	right := map[string]string{"op": "", "path": `"/data/one"`, "from": `"/data/front"`, "value": `"1"`}
	names := []string{"op", "path", "from", "value"}
	for _, op := range []string{"add", "remove", "replace", "move", "copy", "test"} {
		right["op"] = `"` + op + `"`
		write := func(name, value string) string {
			var parts []string
			for _, n := range names {
				v := right[n]
				if n == name {
					v = value
				}
				if v != "" {
					parts = append(parts, `"`+n+`":`+v)
				}
			}
			return "{" + strings.Join(parts, ",") + "}"
		}
		a.json(configMap, write("", ""))
		for _, name := range names {
			for _, value := range []string{"", "null", "1", "true", "[]", "{}", `""`, "1e400", "[1e400]"} {
				a.json(configMap, write(name, value))
			}
			upper := strings.Replace(write("", ""), `"`+name+`"`, `"`+strings.ToUpper(name)+`"`, 1)
			a.json(configMap, upper)
		}
		a.json(configMap, strings.Replace(write("", ""), "{", `{"other":{"x":[1]},`, 1), strings.Replace(write("", ""), "{", `{"other":1e400,`, 1))
	}
	for _, op := range []string{`"merge"`, `""`, `"Add"`, `" add"`, `"\u0061dd"`, `"increment"`} {
		a.json(configMap, `{"op":`+op+`,"path":"/data/x","value":"1"}`)
	}
	a.json(configMap, `null,{"op":"add","path":"/data/x","value":"1"}`, `{"op":"add","path":"/data/x","value":"1"},null`, `{"op":"add","path":"/data/x","value":"1"},{}`, `{"op":"add","path":"/data/x","value":"1"},1`, `{},1`)
}

func (a *asker) pointers() {
	a.group = "pointers and indexes of a JSON Patch"
	paths := []string{"", "/", "//", "data", "data/one", "x/data/one", "data/x", "x/y/data/x", "/data", "/data/", "/data/x", "/data/one", "/data/one/", "/data/one/x", "/none", "/none/x", "/data/~2", "/data/a~", "/data/~", "/data/~01", "/data/~1", "/data/~0", "/data~1one",
		"/Data/one", "/data/ONE", "/data//", " /data/x", "#/data/x", "/data/-", "/data/0", "/metadata/labels/app", "/metadata/labels/x", "/spec/x"}
	for _, i := range []string{"0", "1", "2", "3", "-", "-0", "-1", "-2", "-3", "-4", "00", "01", "+0", "+1", "+2", " 0", "0 ", "1.0", "1e0", "0x1", "x", "", "99999999999999999999", "٣", "0/x", "-/x", "--1", "−1"} {
		paths = append(paths, "/metadata/finalizers/"+i)
	}
	paths = append(paths, "/metadata/finalizers")
	for _, path := range paths {
		quoted := `"path":` + fmt.Sprintf("%q", path)
		a.json(configMap, `{"op":"add",`+quoted+`,"value":"c/x"}`, `{"op":"replace",`+quoted+`,"value":"c/x"}`, `{"op":"remove",`+quoted+`}`, `{"op":"test",`+quoted+`,"value":"a/x"}`, `{"op":"test",`+quoted+`,"value":null}`, `{"op":"test",`+quoted+`}`,
			`{"op":"copy","from":"/metadata/labels/app",`+quoted+`}`, `{"op":"move","from":"/metadata/labels/app",`+quoted+`}`,
			strings.Replace(`{"op":"copy","path":"/metadata/labels/x",`+quoted+`}`, `,"path"`, `,"from"`, 1), strings.Replace(`{"op":"move","path":"/metadata/labels/x",`+quoted+`}`, `,"path"`, `,"from"`, 1))
	}
}

func (a *asker) moves() {
	a.group = "moves and copies of a JSON Patch"
	// The remaining fields are not used: their decoding would determine the answer about
	// metadata.
	paths := []string{"/metadata/labels", "/metadata/labels/app", "/spec/template/spec/containers/0", "/spec/template/spec/containers/-1", "/spec/template/spec/containers/-",
		"/spec/template/spec/containers/0/args", "/spec/template/spec/containers/0/args/0", "/spec/template/spec/containers/0/args/2", "", "/none", "/metadata/labels/none"}
	for _, op := range []string{"move", "copy"} {
		for _, from := range paths {
			for _, path := range paths {
				a.json(deployment, fmt.Sprintf(`{"op":%q,"from":%q,"path":%q}`, op, from, path))
			}
		}
	}
}

// tests adds test operations with equal values in different spellings, and with other values.
func (a *asker) tests() {
	a.group = "tests of a JSON Patch"
	for path, values := range map[string][]string{
		"/data/front":                          {`"front"`, `"\u0066ront"`, `"Front"`, "null", "{}", "[]", "1"},
		"/data/html":                           {`"<a&b>"`, `"\u003ca\u0026b\u003e"`, `"\u003Ca\u0026b\u003E"`, `"<a\u0026b>"`},
		"/data/accent":                         {`"é"`, `"\u00e9"`, `"e\u0301"`},
		"/data/line":                           {`"a\nb"`, `"a\u000ab"`},
		"/data/slash":                          {`"a/b"`, `"a\/b"`},
		"/data/separator":                      {"\"\u2028\"", `"\u2028"`},
		"/data/":                               {`""`, "null"},
		"/metadata/finalizers":                 {`["a/x","b/x"]`, `["b/x","a/x"]`, `["a/x"]`, `["a\/x","b/x"]`, ` [ "a/x" , "b/x" ] `, `["a/x",null]`, `[null,null]`, `{}`, `null`, `[1,2]`, `[[],{}]`},
		"/metadata/labels":                     {`{"app":"front"}`, ` { "app" : "front" } `, `{"\u0061pp":"front"}`, `{"app":"\u0066ront"}`, `{"app":null}`, `{}`, `{"app":"front","x":null}`, `null`, `[]`, `"x"`},
		"/metadata/annotations":                {"null", "{}", `"x"`},
		"/metadata/finalizers/-1":              {`"b/x"`, `"a/x"`},
		"/metadata/finalizers/2":               {"null", `"x"`},
		"/metadata/generateName":               {"null", `""`},
		"":                                     {"null", "{}", "[]", "1", `{"kind":"ConfigMap"}`},
		"/metadata/creationTimestamp/x":        {"null"},
		"/metadata/labels/app/x":               {"null", `"x"`},
		"/metadata/finalizers/x":               {"null"},
		"/metadata/finalizers/-":               {"null", `"b/x"`},
		"/metadata/labels/none/none":           {"null"},
		"/metadata/annotations/none":           {"null"},
		"/metadata/annotations/none/none/none": {"null"},
	} {
		for _, v := range values {
			a.json(configMap, fmt.Sprintf(`{"op":"test","path":%q,"value":%s}`, path, v))
		}
	}
	for path, values := range map[string][]string{
		"/spec/replicas":                                      {"3", "3.0", "3e0", "03", "30e-1", `"3"`, "4", "null", " 3 "},
		"/spec/strategy/rollingUpdate":                        {`{"maxSurge":1,"maxUnavailable":"25%"}`, `{"maxUnavailable":"25%","maxSurge":1}`, `{"maxSurge":1.0,"maxUnavailable":"25%"}`, `{"maxSurge":1}`},
		"/spec/template/spec/containers/0/args":               {`["a","b"]`, `["a","\u0062"]`},
		"/spec/template/spec/containers/0/ports":              {`[{"containerPort":80,"protocol":"TCP"},{"containerPort":53,"protocol":"UDP"}]`, `[{"protocol":"TCP","containerPort":80},{"containerPort":53,"protocol":"UDP"}]`, `[{"containerPort":80},{"containerPort":53}]`},
		"/spec/template/spec/volumes/0/emptyDir":              {"{}", "null", "[]"},
		"/metadata/annotations/example.com~1note":             {`"<b>"`, `"\u003cb\u003e"`},
		"/spec/template/spec/containers/0/resources":          {"{}", "null"},
		"/spec/template/metadata/creationTimestamp":           {"null", `""`},
		"/spec/template/spec/terminationGracePeriodSeconds":   {"30", "30.0", "3e1"},
		"/spec/template/spec/containers/1/terminationMessage": {"null"},
	} {
		for _, v := range values {
			a.json(deployment, fmt.Sprintf(`{"op":"test","path":%q,"value":%s}`, path, v))
		}
	}
	for path, values := range map[string][]string{
		"/f": {"1.5", "1.50", "15e-1"}, "/g": {"3", "3.0"}, "/h": {"1e21", "1e+21", "1000000000000000000000"}, "/i": {"1e-7", "1e-07", "0.0000001"}, "/n": {"null", "{}", `"x"`},
		"/k": {"12345678901234567890", "12345678901234567000", "12345678901234567168"}, "/small": {"0.000001", "1e-6", "1e-06"}, "/s": {`"<"`, `"\u003c"`},
		"/list": {`[1,null,"<"]`, `[1,null,"\u003c"]`, `[2,null,"<"]`, `[1,2,"<"]`, `[1,null]`, `[null,null,null]`, `[{},null,1]`}, "/m": {`{"x":null,"y":{}}`, `{"y":{},"x":null}`, `{"x":{},"y":{}}`, `{"x":null,"y":null}`, `{"y":{}}`, `{"x":null,"z":{}}`},
		"/m/x": {"null", "{}"}, "/m/x/y": {"null"}, "/m/none": {"null"}, "/empty": {"{}", "null", "[]"}, "/list/1": {"null", "1"}, "/list/0": {"1", "1.0"}, "": {`{}`},
	} {
		for _, v := range values {
			a.json(gateway, fmt.Sprintf(`{"op":"test","path":"/spec/anything%s","value":%s}`, path, v))
		}
	}
	// This sorting is necessary because the iteration order of a map is random.
	slices.SortStableFunc(a.all, func(x, y Question) int {
		if x.Group != a.group || y.Group != a.group {
			return 0
		}
		return strings.Compare(x.Object+x.Patch, y.Object+y.Patch)
	})
}

// nulls adds questions with a null in every place and from every source.
func (a *asker) nulls() {
	a.group = "nulls in a JSON Patch"
	for _, origin := range []string{
		`{"op":"add","path":"/spec/anything/q","value":null}`, `{"op":"add","path":"/spec/anything/q"}`, `{"op":"copy","from":"/spec/anything/n","path":"/spec/anything/q"}`, `{"op":"copy","from":"/spec/anything/none","path":"/spec/anything/q"}`,
		`{"op":"add","path":"/spec/anything/p","value":null},{"op":"copy","from":"/spec/anything/p","path":"/spec/anything/q"}`,
		`{"op":"add","path":"/spec/anything/p","value":null},{"op":"move","from":"/spec/anything/p","path":"/spec/anything/q"}`,
		`{"op":"add","path":"/spec/anything/p","value":{"x":null}},{"op":"copy","from":"/spec/anything/p/x","path":"/spec/anything/q"}`,
		`{"op":"replace","path":"/spec/anything/q","value":null}`, `{"op":"add","path":"/spec/anything/p","value":null},{"op":"copy","from":"/spec/anything/p","path":"/spec/anything/o"},{"op":"copy","from":"/spec/anything/o","path":"/spec/anything/q"}`,
	} {
		for _, then := range []string{
			`{"op":"test","path":"/spec/anything/q","value":null}`, `{"op":"test","path":"/spec/anything/q"}`, `{"op":"test","path":"/spec/anything/q","value":{}}`, `{"op":"test","path":"/spec/anything/q","value":[]}`, `{"op":"test","path":"/spec/anything/q/x","value":null}`,
			`{"op":"add","path":"/spec/anything/q/x","value":1}`, `{"op":"replace","path":"/spec/anything/q/x","value":1}`, `{"op":"remove","path":"/spec/anything/q/x"}`, `{"op":"remove","path":"/spec/anything/q"}`, `{"op":"copy","from":"/spec/anything/q/x","path":"/spec/anything/r"}`,
			`{"op":"copy","from":"/spec/anything","path":"/spec/anything/r"},{"op":"test","path":"/spec/anything/r/q","value":null}`, `{"op":"move","from":"/spec/anything/q","path":"/spec/anything/list/0"}`,
		} {
			a.json(gateway, origin+","+then)
		}
		a.json(gateway, strings.ReplaceAll(origin, "/spec/anything/q", "/spec/anything/m/x")+`,{"op":"test","path":"/spec/anything/m","value":{"x":null,"y":{}}}`,
			strings.ReplaceAll(origin, "/spec/anything/q", "/spec/anything/list/0")+`,{"op":"test","path":"/spec/anything/list/0","value":null}`,
			strings.ReplaceAll(origin, "/spec/anything/q", "/spec/anything/empty/0")+`,{"op":"test","path":"/spec/anything/empty","value":{"0":{}}}`)
	}
	for _, v := range []string{"null", "1", `"x"`, "true", "[]", "{}", "[null]"} {
		a.json(configMap, `{"op":"replace","path":"","value":`+v+`},{"op":"add","path":"/x","value":1}`, `{"op":"replace","path":"","value":`+v+`},{"op":"add","path":"/0","value":1}`, `{"op":"replace","path":"","value":`+v+`},{"op":"test","path":"","value":`+v+`}`)
	}
	a.json(configMap, `{"op":"replace","path":""}`, `{"op":"test","path":""}`, `{"op":"test","path":"/none/none"},{"op":"test","path":""}`, `{"op":"test","path":""},{"op":"test","path":"/none/none"}`, `{"op":"add","path":"/metadata/labels/x"}`, `{"op":"add","path":"/metadata/finalizers/0"}`,
		`{"op":"add","path":"/data","value":null},{"op":"add","path":"/data/x","value":"1"}`, `{"op":"remove","path":"/data"},{"op":"add","path":"/data/x","value":"1"}`)
}

func (a *asker) sequences() {
	a.group = "operations that follow each other"
	for _, text := range []string{`"\u0066ront"`, `"<"`, `"\u003c"`, "\"\u2028\"", "1.0", "1e2", `"\/"`, `{"<":"<"}`, `["<", 1.0 ]`, `{ "a" : [ 1.50 ] }`} {
		tests := []string{text, `"<"`, `"\u003c"`, "1"}
		switch text[:1] {
		case "{", "[":
			tests = append(tests, `{"<":"\u003c"}`, `{"\u003c":"\u003c"}`, `["\u003c",1.0]`, `["\u003c",1]`, `{"a":[1.50]}`, `{"a":[1.5]}`)
		default:
			tests = append(tests, `"front"`, `"\u2028"`, "100", `"/"`)
		}
		for _, test := range tests {
			a.json(gateway, `{"op":"add","path":"/spec/anything/q","value":`+text+`},{"op":"test","path":"/spec/anything/q","value":`+test+`}`,
				`{"op":"add","path":"/spec/anything/q","value":`+text+`},{"op":"copy","from":"/spec/anything/q","path":"/spec/anything/r"},{"op":"test","path":"/spec/anything/r","value":`+test+`}`)
		}
	}
	a.json(configMap, `{"op":"remove","path":"/metadata/finalizers/0"},{"op":"remove","path":"/metadata/finalizers/0"}`, `{"op":"add","path":"/metadata/finalizers/-1","value":"c/x"},{"op":"add","path":"/metadata/finalizers/-2","value":"d/x"}`,
		`{"op":"add","path":"/data/x","value":"1"},{"op":"test","path":"/data/x","value":"2"}`, `{"op":"test","path":"/data/one","value":"1"},{"op":"remove","path":"/data/one"},{"op":"test","path":"/data/one","value":null}`,
		`{"op":"move","from":"/data/one","path":"/data/two"},{"op":"move","from":"/data/two","path":"/data/one"}`, `{"op":"copy","from":"/data","path":"/metadata/annotations"},{"op":"remove","path":"/metadata/annotations/"}`,
		`{"op":"replace","path":"/data","value":{}},{"op":"add","path":"/data/a","value":"1"},{"op":"copy","from":"/data","path":"/metadata/annotations"}`,
		`{"op":"merge","path":"/x"},{"op":"test","path":""}`, `{"op":"test","path":""},{"op":"merge","path":"/x"}`)
}

func (a *asker) merges() {
	a.group = "merge patches"
	a.ask(configMap, "merge", `{"data":null}`, `{"data":{}}`, `{"data":{"one":null}}`, `{"data":{"none":null}}`, `{"data":{"x":{"y":null}}}`, `{"data":{"one":{"y":null}}}`, `{"data":[]}`, `{"data":"x"}`, `{"metadata":{"finalizers":["a/x",null]}}`,
		`{"metadata":{"finalizers":null}}`, `{"metadata":{"finalizers":[]}}`, `{"metadata":{"labels":{"app":null,"x":"1"}}}`, `{"none":null}`, `{"none":{"x":null}}`, `{"none":1}`, `{"$patch":"delete"}`, `{"data":{"$patch":"replace","x":"1"}}`, `{"metadata":{"$retainKeys":["name"]}}`)
	for _, v := range []string{"null", "1", `"x"`, "[]", "{}", "[null]", `[{"x":null}]`, `{"x":null}`, `{"x":[{"y":null,"z":[null]}]}`, `[[{"x":null}]]`, `[1,null,"<"]`} {
		for _, place := range []string{"f", "list", "m", "empty", "none", "n"} {
			a.ask(gateway, "merge", `{"spec":{"anything":{"`+place+`":`+v+`}}}`)
		}
	}
	a.ask(gateway, "merge", `{"spec":{"anything":{"m":{"x":{}}}}}`, `{"spec":{"anything":{"m":{"x":{"a":null}}}}}`, `{"spec":{"anything":{"m":null}}}`, `{"spec":null}`, `{"spec":{"listeners":[{"name":"http","port":null}]}}`)
}

// places are maps of a Deployment in which a strategic merge patch can have directives.
var places = []struct {
	name, before, after string
	all                 bool // whether to try all unusual values
}{
	{"a map", `{"spec":{"strategy":{`, `}}}`, false},
	{"a map of strings", `{"spec":{"template":{"metadata":{"labels":{`, `}}}}}`, false},
	{"a map with lists", `{"metadata":{`, `}}`, true},
	{"an element", `{"spec":{"template":{"spec":{"containers":[{"name":"web",`, `}]}}}}`, false},
	{"a new element", `{"spec":{"template":{"spec":{"containers":[{"name":"new","image":"x",`, `}]}}}}`, false},
	{"a map that is new", `{"spec":{"template":{"spec":{"affinity":{`, `}}}}}`, false},
	{"a map in an atomic list", `{"spec":{"template":{"spec":{"tolerations":[{"key":"b","operator":"Exists",`, `}]}}}}`, false},
}

var odd = []string{"null", "1", "true", `"x"`, `""`, "{}", "[]", "[null]", "[1]", `["x"]`, "[[]]", `[["x"]]`, "[{}]", `[{"x":1}]`, `{"x":1}`, `["x",null]`, `["x",1]`, `[null,"x"]`}

func (a *asker) directives() {
	for _, place := range places {
		a.group = "directives of a strategic merge patch in " + place.name
		ask := func(patches ...string) {
			for _, p := range patches {
				a.ask(deployment, "strategic", place.before+p+place.after)
			}
		}
		values := []string{"null", `"x"`, "[]", `["x"]`, "[{}]", "{}"}
		if place.all {
			values = odd
		}
		for _, v := range append([]string{`"replace"`, `"delete"`, `"merge"`, `"Delete"`}, values...) {
			ask(`"$patch":` + v)
		}
		for _, v := range append([]string{`["type"]`, `["name"]`, `["labels"]`, `["name","image"]`, "[1]"}, values...) {
			ask(`"$retainKeys":` + v)
		}
		for _, v := range []string{`["type"]`, `["x"]`, "[]", "null", "[1]"} {
			ask(`"$retainKeys":` + v + `,"type":"Recreate"`)
		}
		for _, name := range []string{"$setElementOrder", "$setElementOrder/", "$setElementOrderx/finalizers", "$setElementOrder/none", "$deleteFromPrimitiveList", "$deleteFromPrimitiveList/", "$deleteFromPrimitiveListx/finalizers", "$deleteFromPrimitiveList/none",
			"$unknown", "$", "$patchMergeKey", "$retainkeys", "$PATCH"} {
			for i, v := range values {
				if place.all || i < 4 {
					ask(`"` + name + `":` + v)
				}
			}
		}
	}
	a.group = "directives of a strategic merge patch in an atomic map"
	for _, v := range append([]string{`{"$patch":"replace","matchLabels":{"app":"front"}}`, `{"matchLabels":{"$patch":"x","app":"front"}}`, `{"$patch":"x","matchLabels":{"app":"front"}}`}, odd...) {
		a.ask(deployment, "strategic", `{"spec":{"selector":`+v+`}}`, `{"spec":{"template":{"spec":{"nodeSelector":`+v+`}}}}`)
	}
}

// lists adds questions with invalid values for the lists of a Deployment.
func (a *asker) lists() {
	a.group = "lists of a strategic merge patch"
	for _, v := range append([]string{`["c/x"]`, `["a/x"]`, `[{"$patch":"replace"}]`, `[{"$patch":"delete"}]`, `["c/x",{"$patch":"replace"}]`, `[{"$patch":"replace"},"c/x"]`, `["c/x","c/x"]`, `[["a/x"],"b/x"]`}, odd...) {
		a.ask(deployment, "strategic", `{"metadata":{"finalizers":`+v+`}}`)
		a.ask("Namespace", "strategic", `{"metadata":{"finalizers":`+v+`}}`)
		a.ask(deployment, "strategic", `{"spec":{"template":{"spec":{"containers":[{"name":"web","args":`+v+`}]}}}}`)
	}
	elements := []string{
		`{"image":"x"}`, `{"name":null,"image":"x"}`, `{"name":1,"image":"x"}`, `{"name":{},"image":"x"}`, `{"name":[],"image":"x"}`, `{"name":"web","image":"x"}`, `{"name":"new","image":"x"}`, `{"name":"web"}`,
		`{"$patch":"delete"}`, `{"$patch":"delete","name":"web"}`, `{"$patch":"delete","name":"none"}`, `{"$patch":"delete","name":null}`, `{"$patch":"delete","name":{}}`, `{"$patch":"delete","image":"x"}`,
		`{"$patch":"replace"}`, `{"$patch":"replace","name":"web"}`, `{"$patch":"replace","name":"web","image":"x"}`, `{"$patch":"merge","name":"web"}`, `{"$patch":"x","name":"web"}`, `{"$patch":null,"name":"web"}`, `{"$patch":1}`, `{"$patch":"x"}`,
		`{"$retainKeys":["name"],"name":"web"}`, `{"$retainKeys":["image"],"name":"web"}`, `{"$retainKeys":"x","name":"web"}`,
	}
	for _, e := range elements {
		a.ask(deployment, "strategic", `{"spec":{"template":{"spec":{"containers":[`+e+`]}}}}`, `{"spec":{"template":{"spec":{"containers":[{"name":"log"},`+e+`]}}}}`, `{"spec":{"template":{"spec":{"containers":[`+e+`,{"name":"log","image":"y"}]}}}}`,
			`{"spec":{"template":{"spec":{"initContainers":[`+e+`]}}}}`)
	}
	for _, v := range odd {
		a.ask(deployment, "strategic", `{"spec":{"template":{"spec":{"containers":`+v+`}}}}`, `{"spec":{"template":{"spec":{"containers":[{"name":"web"},`+v+`]}}}}`, `{"spec":{"template":{"spec":{"volumes":`+v+`}}}}`, `{"spec":{"template":{"spec":{"tolerations":`+v+`}}}}`,
			`{"none":`+v+`}`, `{"metadata":{"none":`+v+`}}`, `{"metadata":{"labels":`+v+`}}`, `{"metadata":{"labels":{"app":`+v+`}}}`, `{"spec":{"replicas":`+v+`}}`, `{"spec":{"strategy":`+v+`}}`, `{"spec":`+v+`}`)
	}
	a.ask(deployment, "strategic", `{"spec":{"template":{"spec":{"containers":[{"name":"web","ports":[{"containerPort":80,"protocol":"UDP"}]}]}}}}`, `{"spec":{"template":{"spec":{"containers":[{"name":"web","ports":[{"protocol":"UDP"}]}]}}}}`,
		`{"spec":{"template":{"spec":{"containers":[{"name":"web","ports":[{"containerPort":80.0}]}]}}}}`, `{"spec":{"template":{"spec":{"containers":[{"name":"web","ports":[{"containerPort":"80"}]}]}}}}`, `{"spec":{"template":{"spec":{"containers":[{"name":"web","env":[{"name":"A","$patch":"delete"}]}]}}}}`,
		`{"spec":{"template":{"spec":{"volumes":[{"name":"data","hostPath":{"path":"/x"}}]}}}}`, `{"spec":{"template":{"spec":{"volumes":[{"name":"data","$retainKeys":["name","hostPath"],"hostPath":{"path":"/x"}}]}}}}`, `{"spec":{"template":{"spec":{"volumes":[{"name":"data","$retainKeys":["name"],"hostPath":{"path":"/x"}}]}}}}`,
		`{"spec":{"strategy":{"$retainKeys":["x"],"type":"Recreate"}}}`, `{"spec":{"strategy":{"$retainKeys":["type"],"type":"Recreate"}}}`, `{"spec":{"strategy":{"$retainKeys":["type"],"type":"Recreate","rollingUpdate":null}}}`, `{"spec":{"strategy":{"$retainKeys":["x"],"type":null}}}`,
		`{"spec":{"strategy":{"$retainKeys":["x"],"none":{"a":1}}}}`)
}

func (a *asker) orders() {
	a.group = "order and delete lists of a strategic merge patch"
	for _, v := range append([]string{`["a/x","b/x"]`, `["b/x","a/x"]`, `["a/x"]`, `["c/x","a/x","b/x"]`, `["a/x","a/x"]`}, odd...) {
		for _, list := range []string{"", `,"finalizers":["c/x"]`, `,"finalizers":["b/x","a/x"]`, `,"finalizers":[]`, `,"finalizers":null`, `,"finalizers":"x"`, `,"finalizers":[["x"]]`, `,"finalizers":[null]`} {
			a.ask(deployment, "strategic", `{"metadata":{"$setElementOrder/finalizers":`+v+list+`}}`)
			a.ask("Namespace", "strategic", `{"metadata":{"$setElementOrder/finalizers":`+v+list+`}}`)
		}
		// The patch does not contain the field itself, because the order of the two would be
		// random.
		a.ask(deployment, "strategic", `{"metadata":{"$deleteFromPrimitiveList/finalizers":`+v+`}}`)
		a.ask("Namespace", "strategic", `{"metadata":{"$deleteFromPrimitiveList/finalizers":`+v+`}}`)
		for _, name := range []string{"labels", "name", "none", "creationTimestamp", "ownerReferences"} {
			a.ask(deployment, "strategic", `{"metadata":{"$setElementOrder/`+name+`":`+v+`}}`, `{"metadata":{"$deleteFromPrimitiveList/`+name+`":`+v+`}}`)
		}
		a.ask(deployment, "strategic", `{"spec":{"template":{"spec":{"$setElementOrder/tolerations":`+v+`}}}}`, `{"spec":{"template":{"spec":{"$deleteFromPrimitiveList/containers":`+v+`}}}}`, `{"spec":{"template":{"spec":{"containers":[{"name":"web","$deleteFromPrimitiveList/args":`+v+`}]}}}}`)
	}
	for i, v := range append([]string{`[{"name":"web"},{"name":"log"}]`, `[{"name":"log"},{"name":"web"}]`, `[{"name":"web"}]`, `[{"name":"none"}]`, `[{"name":null}]`, `[{"name":{}}]`, `[{"image":"x"}]`, `[{"name":"web"},{"image":"x"}]`, `[{"name":"web"},"x"]`, `["web","log"]`, `[{"name":"web","image":"x"},{"name":"log"}]`}, odd...) {
		for j, list := range []string{"", `,"containers":[{"name":"log","image":"y"}]`, `,"containers":[{"name":"log","image":"y"},{"name":"web","image":"x"}]`, `,"containers":[{"name":"new","image":"y"}]`, `,"containers":[{"$patch":"delete","name":"web"}]`, `,"containers":[{"$patch":"replace"}]`,
			`,"containers":[{"image":"y"}]`, `,"containers":[]`, `,"containers":null`, `,"containers":"x"`, `,"containers":[null]`, `,"containers":[{"name":"web","$patch":"x"}]`} {
			if i > 10 && j > 2 {
				break
			}
			a.ask(deployment, "strategic", `{"spec":{"template":{"spec":{"$setElementOrder/containers":`+v+list+`}}}}`, `{"spec":{"template":{"spec":{`+strings.TrimPrefix(strings.ReplaceAll(list, "containers", "initContainers")+",", ",")+`"$setElementOrder/initContainers":`+v+`}}}}`)
		}
	}
}

func (a *asker) numbers() {
	a.group = "numbers"
	for _, n := range []string{"1e400", "-1e400", "1e308", "1.8e308", "1e-400", "-0", "5.0", "5e0", "5.5", "12345678901234567890", strings.Repeat("9", 400), "0." + strings.Repeat("0", 400) + "1", "1" + strings.Repeat("0", 308) + "e-308"} {
		a.ask(deployment, "merge", `{"spec":{"replicas":`+n+`}}`, `{"none":`+n+`}`, `{"none":[{"x":`+n+`}]}`)
		a.ask(deployment, "strategic", `{"spec":{"replicas":`+n+`}}`, `{"none":`+n+`}`, `{"none":[{"x":`+n+`}]}`, `{"$unknown":`+n+`}`, `{"spec":{"template":{"spec":{"containers":[{"name":"web","ports":[{"containerPort":`+n+`}]}]}}}}`)
		a.json(deployment, `{"op":"add","path":"/spec/replicas","value":`+n+`}`, `{"op":"test","path":"/none","value":`+n+`}`, `{"op":"remove","path":"/spec/paused","value":[`+n+`]}`, `{"op":"add","path":"/none","value":1,"other":`+n+`}`)
		a.ask(gateway, "merge", `{"spec":{"anything":{"q":`+n+`}}}`)
		a.json(gateway, `{"op":"add","path":"/spec/anything/q","value":`+n+`}`)
	}
}
