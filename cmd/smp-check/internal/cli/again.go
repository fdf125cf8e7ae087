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

// WithArguments returns a context that contains the arguments of the program.
func WithArguments(ctx context.Context, args []string) context.Context {
	return context.WithValue(ctx, argumentsKey{}, args)
}

// InDialect returns the command line of the running command, quoted for a shell, with another
// dialect. The result is empty if the arguments are unknown or contain line breaks.
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
		case strings.HasPrefix(word, "--dialect="):
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

// ClusterAnswer returns the advice to run cmd, a command that reads patches, with the rules
// of a cluster.
func ClusterAnswer(cmd *cobra.Command) string { return withCommand("for a cluster's answer: ", cmd) }

// PatchForClusters returns the advice to run cmd, a command that writes patches, with the
// rules of a cluster.
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

// CommandLine returns a command line of smp-check with these words, quoted for a shell.
func CommandLine(words ...string) string {
	line := "smp-check"
	for _, word := range words {
		line += " " + shellWord(word)
	}
	return line
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// shellWord returns a text as one word of a shell command, quoted only if necessary.
func shellWord(text string) string {
	if plainWord.MatchString(text) {
		return text
	}
	return shellQuoted(text)
}
