package overlays

import "github.com/strategicpatch/smp/smp/kubernetes"

var kinds = []kind{
	{
		Kind: kubernetes.Kind{APIVersion: "apps/v1", Kind: "Deployment"}, pod: []string{"spec", "template"},
		manifest: func(m *Maker, o Object) { set(o, 1+m.IntN(3), "spec", "replicas") },
		edits: []func(*Maker, Object){
			scale,
			func(m *Maker, o Object) { set(o, Object{"type": "Recreate"}, "spec", "strategy") },
			func(m *Maker, o Object) {
				set(o, Object{"type": "RollingUpdate", "rollingUpdate": Object{"maxSurge": 1 + m.IntN(3)}}, "spec", "strategy")
			},
			func(m *Maker, o Object) { delete(in(o, "spec"), "strategy") },
			func(m *Maker, o Object) { set(o, m.IntN(60), "spec", "minReadySeconds") },
		},
		snippets: []func(*Maker) Object{
			replicas, replicas,
			func(m *Maker) Object {
				return inSpec(Object{"strategy": Object{"type": "Recreate", "rollingUpdate": nil}})
			},
			func(m *Maker) Object {
				return inSpec(Object{"strategy": Object{"$retainKeys": list{"type"}, "type": "Recreate"}})
			},
			func(m *Maker) Object {
				return inSpec(Object{"strategy": Object{"$patch": "replace", "type": "Recreate"}})
			},
			func(m *Maker) Object {
				return inSpec(Object{"strategy": Object{"rollingUpdate": Object{"maxSurge": 1 + m.IntN(3)}}})
			},
			func(m *Maker) Object {
				return inSpec(Object{"strategy": Object{"$retainKeys": list{"type", "rollingUpdate"}, "type": "RollingUpdate", "rollingUpdate": Object{"maxUnavailable": m.IntN(2)}}})
			},
			func(m *Maker) Object { return inSpec(Object{"revisionHistoryLimit": pick(m, []any{nil, 2, 5})}) },
		},
	},
	{
		Kind: kubernetes.Kind{APIVersion: "apps/v1", Kind: "StatefulSet"}, pod: []string{"spec", "template"},
		manifest: func(m *Maker, o Object) {
			set(o, "shop", "spec", "serviceName")
			set(o, list{Object{"metadata": Object{"name": "data"}, "spec": Object{"resources": Object{"requests": Object{"storage": "1Gi"}}}}}, "spec", "volumeClaimTemplates")
		},
		edits: []func(*Maker, Object){
			scale,
			func(m *Maker, o Object) {
				set(o, pick(m, []any{Object{"type": "OnDelete"}, Object{"type": "RollingUpdate", "rollingUpdate": Object{"partition": m.IntN(3)}}}), "spec", "updateStrategy")
			},
			func(m *Maker, o Object) {
				set(o, pick(m, []string{"Parallel", "OrderedReady"}), "spec", "podManagementPolicy")
			},
		},
		snippets: []func(*Maker) Object{
			replicas,
			func(m *Maker) Object {
				return inSpec(Object{"updateStrategy": Object{"type": "OnDelete", "rollingUpdate": nil}})
			},
			func(m *Maker) Object {
				return inSpec(Object{"updateStrategy": Object{"rollingUpdate": Object{"partition": m.IntN(3)}}})
			},
			func(m *Maker) Object {
				claim := Object{"metadata": Object{"name": "data"}, "spec": Object{"storageClassName": pick(m, values)}}
				return inSpec(Object{"volumeClaimTemplates": list{claim}})
			},
		},
	},
	{
		Kind: kubernetes.Kind{APIVersion: "batch/v1", Kind: "CronJob"}, pod: []string{"spec", "jobTemplate", "spec", "template"},
		manifest: func(m *Maker, o Object) { set(o, "0 * * * *", "spec", "schedule") },
		edits: []func(*Maker, Object){
			func(m *Maker, o Object) {
				set(o, pick(m, []string{"0 1 * * *", "0 2 * * *"}), "spec", "schedule")
			},
			func(m *Maker, o Object) { set(o, m.oneIn(2), "spec", "suspend") },
			func(m *Maker, o Object) { set(o, m.IntN(4), "spec", "jobTemplate", "spec", "backoffLimit") },
		},
		snippets: []func(*Maker) Object{
			func(m *Maker) Object { return inSpec(Object{"suspend": m.oneIn(2)}) },
			func(m *Maker) Object { return inSpec(Object{"schedule": pick(m, []string{"0 3 * * *", "0 4 * * *"})}) },
			func(m *Maker) Object {
				return inSpec(Object{"concurrencyPolicy": pick(m, []any{nil, "Forbid"}), "jobTemplate": Object{"spec": Object{"backoffLimit": m.IntN(3)}}})
			},
		},
	},
	{
		Kind: kubernetes.Kind{APIVersion: "v1", Kind: "Service"},
		manifest: func(m *Maker, o Object) {
			set(o, Object{"app": "shop"}, "spec", "selector")
			set(o, list{Object{"name": "http", "port": 80, "targetPort": 8080}}, "spec", "ports")
		},
		edits: []func(*Maker, Object){
			func(m *Maker, o Object) { put(in(o, "spec"), "ports", "port", m.servicePort()) },
			func(m *Maker, o Object) { put(in(o, "spec"), "ports", "port", m.servicePort()) },
			func(m *Maker, o Object) { m.drop(in(o, "spec"), "ports") },
			func(m *Maker, o Object) { set(o, pick(m, values), "spec", "selector", pick(m, labels)) },
			func(m *Maker, o Object) { delete(in(o, "spec", "selector"), pick(m, labels)) },
			func(m *Maker, o Object) { set(o, pick(m, []string{"ClusterIP", "NodePort"}), "spec", "type") },
			func(m *Maker, o Object) { set(o, list{"10.0.0." + pick(m, []string{"1", "2"})}, "spec", "externalIPs") },
			func(m *Maker, o Object) { delete(in(o, "spec"), "externalIPs") },
		},
		snippets: []func(*Maker) Object{
			func(m *Maker) Object { return inSpec(Object{"type": pick(m, []string{"NodePort", "LoadBalancer"})}) },
			func(m *Maker) Object { return inSpec(Object{"ports": list{m.servicePort()}}) },
			func(m *Maker) Object { return inSpec(Object{"ports": list{m.servicePort(), m.servicePort()}}) },
			func(m *Maker) Object {
				return inSpec(Object{"ports": list{Object{"port": pick(m, []int{80, 443}), "nodePort": 30000 + m.IntN(3)}}})
			},
			func(m *Maker) Object {
				return inSpec(Object{"ports": list{Object{"$patch": "delete", "port": pick(m, []int{80, 443})}}})
			},
			func(m *Maker) Object {
				return inSpec(Object{"ports": list{m.servicePort(), Object{"$patch": "replace"}}})
			},
			func(m *Maker) Object {
				return inSpec(Object{"selector": Object{pick(m, labels): pick(m, []any{nil, "a"})}})
			},
			func(m *Maker) Object { return inSpec(Object{"selector": Object{"$patch": "replace", "app": "other"}}) },
			func(m *Maker) Object { return inSpec(Object{"externalIPs": pick(m, []any{nil, list{"10.0.0.9"}})}) },
		},
	},
	{
		Kind: kubernetes.Kind{APIVersion: "v1", Kind: "ConfigMap"},
		manifest: func(m *Maker, o Object) {
			o["data"] = Object{"level": pick(m, values), "region": pick(m, values)}
		},
		edits: []func(*Maker, Object){
			func(m *Maker, o Object) { set(o, pick(m, values), "data", pick(m, labels)) },
			func(m *Maker, o Object) { set(o, pick(m, values), "data", "level") },
			func(m *Maker, o Object) { delete(in(o, "data"), pick(m, labels)) },
			func(m *Maker, o Object) { o["immutable"] = m.oneIn(2) },
		},
		snippets: []func(*Maker) Object{
			func(m *Maker) Object { return Object{"data": Object{pick(m, labels): pick(m, values)}} },
			func(m *Maker) Object { return Object{"data": Object{pick(m, labels): nil}} },
			func(m *Maker) Object { return Object{"data": Object{"$patch": "replace", "level": pick(m, values)}} },
			func(m *Maker) Object { return Object{"data": nil} },
			func(m *Maker) Object { return Object{"immutable": m.oneIn(2)} },
		},
	},
	{
		Kind: kubernetes.Kind{APIVersion: "networking.k8s.io/v1", Kind: "Ingress"},
		manifest: func(m *Maker, o Object) {
			set(o, list{Object{"host": "shop.example.com"}}, "spec", "rules")
		},
		edits: []func(*Maker, Object){
			func(m *Maker, o Object) {
				set(o, list{Object{"host": pick(m, values) + ".example.com"}}, "spec", "rules")
			},
			func(m *Maker, o Object) { set(o, pick(m, values), "spec", "ingressClassName") },
			func(m *Maker, o Object) { set(o, list{Object{"secretName": pick(m, values)}}, "spec", "tls") },
			func(m *Maker, o Object) { delete(in(o, "spec"), "tls") },
		},
		snippets: []func(*Maker) Object{
			func(m *Maker) Object { return inSpec(Object{"ingressClassName": pick(m, values)}) },
			func(m *Maker) Object { return inSpec(Object{"rules": list{Object{"host": "b.example.com"}}}) },
			func(m *Maker) Object {
				return inSpec(Object{"tls": pick(m, []any{nil, list{Object{"secretName": "b"}}})})
			},
			func(m *Maker) Object {
				return inSpec(Object{"defaultBackend": Object{"service": Object{"name": pick(m, values), "port": Object{"number": 80}}}})
			},
		},
	},
	{
		Kind: kubernetes.Kind{APIVersion: "autoscaling/v2", Kind: "HorizontalPodAutoscaler"},
		manifest: func(m *Maker, o Object) {
			set(o, 2, "spec", "minReplicas")
			set(o, 5, "spec", "maxReplicas")
			set(o, Object{"apiVersion": "apps/v1", "kind": "Deployment", "name": "shop"}, "spec", "scaleTargetRef")
		},
		edits: []func(*Maker, Object){
			func(m *Maker, o Object) { set(o, 1+m.IntN(3), "spec", "minReplicas") },
			func(m *Maker, o Object) { set(o, 4+m.IntN(3), "spec", "maxReplicas") },
			func(m *Maker, o Object) { set(o, list{m.metric()}, "spec", "metrics") },
			func(m *Maker, o Object) {
				set(o, m.IntN(300), "spec", "behavior", "scaleDown", "stabilizationWindowSeconds")
			},
			func(m *Maker, o Object) { delete(in(o, "spec"), "behavior") },
		},
		snippets: []func(*Maker) Object{
			func(m *Maker) Object { return inSpec(Object{"minReplicas": 1 + m.IntN(3)}) },
			func(m *Maker) Object { return inSpec(Object{"maxReplicas": 5 + m.IntN(3)}) },
			func(m *Maker) Object { return inSpec(Object{"metrics": list{m.metric()}}) },
			func(m *Maker) Object {
				return inSpec(Object{"behavior": pick(m, []any{nil, Object{"scaleDown": Object{"selectPolicy": "Disabled"}}, Object{"$patch": "replace", "scaleUp": Object{"selectPolicy": "Max"}}})})
			},
		},
	},
	{
		Kind:     kubernetes.Kind{APIVersion: "v1", Kind: "ServiceAccount"},
		manifest: func(m *Maker, o Object) { o["secrets"] = list{Object{"name": "shop"}} },
		edits: []func(*Maker, Object){
			func(m *Maker, o Object) { put(o, "secrets", "name", Object{"name": pick(m, containers)}) },
			func(m *Maker, o Object) { m.drop(o, "secrets") },
			func(m *Maker, o Object) { put(o, "imagePullSecrets", "name", Object{"name": pick(m, containers)}) },
			func(m *Maker, o Object) { m.drop(o, "imagePullSecrets") },
		},
		snippets: []func(*Maker) Object{
			func(m *Maker) Object { return Object{"secrets": list{Object{"name": pick(m, containers)}}} },
			func(m *Maker) Object { return Object{"secrets": list{m.key("name", containers)}} },
			func(m *Maker) Object { return Object{"imagePullSecrets": list{Object{"name": pick(m, containers)}}} },
			func(m *Maker) Object { return Object{"imagePullSecrets": nil} },
			func(m *Maker) Object { return Object{"automountServiceAccountToken": m.oneIn(2)} },
		},
	},
}

