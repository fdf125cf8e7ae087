// Package overlays generates realistic patches, and objects for them.
//
//	m := overlays.New(7)
//	m.Kind()      // apps/v1 Deployment
//	v1 := m.Manifest()
//	v2 := m.Next(v1)   // a later version: another image, one variable fewer
//	m.Live(v1)         // the live object: defaults, an injected sidecar
//	m.Overlay()        // spec: {strategy: {$retainKeys: [type], type: Recreate}}
//
// Names, images, ports and labels come from small pools, so that two overlays often patch the
// same element. The seed determines all choices.
package overlays
