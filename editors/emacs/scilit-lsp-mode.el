;;; scilit-lsp-mode.el --- SciLit with lsp-mode -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Registers the server with lsp-mode as an add-on to servers such as texlab, and
;; sends it the commands' requests.

;;; Code:

(require 'lsp-mode)
(require 'scilit-server)
(require 'scilit-edit)

(defun scilit-lsp-mode-setup ()
  "Register SciLit with `lsp-mode' as an add-on server."
  (dolist (language scilit-languages)
    (add-to-list 'lsp-language-id-configuration language t))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection (lambda () (list (scilit-program))))
                    :activation-fn (lambda (&rest _) (scilit-language))
                    :server-id 'scilit
                    :add-on? t
                    :notification-handlers
                    (lsp-ht ("window/showMessage"
                             (lambda (_workspace params) (scilit-told (scilit-get params :message))))
                            ("$/progress" #'scilit-lsp-mode--progress))
                    :request-handlers (lsp-ht ("workspace/applyEdit" #'scilit-lsp-mode--apply))
                    :initialization-options #'scilit-server-settings)))

(defun scilit-lsp-mode--progress (workspace params)
  "Pass progress PARAMS of WORKSPACE to the waiting command, else to `lsp-mode'."
  (unless (scilit-heard (scilit-get params :token) (scilit-get params :value))
    (funcall lsp-progress-function workspace params)))

(defun scilit-lsp-mode-server ()
  "Return the SciLit server of `lsp-mode' for the current buffer, or nil.
Signal an error while it starts."
  (when-let ((workspace (scilit-lsp-mode--workspace)))
    (unless (eq 'initialized (lsp--workspace-status workspace))
      (user-error "The server is starting: repeat the command"))
    workspace))

(defun scilit-lsp-mode--workspace ()
  "Return the SciLit workspace of the current buffer in any state, or nil."
  (cl-find-if (lambda (workspace)
                (eq 'scilit (lsp--client-server-id (lsp--workspace-client workspace))))
              (lsp-workspaces)))

(add-hook 'scilit-server-functions #'scilit-lsp-mode-server)

(cl-defmethod scilit-server-request ((server lsp--workspace) method params done failed)
  "Send SERVER a request METHOD with PARAMS; call DONE or FAILED."
  (with-lsp-workspace server
    (lsp-request-async method params done :mode 'detached
                       :error-handler (lambda (err) (funcall failed (scilit-get err :message))))))

(cl-defmethod scilit-server-notify ((server lsp--workspace) method params)
  "Send SERVER a notification METHOD with PARAMS."
  (with-lsp-workspace server
    (lsp-notify method params)))

(cl-defmethod scilit-server-document ((_server lsp--workspace))
  "Return the identifier of the current buffer.
Pending changes are sent before any request."
  (lsp--versioned-text-document-identifier))

(cl-defmethod scilit-server-position ((_server lsp--workspace))
  "Return the position of point."
  (lsp--cur-position))

(cl-defmethod scilit-server-apply ((_server lsp--workspace) edit)
  "Apply EDIT without its file creations; new files appear on saving.
`lsp-mode' would create the files after changing their buffers, which
would then differ from the files."
  (let ((changes (cl-remove "create" (scilit-list (scilit-get edit :documentChanges))
                            :test #'equal :key (lambda (change) (scilit-get change :kind)))))
    (lsp--apply-workspace-edit (lsp-make-workspace-edit :document-changes? (vconcat changes)))))

(defun scilit-lsp-mode--apply (workspace params)
  "Apply the edit in PARAMS, requested by the server of WORKSPACE."
  (scilit-edit-answer workspace (scilit-get params :edit)))

(cl-defmethod scilit-server-restart ((server lsp--workspace))
  "Restart SERVER, and wait up to three seconds for it."
  (lsp-workspace-restart server)
  (with-timeout (3)
    (while (memq (scilit-lsp-mode--workspace) (list nil server))
      (accept-process-output nil 0.05))))

(provide 'scilit-lsp-mode)
;;; scilit-lsp-mode.el ends here
