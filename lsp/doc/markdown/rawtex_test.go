package markdown

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Raw TeX is not read as text, but the argument of a style is.
func TestRawTeX(t *testing.T) {
	const source = `\begin{lstlisting}[language=Java]
@Plugin(type = Command.class)
\end{lstlisting}
Mixed reality\label{fig:a} is \emph{not} an extreme [@milgram1994], as \ref{fig:a} shows.
`
	m := Scan(source)
	if len(m.Citations) != 1 || m.Citations[0].Keys[0].Name != "milgram1994" {
		t.Fatalf("%+v", m.Citations)
	}
	sentence, ok := m.SentenceAt(m.Citations[0].Start)
	got := strings.Join(strings.Fields(strings.ReplaceAll(sentence.Text, text.CiteMark, "X")), " ")
	if !ok || got != "Mixed reality is not an extreme X, as shows." {
		t.Errorf("%q", got)
	}
}
