package main

// A trial is an operation on a shape of documents.
type trial struct {
	shape, operation string
	// prepare makes the documents of size n. It returns their length in bytes, and the
	// operation. The operation reports whether there is an answer, because documents of some
	// shapes are rejected.
	prepare func(n int) (length int, do func() bool)
}

// trials returns all trials. A step above 1 leaves out shapes. For example, 3 selects every
// third one.
func trials(step int) []trial {
	var all []trial
	s := schema()
	for i, shape := range shapes() {
		if i%step > 0 {
			continue
		}
		for _, op := range operations() {
			all = append(all, trial{shape.name, op.name, func(n int) (int, func() bool) {
				sample := shape.of(s, n)
				return sample.length(), func() bool { return op.do(sample) }
			}})
		}
	}
	for i, shape := range patchShapes() {
		if i%step > 0 {
			continue
		}
		for _, op := range patchOperations() {
			all = append(all, trial{"patches: " + shape.name, op.name, func(n int) (int, func() bool) {
				patches, length := shape.of(n)
				return length, func() bool { return op.do(s, patches) }
			}})
		}
	}
	for i, shape := range textShapes() {
		if i%step > 0 {
			continue
		}
		for _, op := range textOperations() {
			all = append(all, trial{shape.name, op.name, func(n int) (int, func() bool) {
				text := []byte(shape.of(n))
				return expanded(text), op.prepare(text)
			}})
		}
	}
	for i, shape := range schemaShapes() {
		if i%step > 0 {
			continue
		}
		for _, op := range schemaOperations() {
			all = append(all, trial{shape.name, op.name, func(n int) (int, func() bool) {
				text := shape.of(n)
				return len(text), op.prepare([]byte(text))
			}})
		}
	}
	return all
}
