package paper

import "github.com/scilit-lsp/scilit-lsp/internal/pattern"

// notices match the titles of records that correct, retract or comment on another record. A bare
// "correction" does not match: "Correction of errors in ratings" is a paper.
var notices = []*pattern.Pattern{
	pattern.MustCompile(`(?i)^\W*(?:(?:author|publisher)(?:['’]?s)? )?(?:erratum|errata|corrigendum|corrigenda` +
		`|addendum)\b`),
	pattern.MustCompile(`(?i)^\W*(?:(?:author|publisher)(?:['’]?s)? )?corrections?(?: (?:to|for` +
		`|of))?(?:\s*[:.—–“"‘]|\W*$)`),
	pattern.MustCompile(`(?i)^\W*corrections? (?:to|for) .{1,80}\bet al\b`),
	pattern.MustCompile(`(?i)^\W*retraction(?: (?:notice|note))?(?: (?:to|for|of))?(?:\s*[:.—–“"‘]|\W*$)`),
	pattern.MustCompile(`(?i)^\W*(?:retraction (?:notice|note)|(?:notice|editorial expression` +
		`|expression) of (?:retraction|withdrawal|concern))\b`),
	pattern.MustCompile(`(?i)^\W*publisher['’]?s note\s*:`),
	pattern.MustCompile(`(?i)^\W*department of error\W*$`),
	pattern.MustCompile(`(?i)[-–—:.,\[(]\s*(?:erratum|corrigendum|(?:author |publisher )?correction` +
		`|retraction(?: notice)?)[\])]?\W*$`),
}

// IsNotice reports whether a title belongs to an erratum, a correction, a retraction notice or a
// similar notice. Such a record is not a work to cite for a claim.
func IsNotice(title string) bool {
	title = PlainTitle(title)
	for _, notice := range notices {
		if notice.MatchString(title) {
			return true
		}
	}
	return false
}
