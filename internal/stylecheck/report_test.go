package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProblemsNameTheLine(t *testing.T) {
	long := "var x = f(" + strings.Repeat("1 + ", 30) + "1)"
	row := "\t{" + strings.Repeat("1, ", 50) + "},"
	body := strings.Repeat("\tf()\n", maxFunction+1)
	source := "package p\n\n// f returns what it is given.\nfunc f() {\n" + body + "}\n\n" + long + "\n\nvar table = [][]int{\n" + row + "\n}\n"
	r := &report{}
	if err := r.add("p.go", []byte(source)); err != nil {
		t.Fatal(err)
	}
	want := []string{
		fmt.Sprintf("p.go:%d: 132 columns; at most 120", maxFunction+8),
		fmt.Sprintf("p.go:4: f has %d lines; at most 50", maxFunction+2),
		`p.go:3: "what" in a comment`,
		`"what" is in 100.00 % of the comment lines; at most 1`,
	}
	if diff := cmp.Diff(want, r.problems()); diff != "" {
		t.Error(diff)
	}
}

func TestRawStringsAndTestsAreExempt(t *testing.T) {
	long := strings.Repeat("a", 200)
	r := &report{}
	if err := r.add("p.go", []byte("package p\n\nvar s = `\n"+long+"\n`\n")); err != nil {
		t.Fatal(err)
	}
	if err := r.add("p_test.go", []byte("package p\n\n// g does what it must.\nfunc g() {\n"+strings.Repeat("\tf()\n", 60)+"}\n")); err != nil {
		t.Fatal(err)
	}
	if got := r.problems(); len(got) > 0 {
		t.Error(got)
	}
}
