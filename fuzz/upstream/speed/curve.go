package speed

import "fmt"

// A Point is the time that ApplyJSON of both engines takes for a list of one
// length: a Pod with two such lists of variables, of which one changes, with the
// order of all of them in the patch.
type Point struct {
	Length       int
	Ours, Theirs Sample
}

// Lengths are those of the lists that MeasureCurve takes.
var Lengths = []int{10, 30, 100, 300, 1000, 3000, 10_000}

// MeasureCurve measures how the time grows with the length of the lists.
func MeasureCurve(lengths []int) ([]Point, error) {
	var points []Point
	for _, n := range lengths {
		w, err := pod(fmt.Sprint(n), n).withOrder()
		if err == nil {
			err = w.addSchema()
		}
		if err != nil {
			return nil, err
		}
		samples, err := measure(w.applies(), batch)
		if err != nil {
			return nil, err
		}
		points = append(points, Point{n, samples[0], samples[1]})
	}
	return points, nil
}
