package syntax

import (
	"strings"
	"testing"
)

// show returns the forms of tokens, separated by spaces.
func (t *Tree) show(tokens ...int) string {
	var forms []string
	for _, i := range tokens {
		if i != None {
			forms = append(forms, t.Tokens[i].Form)
		}
	}
	return strings.Join(forms, " ")
}

// word returns the first token that has the given form.
func (t *Tree) word(tt *testing.T, form string) int {
	tt.Helper()
	for i := range t.Tokens {
		if t.Tokens[i].Form == form {
			return i
		}
	}
	tt.Fatalf("no token %q in %q", form, t.Text)
	return None
}

func TestTokens(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"The wild-type mice (n = 8) were non-invasive [1,2].", "The wild - type mice ( n = 8 ) were non-invasive [ 1 , 2 ] ."},
		{"We can't, and cannot, use 9.5% of 1,000 and/or e.g. Fig. 2A.", "We ca n't , and can not , use 9.5 % of 1,000 and / or e.g. Fig. 2A ."},
		{"Smith et al. doesn’t show the model's F1.", "Smith et al. does n’t show the model 's F1 ."},
		{"See https://a.org/b-c. At 37 °C, Ca2+ is $x^2 + y$ to M. musculus.", "See https://a.org/b-c . At 37 °C , Ca2+ is $x^2 + y$ to M. musculus ."},
		{"It ends... “so”", "It ends ... “ so ”"},
		{" \t\n", ""},
		{"a\xffb", "a \xff b"},
	} {
		var forms []string
		for _, token := range Tokenize(test.text) {
			forms = append(forms, token.Form)
			if test.text[token.Start:token.End] != token.Form {
				t.Errorf("%q: %q is not at %d", test.text, token.Form, token.Start)
			}
		}
		if got := strings.Join(forms, " "); got != test.want {
			t.Errorf("%q:\n got %q\nwant %q", test.text, got, test.want)
		}
	}
}

func TestSubjectsAndVoice(t *testing.T) {
	for _, test := range []struct {
		text, verb, subject, finite string
		passive                     bool
	}{
		{text: "The authors propose a new method for parsing.", verb: "propose", subject: "authors", finite: "propose"},
		{text: "The results were not confirmed by later studies.", verb: "confirmed", subject: "results", finite: "were", passive: true},
		{text: "We collected samples and analysed the data.", verb: "analysed", subject: "We", finite: "analysed"},
		{text: "Cells were isolated from mice and cultured in medium.", verb: "cultured", subject: "Cells", finite: "were", passive: true},
	} {
		tree := Parse(test.text)
		verb := tree.word(t, test.verb)
		got := [2]string{tree.show(tree.Subject(verb)), tree.show(tree.Finite(verb))}
		want := [2]string{test.subject, test.finite}
		if got != want || tree.IsPassive(verb) != test.passive {
			t.Errorf("%s\n got %q, passive %v\nwant %q", test.text, got, tree.IsPassive(verb), want)
		}
	}
}

func TestClauses(t *testing.T) {
	tree := Parse("We show that the method that was trained on our data outperforms two baselines.")
	if got := tree.show(tree.Clauses()...); got != "show trained outperforms" {
		t.Errorf("clauses of %q", got)
	}
	outperforms := tree.word(t, "outperforms")
	if got := tree.Source(tree.Subtree(outperforms)); !strings.HasPrefix(got, "that the method") {
		t.Errorf("the complement is %q", got)
	}
	trained := tree.word(t, "trained")
	if got := tree.show(tree.Subject(trained)); got != "that" {
		t.Errorf("the subject of the relative clause is %q", got)
	}
}

// check fails the test if a tree is not well-formed.
func check(t *testing.T, tree *Tree) {
	t.Helper()
	roots, last := 0, 0
	for i, token := range tree.Tokens {
		if token.Head == None {
			roots++
		} else if token.Head < 0 || token.Head >= len(tree.Tokens) || token.Head == i {
			t.Fatalf("token %d has the head %d", i, token.Head)
		}
		if token.Start < last || token.End <= token.Start || tree.Text[token.Start:token.End] != token.Form {
			t.Fatalf("token %d is at %d to %d", i, token.Start, token.End)
		}
		last = token.End
		if s := tree.Subtree(i); !s.Contains(i) {
			t.Fatalf("token %d is outside its subtree %v", i, s)
		}
	}
	if roots != min(len(tree.Tokens), 1) {
		t.Fatalf("%d roots", roots)
	}
	if root := tree.Root(); root != None && tree.Subtree(root) != (Span{0, len(tree.Tokens) - 1}) {
		t.Fatalf("the root spans %v of %d tokens", tree.Subtree(root), len(tree.Tokens))
	}
}

func TestHostileInput(t *testing.T) {
	for _, text := range []string{"", "\x00", "\xff\xfe", strings.Repeat("(", 1<<20), strings.Repeat("a", 1<<20),
		strings.Repeat("a.", 1<<19), strings.Repeat("$", 1<<20), strings.Repeat("'t", 1<<19), strings.Repeat("-", 1<<20)} {
		tree := Parse(text)
		check(t, &tree)
	}
	tree := Parse(strings.Repeat("[", MaxTokens+1))
	if !tree.Truncated || len(tree.Tokens) != MaxTokens {
		t.Errorf("%d tokens, truncated: %v", len(tree.Tokens), tree.Truncated)
	}
	if tree := Parse(strings.Repeat("[", MaxTokens)); tree.Truncated {
		t.Error("a sentence of MaxTokens tokens is truncated")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("The authors can't propose (e.g.) a 9.5% non-linear method, which is $x$.")
	f.Add("don’t n't 't cannot et al. \xff° °C")
	f.Fuzz(func(t *testing.T, text string) {
		tree := Parse(text)
		check(t, &tree)
		for _, i := range tree.Clauses() {
			_ = tree.Source(tree.Subtree(i))
		}
		for i := range tree.Tokens {
			tree.Auxiliaries(i)
		}
	})
}
