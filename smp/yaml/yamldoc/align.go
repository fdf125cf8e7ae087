package yamldoc

import (
	"cmp"
	"slices"
)

// wordsOf divides a text into words and the blanks between them.
func wordsOf(text string) []string {
	var all []string
	for start := 0; start < len(text); {
		end := start + 1
		for end < len(text) && isBlank(text[end]) == isBlank(text[start]) {
			end++
		}
		all = append(all, text[start:end])
		start = end
	}
	return all
}

// A wordRun is a run of consecutive words that two texts share.
type wordRun struct{ before, after, n int }

// maxAlignDepth limits the work for texts with few words in common.
const maxAlignDepth = 8

// align returns runs of words that two texts share, in order: the words at the beginning and
// at the end, and between them the words around words that occur once in each text.
func align(before, after []string) []wordRun {
	return alignAt(nil, before, after, wordRun{}, maxAlignDepth)
}

// alignAt appends the runs that two parts of texts share to found. The parts begin at the
// position at.
func alignAt(found []wordRun, before, after []string, at wordRun, depth int) []wordRun {
	n := 0
	for n < len(before) && n < len(after) && before[n] == after[n] {
		n++
	}
	found = appendRun(found, wordRun{at.before, at.after, n})
	before, after, at = before[n:], after[n:], wordRun{at.before + n, at.after + n, 0}
	n = 0
	for n < len(before) && n < len(after) && before[len(before)-1-n] == after[len(after)-1-n] {
		n++
	}
	last := wordRun{at.before + len(before) - n, at.after + len(after) - n, n}
	before, after = before[:len(before)-n], after[:len(after)-n]
	if same := shared(before, after); len(same) != 0 && depth != 0 {
		from, to := 0, 0
		for _, r := range same {
			found = alignAt(found, before[from:r.before+1], after[to:r.after+1], wordRun{at.before + from, at.after + to, 0}, depth-1)
			from, to = r.before+1, r.after+1
		}
		found = alignAt(found, before[from:], after[to:], wordRun{at.before + from, at.after + to, 0}, depth-1)
	}
	return appendRun(found, last)
}

func appendRun(found []wordRun, r wordRun) []wordRun {
	if r.n > 0 {
		found = append(found, r)
	}
	return found
}

// shared returns words that occur once in each text and have the same order in both. It
// returns as many of them as possible.
func shared(before, after []string) []wordRun {
	const nowhere, several = 0, -1
	places := make(map[string]int, len(before)) // in the text after the edit, from 1
	for _, word := range before {
		if _, again := places[word]; again {
			places[word] = several
		} else {
			places[word] = nowhere
		}
	}
	for i, word := range after {
		if at, ok := places[word]; ok && at == nowhere {
			places[word] = i + 1
		} else if ok {
			places[word] = several
		}
	}
	// This finds the longest increasing sequence. tails contains the last word of the best
	// sequence of each length, and earlier contains the word before each word.
	var tails []int
	earlier := make([]int, len(before))
	for i, word := range before {
		at := places[word]
		if at == nowhere || at == several {
			continue
		}
		n, _ := slices.BinarySearchFunc(tails, at, func(tail, at int) int { return cmp.Compare(places[before[tail]], at) })
		if n > 0 {
			earlier[i] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, i)
		} else {
			tails[n] = i
		}
	}
	if len(tails) == 0 {
		return nil
	}
	found := make([]wordRun, len(tails))
	for k, i := len(tails)-1, tails[len(tails)-1]; k >= 0; k, i = k-1, earlier[i] {
		found[k] = wordRun{i, places[before[i]] - 1, 1}
	}
	return found
}
