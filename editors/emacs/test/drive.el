;;; drive.el --- Simulate a user of Emacs -*- lexical-binding: t -*-

;;; Commentary:

;; Opens FILE in WS, starts CLIENT (eglot, lsp-mode or none), and plays SCENE
;; with the package's commands and the real minibuffer.
;; emacs --batch --no-init-file --eval "(package-initialize)" -L DIR -l test/drive.el

;;; Code:

(require 'cl-lib)
(require 'scilit)

(defun drive-env (name) (or (getenv name) (error "%s is not set" name)))

(defun drive-check (ok format &rest values)
  "Exit with a failure unless OK."
  (unless ok
    (message "FAIL: %s" (apply #'format format values))
    (kill-emacs 1))
  ok)

(defun drive-wait (what condition)
  "Wait until CONDITION returns non-nil; WHAT describes it in the failure."
  (let ((end (+ (float-time) 60)) met)
    (while (not (or (setq met (funcall condition)) (> (float-time) end)))
      (accept-process-output nil 0.02))
    (drive-check met "%s did not come" what)))

;; Messages and questions.

(defvar drive-said nil "The messages shown, newest first.")
(defvar drive-keys nil "Keys for the next questions, in order.")
(defvar drive-asked nil "The prompt of each question and the content of the papers' buffer, newest first.")

(defun drive-says (pattern)
  "Wait for a message that matches PATTERN, and return it."
  (let (found)
    (drive-wait (format "a message “%s” (said: %S)" pattern (seq-take drive-said 3))
                (lambda () (setq found (seq-find (lambda (m) (string-match-p pattern m)) drive-said))))
    (setq drive-said nil)
    found))

(advice-add 'message :before
            (lambda (&optional format &rest values)
              (when format (push (apply #'format-message format values) drive-said))))

(defvar drive-typing nil "Non-nil while a question is being answered; some questions ask others.")

(defun drive-answer (ask &rest arguments)
  "Call ASK with ARGUMENTS, and answer its question."
  (apply (if drive-typing #'funcall #'drive-type) ask arguments))

(defun drive-type (ask &rest arguments)
  "Call ASK with ARGUMENTS, and type the next keys into its minibuffer."
  (let ((keys (pop drive-keys)) (drive-typing t) answer)
    (drive-check keys "nobody expects the question %S" (car arguments))
    (push (list (car arguments)) drive-asked)
    (global-set-key [f5] (lambda () (interactive) (setq answer (apply ask arguments))))
    (global-set-key [f6] #'drive-note)
    (global-set-key [f7] #'drive-await-draft)
    (define-key minibuffer-local-map [f6] #'drive-note)
    (define-key minibuffer-local-map [f7] #'drive-await-draft)
    (execute-kbd-macro (vconcat [f5 f6] (kbd keys)))
    answer))

(defun drive-await-draft ()
  "Wait until the candidate shows its draft."
  (interactive)
  (drive-wait "the drafted sentence"
              (lambda () (with-current-buffer scilit-choose--buffer
                           (string-match-p "^\\(?:Suggested sentence\\|No sentence can be written\\): "
                                           (buffer-substring (overlay-start scilit-choose--overlay)
                                                             (overlay-end scilit-choose--overlay)))))))

(defun drive-note ()
  "Record the content of the buffer of papers with the question."
  (interactive)
  (when-let ((window (get-buffer-window scilit-choose--buffer)))
    (with-current-buffer scilit-choose--buffer
      (push (list (buffer-string)
                  (buffer-substring (overlay-start scilit-choose--overlay) (overlay-end scilit-choose--overlay)))
            (cdr (car drive-asked))))))

(advice-add 'completing-read :around #'drive-answer)
(advice-add 'read-string :around #'drive-answer)
(advice-add 'read-file-name :around #'drive-answer)
(advice-add 'read-directory-name :around #'drive-answer)
(advice-add 'y-or-n-p :override (lambda (question) (drive-check nil "nobody expects the question %s" question)))

;; Clients.

(setq make-backup-files nil create-lockfiles nil
      eglot-sync-connect 10 eglot-autoshutdown nil
      lsp-auto-guess-root t lsp-restart 'auto-restart lsp-enable-file-watchers nil lsp-warn-no-matched-clients nil
      lsp-client-packages nil lsp-modeline-code-actions-enable nil lsp-diagnostics-provider :none
      lsp-session-file (expand-file-name "lsp-session" (drive-env "HOME"))
      lsp-server-install-dir (expand-file-name "lsp" (drive-env "HOME")))

(declare-function eglot-managed-p "eglot")
(declare-function lsp "lsp-mode")
(declare-function lsp-workspace-folders-add "lsp-mode")
(declare-function lsp-workspaces "lsp-mode")
(declare-function lsp--workspace-status "lsp-mode")

(defun drive-start (client)
  "Start CLIENT in the current buffer, as its user would."
  (scilit-setup client)
  (require client)
  (pcase client
    ('eglot (call-interactively #'eglot)
            (drive-wait "Eglot" #'eglot-managed-p))
    ('lsp-mode (lsp-workspace-folders-add default-directory)
               (lsp)
               (drive-wait "lsp-mode" (lambda () (and (lsp-workspaces)
                                                      (eq 'initialized (lsp--workspace-status (car (lsp-workspaces)))))))))
  (drive-check (memq (type-of (scilit-server)) '(scilit-eglot-connection lsp--workspace)) "another server answers"))

;; Scenes.

(defun drive-entries ()
  "Return the number of entries in the .bib file on disk."
  (with-temp-buffer
    (insert-file-contents "references.bib")
    (count-matches "^@")))

(defun drive-to (pattern)
  "Move point after PATTERN."
  (goto-char (point-min))
  (drive-check (re-search-forward pattern nil t) "no %s in %s" pattern (buffer-string)))

(defun drive-cite ()
  "Cite a paper for the comment, rewrite it, copy its reference, and cite it again."
  (when (equal "eglot" (drive-env "CLIENT"))
    (drive-undefined))
  (scilit-status)
  (message "status: %s" (drive-says "engine; .*demo: [0-9]+ papers"))
  (drive-to "scilit:")
  (scilit-show-highlights)
  (drive-wait "the hover" (lambda () (get-buffer "*SciLit highlights*")))
  (with-current-buffer "*SciLit highlights*"
    (drive-check (string-match-p "Papers that match" (buffer-string)) "the hover says %s" (buffer-string)))
  (let ((before (drive-entries)))
    (drive-suggest)
    (drive-check (= (drive-entries) (1+ before)) "the .bib has %d entries" (drive-entries))
    (drive-rewrite)
    (drive-copy)
    (drive-mark)
    (drive-check (= (drive-entries) (1+ before)) "a mark for the same paper added an entry")
    (drive-related)))

(declare-function flymake-diagnostics "flymake")
(declare-function flymake-start "flymake")

(defun drive-undefined ()
  "Check that an undefined key is marked; with Eglot, no other server does so."
  (let ((text (buffer-string)))
    (drive-to "vectors of words")
    (insert (if (derived-mode-p 'markdown-mode) " [@nosuchkey]" " \\citep{nosuchkey}"))
    (scilit-server-document (scilit-server))
    (drive-wait "the mark of an undefined key"
                (lambda ()
                  (flymake-start)
                  (cl-find "nosuchkey" (flymake-diagnostics) :key #'flymake-diagnostic-text :test #'string-search)))
    (erase-buffer)
    (insert text)))

(defun drive-suggest ()
  "Step to the second paper and back, and insert a sentence about the first."
  (setq drive-keys '("M-n M-n <f7> <f6> C-a C-k RET"))
  (scilit-suggest-citation)
  (drive-says "references.bib contains the entry; evidence in the paper (support 0\\.[0-9][0-9] out of 1)")
  (pcase-let ((`(,prompt ,second ,shown) (car drive-asked)))
    (drive-check (string-search (cadr second) (car second) (length (cadr shown))) "not the second paper is current: %s" (cadr second))
    (drive-check (string-match-p "Suggested sentence: .*\\(cite\\|@\\).*\nEvidence in the paper (support 0" (cadr second))
                 "no sentence is shown: %s" (cadr second))
    (drive-check (string-match-p "\\`Cite ([0-9]+ match “sentence embeddings" prompt) "the prompt is %s" prompt)
    (drive-check (>= (cl-count ?· (car shown)) (* 3 scilit-papers)) "the papers shown are %s" (car shown))
    (drive-check (string-prefix-p (cadr shown) (car shown)) "the first paper is not the current one")))

(defun drive-mark ()
  "Choose the paper of the sentence again, by typing words from its title."
  (drive-to "vectors of words")
  (setq drive-keys (list (concat (drive-title) " TAB RET")))
  (scilit-insert-mark)
  (drive-says "the .bib file already contains the entry"))

(defun drive-by-name ()
  "Cite the paper with a DOI, whatever the text is about."
  (drive-to "vectors of words")
  (setq drive-keys '("RET"))
  (scilit-cite-by-name "10.18653/v1/p18-1198")
  (drive-says "references.bib\\|already"))

(defun drive-related ()
  "Write a paragraph about typed topics, then one about those in a region."
  (let ((before (drive-entries)))
    (drive-to "vectors of words")
    (setq drive-keys '("question SPC answering ; SPC summarization RET"))
    (call-interactively #'scilit-related-work)
    (drive-says "wrote to references.bib and main")
    (drive-check (= (drive-entries) (+ 2 before)) "the .bib has %d entries" (drive-entries))
    (drive-to "scilit: probing tasks")
    (let ((text (buffer-string)))
      (scilit-related-work (line-beginning-position) (line-end-position))
      (insert " ")
      (drive-says "The text has changed")
      (delete-char -1)
      (drive-check (equal text (buffer-string)) "an edit of another text was made"))
    (scilit-related-work (line-beginning-position) (line-end-position))
    (drive-says "wrote to")
    (forward-line 1)
    (drive-check (search-forward "probing" nil t) "no paragraph stands below the comment")))

(defun drive-rewrite ()
  "Rewrite the added sentence with other keywords."
  (drive-to "in many of our experiments[^.]*\\.[ \n]+.")
  (setq drive-keys '("C-a C-k probing SPC tasks RET"))
  (scilit-rewrite)
  (drive-says "evidence in the paper")
  (drive-to "scilit: probing tasks"))

(defun drive-added (pattern)
  "Return the first group of the last match of PATTERN in the .bib file on disk."
  (with-temp-buffer
    (insert-file-contents "references.bib")
    (goto-char (point-max))
    (drive-check (re-search-backward pattern nil t) "no %s in the .bib" pattern)
    (match-string 1)))

(defun drive-title ()
  "Return the keys that type the first words of the added entry's title."
  (string-join (split-string (drive-added "^ *title *= {\\(\\S-+ \\S-+ \\S-+\\)")) " C-q SPC "))

(defun drive-copy ()
  "Copy the reference of the added citation."
  (let ((key (drive-added "^@[a-z]+{\\([^,]+\\)")))
    (drive-to (regexp-quote key))
    (scilit-copy-reference "bibtex")
    (drive-wait "the reference" (lambda () (string-match-p (concat "\\`@.*" (regexp-quote key)) (current-kill 0))))))

(defun drive-bib ()
  "Return the text of the .bib file on disk."
  (with-temp-buffer
    (insert-file-contents "references.bib")
    (buffer-string)))

(defun drive-choose ()
  "Cite two papers with a page and undo it; choose papers for topics; edit the query."
  (let ((text (buffer-string)) (bib (drive-bib)))
    (drive-to "scilit:")
    (setq drive-keys '("M-m M-n M-n M-m M-l" "see RET" "p. SPC 3 RET"))
    (scilit-insert-mark)
    (drive-says "references.bib contains the entry")
    (drive-check (string-match-p "\\\\citep\\[see\\]\\[p\\.~3\\]{[a-z0-9]+, ?[a-z0-9]+}" (buffer-string))
                 "no citation of two in %s" (buffer-string))
    (scilit-undo)
    (drive-says "removed the citation, and its entry in references.bib")
    (drive-check (equal text (buffer-string)) "the text is %s" (buffer-string))
    (drive-check (equal bib (drive-bib)) "the .bib is %s" (drive-bib)))
  (drive-claim)
  (drive-undo-cited)
  (drive-choose-related)
  (drive-to "vectors of words")
  (setq drive-keys '("C-a C-k Eye SPC movements SPC in SPC reading. RET" "<f6> RET"))
  (scilit-suggest-by-text)
  (drive-says "evidence in the paper")
  (drive-check (string-match-p "[Rr]eading" (car (nth 1 (car drive-asked)))) "by other text: %s" (car drive-asked)))

(defun drive-claim ()
  "Check that the claim is the region's last sentence, though point is in the first."
  (drive-to "in many of our experiments\\.")
  (push-mark nil t t)
  (drive-to "^Sentence")
  (goto-char (line-beginning-position))
  (setq drive-keys '("RET"))
  (let ((transient-mark-mode t) (mark-active t))
    (scilit-insert-mark))
  (drive-says "references.bib contains the entry")
  (drive-check (string-match-p "experiments[~ ]\\\\cite" (buffer-string)) "the claim is not cited in %s" (buffer-string))
  (scilit-undo)
  (drive-says "removed the citation, and its entry"))

(defun drive-undo-cited ()
  "Check that undo keeps an entry that another citation needs."
  (let ((text (buffer-string)) (bib (drive-bib)))
    (drive-to "scilit:")
    (setq drive-keys '("RET"))
    (scilit-insert-mark)
    (drive-says "references.bib contains the entry")
    (let ((key (drive-added "^@[a-z]+{\\([^,]+\\)")))
      (drive-to "vectors of words")
      (insert " \\citep{" key "}")
      (scilit-undo)
      (drive-says (concat key " is cited elsewhere, so its entry stays"))
      (drive-check (not (equal bib (drive-bib))) "the entry is gone")
      (delete-region (- (point) (length key) 9) (point))
      (drive-check (equal text (buffer-string)) "the text is %s" (buffer-string)))))

(defun drive-choose-related ()
  "Write a paragraph about two papers for one topic and one for another."
  (let ((before (drive-entries)))
    (drive-to "vectors of words")
    (setq drive-keys '("M-n M-n M-m M-n M-m RET" "RET"))
    (scilit-related-work (point) (point) "question answering; summarization" t)
    (drive-says "wrote to references.bib and main")
    (drive-check (string-match-p "Papers about “summarization” (2 of 2" (caar drive-asked)) "asked %s" (caar drive-asked))
    ;; One of the papers may contain no sentence that can be reworded or quoted.
    (drive-check (<= (+ 2 before) (drive-entries) (+ 3 before)) "the .bib has %d entries" (drive-entries))))

(defun drive-ask ()
  "Ask all papers, insert a sentence, ask the cited paper, and start a new conversation."
  (let ((manuscript (current-buffer)) (before (drive-entries)))
    (drive-to "vectors of words")
    (setq drive-keys '("all SPC papers RET"))
    (scilit-ask "Which tasks probe what sentence embeddings capture?")
    (drive-conversation "> Which tasks .*capture\\?\nQuoted from the papers:\n\n  “\\(?:.*\n\\)*  \\[1\\] [01]\\.[0-9][0-9]  ")
    (drive-check (string-search "all papers" (format "%S" drive-ask-scopes)) "the scopes are %S" drive-ask-scopes)
    (drive-to "” ")
    (push-button)
    (drive-check (looking-at "  \\[1\\] [01]\\.") "the passage is at %s" (buffer-substring (point) (line-end-position)))
    (drive-to "^  “")
    (scilit-ask-insert)
    (drive-says "references.bib contains the entry")
    (with-current-buffer manuscript
      (drive-check (string-match-p "\\(?:''\\|”\\)[ \n]+\\(?:\\\\cite[tp]?{\\|\\[@\\)" (buffer-string)) "no quotation in %s" (buffer-string)))
    (drive-check (= (drive-entries) (1+ before)) "the .bib has %d entries" (drive-entries))
    (set-buffer manuscript)
    (drive-to (if (derived-mode-p 'markdown-mode) "\\[@" "\\\\cite[tp]?{"))
    (setq drive-keys '("RET"))
    (scilit-ask "How many probing tasks are introduced?")
    (drive-conversation "> How many probing tasks are introduced\\?\nQuoted from the papers:")
    (scilit-ask-forget)
    (drive-wait "an empty conversation" (lambda () (not (string-match-p "^> " (buffer-string)))))
    (set-buffer manuscript)))

(defvar drive-ask-scopes nil "The scopes last offered for a question.")
(advice-add 'scilit-ask--scopes :filter-return (lambda (scopes) (setq drive-ask-scopes scopes)))

(defun drive-conversation (pattern)
  "Wait until the conversation contains PATTERN."
  (drive-wait pattern (lambda ()
                        (when-let ((buffer (seq-find (lambda (b) (string-prefix-p "*SciLit ask " (buffer-name b))) (buffer-list))))
                          (set-buffer buffer)
                          (string-match-p pattern (buffer-string))))))

(defun drive-named ()
  "Cite the paper with a DOI, and request one that no index contains."
  (drive-by-name)
  (scilit-uncited)
  (drive-says "uncited entries: .*(references.bib)\\|no uncited entries were found")
  (scilit-check)
  (drive-says "between entries and records\\|contradicts the records")
  (drive-to "conneau2018cram")
  (scilit-cite-by-name "10.1234/phlogiston")
  (drive-says "not found in your indexes"))

(defun drive-sent ()
  "Return the requests that left the machine."
  (with-temp-buffer
    (insert-file-contents (drive-env "SENT"))
    (buffer-string)))

(defun drive-online ()
  "Decline to send a query, send one with other keywords, and add a DOI."
  (drive-to "ecology of sound")
  (setq drive-keys '("C-a C-k ecology , SPC sound RET" "not RET"))
  (scilit-search-online)
  (drive-says "nothing was sent")
  (drive-check (string-search "api.crossref.org receives “ecology sound”" (caar drive-asked)) "asked %s" (car drive-asked))
  (drive-check (string-empty-p (string-trim (drive-sent))) "sent was %s" (drive-sent))
  (setq drive-keys '("send RET" "Kessler TAB RET"))
  (scilit-search-online "ecology, sound")
  (drive-says "references.bib contains the entry")
  (drive-check (string-match-p "query.bibliographic=ecology\\+sound" (drive-sent)) "sent was %s" (drive-sent))
  (drive-to "kessler2012chemical")
  (drive-to "ecology of sound")
  (setq drive-keys '("Send RET"))
  (scilit-add-identifier "10.1371/journal.pone.0033693")
  (drive-wait "the entry" (lambda () (string-search "sadasivan2012methylphenidate" (buffer-string)))))

(defun drive-grow ()
  "Without a corpus, accept the offer to grow one, and cite a paper from it."
  (advice-add 'read-multiple-choice :override (lambda (_prompt choices) (car choices)))
  (drive-to "matters")
  (setq drive-keys '("Do SPC not TAB RET"))
  (scilit-suggest-citation)
  (drive-says "nothing was sent")
  (drive-check (string-search "Hosts: api.openalex.org" (caar drive-asked)) "asked %s" (car drive-asked))
  (drive-check (string-empty-p (string-trim (drive-sent))) "sent was %s" (drive-sent))
  (setq drive-keys '("Build TAB RET"))
  (scilit-grow-corpus)
  (drive-says "of 5000 papers, [0-9]+ searchable")
  (drive-says "the corpus has [0-9]+ papers")
  (setq drive-keys '("RET"))
  (scilit-insert-mark)
  (drive-wait "a citation" (lambda () (string-match-p "\\[@[a-z0-9]+\\]" (buffer-string)))))

(defun drive-first-use ()
  "Without a corpus, accept the offer to index the user's papers, and cite one."
  (advice-add 'read-multiple-choice :override
              (lambda (_prompt choices) (drive-check (assq ?d choices) "no demo is offered") (assq ?o choices)))
  (drive-to "experiments\\.")
  (setq drive-keys (list (concat "C-a C-k " (drive-env "PAPERS") " RET") "RET"))
  (scilit-suggest-citation)
  (message "indexed: %s" (drive-says "you can now ask for a citation"))
  (drive-wait "the server" (lambda () (ignore-errors (scilit-server))))
  (scilit-doctor)
  (drive-wait "the doctor" (lambda () (get-buffer "*SciLit doctor*")))
  (with-current-buffer "*SciLit doctor*"
    (drive-check (string-match-p "^active: " (buffer-string)) "the doctor says %s" (buffer-string)))
  (setq drive-keys '("RET"))
  (scilit-insert-mark)
  (drive-says "references.bib contains the entry"))

(let ((default-directory (file-name-as-directory (drive-env "WS"))))
  (setq scilit-program (drive-env "SERVER")
        scilit-corpora-directory (expand-file-name "corpora/" (drive-env "HOME")))
  (when (equal "online" (drive-env "SCENE"))
    (setq scilit-settings '(:online (:sources ["crossref"]))))
  (when (equal "grow" (drive-env "SCENE"))
    (setq scilit-settings '(:engine "plain" :online (:sources ["openalex"]))))
  (find-file (drive-env "FILE"))
  (unless (equal "none" (drive-env "CLIENT"))
    (drive-start (intern (drive-env "CLIENT"))))
  (funcall (intern (concat "drive-" (drive-env "SCENE"))))
  (save-some-buffers t)
  (kill-emacs 0))
;;; drive.el ends here
