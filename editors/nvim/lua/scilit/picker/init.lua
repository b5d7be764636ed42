-- Lists of papers: telescope or fzf-lua if installed, else vim.ui.select. Each picker takes the same
-- menu:
--   title, papers, mode ('sentence', 'mark', or 'choice' if papers are only
--   chosen), session, and take(papers) if the papers are not cited directly
local compat = require('scilit.compat')
local message = require('scilit.message')
local options = require('scilit.options')

local M = {}

-- The modules of the pickers, in order of preference.
local known = { { 'telescope', 'telescope' }, { 'fzf-lua', 'fzf-lua' }, { 'select' } }

local function usable(needs)
  return not needs or (pcall(require, needs))
end

--- Returns the name of the active picker, and that of a missing one from the options.
function M.chosen()
  local wanted = options.get().picker
  for _, picker in ipairs(known) do
    local name, needs = unpack(picker)
    if (wanted == name or wanted == 'auto') and usable(needs) then
      return name
    end
  end
  return 'select', wanted
end

function M.pick(menu)
  local name, missing = M.chosen()
  if missing then
    message.warn(('unknown picker %q: using vim.ui.select'):format(missing))
  end
  require('scilit.picker.' .. name).pick(menu)
end

--- Returns a paper in one line.
function M.label(paper)
  return paper.byline .. ', ' .. paper.title
end

--- Returns the text that a picker searches.
function M.words(paper)
  local highlight = paper.highlights[1]
  return M.label(paper) .. (highlight and ' · ' .. highlight.text or '')
end

--- Passes papers to the menu's take function, or cites them if it has none. mode is
--- 'sentence', 'mark', or 'words' for a mark with words around it.
function M.take(menu, papers, mode)
  if menu.take then
    menu.take(papers)
  elseif mode == 'words' then
    menu.session:cite_with_words(papers)
  elseif #papers > 1 then
    menu.session:cite_together(papers)
  else
    menu.session:cite(papers[1], mode)
  end
end

-- Returns the PDF in the user's library, if it still exists.
local function pdf_of(paper)
  local path = paper.file
  if type(path) == 'string' and path:lower():find('%.pdf$') and vim.fn.filereadable(path) == 1 then
    return path
  end
end

--- Opens the PDF in the user's library, else the paper's web page.
function M.open(paper)
  local pdf = pdf_of(paper)
  if pdf and compat.open(pdf) then
    return
  end
  local address = paper.link
  if not address or not address:find('^https?://') then
    message.warn('the record of this paper has no link')
  elseif not compat.open(address) then
    message.warn('no program here can open links: ' .. address)
  end
end

--- Returns the alternative to a mode.
function M.other(mode)
  return mode == 'mark' and 'sentence' or 'mark'
end

return M
