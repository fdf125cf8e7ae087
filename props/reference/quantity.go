package reference

import (
	"math/big"
	"regexp"
	"strconv"
	"time"
)

// quantityForm is the syntax of a resource quantity: a number with an optional suffix
// or exponent.
var quantityForm = regexp.MustCompile(`^([+-]?)([0-9]*)(?:\.([0-9]*))?([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]{1,15})?$`)

var (
	decimalSuffixes = map[string]int{"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
	binarySuffixes  = map[string]uint{"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
)

// A quantity is a resource quantity: a coefficient without trailing zeros, times a power of
// ten. The exponent may be so large that the number cannot be written without one.
type quantity struct {
	coefficient string
	exponent    int
}

// readQuantity parses a quantity. It returns false if the text is not a quantity.
//
//	1500m  gives  {"15", -1}
//	1Ki    gives  {"1024", 0}
func readQuantity(text string) (quantity, bool) {
	parts := quantityForm.FindStringSubmatch(text)
	if parts == nil || parts[2]+parts[3] == "" {
		return quantity{}, false
	}
	sign, digits, suffix := parts[1], parts[2]+parts[3], parts[4]
	exponent, isDecimal := decimalSuffixes[suffix]
	shift, isBinary := binarySuffixes[suffix]
	if !isDecimal && !isBinary {
		exponent, _ = strconv.Atoi(suffix[1:]) // the syntax allows only valid exponents
	}
	exponent -= len(parts[3])
	n, _ := new(big.Int).SetString(sign+digits, 10)
	n.Lsh(n, shift)
	if n.Sign() == 0 {
		return quantity{"0", 0}, true
	}
	coefficient := n.String()
	for coefficient[len(coefficient)-1] == '0' {
		coefficient = coefficient[:len(coefficient)-1]
		exponent++
	}
	return quantity{coefficient, exponent}, true
}

// sameQuantity reports whether two scalars are quantities of the same value.
func sameQuantity(a, b *node) bool {
	x, ok := readQuantity(a.text())
	y, also := readQuantity(b.text())
	return ok && also && x == y
}

// sameTime reports whether two scalars are the same instant in RFC 3339.
func sameTime(a, b *node) bool {
	x, err := time.Parse(time.RFC3339, a.text())
	y, fault := time.Parse(time.RFC3339, b.text())
	return err == nil && fault == nil && x.Equal(y)
}

// text returns the text of a string or a number. It is empty for other values.
func (n *node) text() string { return n.scalar.Text() + n.scalar.NumberText() }
