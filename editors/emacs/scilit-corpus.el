;;; scilit-corpus.el --- Corpora, and what runs -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Indexing papers, the first use without any, and what the server and the
;; program say of themselves.

;;; Code:

(require 'scilit-server)

(defcustom scilit-corpora-directory (locate-user-emacs-file "scilit/corpora/")
  "Where `scilit-add-corpus' puts new corpora, one folder each."
  :type 'directory
  :group 'scilit)

(defcustom scilit-demo-papers
  (when-let ((library (locate-library "scilit-corpus.el" t)))
    (expand-file-name "../../testdata/papers" (file-name-directory (file-truename library))))
  "Folder of the papers of the demo corpus.
They are in the repository that this package is in."
  :type '(choice (const :tag "None" nil) directory)
  :group 'scilit)

;; What the program prints.

(defun scilit--run (arguments line done)
  "Run the program with ARGUMENTS, and return at once.
LINE is called with each line of its standard error, DONE with its exit
code and output."
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
  "The settings called NAMES, such as :engine, as flags of the program."
  (cl-loop for name in names
           for value = (plist-get scilit-settings name)
           append (cl-loop for one in (if (stringp value) (list value) (scilit-list value))
                           append (list (concat "--" (substring (symbol-name name) 1)) one))))

;; Indexing.

;;;###autoload
(defun scilit-add-corpus (papers folder)
  "Index PAPERS, a file or a folder of them, into the corpus in FOLDER.
A FOLDER without a corpus gets a new one; papers are added to one that is
there.  What can be read: PDFs, what reference managers export, and more,
as the server's README says.  PAPERS that are a corpus already are searched
as they are, and FOLDER is not used."
  (interactive
   (let ((papers (read-file-name "Papers (a folder, or a file such as a .bib): " nil nil t)))
     (list papers
           (unless (scilit--corpus-p papers)
             (read-directory-name "Into the corpus: " scilit-corpora-directory nil nil
                                  (file-name-base (directory-file-name papers)))))))
  (if (scilit--corpus-p papers)
      (scilit--open-corpus (expand-file-name papers) (current-buffer) "this corpus is searched from now on")
    (scilit--index papers folder)))

(defun scilit--corpus-p (folder)
  "Return non-nil if FOLDER is one of a corpus."
  (file-exists-p (expand-file-name "CURRENT" folder)))

(defun scilit--index (papers folder)
  "Index PAPERS into the corpus in FOLDER, and search it then."
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
  "The program's arguments to index PAPERS into the corpus in FOLDER."
  (append (if (scilit--corpus-p folder)
              (list "index" "add" folder)
            (list "index" "build" "--out" folder "--name" (file-name-nondirectory folder)))
          '("--progress-lines") (scilit--flags :models :onnxruntime :grobid)
          (list papers)))

(defun scilit--indexing-says (line)
  "Show a LINE of indexing: progress, or a record that was left out."
  (cond ((string-prefix-p "progress: " line)
         (message "SciLit: indexing: %s" (string-remove-prefix "progress: " line)))
        ((not (string-prefix-p "notice: " line)) ; a code, for other editors
         (with-current-buffer (get-buffer-create "*SciLit indexing*")
           (goto-char (point-max))
           (insert line "\n")))))

(defun scilit--open-corpus (folder buffer summary)
  "Put FOLDER into `scilit-indexes', tell the server of BUFFER, show SUMMARY.
What the server searched before stays, wherever it was named."
  (if (not (scilit--asks-p buffer))
      (progn (scilit--remember (append (or scilit-indexes (parse-colon-path (getenv "SCILIT_INDEX")))
                                       (list folder)))
             (message "SciLit: %s" summary))
    (with-current-buffer buffer
      (scilit--with-status
       (lambda (status)
         (scilit--remember (append (or scilit-indexes (scilit--folders status)) (list folder)))
         (scilit-restart)
         (message "SciLit: %s; ask for a citation now" summary))))))

(defun scilit--asks-p (buffer)
  "Whether the server knows BUFFER."
  (and (buffer-live-p buffer)
       (with-current-buffer buffer (and buffer-file-name (scilit-language)))))

(defun scilit--folders (status)
  "The folders of the corpora in STATUS."
  (mapcar (lambda (corpus) (scilit-get corpus :path))
          (scilit-list (scilit-get status :corpora))))

(defun scilit--remember (indexes)
  "Make INDEXES the user's, for later sessions too.
An Emacs without an init file keeps no settings."
  (setq scilit-indexes
        (delete-dups (mapcar (lambda (folder) (abbreviate-file-name (directory-file-name (expand-file-name folder))))
                             indexes)))
  (when user-init-file
    (customize-save-variable 'scilit-indexes scilit-indexes)))

;;;###autoload
(defun scilit-add-demo-corpus ()
  "Index the papers that come with the repository, to try SciLit with."
  (interactive)
  (unless (scilit--demo-p)
    (user-error "The demo papers are in testdata/papers of the repository: name that folder in `scilit-demo-papers'"))
  (scilit-add-corpus scilit-demo-papers (expand-file-name "demo" scilit-corpora-directory)))

(defun scilit--demo-p ()
  "Whether the demo papers are there."
  (and scilit-demo-papers (file-directory-p scilit-demo-papers)))

;; The first use.

(defun scilit-first-use (place message again &optional waited)
  "Show MESSAGE, or offer to index papers where there are none at PLACE.
Where a library is read first, wait for it and call AGAIN; WAITED is
non-nil then."
  (scilit-request place "scilit/status" nil
              (lambda (status)
                (cond ((scilit--reading-p status)
                       (message "SciLit: reading your .bib ...")
                       (run-at-time 0.5 nil #'scilit-first-use place message again t))
                      ((equal "none" (scilit-get status :engine))
                       (scilit--offer (scilit--no-papers status)))
                      (waited (funcall again))
                      (t (scilit-complain message))))))

(defun scilit--reading-p (status)
  "Whether nothing is searched by STATUS but a library that is not read yet."
  (and (scilit--no-index-p status)
       (string-match-p "\\`\\(not looked at yet\\|looking\\|reading\\)"
                       (or (scilit-get status :library :state) ""))))

(defun scilit--no-index-p (status)
  "Return non-nil if STATUS has a notice that no index is configured."
  (seq-some (lambda (notice) (equal "no_index" (scilit-get notice :code)))
            (scilit-list (scilit-get status :notices))))

(defun scilit--no-papers (status)
  "Say that of STATUS there is nothing to search."
  (if (scilit--no-index-p status) "There are no papers yet" (scilit-get status :problem)))

(defvar scilit--bare-asked nil "Whether the user of .bib files alone was offered a corpus.")

(defun scilit-unless-bare (place do)
  "Call DO, or offer a corpus where nobody named papers at PLACE.
That is once a session: the .bib files of the workspace are searched anyway."
  (if scilit--bare-asked
      (funcall do)
    (scilit-request place "scilit/status" nil
                (lambda (status)
                  (if (not (eq (scilit-get status :bare) t))
                      (funcall do)
                    (setq scilit--bare-asked t)
                    (scilit--offer "There are no papers yet but those of your .bib" do))))))

(defun scilit--offer (problem &optional go-on)
  "Offer corpora, since of PROBLEM there is nothing, or little, to search.
With the function GO-ON offer to call that instead."
  (pcase (let ((scilit-asking t))
           (car (read-multiple-choice
                 (concat problem ". Index")
                 `((?o "own papers" "A folder of PDFs, a .bib, an export of a reference manager.")
                   ,@(when (scilit--demo-p)
                       '((?d "demo papers" "5,260 papers on language and biomedicine, to try it.")))
                   ,(if go-on
                        '(?b "bib alone" "Nothing now: cite what your .bib has.")
                      '(?n "nothing now"))))))
    (?o (call-interactively #'scilit-add-corpus))
    (?d (scilit-add-demo-corpus))
    (?b (funcall go-on))
    (_ (message (substitute-command-keys "SciLit: \\[scilit-add-corpus] indexes your papers")))))

;; What runs.

;;;###autoload
(defun scilit-status ()
  "Tell the engine and the corpora in use."
  (interactive)
  (scilit--with-status (lambda (status) (message "SciLit: %s" (scilit--status-line status)))))

(defun scilit--with-status (do)
  "Call DO with the server's status, in whatever state the text is then."
  (let ((place (scilit-place)))
    (setf (scilit-place-tick place) nil)
    (scilit-request place "scilit/status" nil do)))

(defun scilit--status-line (status)
  "STATUS as a line, and one for each note."
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
  "PROBLEM of STATUS, with the way out that this package has."
  (if (scilit--no-index-p status)
      (substitute-command-keys "there are no papers yet: \\[scilit-add-corpus] indexes yours")
    problem))

(defun scilit--corpus-line (corpus)
  "Describe CORPUS of a status."
  (format "%s: %s, %d with full text" (scilit-get corpus :name)
          (scilit--count (scilit-get corpus :papers)) (scilit-get corpus :fullTexts)))

(defun scilit--library-line (library)
  "Describe LIBRARY of a status in a list; it is nil where there is none."
  (when library
    (list (format "your library: %s, %s" (scilit--count (scilit-get library :papers)) (scilit-get library :state)))))

(defun scilit--count (papers)
  "The number of PAPERS in words."
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
         (goto-char (point-min))))))) ; what is wrong, then what runs

(defun scilit-show (name text &optional markdown)
  "Show TEXT in a buffer called NAME, as MARKDOWN where Emacs has a mode for it."
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
