package choice

// lesserCost is subtracted from the score of a statement about the paper itself rather than its subject,
// such as an aim. Citing sentences often repeat the words of an aim, so the fitted score does not reject
// it, although an aim supports no claim.
const lesserCost = 1.5

// Kinds of cues by which isLesser recognizes a statement.
var (
	aim          = cueOf("aim")
	result       = cueOf("result")
	gap          = cueOf("gap")
	availability = cueOf("availability")
	scope        = cueOf("scope")
	comparative  = cueOf("comparative")
)

// isLesser reports whether a statement is about the availability of data or code, or states an aim, a
// gap or a scope without a result.
func isLesser(r *analysis) bool {
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

// aimWords is the number of words at the start of a statement that are searched for an aim.
const aimWords = 10
