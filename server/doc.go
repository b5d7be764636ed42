// Package server is the HTTP door: an API that answers with the structs of package app,
// and the page that is mounted beside it. It only translates; routes.go lists all that it
// serves. Whoever asks is a stranger until a token says otherwise, and bounded then too.
package server
