package display

import (
	"strings"
	"testing"
)

func TestAnAddressIsSafeToOpenOrNone(t *testing.T) {
	for _, c := range []struct{ doi, arXiv, url, want string }{
		{"10.18653/v1/p18-1198", "", "https://aclanthology.org/P18-1198", "https://doi.org/10.18653/v1/p18-1198"},
		{"10.1002/(sici)1097<1::aid-x>3.0.co;2-#", "", "", "https://doi.org/10.1002/%28sici%291097%3C1::aid-x%3E3.0.co;2-%23"},
		{"", "1706.03762", "", "https://arxiv.org/abs/1706.03762"},
		{"", "", " https://aclanthology.org/P18-1198.pdf?x=1#p3 ", "https://aclanthology.org/P18-1198.pdf?x=1#p3"},
		{"", "", "http://localhost:8080/a", "http://localhost:8080/a"},
		{"", "", "https://e.example/a)](command:x) <b>`", "https://e.example/a%29%5D%28command:x%29%20%3Cb%3E%60"},
		{"", "", "command:workbench.action.quit", ""},
		{"", "", "file:///etc/passwd", ""},
		{"", "", "javascript:alert(1)", ""},
		{"", "", "vscode://x/y", ""},
		{"", "", "https://bank.example@evil.example/", ""},
		{"", "", "https://раypal.example/", ""},
		{"", "", "https://-x/", ""},
		{"", "", "https:///nowhere", ""},
		{"", "", "//host/share", ""},
		{"", "", "https://e.example/" + strings.Repeat("a", maxAddress), ""},
	} {
		if got := WebAddress(c.doi, c.arXiv, c.url); got != c.want {
			t.Errorf("WebAddress(%q, %q, %q) = %q, want %q", c.doi, c.arXiv, c.url, got, c.want)
		}
	}
}
