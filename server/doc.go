// Package server serves the use cases of package app over HTTP, as an API and as the page of
// package page; routes.go lists all routes. Every client is untrusted until its token is known,
// and bounded even then.
package server
