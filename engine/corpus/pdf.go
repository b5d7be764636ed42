package corpus

import "io"

type Converter interface{ io.Closer }

func isPDF(head) bool                   { return false }
func readPDF(in *input, out sink) error { return nil }
