package manual

import "testing"

// Text that man could take for a formatting request or an escape stays text, and tables are
// unchanged.
func TestPage(t *testing.T) {
	p := Page{
		Name: "smp-check x", Short: "Do it", Usage: "smp-check x [flags]", Options: "  -h, --help\n", Examples: "  smp-check x",
		Long:    "One line with \\ and\n.a 'request'\nin it:\n  a  table-row\n'b'\n\nExit status: 0 done.",
		SeeAlso: []string{"smp-check"},
	}
	want := `.TH SMP\-CHECK\-X 1 "" "smp-check v1" "smp-check"
.SH NAME
smp\-check\-x \- Do it
.SH SYNOPSIS
.nf
smp\-check x [flags]
.fi
.SH DESCRIPTION
.PP
One line with \e and
\&.a \(aqrequest\(aq
in it:
.nf
  a  table\-row
.fi
\(aqb\(aq
.SH EXIT STATUS
0 done.
.SH OPTIONS
.nf
  \-h, \-\-help
.fi
.SH EXAMPLES
.nf
  smp\-check x
.fi
.SH SEE ALSO
.BR smp\-check (1)
`
	if got := string(p.Text("v1")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := p.File(), "smp-check-x.1"; got != want {
		t.Errorf("file %s, want %s", got, want)
	}
}

// A page without options, examples and other commands has no empty sections.
func TestShortPage(t *testing.T) {
	want := `.TH X 1 "" "smp-check v1" "smp-check"
.SH NAME
x \- Do it
.SH SYNOPSIS
.nf
x
.fi
.SH DESCRIPTION
.PP
It does it.
`
	if got := string(Page{Name: "x", Short: "Do it", Usage: "x", Long: "It does it."}.Text("v1")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
