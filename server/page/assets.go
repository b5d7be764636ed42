package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"time"
)

//go:embed assets
var assetFiles embed.FS

// assets maps the names of embedded files to their contents and hashes.
var assets = func() map[string]asset {
	all := make(map[string]asset)
	for name, kind := range map[string]string{
		"page.css": "text/css; charset=utf-8", "page.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml",
	} {
		content, err := assetFiles.ReadFile("assets/" + name)
		if err != nil {
			panic(err) // cannot happen, since the files are embedded
		}
		sum := sha256.Sum256(content)
		all[name] = asset{content, kind, hex.EncodeToString(sum[:8])}
	}
	return all
}()

type asset struct {
	content    []byte
	kind, hash string
}

// assetAddress returns a URL that changes with the content of the asset, so that browsers may cache
// it forever.
func assetAddress(name string) string { return "/assets/" + name + "?v=" + assets[name].hash }

func serveAsset(w http.ResponseWriter, r *http.Request) {
	a, ok := assets[r.PathValue("name")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", a.kind)
	w.Header().Set("Etag", `"`+a.hash+`"`)
	w.Header().Set("Cache-Control", "public, max-age=3600")
	if r.FormValue("v") == a.hash {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.content))
}
