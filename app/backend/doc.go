// Package backend opens engines, libraries and models according to the settings. It keeps them open
// while they are in use.
package backend
