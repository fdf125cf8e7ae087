package overlays

import "fmt"

var (
	containers = []string{"shop", "shop", "shop", "proxy", "logs"}
	variables  = []string{"LOG_LEVEL", "PORT", "FEATURES", "TOKEN", "REGION"}
	values     = []string{"info", "debug", "8080", "on", "eu"}
	volumes    = []string{"data", "config", "cache"}
	paths      = []string{"/data", "/etc/shop", "/cache"}
	labels     = []string{"tier", "team", "version", "region"}
	finalizers = []string{"example.com/backup", "example.com/dns", "example.com/audit"}
)

func (m *Maker) image() string {
	return fmt.Sprintf("registry.example/%s:1.%d", pick(m, containers), m.IntN(5))
}

func (m *Maker) podSpec() Object {
	shop := Object{"name": "shop", "image": m.image(), "ports": list{Object{"containerPort": 8080, "name": "http"}}}
	spec := Object{"containers": list{shop}}
	if m.oneIn(2) {
		spec["containers"] = append(items(spec, "containers"), Object{"name": "proxy", "image": m.image()})
	}
	for range 1 + m.IntN(4) {
		put(shop, "env", "name", m.variable())
	}
	for range m.IntN(3) {
		put(spec, "volumes", "name", m.volume())
		put(shop, "volumeMounts", "mountPath", m.mount())
	}
	if m.oneIn(2) {
		shop["livenessProbe"] = m.probe()
		shop["resources"] = Object{"limits": Object{"cpu": "1", "memory": "1Gi"}}
	}
	return spec
}

func (m *Maker) variable() Object {
	v := Object{"name": pick(m, variables)}
	if m.oneIn(4) {
		v["valueFrom"] = Object{"secretKeyRef": Object{"name": "shop", "key": pick(m, values)}}
	} else {
		v["value"] = pick(m, values)
	}
	return v
}

func (m *Maker) volume() Object {
	v := Object{"name": pick(m, volumes)}
	m.source(v)
	return v
}

func (m *Maker) source(v Object) {
	switch m.IntN(3) {
	case 0:
		v["emptyDir"] = Object{}
	case 1:
		v["configMap"] = Object{"name": pick(m, volumes)}
	default:
		v["persistentVolumeClaim"] = Object{"claimName": pick(m, volumes)}
	}
}

func (m *Maker) mount() Object {
	o := Object{"mountPath": pick(m, paths), "name": pick(m, volumes)}
	if m.oneIn(3) {
		o["readOnly"] = true
	}
	return o
}

func (m *Maker) port() Object {
	o := Object{"containerPort": pick(m, []int{8080, 9090, 9113})}
	if m.oneIn(2) {
		o["name"] = pick(m, []string{"http", "metrics"})
	}
	if m.oneIn(3) {
		o["protocol"] = "TCP"
	}
	return o
}

func (m *Maker) probe() Object {
	p := Object{"periodSeconds": 5 + m.IntN(3)}
	m.handler(p)
	return p
}

func (m *Maker) handler(p Object) {
	if m.oneIn(2) {
		p["httpGet"] = Object{"path": "/healthz", "port": pick(m, []any{8080, "http"})}
	} else {
		p["exec"] = Object{"command": list{"shop", "check"}}
	}
}

func (m *Maker) toleration() Object {
	return Object{"key": pick(m, labels), "operator": "Exists"}
}

// aContainer returns one of the containers of an object.
func (m *Maker) aContainer(o Object) Object {
	all := items(m.podOf(o), "containers")
	if len(all) == 0 {
		return Object{}
	}
	return all[m.IntN(len(all))].(Object)
}

