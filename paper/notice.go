package paper

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// notices matches the titles of records that correct, retract or comment on another record. It does
// not match a bare "correction", since "Correction of errors in ratings" is the title of a paper.
var notices = pattern.MustCompile(`(?i)` + strings.Join([]string{
	`^\W*(?:(?:author|publisher)(?:['’]?s)? )?(?:erratum|errata|corrigendum|corrigenda` +
		`|addendum)\b`,
	`^\W*(?:(?:author|publisher)(?:['’]?s)? )?corrections?(?: (?:to|for` +
		`|of))?(?:\s*[:.—–“"‘]|\W*$)`,
	`^\W*corrections? (?:to|for) .{1,80}\bet al\b`,
	`^\W*retraction(?: (?:notice|note))?(?: (?:to|for|of))?(?:\s*[:.—–“"‘]|\W*$)`,
	`^\W*(?:retraction (?:notice|note)|(?:notice|editorial expression` +
		`|expression) of (?:retraction|withdrawal|concern))\b`,
	`^\W*publisher['’]?s note\s*:`,
	`^\W*department of error\W*$`,
	`[-–—:.,\[(]\s*(?:erratum|corrigendum|(?:author |publisher )?correction` +
		`|retraction(?: notice)?)[\])]?\W*$`,
}, "|"))

// IsNotice reports whether a title belongs to an erratum, a correction, a retraction notice or a
// similar record. Such a record does not support a claim.
func IsNotice(title string) bool { return notices.MatchString(PlainTitle(title)) }
