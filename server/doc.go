// Package server provides the functions of package app over HTTP, as an API and as the web page of
// package page; routes.go lists all routes. If the server has a token file, a client must present
// a token from it. Limits apply to every client.
package server
