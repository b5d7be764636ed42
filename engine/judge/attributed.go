package judge

import (
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// ofOthers matches words that attribute a finding to other authors. The paper's own finding in the same
// sentence (see own) takes precedence.
var ofOthers = regexp.MustCompile(`(?i)^.{0,40}\b(?:` +
	`(?:previous|prior|earlier|past|recent|other|several|many|numerous|existing|some) (?:\w+ ){0,2}` +
	`(?:studies|study|work|works|research|reports|papers|authors|investigations|experiments|evidence|findings|literature)` +
	` (?:has |have |had )?(?:also )?(?:\w+ly )?` +
	`(?:show|shown|showed|demonstrate|demonstrated|find|found|report|reported|suggest|suggests|suggested|indicate|indicates|` +
	`indicated|reveal|revealed|establish|established|link|linked|propose|proposed|argue|argued|conclude|concluded)` +
	`|it (?:is|was|has been) (?:\w+ )?(?:known|reported|shown|believed|thought|assumed|established|accepted|recognized)` +
	`|(?:is|are|was|were|has been|have been) (?:previously|widely|generally|commonly|often|long|earlier) ` +
	`(?:\w+ )?(?:known|reported|shown|believed|thought|assumed|considered|regarded|described)` +
	`|et al\.?,? ?(?:\(\d{4}\w?\) )?(?:\w+ly )?(?:show|showed|found|reported|demonstrated|proposed|suggested|argued|concluded)` +
	`)\b`)

var own = regexp.MustCompile(`(?i)\b(?:we|our|here|this (?:study|paper|work|article)|the present (?:study|work)|in contrast to|unlike|contrary to)\b`)

// maxAttribution is the maximum number of bytes that Attributed reads.
const maxAttribution = 1 << 10

// Attributed returns the words of a paper's sentence that attribute its finding to other authors, or "".
func Attributed(sentence string) string {
	sentence = text.OneLine(text.Cut(sentence, maxAttribution))
	words := ofOthers.FindString(sentence)
	if words == "" || own.MatchString(sentence) {
		return ""
	}
	return strings.TrimSpace(words)
}
