package choice

// lesserCost is subtracted from the scores of statements that a paper makes about itself and not
// about its subject. Authors' sentences often repeat the words of an aim, so that the fit alone does
// not reject it; but an aim supports no claim.
const lesserCost = 1.5

// Cues of lesser statements.
var (
	aim          = cueOf("aim")
	result       = cueOf("result")
	gap          = cueOf("gap")
	availability = cueOf("availability")
	scope        = cueOf("scope")
	comparative  = cueOf("comparative")
)

// isLesser reports whether a statement is an aim, a gap, a scope, or about the availability of
// something, and gives no result beside it.
func isLesser(r *reading) bool {
	opening := countCues(r.words[:min(len(r.words), aimWords)])
	switch {
	case r.cues[availability] > 1:
		return true
	case r.cues[result] > 0 && (r.numbers > 0 || r.cues[comparative] > 0):
		return false
	case opening[aim] > 0 && opening[result] == 0 && opening[proposal] == 0:
		return true
	case r.cues[gap] > 1 && r.cues[own] == 0:
		return true
	}
	return r.cues[scope] > 1 && r.cues[result] == 0 && r.cues[proposal] == 0
}

// aimWords is the number of first words that state an aim.
const aimWords = 10
