package draft

// A spender is a drafter whose drafts may cost the user money, and send text elsewhere.
type spender interface{ Spends() bool }

// Spends reports whether a draft costs more than time on this machine, so that none is
// made before the user asks for it.
func (w CheckedWriter) Spends() bool {
	drafter, knows := w.Drafter.(spender)
	return knows && drafter.Spends()
}
