package syntax

import (
	"bytes"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/scilit-lsp/scilit-lsp/engine/syntax/model"
)

// weights is written by models/train/syntax.
//
//go:embed grammar.bin
var weights []byte

var trained = sync.OnceValue(func() *model.Model {
	m, err := model.Read(bytes.NewReader(weights))
	if err != nil {
		panic("engine/syntax: grammar.bin: " + err.Error()) // unreachable unless the binary is broken
	}
	return m
})

// MaxTokens is the maximum number of tokens that are parsed; the rest of a sentence is ignored.
const MaxTokens = 400

// Parse parses one sentence into a dependency tree.
func Parse(sentence string) Tree {
	tokens, all := tokensOf(sentence)
	t := annotate(sentence, tokens)
	t.Truncated = !all
	return t
}

// Tokenize returns the first MaxTokens tokens of a sentence, with offsets and forms only.
func Tokenize(sentence string) []Token {
	tokens, _ := tokensOf(sentence)
	return tokens
}

func tokensOf(sentence string) (tokens []Token, all bool) {
	spans, all := tokenize(sentence, MaxTokens)
	tokens = make([]Token, len(spans))
	for i, s := range spans {
		tokens[i] = Token{Start: s.start, End: s.end, Form: sentence[s.start:s.end]}
	}
	return tokens, all
}

// ParseWords parses a sentence that is already tokenized. The tree's Text joins the tokens with
// spaces.
func ParseWords(forms []string) Tree {
	all := len(forms) <= MaxTokens
	forms = forms[:min(len(forms), MaxTokens)]
	tokens := make([]Token, len(forms))
	at := 0
	for i, form := range forms {
		tokens[i] = Token{Start: at, End: at + len(form), Form: form}
		at += len(form) + 1
	}
	t := annotate(strings.Join(forms, " "), tokens)
	t.Truncated = !all
	return t
}

// annotate adds tags, lemmas, heads and relations to the tokens.
func annotate(text string, tokens []Token) Tree { return tag(tokens).parse(text) }

// A tagged is a sentence with tags and lemmas, ready to be parsed.
type tagged struct {
	tokens []Token
	words  []model.Word
	tags   []uint8
}

// tag adds tags and lemmas to the tokens.
func tag(tokens []Token) tagged {
	m := trained()
	forms := make([]string, len(tokens))
	for i := range tokens {
		forms[i] = plain(tokens[i].Form)
	}
	t := tagged{tokens: tokens, words: m.Words(forms)}
	t.tags = m.Tagger.Run(t.words)
	for i := range tokens {
		token := &tokens[i]
		token.Norm = strings.ToLower(forms[i])
		token.Tag = Tag(m.Head.Tags[t.tags[i]])
		token.Lemma = m.Lemmas.Of(token.Norm, t.tags[i])
	}
	return t
}

// parse returns the tree of the sentence. It does not change the tokens of t.
func (t tagged) parse(text string) Tree {
	m := trained()
	heads, relations := m.Parser.Run(t.words, t.tags)
	tokens := slices.Clone(t.tokens)
	for i := range tokens {
		token := &tokens[i]
		token.Relation = Relation(m.Head.Relations[relations[i]])
		if token.Head = int(heads[i]); token.Head == len(tokens) {
			token.Head, token.Relation = None, RootRelation
		} else if token.Relation == RootRelation {
			token.Relation = Unspecified
		}
	}
	return newTree(text, tokens)
}

// plain returns a form with straight apostrophes and without invalid UTF-8.
func plain(form string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(form, "\uFFFD"), "’", "'")
}
