package server

import (
	"errors"
	"io/fs"
	"net/http"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// exportRoutes let who may ask copy the indexes.
func (s *Server) exportRoutes() []route {
	if !s.opts.Share {
		return nil
	}
	return []route{
		{"GET /v1/corpora/{corpus}/export", "What an index is made of, with checksums, for scilit-lsp index import.", s.description(), free},
		{"GET /v1/corpora/{corpus}/export/{segment}/{file}", "A file of it, or a range of one.", s.part(), free},
	}
}

var (
	errNoExport = &refusal{http.StatusNotFound, Problem{Code: "no_export", Message: app.ErrNotExported.Error()}}
	errNoPart   = &refusal{http.StatusNotFound, Problem{Code: "no_part", Message: "there is no such part: the index changed meanwhile, so ask what it is made of again"}}
)

func (s *Server) description() endpoint {
	handle := func(w http.ResponseWriter, r *http.Request) {
		raw, err := s.opts.Engines.Description(r.Context(), r.PathValue("corpus"))
		if err != nil {
			fail(w, r, exportRefusal(err))
			return
		}
		writeBody(w, r, http.StatusOK, "application/json", raw)
	}
	return endpoint{handler: http.HandlerFunc(handle), media: "application/json"}
}

// slowest is the pace, in bytes a second, at which a client has to take a part; it may go on
// where it was cut off.
const slowest = 50 << 10

func (s *Server) part() endpoint {
	handle := func(w http.ResponseWriter, r *http.Request) {
		file, err := s.opts.Engines.Part(r.Context(), r.PathValue("corpus"), r.PathValue("segment"), r.PathValue("file"))
		if err != nil {
			fail(w, r, exportRefusal(err))
			return
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			fail(w, r, err)
			return
		}
		extend(w, time.Duration(info.Size()/slowest)*time.Second)
		w.Header().Set("Content-Type", "application/octet-stream")
		http.ServeContent(w, r, "", time.Time{}, file)
	}
	return endpoint{handler: http.HandlerFunc(handle), media: "application/octet-stream"}
}

func exportRefusal(err error) error {
	switch {
	case errors.Is(err, app.ErrNotExported):
		return errNoExport
	case errors.Is(err, fs.ErrNotExist):
		return errNoPart
	}
	return err
}
