// Package backend opens engines, libraries and models from the settings, keeps them open while they
// are in use, and closes them.
package backend
