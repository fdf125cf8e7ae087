package cli

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
)

type argumentsKey struct{}

// WithArguments returns a context for a command that knows the words of its command line.
func WithArguments(ctx context.Context, args []string) context.Context {
	return context.WithValue(ctx, argumentsKey{}, args)
}

// InDialect returns the command line of a running command, as for a shell, with another
// dialect. It writes no files: --in-place is left out. It is empty if the words are not
// known, or do not fit in a line.
func InDialect(cmd *cobra.Command, dialect string) string {
	args, _ := cmd.Context().Value(argumentsKey{}).([]string)
	at := slices.Index(args, cmd.Name())
	if at < 0 {
		return ""
	}
	words := []string{"smp-check"}
	for i := 0; i < len(args); i++ {
		switch word := args[i]; {
		case word == "--dialect":
			i++
		case word == "--in-place", strings.HasPrefix(word, "--dialect="), strings.HasPrefix(word, "--in-place="):
		case strings.ContainsAny(word, "\r\n"):
			return ""
		default:
			words = append(words, shellWord(word))
		}
		if i == at {
			words = append(words, "--dialect", dialect)
		}
	}
	return strings.Join(words, " ")
}

// ClusterAnswer says which command shows a cluster's answer, for a command that reads
// patches.
func ClusterAnswer(cmd *cobra.Command) string { return withCommand("for a cluster's answer: ", cmd) }

// PatchForClusters says which command writes a patch for clusters, for a command that
// writes patches.
func PatchForClusters(cmd *cobra.Command) string {
	return withCommand("for a patch that clusters understand: ", cmd)
}

func withCommand(text string, cmd *cobra.Command) string {
	line := InDialect(cmd, corpus.Kubernetes)
	if line == "" {
		line = "--dialect " + corpus.Kubernetes
	}
	return text + line
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// shellWord returns a text as a shell takes it for one word, without quotes where it can.
func shellWord(text string) string {
	if plainWord.MatchString(text) {
		return text
	}
	return shellQuoted(text)
}
