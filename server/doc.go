// Package server provides the functions of package app over HTTP, as an API and as the web page of
// package page; routes.go lists all routes. A client must present a known token, and limits apply
// to every client.
package server
