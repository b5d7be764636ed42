package show

import "testing"

func TestWordsOfARecordAreNoMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"p < 0.05 in snake_case":      "p < 0.05 in snake_case",
		"<b>bold</b> & `code` *x*":    "\\<b>bold\\</b> & \\`code\\` \\*x\\*",
		"_all_ of [this](is) \\alpha": "\\_all\\_ of [this\\](is) \\\\alpha",
		"# of items &lt;":             "\\# of items \\&lt;",
	} {
		if got := Escape(text); got != want {
			t.Errorf("Escape(%q) = %q, want %q", text, got, want)
		}
		if got := WithoutMarkup("**" + Escape(text) + "**"); got != text {
			t.Errorf("plain text is %q, want %q", got, text)
		}
	}
}
