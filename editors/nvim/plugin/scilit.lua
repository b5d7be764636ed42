-- Defines :Scilit. Everything else is loaded on first use.
if vim.g.loaded_scilit then
  return
end
vim.g.loaded_scilit = true

vim.api.nvim_create_user_command('Scilit', function(command)
  require('scilit.commands').run(command.fargs, command.range > 0 and { command.line1, command.line2 } or nil)
end, {
  nargs = '*',
  range = true,
  desc = 'Cite while you write',
  complete = function(typed, line)
    return require('scilit.commands').complete(typed, line)
  end,
})
