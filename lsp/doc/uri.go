package doc

import (
	"strconv"
	"unicode/utf8"
)

// IsUTF8 reports whether a URI is valid UTF-8 after its percent escapes are decoded. Malformed
// escapes are taken literally.
func IsUTF8(u string) bool {
	decoded := make([]byte, 0, len(u))
	for i := 0; i < len(u); i++ {
		if u[i] == '%' && i+3 <= len(u) {
			if b, err := strconv.ParseUint(u[i+1:i+3], 16, 8); err == nil {
				decoded = append(decoded, byte(b))
				i += 2
				continue
			}
		}
		decoded = append(decoded, u[i])
	}
	return utf8.Valid(decoded)
}
