package stored

import (
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// same reports whether two values of a field with the mark are spelled alike after they were read.
func same(mark schema.Marks, a, b string) bool {
	return isSameSpelled(mark, model.MustParse(a), model.MustParse(b))
}

// Quantities are compared by value.
func TestQuantities(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`"1000m"`, `"1"`, true}, {`1`, `"1"`, true}, {`0.5`, `"500m"`, true}, {`"1Gi"`, `"1024Mi"`, true}, {`"1Ki"`, `1024`, true},
		{`"1e3"`, `"1k"`, true}, {`"1E3"`, `"1000"`, true}, {`"1E"`, `"1000P"`, true}, {`"1e-3"`, `"1m"`, true}, {`"1u"`, `"1000n"`, true},
		{`"-1"`, `"-1000m"`, true}, {`".5"`, `"500m"`, true}, {`"5."`, `"5"`, true}, {`"+1"`, `"1"`, true},
		{`"1M"`, `"1Mi"`, false}, {`"1m"`, `"1M"`, false}, {`"1"`, `"1x"`, false}, {`"1x"`, `"1x "`, false}, {`""`, `"0"`, false}, {`"one"`, `"1"`, false},
		{`"1e99999999999999999999"`, `"1e99999999999999999998"`, false}, {`"1e65"`, `"10e64"`, false}, {`"1.2.3"`, `"1.2.3 "`, false}, {`true`, `"1"`, false},
		{`"1e64"`, `"10e63"`, true}, {`"1"`, `"` + strings.Repeat("0", 63) + `1"`, true}, {`"1"`, `"` + strings.Repeat("0", 64) + `1"`, false},
		{`"1e"`, `"1"`, false}, {`"1ee3"`, `"1k"`, false}, {`"--1"`, `"1"`, false}, {`"1/2"`, `"500m"`, false},
	} {
		if got := same(schema.Marks{Quantity: true}, c.a, c.b); got != c.same {
			t.Errorf("%s and %s: %t, want %t", c.a, c.b, got, c.same)
		}
	}
}

// Times are the same if they are the same instant, in the form of RFC 3339.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`"2024-05-06T07:08:09Z"`, `"2024-05-06T08:08:09+01:00"`, true},
		{`"2024-05-06T07:08:09.5Z"`, `"2024-05-06T07:38:09.500+00:30"`, true},
		{`"2024-05-06T07:08:09.1Z"`, `"2024-05-06T07:08:09.2Z"`, false},
		{`"2024-05-06T07:08:09Z"`, `"2024-05-06T07:08:10Z"`, false},
		{`"0000-03-01T00:30:00+01:00"`, `"0000-02-29T23:30:00Z"`, true},
		{`"1900-03-01T00:30:00+01:00"`, `"1900-02-28T23:30:00Z"`, true},
		{`"0000-01-01T00:00:00+01:00"`, `"0000-01-01T01:00:00+02:00"`, true},
		{`"2024-05-06T07:08:09z"`, `"2024-05-06T07:08:09Z"`, false},
		{`"2024-05-06T7:08:09Z"`, `"2024-05-06T07:08:09Z"`, true},
		{`"2024-05-06T07:08:09,5Z"`, `"2024-05-06T07:08:09.5Z"`, true},
		{`"2024-05-06T07:08:09.1234567891Z"`, `"2024-05-06T07:08:09.123456789Z"`, true},
		{`"2024-02-30T07:08:09Z"`, `"2024-03-01T07:08:09Z"`, false},
		{`"2024-05-06T07:08:60Z"`, `"2024-05-06T07:09:00Z"`, false},
		{`"2024-05-06"`, `"2024-05-06"`, false}, {`20240506`, `20240506`, false}, {`null`, `null`, false},
	} {
		if got := same(schema.Marks{Time: true}, c.a, c.b); got != c.same {
			t.Errorf("%s and %s: %t, want %t", c.a, c.b, got, c.same)
		}
	}
}

// Binary data may have line breaks.
func TestBase64(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`"QUJDREVG"`, `"QUJD\nREVG\n"`, true}, {`""`, `"\r\n"`, true},
		{`"QUI="`, `"QUJD"`, false}, {`"QUI"`, `"QUI"`, false}, {`"a-b_"`, `"a-b_"`, false}, {`null`, `null`, false}, {`1234`, `1234`, false},
	} {
		if got := same(schema.Marks{Base64: true}, c.a, c.b); got != c.same {
			t.Errorf("%s and %s: %t, want %t", c.a, c.b, got, c.same)
		}
	}
}
