//go:build !race

package pdfproc_test

const raceFactor = 1
