package app

import (
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// SettingNotices are those of the problems of settings: of each key that there is not,
// that cannot be read, or of a whole file.
func SettingNotices(problems []error) (notices []Notice) {
	for _, problem := range problems {
		n := Notice{Code: NoticeSetting, Subject: config.KeyOf(problem), Text: files.Explain(problem)}
		if _, unknown := config.UnknownKey(problem); unknown {
			n.Code = NoticeUnknown
		}
		notices = append(notices, n)
	}
	return notices
}
