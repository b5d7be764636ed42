// Package eval measures how well the engine does its job: on real citations,
// where the sentences before a citing sentence are the query and the paper that
// was cited there is the right answer, and on full texts, whose abstracts are
// what highlights should say (Gu and Hahnloser, ACL 2023, Section 3).
package eval
