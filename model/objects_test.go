package model_test

import (
	"fmt"
	"strings"
)

// These are the objects of the benchmarks. They have the structure of objects that Kubernetes
// stores, but no descriptions and no real values.

// deployment returns a Deployment of about 28 KB in which most fields are set
// once.
func deployment() string {
	volumes := each(60, func(i int) string {
		return fmt.Sprintf(`{"name":"volume-%d","configMap":{"name":"config-map-name-%d","items":[{"key":"keyValue","path":"pathValue","mode":%d}],"defaultMode":420,"optional":true}}`, i, i, 256+i)
	})
	env := each(6, func(i int) string {
		return fmt.Sprintf(`{"name":"VARIABLE_%d","value":"valueValue","valueFrom":{"fieldRef":{"apiVersion":"apiVersionValue","fieldPath":"fieldPathValue"},"secretKeyRef":{"name":"nameValue","key":"keyValue","optional":true}}}`, i)
	})
	probe := `{"exec":{"command":["commandValue"]},"httpGet":{"path":"pathValue","port":"portValue","host":"hostValue","scheme":"schemeValue","httpHeaders":[{"name":"nameValue","value":"valueValue"}]},"tcpSocket":{"port":"portValue","host":"hostValue"},"initialDelaySeconds":2,"timeoutSeconds":3,"periodSeconds":4,"successThreshold":5,"failureThreshold":6,"terminationGracePeriodSeconds":7}`
	security := `{"capabilities":{"add":["addValue"],"drop":["dropValue"]},"privileged":true,"seLinuxOptions":{"user":"userValue","role":"roleValue","type":"typeValue","level":"levelValue"},"runAsUser":4,"runAsGroup":8,"runAsNonRoot":true,"readOnlyRootFilesystem":true,"allowPrivilegeEscalation":true}`
	containers := each(4, func(i int) string {
		return fmt.Sprintf(`{"name":"container-%d","image":"registry.example.com/image:%d","command":["commandValue"],"args":["argsValue"],"workingDir":"workingDirValue","ports":[{"name":"nameValue","hostPort":2,"containerPort":3,"protocol":"protocolValue","hostIP":"hostIPValue"}],"env":[%s],"resources":{"limits":{"cpu":"500m"},"requests":{"cpu":"100m"}},"volumeMounts":[{"name":"nameValue","readOnly":true,"mountPath":"mountPathValue","subPath":"subPathValue"}],"livenessProbe":%s,"readinessProbe":%s,"startupProbe":%s,"terminationMessagePath":"terminationMessagePathValue","terminationMessagePolicy":"terminationMessagePolicyValue","imagePullPolicy":"imagePullPolicyValue","securityContext":%s,"stdin":true,"stdinOnce":true,"tty":true}`, i, i, env, probe, probe, probe, security)
	})
	labels := each(6, func(i int) string { return fmt.Sprintf(`"example.com/label-%d":"labelValue"`, i) })
	fields := each(25, func(i int) string { return fmt.Sprintf(`"someFieldOfThePodSpec%d":"someFieldValue%d"`, i, i) })
	terms := each(8, func(i int) string {
		return fmt.Sprintf(`{"weight":%d,"preference":{"matchExpressions":[{"key":"keyValue","operator":"operatorValue","values":["valuesValue"]}],"matchFields":[{"key":"keyValue","operator":"operatorValue","values":["valuesValue"]}]}}`, i)
	})
	return fmt.Sprintf(`{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"nameValue","generateName":"generateNameValue","namespace":"namespaceValue","uid":"uidValue","resourceVersion":"resourceVersionValue","generation":7,"creationTimestamp":"2008-01-01T01:01:01Z","labels":{%s},"annotations":{%s},"ownerReferences":[{"apiVersion":"apiVersionValue","kind":"kindValue","name":"nameValue","uid":"uidValue","controller":true,"blockOwnerDeletion":true}],"finalizers":["finalizersValue"]},"spec":{"replicas":1,"selector":{"matchLabels":{%s}},"template":{"metadata":{"name":"nameValue","labels":{%s}},"spec":{"volumes":[%s],"containers":[%s],"restartPolicy":"restartPolicyValue","nodeSelector":{"nodeSelectorKey":"nodeSelectorValue"},"affinity":{"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[%s]}},"tolerations":[{"key":"keyValue","operator":"operatorValue","value":"valueValue","effect":"effectValue","tolerationSeconds":5}],%s,"terminationGracePeriodSeconds":4,"dnsPolicy":"dnsPolicyValue"}},"strategy":{"type":"typeValue","rollingUpdate":{"maxUnavailable":"maxUnavailableValue","maxSurge":"maxSurgeValue"}},"minReadySeconds":5,"revisionHistoryLimit":6,"paused":true,"progressDeadlineSeconds":9},"status":{"observedGeneration":1,"replicas":2,"conditions":[{"type":"typeValue","status":"statusValue","lastUpdateTime":"2006-01-01T01:01:01Z","reason":"reasonValue","message":"messageValue"}]}}`,
		labels, labels, labels, labels, volumes, containers, terms, fields)
}

// envPod returns a Pod of two containers with n environment variables each.
func envPod(n int) string {
	containers := each(2, func(c int) string {
		env := each(n, func(i int) string { return fmt.Sprintf(`{"name":"VARIABLE_%05d","value":"value-%05d"}`, i, i) })
		return fmt.Sprintf(`{"name":"container-%d","image":"image:%d","env":[%s]}`, c, c, env)
	})
	return fmt.Sprintf(`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"pod"},"spec":{"containers":[%s]}}`, containers)
}

// configMap returns a ConfigMap of n members of about 100 bytes.
func configMap(n int) string {
	return fmt.Sprintf(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"config"},"data":%s}`, wideMap(n))
}

// wideMap returns a map of n members of about 100 bytes.
func wideMap(n int) string {
	return "{" + each(n, func(i int) string {
		return fmt.Sprintf(`"key-%06d":"%s"`, i, strings.Repeat("value ", 14))
	}) + "}"
}

// each joins the texts that f returns for 0 to n-1 by commas.
func each(n int, f func(i int) string) string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = f(i)
	}
	return strings.Join(texts, ",")
}
