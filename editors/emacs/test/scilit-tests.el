;;; scilit-tests.el --- Tests that need no server -*- lexical-binding: t -*-

;;; Commentary:

;; Run in batch: -L DIR -l scilit-tests.el -f ert-run-tests-batch-and-exit

;;; Code:

(require 'ert)
(require 'scilit)

;; An index that was built in a shell is not a folder of papers.
(ert-deftest scilit-a-corpus-is-searched-as-it-is ()
  (let ((folder (make-temp-file "corpus" t)) (scilit-indexes nil) (user-init-file nil))
    (unwind-protect
        (cl-letf (((symbol-function 'scilit--run) (lambda (&rest _) (error "It was indexed"))))
          (write-region "" nil (expand-file-name "CURRENT" folder))
          (with-temp-buffer (scilit-add-corpus folder nil))
          (should (equal scilit-indexes (list (abbreviate-file-name folder)))))
      (delete-directory folder t))))

(ert-deftest scilit-test-get ()
  "Values are read from both types into which clients decode objects."
  (let ((hash (make-hash-table :test #'equal)))
    (puthash "edit" (list :uri "a") hash)
    (should (equal "a" (scilit-get hash :edit :uri)))
    (should (equal "a" (scilit-get (list :edit hash) :edit :edit :uri)))
    (should-not (scilit-get nil :edit :uri)))
  (should (equal '(1 2) (scilit-list [1 2])))
  (should-not (scilit-list :json-null)))

(ert-deftest scilit-test-uri ()
  "A path survives conversion to a URI and back, whatever its name."
  (dolist (path '("/home/a b/main.tex" "/Übung/50%/é#1?.bib"))
    (should (equal path (scilit-path (scilit-uri path))))
    (should-not (string-match-p "[ #?Üé]" (scilit-uri path)))))

(defun scilit-test--edit (from to text)
  "Return the edit that puts TEXT in place of FROM to TO, each (LINE . CHARACTER)."
  (cl-flet ((position (at) (list :line (car at) :character (cdr at))))
    (list :range (list :start (position from) :end (position to)) :newText text)))

(ert-deftest scilit-test-replace ()
  "Edits to one version apply together, whatever their order."
  (with-temp-buffer
    (insert "a 😀 b\nsecond\n")
    (mapc #'scilit-own--replace
          (mapcar #'scilit-own--located
                  (list (scilit-test--edit '(0 . 4) '(0 . 5) "c\nd")
                        (scilit-test--edit '(1 . 0) '(1 . 6) "2nd")
                        (scilit-test--edit '(2 . 0) '(2 . 0) "end"))))
    (should (equal "a 😀 c\nd\n2nd\nend" (buffer-string)))))

(defun scilit-test--paper (id title &rest more)
  "Return a paper with ID and TITLE; MORE are additional properties."
  (append more (list :id id :byline "Knuth 1984" :title title :authors ["Donald E. Knuth"]
                     :corpus "mine" :score 0.5 :relevance 0.417 :fit "very good fit")))

(defun scilit-test--table (papers)
  "Return the table of PAPERS in a frame of 120 columns."
  (cl-letf (((symbol-function 'frame-width) (lambda (&rest _) 120)))
    (scilit-choose--table papers)))

(ert-deftest scilit-test-candidates ()
  "Candidates are unique and keep their order; their annotations are aligned."
  (let ((table (scilit-test--table (list (scilit-test--paper "1" "Literate Programming" :venue "TUGboat")
                                         (scilit-test--paper "2" "Literate Programming")
                                         (scilit-test--paper "3" (make-string 200 ?x))))))
    (should (equal '("Knuth 1984, Literate Programming" "Knuth 1984, Literate Programming (2)")
                   (mapcar #'car (seq-take table 2))))
    (should (= 70 (string-width (car (nth 2 table)))))
    (pcase-let ((`((,first "" ,suffix) (,second "" ,other) ,_)
                 (scilit-choose--affixed table (mapcar #'car table))))
      (should (equal "TUGboat · mine · very good fit" (string-trim suffix)))
      (should (= (string-match "TUGboat" (concat first suffix)) (string-match "mine" (concat second other)))))))

(ert-deftest scilit-test-fit ()
  "An unknown fit is not shown; a small relevance is not rounded to zero."
  (should (equal '(nil "may fit (relevance below 0.01)" "good fit (relevance 0.10)")
                 (mapcar #'scilit-choose--fit '((:relevance 0) (:relevance 0.0012 :fit "may fit")
                                                (:relevance 0.1 :fit "good fit"))))))

(ert-deftest scilit-test-judgement ()
  "The judgement of keywords is brief."
  (should (equal "  [12 papers]" (scilit--judgement '(:mistakes [] :matching 12))))
  (should (equal "" (scilit--judgement '(:mistakes [] :matching :json-null))))
  (should (equal "  [column 3: no year]"
                 (scilit--judgement '(:mistakes [(:start 2 :end 4 :message "no year")] :matching 0)))))

(ert-deftest scilit-test-prompt ()
  "The prompt shows the query and any mistakes in its keywords."
  (should (equal "Cite (column 1: no end; 4 match “\"a”): "
                 (scilit--prompt "sentence" '(:keywords "\"a" :matching 4 :relaxed :json-false
                                                        :mistakes [(:start 0 :end 1 :message "no end")]))))
  (should (equal "Cite (no paper has “a b” word for word): "
                 (scilit--prompt "sentence" '(:keywords "a b" :matching 4 :mistakes []
                                                        :relaxation (:code "near" :text "no paper has “a b” word for word")))))
  (should (equal "Cite (4 match “a b”): "
                 (scilit--prompt "sentence" '(:keywords "a b" :matching 4 :relaxation :json-null :mistakes []))))
  (should (equal "Insert mark for (by the text only): "
                 (scilit--prompt "mark" '(:keywords "" :matching 9 :relaxed :json-false :mistakes [])))))

(ert-deftest scilit-test-went-on ()
  "An answer to a text that has changed is dropped, and the user is told."
  (let (place answers)
    (with-temp-buffer
      (setq place (make-scilit-place :buffer (current-buffer) :tick (buffer-chars-modified-tick)))
      (scilit--now place (lambda (answer) (push answer answers)) 1)
      (insert "typed")
      (scilit--now place (lambda (answer) (push answer answers)) 2)
      (should (equal '(1) answers)))
    (scilit--now place (lambda (_) (ert-fail "a killed buffer was edited")) 3)))

(ert-deftest scilit-test-told ()
  "A message from the server does not hide a question."
  (let (hidden)
    (cl-letf (((symbol-function 'message) (lambda (&rest _) (push inhibit-message hidden))))
      (scilit-told "100%")
      (let ((scilit-asking t)) (scilit-told "100%")))
    (should (equal '(t nil) hidden))))

(ert-deftest scilit-test-flags ()
  "Settings become flags for the program."
  (let ((scilit-settings '(:engine "plain" :models ["/a" "/b"] :citeCommand "parencite")))
    (should (equal '("--engine" "plain" "--models" "/a" "--models" "/b")
                   (scilit--flags :engine :models :onnxruntime)))))

(ert-deftest scilit-test-status ()
  "A status is one line that lists the corpora and the library separately."
  (let ((status '(:engine "plain" :notes [] :corpora [(:name "demo" :path "/demo" :papers 5260 :fullTexts 60)]
                          :library (:name "library" :papers 2 :state "up to date"))))
    (should (equal '("/demo") (scilit--folders status)))
    (should (equal "plain engine; demo: 5260 papers, 60 with full text; your library: 2 papers, up to date"
                   (scilit--status-line status)))
    (should (equal "no index" (scilit--status-line '(:engine "none" :problem "no index" :notes [] :corpora []))))))

(ert-deftest scilit-test-no-papers ()
  "The status explains that there is nothing to search yet."
  (should (scilit--reading-p '(:notices [(:code "no_index")] :library (:state "looking for changes"))))
  (should-not (scilit--reading-p '(:notices [(:code "index")] :library (:state "looking for changes"))))
  (should-not (scilit--reading-p '(:notices [(:code "no_index")] :library (:state "up to date"))))
  (should (string-match-p "\\`no papers can be searched yet: .*scilit-add-corpus indexes yours\\'"
                          (scilit--status-line '(:engine "none" :problem "no index: try ..." :notes [] :notices [(:code "no_index")])))))

(declare-function scilit-eglot--completion "scilit-eglot")

(ert-deftest scilit-test-eglot-completion ()
  "The command of a completion runs once Eglot has inserted it."
  (require 'scilit-eglot)
  (let* ((command '(:title "Add the entry" :command "scilit.cite" :arguments [(:key "new")]))
         (table (list (propertize "new" 'eglot--lsp-item (list :label "new" :command command))
                      (propertize "known" 'eglot--lsp-item '(:label "known"))))
         happened)
    (cl-letf (((symbol-function 'scilit-eglot-server) (lambda () 'ours))
              ((symbol-function 'scilit-server-request)
               (lambda (_server method params &rest _) (push (list method params) happened))))
      (let ((exit (plist-get (nthcdr 3 (scilit-eglot--completion
                                        (list 1 2 table :exit-function (lambda (name _) (push name happened)))))
                             :exit-function)))
        (funcall exit "known" 'finished)
        (funcall exit "new" 'unknown)
        (funcall exit "new" 'finished)))
    (should (equal '("known" "new" "new"
                     ("workspace/executeCommand" (:command "scilit.cite" :arguments [(:key "new")])))
                   (reverse happened)))))

(declare-function scilit-eglot--table "scilit-eglot")

(ert-deftest scilit-test-eglot-words ()
  "A work found by words from its title is offered, though its key lacks them."
  (require 'scilit-eglot)
  (cl-flet ((offered (keys)
              (let* ((eglots (lambda (string predicate action)
                               (if (eq action 'metadata) '(metadata (category . eglot))
                                 (complete-with-action action keys (if (eq action t) "" string) predicate))))
                     (table (scilit-eglot--table eglots)) (metadata (completion-metadata "sen" table nil)))
                (cons (completion-try-completion "sen" table nil 3 metadata)
                      (let ((all (completion-all-completions "sen" table nil 3 metadata)))
                        (when (consp all) (setcdr (last all) nil))
                        all)))))
    (should (equal '(("sen" . 3) "best2023" "zhu2020sentence") (offered '("best2023" "zhu2020sentence"))))
    (should (equal '(("best2023" . 8) "best2023") (offered '("best2023"))))
    (should (equal '(nil) (offered nil)))))

(ert-deftest scilit-test-settings ()
  "Folders are sent as absolute paths."
  (let ((scilit-indexes '("~/papers/index")) (scilit-settings '(:engine "plain")))
    (should (equal (list :indexes (vector (expand-file-name "~/papers/index")) :engine "plain")
                   (scilit-server-settings)))))

(ert-deftest scilit-test-undo ()
  "Undo reverts an edit wherever it has moved, unless the user changed it."
  (let ((file (make-temp-file "scilit" nil ".txt" "Größe é.\nLast.\n")) scilit-undo--kept)
    (with-current-buffer (find-file-noselect file)
      (cl-flet ((cite () (scilit-undo-during (list file) (lambda ()
                                                           (goto-char (point-min))
                                                           (search-forward "é.")
                                                           (insert " è cites.")))))
        (cite)
        (goto-char (point-min))
        (insert "More. ")
        (should (scilit-undo--take-back (caar scilit-undo--kept)))
        (should (equal "More. Größe é.\nLast.\n" (buffer-string)))
        (should (scilit-undo--take-back (caar scilit-undo--kept)))
        (cite)
        (search-backward "cites")
        (replace-match "says")
        (should-not (scilit-undo--take-back (caar scilit-undo--kept)))
        (should (string-match-p "è says\\." (buffer-string))))
      (set-buffer-modified-p nil)
      (kill-buffer))
    (delete-file file)))

(ert-deftest scilit-test-undo-keys ()
  "Keys are found whatever brackets their entries use."
  (should (equal '("c" "b" "a") (scilit-undo--keys "@book{a, title={x}}\n\n@misc( b,\n)@online{c\n}"))))

(ert-deftest scilit-test-open ()
  "A record opens only web links."
  (let* (opened (browse-url-browser-function (lambda (address &rest _) (setq opened address))))
    (pcase-dolist (`(,address ,ok) '(("https://doi.org/10.1/x" t) ("file:///etc/passwd" nil) (nil nil)))
      (setq opened nil)
      (let ((scilit-choose--papers `(("a" . (:link ,address)))))
        (cl-letf (((symbol-function 'scilit-choose--here) (lambda () "a")))
          (if ok (scilit-choose-open) (should-error (scilit-choose-open)))))
      (should (equal opened (and ok address))))))

(ert-deftest scilit-test-open-pdf ()
  "A local PDF takes precedence over the link."
  (let* (opened
         (pdf (make-temp-file "scilit" nil ".pdf"))
         (text (make-temp-file "scilit" nil ".txt")))
    (unwind-protect
        (pcase-dolist (`(,file ,ok) `((,pdf t) (,text nil) ("/gone.pdf" nil) ("paper.pdf" nil) (,temporary-file-directory nil)
                                      (,(concat "/ssh:evil.example:" pdf) nil) (nil nil)))
          (setq opened nil)
          (let ((scilit-choose--papers `(("a" . (:file ,file :link "https://doi.org/10.1/x")))))
            (cl-letf (((symbol-function 'scilit-choose--here) (lambda () "a"))
                      ((symbol-function 'browse-url-of-file) (lambda (path) (setq opened path)))
                      ((symbol-function 'browse-url) (lambda (address &rest _) (setq opened address))))
              (scilit-choose-open)))
          (should (equal opened (if ok file "https://doi.org/10.1/x"))))
      (delete-file pdf)
      (delete-file text))))

;; Evidence for and against a sentence.

(ert-deftest scilit-test-explained ()
  "The relation comes first, then each passage with its location and reason."
  (should (equal (scilit--explained
                  '(:byline "Kim 2020" :title "Pooling" :relation "refutes" :support 0.98 :reason "it says otherwise"
                    :passages [(:text "A." :section "Abstract" :index 0 :score 0.9 :reason "it contains “A”")
                               (:text "B." :section "Results" :index 4 :score 0.5 :reason "it contains “B”")]
                    :use (:intent "contrast" :text "Correct it.")))
                 (concat "Kim 2020. Pooling\n\ncontradicts the sentence (support 0.98 out of 1): it says otherwise\n"
                         "\n0.90  Abstract\nA.\nit contains “A”\n"
                         "\n0.50  Results, paragraph 4\nB.\nit contains “B”\n"
                         "\nCorrect it.\n"))))

;; Restrictions on projects.

(ert-deftest scilit-test-project ()
  "A project's .dir-locals.el cannot set programs or folders without consent."
  (dolist (variable '(scilit-program scilit-indexes scilit-settings))
    (should (risky-local-variable-p variable))))

(ert-deftest scilit-test-question ()
  "The user is asked the server's question; no choice is returned as null."
  (let ((params '(:message "Trust it?" :actions [(:title "Yes") (:title "No")])) chosen)
    (cl-letf (((symbol-function 'completing-read) (lambda (&rest _) chosen)))
      (should-not (scilit-own--asked nil 'window/showMessageRequest params))
      (setq chosen "No")
      (should (equal '(:title "No") (scilit-own--asked nil 'window/showMessageRequest params))))))

(provide 'scilit-tests)
;;; scilit-tests.el ends here