func scale(m *Maker, o Object) { set(o, 1+m.IntN(5), "spec", "replicas") }

func replicas(m *Maker) Object { return inSpec(Object{"replicas": 1 + m.IntN(5)}) }

func inSpec(o Object) Object { return Object{"spec": o} }

func inMetadata(o Object) Object { return Object{"metadata": o} }

func (m *Maker) servicePort() Object {
	p := Object{"port": pick(m, []int{80, 443, 9090}), "targetPort": pick(m, []any{8080, 8443, "http"})}
	if m.oneIn(2) {
		p["name"] = pick(m, []string{"http", "https", "metrics"})
	}
	return p
}

func (m *Maker) metric() Object {
	return Object{"type": "Resource", "resource": Object{
		"name": pick(m, []string{"cpu", "memory"}), "target": Object{"type": "Utilization", "averageUtilization": 50 + m.IntN(3)},
	}}
}

var metaEdits = []func(*Maker, Object){
	func(m *Maker, o Object) { set(o, pick(m, values), "metadata", "labels", pick(m, labels)) },
	func(m *Maker, o Object) { delete(in(o, "metadata", "labels"), pick(m, labels)) },
	func(m *Maker, o Object) { set(o, pick(m, values), "metadata", "annotations", pick(m, labels)) },
	func(m *Maker, o Object) { delete(in(o, "metadata"), "annotations") },
	func(m *Maker, o Object) {
		meta, f := in(o, "metadata"), any(pick(m, finalizers))
		for _, e := range items(meta, "finalizers") {
			if e == f {
				return
			}
		}
		meta["finalizers"] = append(items(meta, "finalizers"), f)
	},
	func(m *Maker, o Object) { m.drop(in(o, "metadata"), "finalizers") },
}

var metaSnippets = []func(*Maker) Object{
	func(m *Maker) Object { return inMetadata(Object{"labels": Object{pick(m, labels): pick(m, values)}}) },
	func(m *Maker) Object { return inMetadata(Object{"labels": Object{pick(m, labels): nil}}) },
	func(m *Maker) Object {
		return inMetadata(Object{"annotations": Object{pick(m, labels): pick(m, values)}})
	},
	func(m *Maker) Object { return inMetadata(Object{"annotations": nil}) },
	func(m *Maker) Object {
		return inMetadata(Object{"labels": Object{"$patch": "replace", "app": "shop", "team": pick(m, values)}})
	},
	func(m *Maker) Object { return inMetadata(Object{"finalizers": list{pick(m, finalizers)}}) },
	func(m *Maker) Object {
		return inMetadata(Object{"$deleteFromPrimitiveList/finalizers": list{pick(m, finalizers)}})
	},
	func(m *Maker) Object { return inMetadata(Object{"finalizers": nil}) },
}
