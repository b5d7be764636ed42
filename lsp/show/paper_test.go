package show

import "testing"

// Support is never shown as certain, nor rounded up over a threshold.
func TestSupportIsShownInHundredths(t *testing.T) {
	for p, want := range map[float64]float64{1: 0.99, 0.997: 0.99, 0.7999: 0.79, 0: 0} {
		if got := Support(p); got != want {
			t.Errorf("%v is shown as %v", p, got)
		}
	}
}
