package latex

import (
	"strings"
	"testing"
)

// Sweave and knitr chunks are not part of the text, and their code does not affect the text after
// them.
func TestChunks(t *testing.T) {
	const source = `\documentclass{article}
<<setup, echo=FALSE>>=
x <- df$value %in% c("a") # \cite{code} {
@
\begin{document}
Grasses grow \cite{moss2010}. The mean is \Sexpr{mean(x$y)}.
<<child='methods.Rnw'>>=
@

Clover grows $x << y$ too \cite{roe2011}.
<<open>>=
\cite{never}
`
	m := Scan(source)
	var keys []string
	for _, c := range m.Citations {
		for _, key := range c.Keys {
			keys = append(keys, key.Name)
		}
	}
	if got := strings.Join(keys, " "); got != "moss2010 roe2011" {
		t.Errorf("citations %s", got)
	}
	if len(m.Includes) != 1 || m.Includes[0].Path != "methods.Rnw" {
		t.Errorf("includes %v", m.Includes)
	}
}
