// Package eval measures the quality of the engine. For retrieval, the query is the text before a
// real citation, and the cited paper is the expected result. For highlights, the abstract is the
// reference (Gu and Hahnloser, ACL 2023, Section 3).
package eval
