package corpus

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestALooseValueIsAScalarOrTheFirstOfAList(t *testing.T) {
	deep := strings.Repeat("[", 5000) + `"` + strings.Repeat("x", 1<<20) + `"` + strings.Repeat("]", 5000) // naive decoding would read it once per bracket
	for raw, want := range map[string]Scalar{
		`"a "`: "a", `2019`: "2019", `["a", "b"]`: "a", `null`: "", `[]`: "", `{"a": 1}`: "", `[null]`: "", `[["a"]]`: "", deep: "",
	} {
		var got Scalar
		if err := json.Unmarshal([]byte(raw), &got); err != nil || got != want {
			t.Errorf("%.20s: %q, %v", raw, got, err)
		}
	}
}
