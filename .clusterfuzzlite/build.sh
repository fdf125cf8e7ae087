#!/usr/bin/env bash
# Builds every target of ./fuzz for libFuzzer, with seeds, dictionary and options
# for each, into $OUT: in the image of ClusterFuzzLite, and as the build script of
# an OSS-Fuzz project. It changes the tree it is run in, which is a copy there.
# .ci/libfuzzer runs it on any machine.
#
# What a target crashes on is one byte, which the builder reads as a weight, and
# the input of the target:
#
#	tail -c +2 crash-… >input && smp-check import --target FuzzApply input
set -euo pipefail
cd "${SMP_SOURCE:-$SRC/smp}"
export GOFLAGS=-mod=mod GOWORK=off

# The builder, at a revision that is known to work.
builder=github.com/AdamKorcz/go-118-fuzz-build
revision=${FUZZ_BUILDER_REVISION:-fc5dc53b9db8a38c394c53d6e439a1410cf8fc19}
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

# The image may have an older Go than go.mod asks for. The go command then loads
# one into the module cache, where the builder cannot replace files of package
# testing: it works on a copy, and must itself be compiled by that Go.
if [ -z "${FUZZ_BUILDER_READY-}" ]; then
	root=$(go env GOROOT)
	case $root in
	"$(go env GOMODCACHE)"/*)
		cp -r "$root" "$work/go"
		chmod -R u+w "$work/go"
		export GOROOT=$work/go GOTOOLCHAIN=local PATH=$work/go/bin:$PATH
		;;
	esac
	git init -q "$work/builder"
	git -C "$work/builder" fetch -q --depth 1 "https://$builder" "$revision"
	git -C "$work/builder" checkout -q FETCH_HEAD
	(cd "$work/builder" && go build -o "$work/bin/go-118-fuzz-build_v2" .)
	export PATH=$work/bin:$PATH
fi
go version
go get "$builder/testing@$revision"

targets=$(go test -list '^Fuzz' ./fuzz | grep '^Fuzz')
[ -n "$targets" ] || { echo "there are no targets" >&2; exit 1; }

# The builder drops what F.Add is given.
FUZZ_ARCHIVE=$work/seeds go test -count 1 -run '^Fuzz' ./fuzz

# Files beside the targets that speak of them are not wanted: the builder finds
# the file of a target by its name.
rm -rf fuzz/upstream
for file in fuzz/*_test.go; do
	[ "$file" = fuzz/fuzz_test.go ] || rm "$file"
done

missing=
for target in ${FUZZ_TARGETS:-$targets}; do
	echo "== $target"
	compile_native_go_fuzzer_v2 github.com/strategicpatch/smp/fuzz "$target" "$target"
	# It only prints that it did not find or build one.
	[ -x "$OUT/$target" ] || missing+=" $target"
	(cd "$work/seeds/$target" && zip -q -r "$OUT/${target}_seed_corpus.zip" .)
	cp ".clusterfuzzlite/$target.options" "$OUT/"
	dictionary=$(sed -n 's/^dict = //p' ".clusterfuzzlite/$target.options")
	cp ".clusterfuzzlite/$dictionary" "$OUT/"
done
if [ -n "$missing" ]; then
	echo "not built:$missing" >&2
	exit 1
fi
