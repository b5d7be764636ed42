// Package eval measures the quality of the engine. On real citations, the sentences before a
// citing sentence are the query and the cited paper is the expected result. On full texts, the
// abstract is the reference for highlights (Gu and Hahnloser, ACL 2023, Section 3).
package eval
