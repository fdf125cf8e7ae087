// Command firstcall measures the first call in a process, such as kubectl's only call. It
// measures the replacement and apimachinery's package, by the Go type of a Deployment and by
// its OpenAPI schema, which is read before. It starts itself once for each call, alternates
// between the two, and prints microseconds:
//
//	go -C fuzz/upstream run ./cmd/firstcall [TIMES]
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	theirs "k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/strategicpatch/smp/fuzz/upstream/module"
	ours "github.com/strategicpatch/smp/smp/strategicpatch/kubeopenapi"
)

const (
	deployment = `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","labels":{"app":"web"}},"spec":{"replicas":3,
		"selector":{"matchLabels":{"app":"web"}},"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1}},
		"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"web","image":"web:1",
		"ports":[{"containerPort":80,"protocol":"TCP"}],"env":[{"name":"A","value":"1"},{"name":"B","value":"2"}],
		"volumeMounts":[{"name":"data","mountPath":"/data"}],"resources":{"limits":{"cpu":"1"}}}],
		"volumes":[{"name":"data","emptyDir":{}}],"restartPolicy":"Always","tolerations":[{"key":"a"}]}}}}`
	patch = `{"spec":{"replicas":4,"template":{"spec":{"containers":[{"name":"web","image":"web:2","env":[{"name":"B","value":"3"}]}]}}}}`
)

// changed is the text of the modified Deployment.
var changed = strings.NewReplacer(`"replicas":3`, `"replicas":4`, "web:1", "web:2", `"value":"2"`, `"value":"3"`).Replace(deployment)

var sides = []string{"shipped", "ours"}

// calls are the measured calls, by operation and side.
var calls = map[string]map[string]func() ([]byte, error){
	"apply": {
		"shipped": func() ([]byte, error) {
			return theirs.StrategicMergePatch([]byte(deployment), []byte(patch), appsv1.Deployment{})
		},
		"ours": func() ([]byte, error) {
			return ours.StrategicMergePatch([]byte(deployment), []byte(patch), appsv1.Deployment{})
		},
	},
	"two-way": {
		"shipped": func() ([]byte, error) {
			return theirs.CreateTwoWayMergePatch([]byte(deployment), []byte(changed), appsv1.Deployment{})
		},
		"ours": func() ([]byte, error) {
			return ours.CreateTwoWayMergePatch([]byte(deployment), []byte(changed), appsv1.Deployment{})
		},
	},
	"three-way": {
		"shipped": func() ([]byte, error) {
			schema, err := theirs.NewPatchMetaFromStruct(appsv1.Deployment{})
			if err != nil {
				return nil, err
			}
			return theirs.CreateThreeWayMergePatch([]byte(deployment), []byte(changed), []byte(deployment), schema, true)
		},
		"ours": func() ([]byte, error) {
			schema, err := ours.NewPatchMetaFromStruct(appsv1.Deployment{})
			if err != nil {
				return nil, err
			}
			return ours.CreateThreeWayMergePatch([]byte(deployment), []byte(changed), []byte(deployment), schema, true)
		},
	},
	byOpenAPI: {
		"shipped": func() ([]byte, error) {
			schema := theirs.PatchMetaFromOpenAPIV3{SchemaList: schemas, Schema: schemas[definition]}
			return theirs.CreateThreeWayMergePatch([]byte(deployment), []byte(changed), []byte(deployment), schema, true)
		},
		"ours": func() ([]byte, error) {
			schema := ours.PatchMetaFromOpenAPIV3{SchemaList: schemas, Schema: schemas[definition]}
			return ours.CreateThreeWayMergePatch([]byte(deployment), []byte(changed), []byte(deployment), schema, true)
		},
	},
}

// byOpenAPI is the three-way merge with a schema from an OpenAPI v3 document, as in kubectl
// apply.
const (
	byOpenAPI  = "three-way-openapi"
	definition = "io.k8s.api.apps.v1.Deployment"
)

// schemas are the schemas of the document. They are read before the call.
var schemas map[string]*spec.Schema

func readSchemas(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var document spec3.OpenAPI
	if err := json.Unmarshal(text, &document); err != nil {
		return err
	}
	schemas = document.Components.Schemas
	return nil
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 3 {
		return once(args[0], args[1], args[2])
	}
	times := 41
	if len(args) == 1 {
		var err error
		if times, err = strconv.Atoi(args[0]); err != nil || times < 1 {
			return fmt.Errorf("%q is no number of times", args[0])
		}
	}
	kubectl, err := module.Dir("k8s.io/kubectl")
	if err != nil {
		return err
	}
	document := filepath.Join(kubectl, "testdata", "openapi", "v3", "apis", "apps", "v1.json")
	for _, operation := range []string{"apply", "two-way", "three-way", byOpenAPI} {
		took := map[string][]int{}
		for range times {
			for _, side := range sides {
				call := exec.Command(os.Args[0], operation, side, document)
				call.Stderr = os.Stderr
				out, err := call.Output()
				if err != nil {
					return fmt.Errorf("%s, %s: %w", operation, side, err)
				}
				n, err := strconv.Atoi(strings.TrimSpace(string(out)))
				if err != nil {
					return err
				}
				took[side] = append(took[side], n)
			}
		}
		for _, side := range sides {
			slices.Sort(took[side])
			fmt.Printf("%-18s %-8s least %5d, median %5d\n", operation, side, took[side][0], took[side][times/2])
		}
	}
	return nil
}

// once measures a call and prints its time in microseconds.
func once(operation, side, document string) error {
	call := calls[operation][side]
	if call == nil {
		return fmt.Errorf("there is no %s of %s", operation, side)
	}
	if operation == byOpenAPI {
		if err := readSchemas(document); err != nil {
			return err
		}
	}
	start := time.Now()
	out, err := call()
	took := time.Since(start)
	if err != nil || len(out) < 3 {
		return fmt.Errorf("%s, %w", out, err)
	}
	fmt.Println(took.Microseconds())
	return nil
}
