;;; scilit-corpus.el --- Corpora, status and doctor -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Indexes papers, offers a corpus on first use, and shows the status and the
;; doctor's report.

;;; Code:

(require 'scilit-server)

(defcustom scilit-corpora-directory (locate-user-emacs-file "scilit/corpora/")
  "Directory of the corpora created by `scilit-add-corpus'."
  :type 'directory
  :group 'scilit)

(defcustom scilit-demo-papers
  (when-let ((library (locate-library "scilit-corpus.el" t)))
    (expand-file-name "../../testdata/papers" (file-name-directory (file-truename library))))
  "Folder with the papers of the demo corpus.
The default is the one in this package's repository."
  :type '(choice (const :tag "None" nil) directory)
  :group 'scilit)

;; Running the program.

(defun scilit--run (arguments line done)
  "Run the program with ARGUMENTS, asynchronously.
LINE is called with each line of standard error, DONE with the exit code
and standard output."
  (let* ((output (generate-new-buffer " *scilit output*")) (rest "")
         (errors (make-pipe-process
                  :name "scilit errors" :noquery t
                  :filter (lambda (_ text)
                            (let ((lines (split-string (concat rest text) "\n")))
                              (setq rest (car (last lines)))
                              (mapc line (butlast lines)))))))
    (make-process
     :name "scilit" :command (cons (scilit-program) arguments) :buffer output :stderr errors
     :connection-type 'pipe :noquery t
     :sentinel (lambda (process _)
                 (unless (process-live-p process)
                   (accept-process-output errors 0.1)
                   (delete-process errors)
                   (unless (string-empty-p rest) (funcall line rest))
                   (let ((text (with-current-buffer output (buffer-string))))
                     (kill-buffer output)
                     (funcall done (process-exit-status process) text)))))))

(defun scilit--flags (&rest names)
  "Return the settings NAMES, such as :engine, as flags of the program."
  (cl-loop for name in names
           for value = (plist-get scilit-settings name)
           append (cl-loop for one in (if (stringp value) (list value) (scilit-list value))
                           append (list (concat "--" (substring (symbol-name name) 1)) one))))

;; Indexing.

;;;###autoload
(defun scilit-add-corpus (papers folder)
  "Index PAPERS, a file or a folder, into the corpus in FOLDER.
If FOLDER has no corpus, create one; otherwise, add the papers to it.
PAPERS can be PDFs, an export from a reference manager, and more;
docs/corpora.md lists the formats.  If PAPERS is itself a corpus, search
it directly and ignore FOLDER."
  (interactive
   (let ((papers (read-file-name "Papers (a folder, or a file such as a .bib): " nil nil t)))
     (list papers
           (unless (scilit--corpus-p papers)
             (read-directory-name "Into the corpus: " scilit-corpora-directory nil nil
                                  (file-name-base (directory-file-name papers)))))))
  (if (scilit--corpus-p papers)
      (scilit--open-corpus (expand-file-name papers) (current-buffer) "this corpus is now searched")
    (scilit--index papers folder)))

(defun scilit--corpus-p (folder)
  "Return non-nil if FOLDER has a corpus."
  (file-exists-p (expand-file-name "CURRENT" folder)))

(defun scilit--index (papers folder)
  "Index PAPERS into the corpus in FOLDER, then search it."
  (let ((papers (expand-file-name papers)) (buffer (current-buffer)) last-line
        (folder (directory-file-name (expand-file-name folder))))
    (make-directory (file-name-directory folder) t)
    (message "SciLit: indexing %s ..." (abbreviate-file-name papers))
    (scilit--run (scilit--indexing papers folder)
                 (lambda (line) (setq last-line line) (scilit--indexing-says line))
                 (lambda (code output)
                   (if (zerop code)
                       (scilit--open-corpus folder buffer (car (split-string output "\n")))
                     (scilit-complain (or last-line (format "indexing ended with code %d" code))))))))

(defun scilit--indexing (papers folder)
  "Return the program's arguments to index PAPERS into the corpus in FOLDER."
  (append (if (scilit--corpus-p folder)
              (list "index" "add" folder)
            (list "index" "build" "--out" folder "--name" (file-name-nondirectory folder)))
          '("--progress-lines") (scilit--flags :models :onnxruntime :grobid)
          (list papers)))

(defun scilit--indexing-says (line)
  "Show LINE of the indexing output: progress, or a skipped record."
  (cond ((string-prefix-p "progress: " line)
         (message "SciLit: indexing: %s" (string-remove-prefix "progress: " line)))
        ((not (string-prefix-p "notice: " line)) ; notices are for other programs
         (with-current-buffer (get-buffer-create "*SciLit indexing*")
           (goto-char (point-max))
           (insert line "\n")))))

(defun scilit--open-corpus (folder buffer summary)
  "Add FOLDER to `scilit-indexes', restart the server of BUFFER, show SUMMARY.
Corpora that the server already searches are kept, wherever they are
configured."
  (if (not (scilit--asks-p buffer))
      (progn (scilit--remember (append (or scilit-indexes (parse-colon-path (getenv "SCILIT_INDEX")))
                                       (list folder)))
             (message "SciLit: %s" summary))
    (with-current-buffer buffer
      (scilit--with-status
       (lambda (status)
         (scilit--remember (append (or scilit-indexes (scilit--folders status)) (list folder)))
         (scilit-restart)
         (message "SciLit: %s; you can now ask for a citation" summary))))))

(defun scilit--asks-p (buffer)
  "Return non-nil if the server handles BUFFER."
  (and (buffer-live-p buffer)
       (with-current-buffer buffer (and buffer-file-name (scilit-language)))))

(defun scilit--folders (status)
  "Return the folders of the corpora in STATUS."
  (mapcar (lambda (corpus) (scilit-get corpus :path))
          (scilit-list (scilit-get status :corpora))))

(defun scilit--remember (indexes)
  "Set `scilit-indexes' to INDEXES, and save it if Emacs has an init file."
  (setq scilit-indexes
        (delete-dups (mapcar (lambda (folder) (abbreviate-file-name (directory-file-name (expand-file-name folder))))
                             indexes)))
  (when user-init-file
    (customize-save-variable 'scilit-indexes scilit-indexes)))

;;;###autoload
(defun scilit-add-demo-corpus ()
  "Index the repository's demo papers, to try SciLit."
  (interactive)
  (unless (scilit--demo-p)
    (user-error "The demo papers were not found: set `scilit-demo-papers' to the repository's testdata/papers folder"))
  (scilit-add-corpus scilit-demo-papers (expand-file-name "demo" scilit-corpora-directory)))

(defun scilit--demo-p ()
  "Return non-nil if the demo papers are installed."
  (and scilit-demo-papers (file-directory-p scilit-demo-papers)))

;; Growing.

;;;###autoload
(defun scilit-grow-corpus ()
  "Build a corpus of works related to the references of this document.
The server first shows the identifiers for each host, and asks."
  (interactive)
  (scilit--grow (scilit-place) nil #'ignore #'ignore)) ; the server shows errors

(defun scilit--grow (place asked done failed)
  "Have the server at PLACE plan or build a corpus.
ASKED contains additional parameters.
DONE is called with the result, FAILED with an error message."
  (setf (scilit-place-tick place) nil)
  (scilit-request place "workspace/executeCommand"
              (list :command "scilit.growCorpus"
                    :arguments (vector (append (list :uri (scilit-get (scilit-place-document place) :uri)) asked)))
              done failed))

(defun scilit-cancel-growth ()
  "Stop growing the corpus; `scilit-grow-corpus' continues."
  (interactive)
  (unless scilit-growing
    (user-error "No corpus is being built"))
  (dolist (token scilit-growing)
    (scilit-server-notify (scilit-server) "window/workDoneProgress/cancel" (list :token token))))

;; First use.

(defun scilit-first-use (place message again &optional waited)
  "Show the error MESSAGE, or offer to index papers if PLACE has none.
If the library is still being read, wait for it and then call AGAIN.
WAITED is non-nil after such a wait."
  (scilit-request place "scilit/status" nil
              (lambda (status)
                (cond ((scilit--reading-p status)
                       (message "SciLit: reading your .bib ...")
                       (run-at-time 0.5 nil #'scilit-first-use place message again t))
                      ((equal "none" (scilit-get status :engine))
                       (scilit--offer place (scilit--no-papers status)))
                      (waited (funcall again))
                      (t (scilit-complain message))))))

(defun scilit--reading-p (status)
  "Return non-nil if STATUS has only a library that is still being read."
  (and (scilit--no-index-p status)
       (string-match-p "\\`\\(not scanned yet\\|looking\\|reading\\)"
                       (or (scilit-get status :library :state) ""))))

(defun scilit--no-index-p (status)
  "Return non-nil if STATUS has a notice that no index is configured."
  (seq-some (lambda (notice) (equal "no_index" (scilit-get notice :code)))
            (scilit-list (scilit-get status :notices))))

(defun scilit--no-papers (status)
  "Return the reason why the server with STATUS has nothing to search."
  (if (scilit--no-index-p status) "No papers can be searched yet" (scilit-get status :problem)))

(defvar scilit--bare-asked nil "Non-nil if a user with only .bib files was offered a corpus.")

(defun scilit-unless-bare (place do)
  "Call DO, but first offer a corpus if none is configured at PLACE.
The offer is made once per session, since the .bib files of the workspace
are searched in any case."
  (if scilit--bare-asked
      (funcall do)
    (scilit-request place "scilit/status" nil
                (lambda (status)
                  (if (not (eq (scilit-get status :bare) t))
                      (funcall do)
                    (setq scilit--bare-asked t)
                    (scilit--offer place "Only the papers in your .bib can be searched yet" do))))))

(defun scilit--offer (place problem &optional go-on)
  "Offer to build a corpus because of PROBLEM at PLACE.
If GO-ON is non-nil, also offer to call it without a corpus."
  (scilit--grow place '(:plan t)
                (lambda (_) (scilit--offer-choices problem go-on t))
                (lambda (reason)
                  (scilit--offer-choices problem go-on (string-search "online.sources" reason)))))

(defun scilit--offer-choices (problem go-on growable)
  "Offer to build a corpus because of PROBLEM.
If GO-ON is non-nil, also offer to call it without a corpus.  GROWABLE
is non-nil if the document has references to start from."
  (pcase (let ((scilit-asking t))
           (car (read-multiple-choice
                 (concat problem ". Build a corpus of")
                 `(,@(when growable
                       '((?g "growing bibliography" "Works related to your references; you review what is sent first.")))
                   (?o "own papers" "A folder of PDFs, a .bib, an export from a reference manager.")
                   ,@(when (scilit--demo-p)
                       '((?d "demo papers" "5,260 papers on language and biomedicine, to try it.")))
                   ,(if go-on
                        '(?b "bib only" "Not now: cite only the papers in your .bib.")
                      '(?n "nothing now"))))))
    (?g (scilit-grow-corpus))
    (?o (call-interactively #'scilit-add-corpus))
    (?d (scilit-add-demo-corpus))
    (?b (funcall go-on))
    (_ (message (substitute-command-keys "SciLit: \\[scilit-add-corpus] indexes your papers")))))

;; Status.

;;;###autoload
(defun scilit-status ()
  "Show the engine and the corpora in use."
  (interactive)
  (scilit--with-status (lambda (status) (message "SciLit: %s" (scilit--status-line status)))))

(defun scilit--with-status (do)
  "Call DO with the server's status, even after the text was edited."
  (let ((place (scilit-place)))
    (setf (scilit-place-tick place) nil)
    (scilit-request place "scilit/status" nil do)))

(defun scilit--status-line (status)
  "Return STATUS as one line, followed by a line per note."
  (string-join
   (cons (if-let ((problem (scilit-get status :problem)))
             (scilit--problem-line status problem)
           (string-join (append (list (concat (scilit-get status :engine) " engine"))
                                (mapcar #'scilit--corpus-line (scilit-list (scilit-get status :corpora)))
                                (scilit--library-line (scilit-get status :library)))
                        "; "))
         (scilit-list (scilit-get status :notes)))
   "\n"))

(defun scilit--problem-line (status problem)
  "Return PROBLEM in STATUS, with the command that solves it, if known."
  (if (scilit--no-index-p status)
      (substitute-command-keys "no papers can be searched yet: \\[scilit-add-corpus] indexes yours")
    problem))

(defun scilit--corpus-line (corpus)
  "Return a description of CORPUS from a status."
  (format "%s: %s, %d with full text" (scilit-get corpus :name)
          (scilit--count (scilit-get corpus :papers)) (scilit-get corpus :fullTexts)))

(defun scilit--library-line (library)
  "Return a list with a description of LIBRARY from a status, nil for nil."
  (when library
    (list (format "your library: %s, %s" (scilit--count (scilit-get library :papers)) (scilit-get library :state)))))

(defun scilit--count (papers)
  "Return the number PAPERS with its noun."
  (format (ngettext "%d paper" "%d papers" papers) papers))

;;;###autoload
(defun scilit-doctor ()
  "Show what is installed, what is active, and why."
  (interactive)
  (if (scilit--asks-p (current-buffer))
      (scilit--with-status
       (lambda (status)
         (scilit--examine (delete-dups (append (mapcar #'expand-file-name scilit-indexes)
                                               (scilit--folders status))))))
    (scilit--examine scilit-indexes)))

(defun scilit--examine (folders)
  "Run the program's doctor on the corpora in FOLDERS."
  (let ((lines (list (concat "program: " (scilit-program))))
        (process-environment (cons (concat "PATH=" (string-join exec-path path-separator)) process-environment)))
    (scilit--run
     (append '("doctor") (cl-loop for folder in folders append (list "--index" (expand-file-name folder)))
             (scilit--flags :engine :models :onnxruntime))
     (lambda (line) (push line lines))
     (lambda (_ output)
       (scilit-show "*SciLit doctor*" (concat (string-join (nreverse lines) "\n") "\n" output))
       (with-selected-window (get-buffer-window "*SciLit doctor*")
         (goto-char (point-min))))))) ; problems come first

(defun scilit-show (name text &optional markdown)
  "Show TEXT in a buffer called NAME.
If MARKDOWN is non-nil, use a mode for Markdown if one is installed."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (if (and markdown (fboundp 'gfm-view-mode)) (gfm-view-mode) (special-mode))
      (visual-line-mode)
      (goto-char (point-min)))
    (display-buffer (current-buffer))))

(provide 'scilit-corpus)
;;; scilit-corpus.el ends here
