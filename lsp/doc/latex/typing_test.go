package latex

import (
	"fmt"
	"strings"
	"testing"
)

// Each fixture is a text with the cursor ¦, followed by the replaced range, the
// typed text and the other keys.
func TestAKeyThatIsBeingTyped(t *testing.T) {
	for fixture, want := range map[string]string{
		`See \cite{¦`:                                  "[] [] []",
		`See \cite{smi¦} there`:                        "[smi] [smi] []",
		`See \cite{smi¦ there. More`:                   "[smi] [smi] []",
		`\cite{smi¦th2020, b}`:                         "[smith2020] [smi] [b]",
		`\cite{a,b|c, ¦}`:                              "[] [] [a b|c]",
		"\\cite{a,% why\n  b¦}":                        "[b] [b] [a]",
		`\cite{a,pooling wor¦}`:                        "[pooling wor] [pooling wor] [a]",
		`\parencite[see][]{¦}`:                         "[] [] []",
		`\parencite[see \emph{a}] [p. 3]{x¦}`:          "[x] [x] []",
		`\Citet*{x¦}`:                                  "[x] [x] []",
		`\textcites(see)()[1]{a}[2]{b¦`:                "[b] [b] []",
		`\nocite{x¦}`:                                  "[x] [x] []",
		`\footnote{\cite{x¦}}`:                         "[x] [x] []",
		`\begin{figure}\caption{\cite{x¦}\end{figure}`: "[x] [x] []",
		`日本 😀 \cite{x¦}`:                               "[x] [x] []",
		`% \cite{x¦}`:                                  "none",
		`% \cite{x¦`:                                   "none",
		`\verb|\cite{x¦}|`:                             "none",
		`\cite{x}¦`:                                    "none",
		`\cite[see¦]{x}`:                               "none",
		`\emph{x¦}`:                                    "none",
		`\cite{x} {¦}`:                                 "none",
		`\\cite{x¦}`:                                   "none",
		"\\cite{\n\nText¦":                             "none",
		"\\cite{a, b\nText below¦":                     "none",
		`¦`:                                            "none",
	} {
		before, after, _ := strings.Cut(fixture, "¦")
		source := before + after
		got := "none"
		if typing, ok := Typing(source, Scan(source), len(before)); ok {
			got = fmt.Sprintf("[%s] [%s] %v", source[typing.Start:typing.End], typing.Typed, typing.Others)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", fixture, got, want)
		}
	}
}

func FuzzTyping(f *testing.F) {
	f.Add(`\parencite[see][]{a, b} \cites{a}[x]{b`, 17)
	f.Fuzz(func(t *testing.T, source string, offset int) {
		if offset < 0 || offset > len(source) {
			return
		}
		typing, ok := Typing(source, Scan(source), offset)
		if ok && (typing.Citation > typing.Start || typing.Start > offset || offset > typing.End || typing.End > len(source)) {
			t.Errorf("%+v at %d of %q", typing, offset, source)
		}
	})
}
