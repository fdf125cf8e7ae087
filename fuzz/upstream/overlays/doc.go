// Package overlays generates patches as people write them, and the objects they
// are for.
//
//	m := overlays.New(7)
//	m.Kind()      // apps/v1 Deployment
//	v1 := m.Manifest()
//	v2 := m.Next(v1)   // a later version: another image, one variable fewer
//	m.Live(v1)         // what a server has: defaults, an injected sidecar
//	m.Overlay()        // spec: {strategy: {$retainKeys: [type], type: Recreate}}
//
// Names, images, ports and labels come from small pools, so that two overlays often
// patch the same element. All choices follow from the seed.
package overlays
