// Package wire defines the JSON requests and replies that all front ends share. `make generate`
// derives the types of the VS Code extension from it.
package wire