var containerEdits = []func(*Maker, Object){
	func(m *Maker, o Object) { m.aContainer(o)["image"] = m.image() },
	func(m *Maker, o Object) { m.aContainer(o)["image"] = m.image() },
	func(m *Maker, o Object) { put(m.aContainer(o), "env", "name", m.variable()) },
	func(m *Maker, o Object) { put(m.aContainer(o), "env", "name", m.variable()) },
	func(m *Maker, o Object) { m.drop(m.aContainer(o), "env") },
	func(m *Maker, o Object) {
		l := items(m.aContainer(o), "env")
		m.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
	},
	func(m *Maker, o Object) { put(m.aContainer(o), "ports", "containerPort", m.port()) },
	func(m *Maker, o Object) { m.drop(m.aContainer(o), "ports") },
	func(m *Maker, o Object) {
		set(m.aContainer(o), pick(m, []string{"1", "2", "500m"}), "resources", pick(m, []string{"limits", "requests"}), pick(m, []string{"cpu", "memory"}))
	},
	func(m *Maker, o Object) { delete(m.aContainer(o), "resources") },
	func(m *Maker, o Object) { m.aContainer(o)["livenessProbe"] = m.probe() },
	func(m *Maker, o Object) { delete(m.aContainer(o), "livenessProbe") },
	func(m *Maker, o Object) { m.aContainer(o)["args"] = list{"--level", pick(m, values)} },
	func(m *Maker, o Object) {
		set(m.aContainer(o), m.oneIn(2), "securityContext", pick(m, []string{"runAsNonRoot", "privileged"}))
	},
	func(m *Maker, o Object) { put(m.aContainer(o), "volumeMounts", "mountPath", m.mount()) },
	func(m *Maker, o Object) { m.drop(m.aContainer(o), "volumeMounts") },
}

var podEdits = []func(*Maker, Object){
	func(m *Maker, o Object) { put(m.podOf(o), "volumes", "name", m.volume()) },
	func(m *Maker, o Object) { m.drop(m.podOf(o), "volumes") },
	func(m *Maker, o Object) {
		put(m.podOf(o), "containers", "name", Object{"name": pick(m, containers[3:]), "image": m.image()})
	},
	func(m *Maker, o Object) {
		if spec := m.podOf(o); len(items(spec, "containers")) > 1 {
			spec["containers"] = items(spec, "containers")[:1]
		}
	},
	func(m *Maker, o Object) {
		put(m.podOf(o), "initContainers", "name", Object{"name": "migrate", "image": m.image()})
	},
	func(m *Maker, o Object) { m.drop(m.podOf(o), "initContainers") },
	func(m *Maker, o Object) { set(m.podOf(o), pick(m, values), "nodeSelector", pick(m, labels)) },
	func(m *Maker, o Object) { delete(m.podOf(o), "nodeSelector") },
	func(m *Maker, o Object) { m.podOf(o)["tolerations"] = list{m.toleration()} },
	func(m *Maker, o Object) { delete(m.podOf(o), "tolerations") },
	func(m *Maker, o Object) { m.podOf(o)["serviceAccountName"] = pick(m, containers) },
	func(m *Maker, o Object) {
		put(m.podOf(o), "imagePullSecrets", "name", Object{"name": pick(m, containers)})
	},
	func(m *Maker, o Object) { m.drop(m.podOf(o), "imagePullSecrets") },
	func(m *Maker, o Object) {
		put(m.podOf(o), "hostAliases", "ip", Object{"ip": pick(m, []string{"10.0.0.1", "10.0.0.2"}), "hostnames": list{pick(m, values)}})
	},
	func(m *Maker, o Object) {
		set(o, pick(m, values), append(m.kind.pod, "metadata", "annotations", pick(m, labels))...)
	},
	func(m *Maker, o Object) {
		set(o, pick(m, values), append(m.kind.pod, "metadata", "labels", pick(m, labels))...)
	},
}

// ofContainer returns the patch of a container.
func (m *Maker) ofContainer(change Object) Object {
	change["name"] = pick(m, containers)
	return m.inPod(Object{"containers": list{change}})
}

func (m *Maker) key(name string, from []string) Object {
	return Object{"$patch": "delete", name: pick(m, from)}
}

