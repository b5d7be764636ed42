package determiner

import "github.com/scilit-lsp/scilit-lsp/engine/syntax"

// Add counts the nouns of a sentence.
func (c Counts) Add(sentence string) {
	t := syntax.Parse(sentence)
	if t.Truncated {
		return
	}
	for i := range t.Tokens {
		token := &t.Tokens[i]
		if token.Tag != "NN" && token.Tag != "NNS" || !isPlain(&t, i) ||
			t.Child(i, syntax.Possessive, syntax.NumberMod) != syntax.None {
			continue
		}
		for _, key := range keysOf(token.Norm, i+1 < len(t.Tokens) && t.Tokens[i+1].Norm == "of") {
			c.add(key, &t, t.Child(i, syntax.Determiner))
		}
	}
}

// add counts a use of a noun. It skips demonstratives and quantifiers, since they reveal nothing
// about articles.
func (c Counts) add(key string, t *syntax.Tree, determiner int) {
	form := ""
	if determiner != syntax.None {
		if form = t.Tokens[determiner].Norm; form != "the" && form != "a" && form != "an" {
			return
		}
	}
	n := c[key]
	if n == nil {
		n = &count{}
		c[key] = n
	}
	switch form {
	case "":
		n.bare++
	case "the":
		n.definite++
	default:
		n.indefinite++
	}
}
