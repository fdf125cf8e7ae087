package load

import (
	"math"
	"strconv"
	"testing"
	"testing/fstest"
)

func TestCgroupLimit(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		want  int
	}{
		{"another system", nil, math.MaxInt},
		{"version 2, in a container", map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "134217728\n",
		}, 128 << 20},
		{"version 2, no limit", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"}, math.MaxInt},
		{"version 2, a scope in a limited slice", map[string]string{
			"proc/self/cgroup":                         "0::/a.slice/b.scope\n",
			"sys/fs/cgroup/a.slice/memory.max":         "1000\n",
			"sys/fs/cgroup/a.slice/b.scope/memory.max": "max\n",
		}, 1000},
		{"version 2, the path of the host", map[string]string{
			"proc/self/cgroup": "0::/docker/0123\n", "sys/fs/cgroup/memory.max": "2000\n",
		}, 2000},
		{"version 1", map[string]string{
			"proc/self/cgroup":                                 "5:cpu,cpuacct:/x\n4:memory:/docker/0123\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":       "3000\n",
			"sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us":     "1\n",
			"sys/fs/cgroup/memory/other/memory.limit_in_bytes": "1\n",
		}, 3000},
		{"version 1, no limit", map[string]string{
			"proc/self/cgroup": "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, math.MaxInt},
		{"version 1, the largest limit", map[string]string{
			"proc/self/cgroup": "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": strconv.Itoa(math.MaxInt / 2),
		}, math.MaxInt / 2},
		{"not a number", map[string]string{"proc/self/cgroup": "0::/\nx\n", "sys/fs/cgroup/memory.max": "-5"}, math.MaxInt},
		{"a path that leads out", map[string]string{"proc/self/cgroup": "0::/../../x\n", "sys/fs/cgroup/memory.max": "7"}, 7},
	} {
		files := fstest.MapFS{}
		for name, text := range test.files {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := cgroupLimit(files); got != test.want {
			t.Errorf("%s: got %d, want %d", test.name, got, test.want)
		}
	}
}
