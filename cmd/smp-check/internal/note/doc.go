// Package note writes notes and warnings about patches to standard error, one per line:
//
//	smp-check: warning: patch.yaml: spec.conatiners: unknown field; did you mean containers?
package note
