package protocol

import (
	"context"

	"go.lsp.dev/jsonrpc2"
)

// A Client is an editor.
type Client interface {
	Progress(context.Context, *ProgressParams) error
	ShowMessage(context.Context, *ShowMessageParams) error
	ShowMessageRequest(context.Context, *ShowMessageRequestParams) (*MessageActionItem, error)
	LogMessage(context.Context, *LogMessageParams) error
	ShowDocument(context.Context, *ShowDocumentParams) (*ShowDocumentResult, error)
	WorkDoneProgressCreate(context.Context, *WorkDoneProgressCreateParams) error
	RegisterCapability(context.Context, *RegistrationParams) error
	ApplyEdit(context.Context, *ApplyWorkspaceEditParams) (*ApplyWorkspaceEditResult, error)
	Configuration(context.Context, *ConfigurationParams) ([]LSPAny, error)
	PublishDiagnostics(context.Context, *PublishDiagnosticsParams) error
}

var clientMethods = map[string]method[Client]{
	MethodProgress:                       notification(Client.Progress),
	MethodWindowShowMessage:              notification(Client.ShowMessage),
	MethodWindowShowMessageRequest:       request(Client.ShowMessageRequest),
	MethodWindowLogMessage:               notification(Client.LogMessage),
	MethodWindowShowDocument:             request(Client.ShowDocument),
	MethodWindowWorkDoneProgressCreate:   notification(Client.WorkDoneProgressCreate),
	MethodClientRegisterCapability:       notification(Client.RegisterCapability),
	MethodWorkspaceApplyEdit:             request(Client.ApplyEdit),
	MethodWorkspaceConfiguration:         request(Client.Configuration),
	MethodTextDocumentPublishDiagnostics: notification(Client.PublishDiagnostics),
}

// ClientHandler lets an editor answer what comes over a connection.
func ClientHandler(c Client) jsonrpc2.Handler {
	return handler(c, clientMethods, func(context.Context, string, any) (any, error) { return nil, jsonrpc2.ErrMethodNotFound })
}

// ClientDispatcher is the editor at the other end of a connection.
func ClientDispatcher(conn jsonrpc2.Conn) Client { return remoteClient{conn} }

type remoteClient struct{ conn jsonrpc2.Conn }

// call notifies the editor when no one waits for its answer any more.
func (c remoteClient) call(ctx context.Context, method string, params, result any) error {
	id, err := c.conn.Call(ctx, method, params, result)
	if ctx.Err() != nil && id.IsValid() {
		_ = c.conn.Notify(context.WithoutCancel(ctx), MethodCancelRequest, cancelParams{idOf(id)})
	}
	return err
}

func (c remoteClient) Progress(ctx context.Context, p *ProgressParams) error {
	return c.conn.Notify(ctx, MethodProgress, p)
}

func (c remoteClient) ShowMessage(ctx context.Context, p *ShowMessageParams) error {
	return c.conn.Notify(ctx, MethodWindowShowMessage, p)
}

func (c remoteClient) ShowMessageRequest(ctx context.Context, p *ShowMessageRequestParams) (chosen *MessageActionItem, err error) {
	err = c.call(ctx, MethodWindowShowMessageRequest, p, &chosen)
	return chosen, err
}

func (c remoteClient) ShowDocument(ctx context.Context, p *ShowDocumentParams) (*ShowDocumentResult, error) {
	result := new(ShowDocumentResult)
	return result, c.call(ctx, MethodWindowShowDocument, p, result)
}

func (c remoteClient) LogMessage(ctx context.Context, p *LogMessageParams) error {
	return c.conn.Notify(ctx, MethodWindowLogMessage, p)
}

func (c remoteClient) WorkDoneProgressCreate(ctx context.Context, p *WorkDoneProgressCreateParams) error {
	return c.call(ctx, MethodWindowWorkDoneProgressCreate, p, nil)
}

func (c remoteClient) RegisterCapability(ctx context.Context, p *RegistrationParams) error {
	return c.call(ctx, MethodClientRegisterCapability, p, nil)
}

// ApplyEdit takes an answer of null as an edit that was not applied.
func (c remoteClient) ApplyEdit(ctx context.Context, p *ApplyWorkspaceEditParams) (*ApplyWorkspaceEditResult, error) {
	result := new(ApplyWorkspaceEditResult)
	return result, c.call(ctx, MethodWorkspaceApplyEdit, p, result)
}

func (c remoteClient) Configuration(ctx context.Context, p *ConfigurationParams) (values []LSPAny, err error) {
	err = c.call(ctx, MethodWorkspaceConfiguration, p, &values)
	return values, err
}

func (c remoteClient) PublishDiagnostics(ctx context.Context, p *PublishDiagnosticsParams) error {
	return c.conn.Notify(ctx, MethodTextDocumentPublishDiagnostics, p)
}
