// Package server serves the use cases of package app over HTTP, as an API and as the page of
// package page; routes.go lists all routes. No client is trusted until its token is known, and
// limits apply even then.
package server
