package server

import (
	"errors"
	"io/fs"
	"net/http"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
)

// exportRoutes returns the routes for copying indexes.
func (s *Server) exportRoutes() []route {
	if !s.opts.Share {
		return nil
	}
	return []route{
		{"GET /v1/corpora/{corpus}/export",
			"Lists the files of an index with their checksums, for scilit-lsp index import.", s.description(), free},
		{"GET /v1/corpora/{corpus}/export/{segment}/{file}",
			"Returns one file of an index, or a byte range of the file.", s.part(), free},
	}
}

var (
	errNoExport = refuse(http.StatusNotFound, "no_export", backend.ErrNotExported.Error())
	errNoPart   = refuse(http.StatusNotFound, "no_part", "the index has changed: request its file list again")
)

func (s *Server) description() endpoint {
	return handle("application/json", func(w http.ResponseWriter, r *http.Request) error {
		raw, err := s.opts.Engines.Description(r.Context(), r.PathValue("corpus"))
		if err != nil {
			return exportRefusal(err)
		}
		writeBody(w, r, http.StatusOK, "application/json", raw)
		return nil
	})
}

// minExportRate is the minimum rate at which a client must read a file of an index, in bytes per
// second. A slower client is disconnected and can resume with a range request.
const minExportRate = 50 << 10

func (s *Server) part() endpoint {
	return handle("application/octet-stream", func(w http.ResponseWriter, r *http.Request) error {
		corpus, segment, name := r.PathValue("corpus"), r.PathValue("segment"), r.PathValue("file")
		file, err := s.opts.Engines.Part(r.Context(), corpus, segment, name)
		if err != nil {
			return exportRefusal(err)
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return err
		}
		allow(w, r, time.Duration(info.Size()/minExportRate)*time.Second)
		w.Header().Set("Content-Type", "application/octet-stream")
		http.ServeContent(w, r, "", time.Time{}, file)
		return nil
	})
}

func exportRefusal(err error) error {
	switch {
	case errors.Is(err, backend.ErrNotExported):
		return errNoExport
	case errors.Is(err, fs.ErrNotExist):
		return errNoPart
	}
	return err
}