var containerSnippets = []func(*Maker) Object{
	func(m *Maker) Object { return m.ofContainer(Object{"image": m.image()}) },
	func(m *Maker) Object { return m.ofContainer(Object{"image": m.image()}) },
	func(m *Maker) Object { return m.ofContainer(Object{"env": list{m.variable()}}) },
	func(m *Maker) Object { return m.ofContainer(Object{"env": list{m.variable()}}) },
	func(m *Maker) Object {
		v := Object{"name": pick(m, variables), "value": nil, "valueFrom": Object{"fieldRef": Object{"fieldPath": "metadata.name"}}}
		return m.ofContainer(Object{"env": list{v}})
	},
	func(m *Maker) Object { return m.ofContainer(Object{"env": list{m.key("name", variables)}}) },
	func(m *Maker) Object {
		return m.ofContainer(Object{"env": list{Object{"$patch": "replace"}, m.variable()}})
	},
	func(m *Maker) Object { return m.ofContainer(Object{"ports": list{m.port()}}) },
	func(m *Maker) Object {
		return m.ofContainer(Object{"ports": list{Object{"$patch": "delete", "containerPort": pick(m, []int{8080, 9090})}}})
	},
	func(m *Maker) Object { return m.ofContainer(Object{"volumeMounts": list{m.mount()}}) },
	func(m *Maker) Object {
		return m.ofContainer(Object{"volumeMounts": list{m.key("mountPath", paths)}})
	},
	func(m *Maker) Object {
		return m.ofContainer(Object{"resources": Object{"limits": Object{pick(m, []string{"cpu", "memory"}): pick(m, []string{"1", "2"})}}})
	},
	func(m *Maker) Object {
		return m.ofContainer(Object{"resources": Object{"limits": Object{pick(m, []string{"cpu", "memory"}): nil}}})
	},
	func(m *Maker) Object {
		return m.ofContainer(Object{"resources": Object{"$patch": "replace", "requests": Object{"cpu": "1"}}})
	},
	func(m *Maker) Object {
		return m.ofContainer(Object{pick(m, []string{"livenessProbe", "resources", "env", "args"}): nil})
	},
	func(m *Maker) Object {
		return m.ofContainer(Object{"livenessProbe": Object{"httpGet": nil, "exec": Object{"command": list{"check"}}}})
	},
	func(m *Maker) Object {
		return m.ofContainer(Object{"livenessProbe": Object{"$patch": "replace", "tcpSocket": Object{"port": 8080}}})
	},
	func(m *Maker) Object {
		return m.ofContainer(Object{"livenessProbe": Object{"periodSeconds": 10 + m.IntN(3)}})
	},
	func(m *Maker) Object { return m.ofContainer(Object{"args": list{"--level", pick(m, values)}}) },
	func(m *Maker) Object {
		return m.ofContainer(Object{"securityContext": Object{"runAsNonRoot": m.oneIn(2)}})
	},
}

var podSnippets = []func(*Maker) Object{
	func(m *Maker) Object {
		sidecar := Object{"name": pick(m, containers[3:]), "image": m.image(), "ports": list{m.port()}, "env": list{m.variable()}}
		return m.inPod(Object{"containers": list{sidecar}})
	},
	func(m *Maker) Object {
		sidecar := Object{"name": "logs", "image": m.image()}
		return m.inPod(Object{"containers": list{sidecar}, "$setElementOrder/containers": list{Object{"name": "shop"}, Object{"name": "logs"}}})
	},
	func(m *Maker) Object {
		return m.inPod(Object{"containers": list{m.key("name", containers[3:])}})
	},
	func(m *Maker) Object { return m.inPod(Object{"volumes": list{m.volume()}}) },
	func(m *Maker) Object {
		v := Object{"name": pick(m, volumes), "emptyDir": nil, "configMap": Object{"name": pick(m, volumes)}}
		return m.inPod(Object{"volumes": list{v}})
	},
	func(m *Maker) Object {
		v := Object{"name": pick(m, volumes), "$retainKeys": list{"name", "emptyDir"}, "emptyDir": Object{"medium": "Memory"}}
		return m.inPod(Object{"volumes": list{v}})
	},
	func(m *Maker) Object { return m.inPod(Object{"volumes": list{m.key("name", volumes)}}) },
	func(m *Maker) Object {
		return m.inPod(Object{"nodeSelector": Object{pick(m, labels): pick(m, values)}})
	},
	func(m *Maker) Object {
		return m.inPod(Object{"nodeSelector": pick(m, []any{nil, Object{"$patch": "replace", "tier": "web"}, Object{"tier": nil}})})
	},
	func(m *Maker) Object { return m.inPod(Object{"tolerations": list{m.toleration()}}) },
	func(m *Maker) Object { return m.inPod(Object{"serviceAccountName": pick(m, containers)}) },
	func(m *Maker) Object {
		return m.inPod(Object{"imagePullSecrets": list{Object{"name": pick(m, containers)}}})
	},
	func(m *Maker) Object {
		return m.inPod(Object{"initContainers": list{Object{"name": "migrate", "image": m.image()}}})
	},
	func(m *Maker) Object {
		return m.inPod(Object{"securityContext": Object{pick(m, []string{"runAsUser", "fsGroup"}): 1000 + m.IntN(2)}})
	},
	func(m *Maker) Object {
		o := Object{}
		set(o, Object{pick(m, labels): pick(m, []any{nil, "a", "b"})}, append(m.kind.pod, "metadata", pick(m, []string{"labels", "annotations"}))...)
		return o
	},
}
