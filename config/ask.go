package config

import "fmt"

// Ask says what answers are made of.
type Ask struct {
	TopK int `json:"topK"` // passages of an answer at most
	// MinScore is the score, 0 to 1, that a passage has at least: where none has, the
	// papers do not say.
	MinScore float64 `json:"minScore"`
}

// The default least score is the one that was fitted with the weights of engine/answer;
// a test of app holds them together.
func defaultAsk() Ask { return Ask{TopK: 6, MinScore: 0.5} }

// MaxTopK is how many passages a person still reads, and a model's window takes.
const MaxTopK = 50

// CheckTopK and CheckMinScore say why a value cannot be.
func CheckTopK(k int) error {
	if k < 1 || k > MaxTopK {
		return fmt.Errorf("%d passages cannot be: give 1 to %d", k, MaxTopK)
	}
	return nil
}

// CheckMinScore is as CheckTopK.
func CheckMinScore(score float64) error {
	if !(score >= 0 && score <= 1) {
		return fmt.Errorf("%g is no score: give 0 to 1", score)
	}
	return nil
}
