// Package heap provides a heap of numbers.
package heap

// Numbers is a heap. Its first number is the smallest. The zero value is empty.
type Numbers []int32

// Push adds a number.
func (n *Numbers) Push(x int32) {
	h := append(*n, x)
	for i := len(h) - 1; i > 0; {
		parent := (i - 1) / 2
		if h[parent] <= h[i] {
			break
		}
		h[parent], h[i] = h[i], h[parent]
		i = parent
	}
	*n = h
}

// Pop removes the smallest number. The heap must not be empty.
func (n *Numbers) Pop() {
	h := *n
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			break
		}
		if child+1 < last && h[child+1] < h[child] {
			child++
		}
		if h[i] <= h[child] {
			break
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
	*n = h
}
