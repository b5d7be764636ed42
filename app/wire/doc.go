// Package wire defines the JSON requests and replies shared by all front ends. `make generate`
// derives the types of the VS Code extension from it.
package wire
