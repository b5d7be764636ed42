package workspace

import (
	"runtime"
	"testing"
)

func TestOnlyFilesOfThisMachineHaveAPath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths have other forms there")
	}
	for u, want := range map[string]string{
		"": "", "a": "", "/a/b": "", "://": "", "://a": "", "untitled:a": "", "http://x/a": "", "vscode-remote://ssh+x/a": "",
		"file:": "", "file://": "", "file:////": "", "file://host/a": "", "file:////host/a": "", "file://%2Fetc/x": "",
		"file:///a%00b": "", "file:///a\x00b": "", "file:///": "/", "file:///a": "/a", "file:/a": "/a", "file://localhost/a": "/a",
		"file:///a%20b%2fc": "/a b/c", "file:///%2e%2e/../x/./y": "/x/y", "file:///a%zz": "/a%zz", "file:///a?q#f": "/a",
		"file:///caf%E9/a.tex": "", "file:///caf\xe9/a.tex": "", "file:///caf%C3%A9/a.tex": "/café/a.tex", "file:///%zz%ff": "",
	} {
		if got := PathOf(u); got != want {
			t.Errorf("%q is %q, want %q", u, got, want)
		}
	}
}

func FuzzPathOf(f *testing.F) {
	f.Add("file:///a%00b")
	f.Fuzz(func(_ *testing.T, u string) { PathOf(u) })
}
