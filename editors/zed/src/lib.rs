//! Starts scilit-lsp for Zed, from the path in the settings or else from the PATH,
//! with the settings under `lsp.scilit-lsp`.

use zed_extension_api::{self as zed, settings::LspSettings, LanguageServerId, Result};

struct SciLit;

impl zed::Extension for SciLit {
    fn new() -> Self {
        SciLit
    }

    fn language_server_command(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)?.binary;
        let (path, args) = match binary {
            Some(binary) => (binary.path, binary.arguments.unwrap_or_default()),
            None => (None, Vec::new()),
        };
        let command = path.or_else(|| worktree.which("scilit-lsp")).ok_or(
            "scilit-lsp is not on the PATH: install it, or set lsp.scilit-lsp.binary.path",
        )?;
        Ok(zed::Command {
            command,
            args,
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        Ok(LspSettings::for_worktree(id.as_ref(), worktree)?.initialization_options)
    }

    fn language_server_workspace_configuration(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        Ok(LspSettings::for_worktree(id.as_ref(), worktree)?.settings)
    }
}

zed::register_extension!(SciLit);
