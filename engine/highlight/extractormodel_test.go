package highlight

import (
	"bytes"
	"testing"
)

func TestDamagedWeightsAreRefused(t *testing.T) {
	good := extractorData
	for name, bad := range map[string][]byte{
		"empty": nil, "cut": good[:len(good)-1], "no head": good[40:],
		"another format": bytes.Replace(good, []byte(`"format": 1`), []byte(`"format": 2`), 1),
		"other layers":   bytes.Replace(good, []byte(`[22,`), []byte(`[21,`), 1),
	} {
		if _, err := readExtractorModel(bytes.NewReader(bad)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
