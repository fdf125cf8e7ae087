package smp

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/strategicpatch/smp/model"
)

// Two times are the same if they are equal according to package time.
func TestInstantAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() string {
		zone := time.FixedZone("", 60*(r.IntN(2*23*60)-23*60))
		at := time.Date(r.IntN(10000), time.Month(1+r.IntN(12)), 1+r.IntN(31), r.IntN(24), r.IntN(60), r.IntN(60), r.IntN(3)*100_000_000, zone)
		text := at.Format(time.RFC3339Nano)
		if r.IntN(4) == 0 { // the text is damaged
			at := r.IntN(len(text))
			text = text[:at] + string("09:-TZ+. "[r.IntN(9)]) + text[at+1:]
		}
		return text
	}
	same := func(a, b string) bool {
		x, err := time.Parse(time.RFC3339, a)
		y, err2 := time.Parse(time.RFC3339, b)
		return err == nil && err2 == nil && x.Equal(y)
	}
	equal := 0
	for range 20000 {
		a := random()
		b := a
		if x, err := time.Parse(time.RFC3339, a); err == nil && r.IntN(2) == 0 {
			if y := x.In(time.FixedZone("", 60*(r.IntN(200)-100))); y.Year() >= 0 && y.Year() < 10000 {
				b = y.Format(time.RFC3339Nano)
			}
		} else if r.IntN(2) == 0 {
			b = random()
		}
		got, want := (Marks{Time: true}).sameSpelled(model.NewString(a), model.NewString(b)), same(a, b)
		if day := a[min(8, len(a)):min(10, len(a))]; got != want && day != "29" && day != "30" && day != "31" {
			t.Fatalf("%s and %s: %t, want %t", a, b, got, want)
		}
		if want {
			equal++
		}
	}
	if equal < 5000 {
		t.Errorf("only %d pairs are equal", equal)
	}
}

// The last hour of a leap day and the first hour of March are next to each other, also in the first
// year and in a year that ends a century.
func TestInstantAtEndOfLeapDay(t *testing.T) {
	for _, year := range []string{"0000", "0004", "1600", "2000", "2024"} {
		a, b := year+"-03-01T00:30:00+01:00", year+"-02-29T23:30:00Z"
		if !(Marks{Time: true}).sameSpelled(model.NewString(a), model.NewString(b)) {
			t.Errorf("%s and %s are different", a, b)
		}
	}
	for _, year := range []string{"0001", "1900", "2023", "2100"} {
		a, b := year+"-03-01T00:30:00+01:00", year+"-02-28T23:30:00Z"
		if !(Marks{Time: true}).sameSpelled(model.NewString(a), model.NewString(b)) {
			t.Errorf("%s and %s are different", a, b)
		}
	}
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
		if got := (Marks{Quantity: true}).sameSpelled(model.MustParse(c.a), model.MustParse(c.b)); got != c.same {
			t.Errorf("%s and %s: %t, want %t", c.a, c.b, got, c.same)
		}
	}
}
