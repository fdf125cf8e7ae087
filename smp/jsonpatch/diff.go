package jsonpatch

import (
	"slices"
	"strconv"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
)

// maxTable limits the memory for finding the common elements of two lists. For longer lists, only
// the common beginning and the common end are found.
const maxTable = 1 << 20

// Diff returns a patch that turns original into a value equal to modified (see [model.Equal]). The
// patch has only add, remove and replace operations. Maps are compared member by member. In a list,
// the elements of a longest common sequence are kept. If two lists are too long for a search for
// this sequence, only common elements at their beginning and end are kept. If a replacement of the
// whole list is shorter, the list is replaced. Equal documents give an empty patch. An absent
// document counts as {}.
//
//	original  {"args":["a","b"],"port":1}
//	modified  {"args":["b"],"port":2}
//	patch     [{"op":"remove","path":"/args/0"},{"op":"replace","path":"/port","value":2}]
//
// The operations refer to elements by index. The patch is therefore correct only for original. If
// somebody else may change the document in the meantime, add a Test operation.
func Diff(original, modified model.Value) Patch {
	if original.Type() == model.Absent {
		original = emptyMap
	}
	if modified.Type() == model.Absent {
		modified = emptyMap
	}
	d := differ{patch: Patch{}}
	d.diff("", original, modified)
	return d.patch
}

type differ struct {
	patch   Patch
	size    int // approximate number of bytes of the patch
	scratch []byte
}

func (d *differ) emit(op Op, path string, value model.Value) {
	d.patch = append(d.patch, Operation{Op: op, Path: path, Value: value})
	d.size += d.sizeOf(path, value)
}

// sizeOf returns the approximate number of bytes of an operation.
func (d *differ) sizeOf(path string, value model.Value) int {
	const names = len(`{"op":"replace","path":"","value":},`)
	d.scratch = value.AppendJSON(d.scratch[:0])
	return names + len(path) + len(d.scratch)
}

func (d *differ) diff(path string, a, b model.Value) {
	switch {
	case model.Equal(a, b):
	case a.Type() == model.Map && b.Type() == model.Map:
		d.maps(path, a, b)
	case a.Type() == model.List && b.Type() == model.List:
		before, size := len(d.patch), d.size
		d.lists(path, a.AppendElements(nil), b.AppendElements(nil))
		if d.size-size > d.sizeOf(path, b) {
			d.patch, d.size = d.patch[:before], size
			d.emit(Replace, path, b)
		}
	default:
		d.emit(Replace, path, b)
	}
}

func (d *differ) maps(path string, a, b model.Value) {
	door.Shortcuts.DifferingMembers(a, b, func(name string, x, y model.Value) bool {
		switch below := path + Pointer(name); {
		case x.Type() == model.Absent:
			d.emit(Add, below, y)
		case y.Type() == model.Absent:
			d.emit(Remove, below, y)
		default:
			d.diff(below, x, y)
		}
		return true
	})
}

// lists turns a into b. Elements between two common elements are compared in pairs. The remaining
// ones are removed, starting from the last one, or added.
func (d *differ) lists(path string, a, b []model.Value) {
	common := commonElements(a, b)
	common = append(common, [2]int{len(a), len(b)})
	i, j := 0, 0
	for _, c := range common {
		for i < c[0] && j < c[1] {
			d.diff(path+"/"+strconv.Itoa(j), a[i], b[j])
			i, j = i+1, j+1
		}
		for last := j + c[0] - i - 1; i < c[0]; i, last = i+1, last-1 {
			d.emit(Remove, path+"/"+strconv.Itoa(last), model.Value{})
		}
		for ; j < c[1]; j++ {
			d.emit(Add, path+"/"+strconv.Itoa(j), b[j])
		}
		i, j = c[0]+1, c[1]+1
	}
}

// commonElements returns the pairs of indexes of a longest common sequence of elements.
func commonElements(a, b []model.Value) [][2]int {
	var common [][2]int
	begin := 0
	for begin < len(a) && begin < len(b) && model.Equal(a[begin], b[begin]) {
		common = append(common, [2]int{begin, begin})
		begin++
	}
	m, n := len(a), len(b)
	var end [][2]int
	for m > begin && n > begin && model.Equal(a[m-1], b[n-1]) {
		m, n = m-1, n-1
		end = append(end, [2]int{m, n})
	}
	for _, pair := range longestCommon(a[begin:m], b[begin:n]) {
		common = append(common, [2]int{begin + pair[0], begin + pair[1]})
	}
	slices.Reverse(end)
	return append(common, end...)
}

// longestCommon implements commonElements for lists that begin with different elements. It uses the
// usual table, in which each cell has the length of the longest common sequence of the remaining
// elements of both lists.
func longestCommon(a, b []model.Value) [][2]int {
	width := len(b) + 1
	if len(a) == 0 || len(b) == 0 || len(a)*len(b) == 1 || len(a)+1 > maxTable/width {
		return nil
	}
	x, y := numbered(a, b)
	table := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				table[i*width+j] = table[(i+1)*width+j+1] + 1
			} else {
				table[i*width+j] = max(table[(i+1)*width+j], table[i*width+j+1])
			}
		}
	}
	var common [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case x[i] == y[j]:
			common = append(common, [2]int{i, j})
			i, j = i+1, j+1
		case table[(i+1)*width+j] >= table[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return common
}

// numbered returns a number for each value. Equal values have the same number.
func numbered(a, b []model.Value) (x, y []int) {
	type known struct {
		value  model.Value
		number int
	}
	seen := map[uint64][]known{}
	next := 0
	number := func(values []model.Value) []int {
		numbers := make([]int, len(values))
		for i, v := range values {
			h := v.Hash()
			at := slices.IndexFunc(seen[h], func(k known) bool { return model.Equal(k.value, v) })
			if at < 0 {
				at = len(seen[h])
				seen[h] = append(seen[h], known{v, next})
				next++
			}
			numbers[i] = seen[h][at].number
		}
		return numbers
	}
	return number(a), number(b)
}
