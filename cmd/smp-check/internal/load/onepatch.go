package load

import "fmt"

// CheckOnePatch rejects a stream with two patches for one object, for a command that accepts only
// one. advice returns advice for the names of the files of the two patches. The names are empty if
// both patches are in one file.
func (s Stream) CheckOnePatch(advice func(first, second string) string) error {
	err := s.checkDistinct()
	if err == nil {
		return nil
	}
	first, second := err.first.source.file, err.second.source.file
	if first == second {
		first, second = "", ""
	}
	return fmt.Errorf("%w; %s", err, advice(first, second))
}
