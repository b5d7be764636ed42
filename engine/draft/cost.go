package draft

// A spender is a drafter that may cost the user money and send text to other machines.
type spender interface{ Spends() bool }

// Spends reports whether a draft costs more than local computing time. Drafts that do are written
// only when the user requests them.
func (w CheckedWriter) Spends() bool {
	drafter, knows := w.Drafter.(spender)
	return knows && drafter.Spends()
}
