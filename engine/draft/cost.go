package draft

// A spender is a drafter whose drafts may cost the user money and send text to other machines.
type spender interface{ Spends() bool }

// Spends reports whether a draft costs more than local computing time, so that none is written
// before the user asks for it.
func (w CheckedWriter) Spends() bool {
	drafter, knows := w.Drafter.(spender)
	return knows && drafter.Spends()
}
