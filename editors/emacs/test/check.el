;;; check.el --- Compile the package, and check its documentation -*- lexical-binding: t -*-

;;; Commentary:

;; emacs --batch --no-init-file --eval "(package-initialize)" -L DIR -l DIR/test/check.el
;; Fails on any warning.  DIR is a copy, since the compiled files stay there.

;;; Code:

(require 'checkdoc)

(defvar check-failed nil)

(defun check-file (file)
  "Compile FILE, and check its documentation."
  (let ((byte-compile-error-on-warn t))
    (unless (byte-compile-file file)
      (setq check-failed t)))
  (let ((checkdoc-create-error-function
         (lambda (text start _end &optional _)
           (setq check-failed t)
           (message "%s:%s: %s" file (if start (line-number-at-pos start) "?") text)
           nil)))
    (checkdoc-file file)))

(mapc #'check-file (directory-files-recursively (expand-file-name ".." (file-name-directory load-file-name))
                                                "\\`scilit.*\\.el\\'"))
(kill-emacs (if check-failed 1 0))
;;; check.el ends here
