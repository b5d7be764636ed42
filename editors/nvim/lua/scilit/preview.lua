-- The preview of a paper: the sentence with its evidence, the highlights, and the BibTeX entry.
local M = {}

local namespace = vim.api.nvim_create_namespace('scilit')

local function quoted(quote)
  local section = quote.section ~= '' and ('  (%s)'):format(quote.section) or ''
  return '“' .. quote.text .. '”' .. section
end

-- The same as WeakSupport in lsp/cite/option.go.
local weak_support = 0.8

-- Returns a text as one line, which the window wraps.
local function unwrapped(text)
  return (text:gsub('%s+', ' '))
end

-- Returns the fit in words with the relevance, empty if unknown.
local function fit_of(paper)
  if not paper.fit or paper.fit == '' then
    return ''
  end
  local number = paper.relevance < 0.01 and 'below 0.01' or ('%.2f'):format(paper.relevance)
  return ('%s (relevance %s)'):format(paper.fit, number)
end

local function facts(paper)
  local all = {}
  local authors, fit = table.concat(paper.authors, ', '), fit_of(paper)
  local address = paper.doi or paper.link or ''
  for _, fact in ipairs({ authors, paper.year or '', paper.venue or '', address, paper.corpus, fit }) do
    if fact ~= '' then
      all[#all + 1] = tostring(fact)
    end
  end
  return table.concat(all, ' · ')
end

-- A page consists of lines and their highlight groups.
local function page()
  local self = { lines = {}, groups = {} }
  function self.add(text, group)
    for _, line in ipairs(vim.split(text, '\n')) do
      self.lines[#self.lines + 1] = line
      self.groups[#self.lines] = group
    end
  end
  function self.section(title, text, group)
    self.add('')
    self.add(title, 'Title')
    self.add(text, group)
  end
  return self
end

-- Reports whether the server prefers the mark to the sentence.
local function is_weak(draft)
  return draft.support < weak_support
end

-- Adds the passages closest to the text.
local function explained(to, known)
  local lines = {}
  for _, passage in ipairs(known.explained and known.explained.passages or {}) do
    lines[#lines + 1] = ('%.2f  %s'):format(passage.score, quoted({ text = passage.sentence, section = passage.section }))
  end
  if #lines > 0 then
    to.section('Closest passages', table.concat(lines, '\n'))
  end
end

local function drafted(to, paper, known)
  local draft, entry = known.draft, known.entry
  local evidence = draft and type(draft.evidence) == 'table' and quoted(draft.evidence)
  if known.unwritten then -- yet
    evidence = nil
  elseif known.problem then
    to.section('No sentence can be written', known.problem, 'WarningMsg')
  else
    to.section('Suggested sentence', draft and unwrapped(draft.text) or '...')
  end
  if draft and type(draft.note) == 'string' then
    to.add(draft.note, 'WarningMsg')
  end
  if evidence then
    to.section(('Evidence in the paper (support %.2f out of 1)'):format(draft.support), evidence)
    if is_weak(draft) then
      to.add('Weakly supported: press m to insert only the citation', 'WarningMsg')
    end
  end
  local others = vim.tbl_filter(function(highlight)
    return highlight ~= evidence
  end, vim.tbl_map(quoted, paper.highlights))
  if #others > 0 then
    to.section('Highlights', table.concat(others, '\n'))
  end
  explained(to, known)
  if entry then
    to.section(entry.inBib and 'In your .bib' or 'New in your .bib', vim.trim(entry.entry), 'Comment')
  end
end

--- Returns the page of a paper. known contains the responses so far: draft, entry, explained, problem.
function M.page(paper, known, hint)
  local to = page()
  if hint then
    to.add(hint, 'Comment')
    to.add('')
  end
  to.add(paper.title, 'Title')
  to.add(facts(paper), 'Comment')
  drafted(to, paper, known)
  return to
end

local function fill(buffer, shown)
  if not vim.api.nvim_buf_is_valid(buffer) then
    return
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, shown.lines)
  vim.bo[buffer].modifiable = false
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  for row, group in pairs(shown.groups) do
    vim.api.nvim_buf_set_extmark(buffer, namespace, row - 1, 0, { end_col = #shown.lines[row], hl_group = group })
  end
end

--- Gives a floating window the colors of the text: before 0.10, Neovim's default colors show floating
--- windows in magenta.
function M.dress_float(window)
  if vim.fn.has('nvim-0.10') == 0 and vim.g.colors_name == nil then
    vim.wo[window].winhighlight = 'NormalFloat:Normal,FloatBorder:Normal'
  end
end

--- Prepares a window for pages.
function M.dress(window)
  vim.wo[window].wrap = true
  vim.wo[window].linebreak = true
  vim.wo[window].number = false
  vim.wo[window].signcolumn = 'no'
end

-- Milliseconds to wait before a request, so that moving quickly through a list sends none.
local delay = 80

--- Shows a paper in a buffer, below the hint if any, and adds the responses as they arrive. Returns a
--- function that cancels the requests.
function M.show(buffer, session, paper, mode, hint)
  local known, cancelled, stops = { unwritten = mode == 'choice' }, false, {}
  local function came(name)
    return function(problem, answer)
      if not cancelled then
        known.problem = known.problem or name ~= 'explained' and problem or nil
        known[name] = answer
        fill(buffer, M.page(paper, known, hint))
      end
    end
  end
  fill(buffer, M.page(paper, known, hint))
  vim.defer_fn(function()
    if not cancelled then
      stops = { session:entry(paper, came('entry')), session:explain(paper, came('explained')) }
      if not known.unwritten then
        stops[3] = session:draft(paper, mode, came('draft'))
      end
    end
  end, delay)
  return function()
    cancelled = true
    for _, stop in ipairs(stops) do
      stop()
    end
  end
end

return M
