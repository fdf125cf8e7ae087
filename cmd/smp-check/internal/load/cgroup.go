package load

import (
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"sync"
)

// memoryLimit returns the number of bytes that the container of this process may use, or
// math.MaxInt if there is no limit.
var memoryLimit = sync.OnceValue(func() int { return cgroupLimit(os.DirFS("/")) })

// cgroupLimit returns the smallest memory limit of the control groups that the process is in,
// or math.MaxInt if there is no limit. In version 2 of control groups, a group is a folder
// below sys/fs/cgroup with a file memory.max. In version 1, it is a folder below
// sys/fs/cgroup/memory. Inside a container, the group of the process is often the root of
// that tree, so its parents count, too.
func cgroupLimit(root fs.FS) int {
	limit := math.MaxInt
	groups, _ := fs.ReadFile(root, "proc/self/cgroup") // missing on other systems
	for _, line := range strings.Split(string(groups), "\n") {
		// A line is ID:CONTROLLERS:PATH. Version 2 has no controllers.
		fields := strings.SplitN(line, ":", 3)
		if len(fields) < 3 {
			continue
		}
		tree, file := "sys/fs/cgroup", "memory.max"
		if fields[1] == "memory" {
			tree, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		} else if fields[1] != "" {
			continue
		}
		for group := path.Clean("/" + fields[2]); ; group = path.Dir(group) {
			text, err := fs.ReadFile(root, path.Join(tree, group, file))
			if err == nil {
				limit = min(limit, parseLimit(string(text)))
			}
			if group == "/" {
				break
			}
		}
	}
	return limit
}

// parseLimit reads the text of a limit: a number of bytes, or max. In version 1, a number
// near 1<<63 means no limit.
func parseLimit(text string) int {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	if err != nil || n == 0 || n > math.MaxInt/2 {
		return math.MaxInt
	}
	return int(n)
}
