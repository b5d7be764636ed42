;;; scilit-own.el --- A client without Eglot and lsp-mode -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Eglot runs one server per buffer.  If that is texlab, or if no client runs, the
;; commands use a server started by this file.  Text changes are sent with the next
;; request, not after each keystroke.

;;; Code:

(require 'jsonrpc)
(require 'scilit-server)
(require 'scilit-edit)

(defclass scilit-own-connection (jsonrpc-process-connection)
  ((root :initarg :root)
   (ticks :initform (make-hash-table :test #'equal)))
  "A server for the files below ROOT.
TICKS maps each open URI to the modification tick that was sent.")

(defvar scilit-own--connections nil
  "An alist from roots to their servers.")

(defun scilit-own-server ()
  "Return the server of the current buffer; start it if necessary."
  (let* ((root (scilit-own--root))
         (running (cdr (assoc root scilit-own--connections))))
    (if (and running (jsonrpc-running-p running))
        running
      (setf (alist-get root scilit-own--connections nil nil #'equal)
            (scilit-own--start root)))))

(defun scilit-own--root ()
  "Return the root folder of the current buffer."
  (expand-file-name
   (or (locate-dominating-file default-directory "scilit.toml")
       (locate-dominating-file default-directory ".git")
       default-directory)))

(defun scilit-own--start (root)
  "Start a server for the files below ROOT.
Its buffer for standard error has the name that jsonrpc expects."
  (let* ((name (concat "scilit " root))
         (connection
          (make-instance
           'scilit-own-connection
           :name name :root root
           :notification-dispatcher #'scilit-own--told
           :request-dispatcher #'scilit-own--asked
           :process (let ((default-directory root))
                      (make-process :name name :command (list (scilit-program))
                                    :connection-type 'pipe :coding 'utf-8-emacs-unix :noquery t
                                    :stderr (get-buffer-create (format "*%s stderr*" name)))))))
    (jsonrpc-request connection :initialize (scilit-own--initialization root))
    (jsonrpc-notify connection :initialized #s(hash-table))
    connection))

(defun scilit-own--initialization (root)
  "Return the parameters of the initialize request for ROOT.
Positions are in UTF-32, so that columns count characters."
  (list :processId (emacs-pid) :rootUri (scilit-uri root)
        :initializationOptions (or (scilit-server-settings) #s(hash-table))
        :capabilities '(:general (:positionEncodings ["utf-32"])
                        :window (:workDoneProgress t)
                        :workspace (:applyEdit t :workspaceEdit (:documentChanges t))
                        :textDocument (:hover (:contentFormat ["plaintext"])))))

(defun scilit-own--told (_connection method params)
  "Handle the notification METHOD with PARAMS: a message or a partial result."
  (pcase method
    ('window/showMessage (scilit-told (plist-get params :message)))
    ('$/progress (unless (scilit-heard (plist-get params :token) (plist-get params :value))
                   (scilit-own--show-progress (plist-get params :value))))))

(defun scilit-own--show-progress (value)
  "Show VALUE, a progress step that no command waits for."
  (when-let ((step (and (equal "report" (plist-get value :kind)) (plist-get value :message))))
    (unless (or scilit-asking (active-minibuffer-window))
      (message "SciLit: %s" step))))

(defun scilit-own--asked (connection method params)
  "Answer the request METHOD with PARAMS from the server of CONNECTION."
  (pcase method
    ('workspace/applyEdit (scilit-edit-answer connection (scilit-get params :edit)))
    ('window/showMessageRequest
     (scilit-own--choose (plist-get params :message) (plist-get params :actions)))))

(defun scilit-own--choose (question actions)
  "Ask QUESTION; return the chosen action from ACTIONS, or nil."
  (let ((titles (mapcar (lambda (action) (plist-get action :title)) actions))
        (scilit-asking t))
    (condition-case nil
        (when-let ((chosen (car (member (completing-read (concat question " ") titles nil t) titles))))
          (list :title chosen))
      (quit nil))))

(cl-defmethod scilit-server-document ((server scilit-own-connection))
  "Send all changed files of SERVER's root; identify the current buffer."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and buffer-file-name (scilit-language)
                 (file-in-directory-p buffer-file-name (oref server root)))
        (scilit-own--sync server))))
  (list :uri (scilit-uri buffer-file-name) :version (buffer-chars-modified-tick)))

(defun scilit-own--sync (server)
  "Send SERVER the text of the current buffer if it changed."
  (let* ((uri (scilit-uri buffer-file-name)) (tick (buffer-chars-modified-tick))
         (known (gethash uri (oref server ticks))))
    (cond
     ((null known)
      (jsonrpc-notify server :textDocument/didOpen
                      (list :textDocument (list :uri uri :version tick :languageId (scilit-language)
                                                :text (scilit-own--text))))
      (add-hook 'kill-buffer-hook #'scilit-own--close nil t))
     ((/= known tick)
      (jsonrpc-notify server :textDocument/didChange
                      (list :textDocument (list :uri uri :version tick)
                            :contentChanges (vector (list :text (scilit-own--text)))))))
    (puthash uri tick (oref server ticks))))

(defun scilit-own--text ()
  "Return the whole text of the current buffer."
  (save-restriction
    (widen)
    (buffer-substring-no-properties (point-min) (point-max))))

(defun scilit-own--close ()
  "Notify the servers that the current buffer is closed."
  (let ((uri (scilit-uri buffer-file-name)))
    (pcase-dolist (`(,_ . ,server) scilit-own--connections)
      (when (and (jsonrpc-running-p server) (gethash uri (oref server ticks)))
        (remhash uri (oref server ticks))
        (jsonrpc-notify server :textDocument/didClose (list :textDocument (list :uri uri)))))))

(cl-defmethod scilit-server-position ((_server scilit-own-connection))
  "Return the position of point, in characters."
  (save-restriction
    (widen)
    (list :line (1- (line-number-at-pos)) :character (- (point) (line-beginning-position)))))

(cl-defmethod scilit-server-apply ((_server scilit-own-connection) edit)
  "Apply EDIT."
  (dolist (change (scilit-list (scilit-get edit :documentChanges)))
    (with-current-buffer (find-file-noselect (scilit-path (scilit-get change :textDocument :uri)))
      (save-excursion
        (save-restriction
          (widen)
          (atomic-change-group
            (mapc #'scilit-own--replace
                  (mapcar #'scilit-own--located (scilit-list (scilit-get change :edits))))))))))

(defun scilit-own--located (edit)
  "Return EDIT as (BEGIN END TEXT); its markers move with the other edits."
  (list (copy-marker (scilit-own--point (scilit-get edit :range :start)))
        (copy-marker (scilit-own--point (scilit-get edit :range :end)))
        (scilit-get edit :newText)))

(defun scilit-own--point (position)
  "Return the buffer position of the LSP POSITION in the current buffer."
  (goto-char (point-min))
  (forward-line (scilit-get position :line))
  (min (+ (point) (scilit-get position :character)) (line-end-position)))

(defun scilit-own--replace (edit)
  "Apply EDIT, which is (BEGIN END TEXT)."
  (pcase-let ((`(,begin ,end ,text) edit))
    (goto-char begin)
    (delete-region begin end)
    (insert text)
    (set-marker begin nil)
    (set-marker end nil)))

(cl-defmethod scilit-server-forget ((_server scilit-own-connection))
  "Close the current buffer on the servers."
  (scilit-own--close))

(cl-defmethod scilit-server-restart ((server scilit-own-connection))
  "Stop SERVER; the next command will start a new one."
  (jsonrpc-shutdown server)
  (message "SciLit: the next command restarts the server"))

(provide 'scilit-own)
;;; scilit-own.el ends here
