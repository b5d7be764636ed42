-- Simulates a user who knows which paper to cite: by its DOI with select, then by
-- words typed into the prompt.
local play = require('play')

play.run(function()
  require('scilit').setup({ cmd = { vim.env.SERVER }, picker = 'select' })
  vim.cmd('cd ' .. vim.fn.fnameescape(vim.env.WS))
  vim.cmd('edit ' .. vim.env.FILE)
  vim.bo.filetype = vim.env.FILETYPE
  play.cursor_on('experiments')
  local asked = play.answer('^Conneau et al%. 2018, What you can cram')
  vim.cmd('Scilit cite 10.18653/v1/p18-1198')
  play.wait_for('the list', function()
    return asked[1]
  end)
  play.check(asked[1].prompt:find('Papers that match “10.18653/v1/p18%-1198”'), 'the list is called ' .. asked[1].prompt)
  play.float_with('New in your %.bib')
  play.press('<CR>')
  play.wait_for('the mark', function()
    return play.text():find('\\citep{conneau2018cram}', 1, true)
  end)
  asked = play.answer('attention phlogiston')
  vim.cmd('Scilit cite')
  play.wait_for('what to do', function()
    return vim.fn.execute('messages'):find('not found in your indexes')
  end)
  vim.cmd('wall')
end)
