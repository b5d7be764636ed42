package compose

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/english"
	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// actOf turns an aim into an act, such as "aimed to investigate X" into "investigate X": a paper
// that aims to investigate something has usually done so. Authors who aimed to determine or improve
// something may have failed, so other aims are kept, as are the aims of protocols.
func (p *parser) actOf(predicate string) string {
	m := aimTo.FindStringSubmatch(predicate)
	if m == nil || p.title["protocol"] || strings.HasPrefix(m[3], "whether ") && m[1] == "" {
		return predicate
	}
	verb := m[2]
	if m[1] == "at" {
		verb = baseOfGerund[verb]
	}
	if !inquiries[verb] {
		return predicate
	}
	rest := furtherAim.ReplaceAllStringFunc(m[3], func(s string) string {
		if next := s[strings.LastIndexByte(s, ' ')+1:]; baseOf(next) == "" {
			return s
		}
		return strings.Replace(s, " to ", " ", 1)
	})
	return verb + " " + rest
}

var (
	aimTo = pattern.MustCompile(`^(?:also |therefore |thus )?(?:aims?|aimed|seek|sought|attempt(?:ed)?|tr(?:y|ied)` +
		`|intend(?:ed)?|want(?:ed)?|set out|undertook|undertake) (?:to|(at)) (\p{Ll}+) (.+)$`)
	furtherAim = pattern.MustCompile(`(?:,| and|, and) to \p{Ll}+\b`)
	inquiries  = english.Set("verbs of inquiries")
)
