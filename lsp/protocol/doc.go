// Package protocol has the types of the Language Server Protocol 3.18 that this
// server and its tests use, their JSON, and the way from a method's name to its
// function and back.
//
// Names and shapes are those of the specification. What it leaves optional is a
// pointer, an Optional, or a value that is left out where it is zero. Where it
// allows several shapes, the Go type is an interface with one type for each; of
// those shapes only the ones in use are here, and a value of any other is nil.
package protocol
