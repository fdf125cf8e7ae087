package explain

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/smp"
)

// Rejection adds the text of the rule to the error of a rejected patch. The rule for unknown fields
// begins with fields that are accepted, so its text is not added.
func Rejection(err error) error {
	var e *smp.Error
	if !errors.As(err, &e) || e.Rule == smp.RuleUnknownField || report.RuleText(e.Rule) == "" {
		return err
	}
	return fmt.Errorf("%w\n%s", err, report.RuleText(e.Rule))
}
