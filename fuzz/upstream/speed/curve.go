package speed

import "fmt"

// A Point is the time of ApplyJSON of both engines for lists of one length: a Pod with two
// such lists of variables. The patch changes one of them and contains the order of all
// elements.
type Point struct {
	Length       int
	Ours, Theirs Sample
}

// Lengths are the lengths for MeasureCurve.
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
