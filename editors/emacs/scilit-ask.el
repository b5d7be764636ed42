;;; scilit-ask.el --- Ask papers -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Asks questions about papers.  Answers are quotes, or checked sentences written by
;; the configured language model.  A buffer next to the document shows the
;; conversation as plain text, since text from papers and models is untrusted.

;;; Code:

(require 'scilit-server)
(require 'scilit-choose)
(require 'scilit-cite)

(defface scilit-question '((t :inherit bold))
  "A question."
  :group 'scilit)

(defface scilit-unsupported '((t :inherit warning))
  "A sentence that its passages do not support."
  :group 'scilit)

(defvar scilit-ask-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "i") #'scilit-ask-insert)
    (define-key map (kbd "a") #'scilit-ask-again)
    (define-key map (kbd "N") #'scilit-ask-forget)
    (define-key map (kbd "C-c C-k") #'scilit-ask-cancel)
    (define-key map (kbd "TAB") #'forward-button)
    (define-key map (kbd "<backtab>") #'backward-button)
    map)
  "Keymap for `scilit-ask-mode'.")

(define-derived-mode scilit-ask-mode special-mode "Ask"
  "Major mode for a document's conversation about papers.
\\{scilit-ask-mode-map}"
  (visual-line-mode))

(defvar-local scilit-ask--place nil "The place of the last question.")
(defvar-local scilit-ask--scope nil "The request parameters that select the papers.")
(defvar-local scilit-ask--turns nil "Questions and answers, oldest first.")
(defvar-local scilit-ask--open nil "The pending question: a list of token, question, passages and sentences.")

(defvar scilit-ask--count 0 "The number of questions asked; makes their tokens unique.")

;;;###autoload
(defun scilit-ask (&optional question)
  "Ask QUESTION about papers, and show the answer with its passages.
The papers are the ones cited at point, all papers, or one corpus.  The
question refers to the region, or to the sentence at point."
  (interactive)
  (let ((place (scilit-place))
        (claim (when (use-region-p)
                 (list :selection (scilit--range (scilit-place) (region-beginning) (region-end))))))
    (setf (scilit-place-tick place) nil) ; an answer may arrive while the user writes
    (scilit-request place "scilit/ask/about" claim
                    (lambda (topic)
                      (let ((scope (scilit-ask--choose topic))
                            (question (or question (read-string "Question: "))))
                        (scilit-ask--show place (append scope claim) (scilit-list (scilit-get topic :turns)))
                        (scilit-ask--send question))))))

(defun scilit-ask--scopes (topic)
  "Return an alist of scopes for a question about TOPIC.
Keys are names, values are request parameters."
  (let ((known (seq-remove (lambda (work) (string-empty-p (scilit-get work :id)))
                           (scilit-list (scilit-get topic :cited))))
        (corpora (scilit-list (scilit-get topic :corpora))))
    (append
     (when known
       (list (cons (if (cdr known) (format "the %d papers cited here" (length known))
                     (scilit-get (car known) :byline))
                   '(:cited t))))
     (list (cons "all papers" nil))
     (when (cdr corpora)
       (mapcar (lambda (name) (cons (concat "the corpus " name) (list :corpora (vector name)))) corpora)))))

(defun scilit-ask--choose (topic)
  "Read the scope of a question about TOPIC; return its request parameters."
  (let ((scopes (scilit-ask--scopes topic)))
    (if (cdr scopes)
        (cdr (assoc (completing-read (format-prompt "Papers to ask" (caar scopes)) scopes nil t nil nil (caar scopes))
                    scopes))
      (cdar scopes))))

(defun scilit-ask--show (place scope said)
  "Show SAID, the conversation so far about the document of PLACE.
SCOPE contains the request parameters that select the papers."
  (let ((buffer (get-buffer-create (format "*SciLit ask %s*" (buffer-name (scilit-place-buffer place))))))
    (with-current-buffer buffer
      (unless (derived-mode-p 'scilit-ask-mode) (scilit-ask-mode))
      (setq scilit-ask--place place scilit-ask--scope scope scilit-ask--turns said))
    (pop-to-buffer buffer)))

(defun scilit-ask--send (question)
  "Ask QUESTION in the current conversation."
  (let ((buffer (current-buffer)) (place scilit-ask--place)
        (token (format "scilit-ask-%d-%d" (emacs-pid) (cl-incf scilit-ask--count))))
    (setq scilit-ask--open (list token question nil nil))
    (scilit-ask--draw)
    (scilit-hear token (lambda (step) (scilit-ask--step buffer token step)))
    (scilit-request place "scilit/ask"
                    (append (list :question question :partialResultToken token :workDoneToken (concat token "-work"))
                            scilit-ask--scope)
                    (lambda (answer) (scilit-ask--end buffer token (list :question question :answer answer)))
                    (lambda (message)
                      (scilit-ask--end buffer token nil)
                      (scilit-complain message)))))

(defun scilit-ask--step (buffer token step)
  "Show STEP, a partial answer for TOKEN, in BUFFER."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (when (equal token (car scilit-ask--open))
        (when-let ((passages (scilit-list (scilit-get step :passages))))
          (setf (nth 2 scilit-ask--open) passages))
        (when-let ((sentence (scilit-get step :sentence)))
          (setf (nth 3 scilit-ask--open) (append (nth 3 scilit-ask--open) (list sentence))))
        (scilit-ask--draw)))))

(defun scilit-ask--end (buffer token turn)
  "End the question of TOKEN in BUFFER with TURN, nil if it has no answer."
  (scilit-hear token nil)
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (when (equal token (car scilit-ask--open))
        (setq scilit-ask--open nil)
        (when turn
          (setq scilit-ask--turns (append scilit-ask--turns (list turn))))
        (scilit-ask--draw)))))

;; A turn is a question with its answer.  Turns of earlier sessions come from the
;; server and have the fields of the answer at the top level.

(defun scilit-ask--answer (turn)
  "Return the answer of TURN."
  (or (scilit-get turn :answer) turn))

(defun scilit-ask--plain (text)
  "Return TEXT on one line, without control characters and text properties."
  (replace-regexp-in-string "[[:cntrl:]]+" " " (substring-no-properties (or text ""))))

(defun scilit-ask--draw ()
  "Redraw the conversation in the current buffer, and go to the last question."
  (let ((inhibit-read-only t) last)
    (erase-buffer)
    (insert (propertize "TAB goes to a number, RET to its passage; i inserts the sentence, a asks again, N begins a new conversation\n" 'face 'shadow))
    (dolist (turn scilit-ask--turns)
      (setq last (point))
      (let ((answer (scilit-ask--answer turn)))
        (scilit-ask--write (scilit-get turn :question) (scilit-get answer :turn) (scilit-ask--verdict answer)
                           (scilit-list (scilit-get answer :sentences)) (scilit-list (scilit-get answer :passages)))))
    (pcase scilit-ask--open
      (`(,_ ,question ,passages ,sentences)
       (setq last (point))
       (scilit-ask--write question nil "Asking ... (C-c C-k cancels)" sentences passages)))
    (goto-char (or last (point-min)))
    (dolist (window (get-buffer-window-list nil nil t))
      (set-window-point window (point)))))

(defun scilit-ask--verdict (answer)
  "Return the line that describes ANSWER, such as its author."
  (cond ((not (eq t (scilit-get answer :said))) (scilit-get answer :text))
        ((equal "passages" (scilit-get answer :by)) "Quoted from the papers:")
        (t (format "By %s, each sentence checked against its passages:" (scilit-get answer :by)))))

(defun scilit-ask--write (question turn verdict sentences passages)
  "Insert QUESTION, VERDICT, SENTENCES and PASSAGES of TURN."
  (insert "\n" (propertize (concat "> " (scilit-ask--plain question)) 'face 'scilit-question) "\n"
          (scilit-ask--plain verdict) "\n\n")
  (let ((from (point)) (number 0))
    (dolist (sentence sentences)
      (scilit-ask--write-sentence sentence from (list turn (cl-incf number) sentence)))
    (insert "\n")
    (mapc #'scilit-ask--write-passage passages)))

(defun scilit-ask--write-sentence (sentence from target)
  "Insert SENTENCE of the answer that begins at FROM.
TARGET identifies the sentence for `scilit-ask-insert'."
  (let ((begin (point))
        (text (scilit-ask--plain (scilit-get sentence :text)))
        (unsupported (eq t (scilit-get sentence :unsupported))))
    (insert "  " (if (eq t (scilit-get sentence :quoted)) (concat "“" text "”") text) " ")
    (dolist (number (scilit-list (scilit-get sentence :passages)))
      (insert-text-button (format "[%d]" number) 'help-echo "Go to the passage"
                          'action (lambda (_) (scilit-ask--go from number))))
    (insert "\n")
    (when unsupported
      (insert "    not found in its passages: " (scilit-ask--plain (scilit-get sentence :reason)) "\n")
      (add-face-text-property begin (point) 'scilit-unsupported))
    (put-text-property begin (point) 'scilit-sentence target)))

(defun scilit-ask--write-passage (passage)
  "Insert PASSAGE with a button that opens its paper."
  (let ((index (scilit-get passage :index)) (begin (point)))
    (insert (format "  [%d] %.2f  " (scilit-get passage :number) (scilit-get passage :score)))
    (insert-text-button (scilit-ask--plain (format "%s. %s" (scilit-get passage :byline) (scilit-get passage :title)))
                        'help-echo "Open the paper" 'action (lambda (_) (scilit-choose-open-paper passage)))
    (insert (scilit-ask--plain (format " (%s%s)" (scilit-get passage :section)
                                       (if (zerop index) "" (format ", paragraph %d" index))))
            "\n      " (scilit-ask--plain (scilit-get passage :text)) "\n")
    (put-text-property begin (point) 'scilit-passage (scilit-get passage :number))))

(defun scilit-ask--go (from number)
  "Go to the passage NUMBER of the answer that begins at FROM."
  (goto-char from)
  (when-let ((match (text-property-search-forward 'scilit-passage number t)))
    (push-mark (point) t)
    (goto-char (prop-match-beginning match))))

;; Actions on an answer.

(defun scilit-ask--here (place)
  "Return the current place in the document of PLACE."
  (with-current-buffer (scilit-place-buffer place)
    (if-let ((window (get-buffer-window)))
        (with-selected-window window (scilit-place))
      (scilit-place))))

(defun scilit-ask-insert ()
  "Insert the sentence at point into the document, after its current sentence.
If the passages do not support the sentence, ask for confirmation."
  (interactive)
  (pcase-let ((`(,turn ,number ,sentence) (get-text-property (point) 'scilit-sentence)))
    (unless turn
      (user-error "Put point on a sentence of an answer"))
    (let* ((place (scilit-ask--here scilit-ask--place))
           (unsupported (eq t (scilit-get sentence :unsupported)))
           (params (append (list :turn turn :sentence number) (when unsupported '(:anyway t)))))
      (if (and unsupported
               (not (equal "insert" (completing-read "The passages do not support the whole sentence.  Insert anyway? (insert or not): "
                                                     '("insert" "not") nil t nil nil "not"))))
          (message "SciLit: nothing was inserted")
        (scilit-request place "scilit/ask/insert" params (lambda (made) (scilit--write place made)))))))

(defun scilit-ask-again (question)
  "Ask QUESTION in this conversation, at the current point of the document."
  (interactive "sAsk papers: ")
  (setq scilit-ask--place (scilit-ask--here scilit-ask--place)
        scilit-ask--scope (cl-loop for (key value) on scilit-ask--scope by #'cddr
                                   unless (eq key :selection) append (list key value)))
  (setf (scilit-place-tick scilit-ask--place) nil)
  (scilit-ask--send question))

(defun scilit-ask-cancel ()
  "Cancel the pending question."
  (interactive)
  (unless scilit-ask--open
    (user-error "No question is pending"))
  (let ((token (car scilit-ask--open)))
    (scilit-server-notify (scilit-place-server scilit-ask--place) "window/workDoneProgress/cancel"
                          (list :token (concat token "-work")))
    (scilit-ask--end (current-buffer) token nil)
    (message "SciLit: cancelled")))

(defun scilit-ask-forget ()
  "Start a new conversation about this document."
  (interactive)
  (when scilit-ask--open
    (scilit-ask-cancel))
  (let ((buffer (current-buffer)))
    (scilit-request scilit-ask--place "scilit/ask/forget" nil
                    (lambda (_)
                      (with-current-buffer buffer
                        (setq scilit-ask--turns nil)
                        (scilit-ask--draw))))))

(provide 'scilit-ask)
;;; scilit-ask.el ends here
