// Package eval measures the quality of the engine. To measure retrieval, it searches with the text
// before a real citation and expects the cited paper. To measure highlights, it compares them with
// the abstract (Gu and Hahnloser, ACL 2023, Section 3).
package eval
