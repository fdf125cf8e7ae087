package smp

// Some schemas are built where documents go: a source gives the names of a map's
// fields, and describes each of them when somebody asks for it (Type.Field).

// A later makes the uses of fields that nobody has asked for yet.
type later struct {
	builder  *builder
	describe func(name string) Type
	trail    *trail
}

// A schemaFault is what an engine panics with where a document leads to a field
// whose description is faulty: the places that ask for fields are many, and
// nearly no schema has such a field.
type schemaFault struct{ error }

// schemaError, deferred by the doors of the engine, returns a schemaFault as the
// error that it is.
func schemaError(err *error) {
	switch fault := recover().(type) {
	case nil:
	case schemaFault:
		*err = fault.error
	default:
		panic(fault)
	}
}

// made returns the use of a field that nobody has asked for before.
func (b *builder) made(s *shape, i int) (*use, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.make(s, i)
}

// make is made for who has the lock.
func (b *builder) make(s *shape, i int) (*use, error) {
	if u := s.uses[i].Load(); u != nil {
		return u, nil
	}
	t := s.later.describe(s.names[i])
	u, err := b.whole(&t, s.later.trail.add("properties", s.names[i]))
	if err == nil {
		s.uses[i].Store(u)
	}
	return u, err
}

// find is shape.find for who has the lock.
func (b *builder) find(s *shape, name string) (*use, bool) {
	i := s.index(name)
	if i < 0 {
		return nil, false
	}
	if u := s.uses[i].Load(); u != nil {
		return u, true
	}
	return orFault(b.make(s, i)), true
}

// whole builds, checks and prepares the use that t describes, with all that it
// reaches before the next Type.Field. On failure it forgets the definitions that
// it has met, which may be half filled.
func (b *builder) whole(t *Type, at *trail) (*use, error) {
	before, met := b.uses, len(b.met)
	b.uses = nil
	u, err := b.checked(t, at)
	if err != nil {
		for _, name := range b.met[met:] {
			delete(b.named, name)
		}
		b.met, b.pending, u = b.met[:met], nil, nil
	}
	b.uses = before
	return u, err
}

func (b *builder) checked(t *Type, at *trail) (*use, error) {
	u, err := b.use(t, at, 0)
	if err != nil {
		return nil, err
	}
	for len(b.pending) > 0 {
		d := b.pending[len(b.pending)-1]
		b.pending = b.pending[:len(b.pending)-1]
		if err := b.fill(d.shape, &d.typ, d.trail, 0); err != nil {
			return nil, err
		}
	}
	for _, made := range b.uses {
		if err := made.check(b.find); err != nil {
			return nil, err
		}
		made.prepare()
	}
	b.markReachable()
	return u, nil
}

// orFault returns a use, or one that has the fault and says nothing else.
func orFault(u *use, err error) *use {
	if err != nil {
		return &use{shape: &shape{}, strategy: Merge, fault: err}
	}
	return u
}
