package speed

import "fmt"

// A Point is the time of ApplyJSON of both engines for lists of one length. The object is a
// Pod with two lists of variables of this length. The patch changes one of the lists and
// contains the order of all its elements.
type Point struct {
	Length       int
	Ours, Theirs Sample
}

// Lengths are the lengths of lists for MeasureCurve.
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
