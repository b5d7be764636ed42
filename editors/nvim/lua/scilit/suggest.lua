-- Suggests citations and inserts citation marks, with a list of papers to choose from.
local client = require('scilit.client')
local compat = require('scilit.compat')
local message = require('scilit.message')
local options = require('scilit.options')
local place = require('scilit.place')
local session = require('scilit.session')
local task = require('scilit.task')
local welcome = require('scilit.welcome')

local M = {}

local function grouped(number)
  return (tostring(number):reverse():gsub('(%d%d%d)', '%1,'):reverse():gsub('^,', ''))
end

local function title_of(found, named)
  if named then
    return ('Papers that match “%s”'):format(named)
  end
  local relaxation = found.relaxation
  if relaxation and relaxation ~= vim.NIL then
    return (relaxation.text:gsub('^%l', string.upper))
  end
  if found.keywords == '' then
    return ('The best of %s papers for this text'):format(grouped(found.matching))
  end
  return ('%s papers match “%s”'):format(grouped(found.matching), found.keywords)
end

-- Returns the first mistake in the keywords, which the list shows in its title.
local function mistake_in(found)
  local mistake = found.mistakes[1]
  return mistake and (' (column %d: %s)'):format(mistake.start + 1, mistake.message) or ''
end

local function offer(here, found, mode, asked)
  if not here:stands() or vim.api.nvim_get_current_buf() ~= here.buffer then
    return message.warn('the text changed during the search: repeat the command')
  end
  if #found.papers == 0 then
    return message.warn('no paper was found: try other keywords, or run :Scilit grow to collect papers related to your references')
  end
  require('scilit.picker').pick({
    title = title_of(found, asked.named) .. mistake_in(found),
    papers = found.papers,
    mode = mode,
    session = session.new(here, found, asked),
  })
end

local function is_from_corpora(papers)
  for _, paper in ipairs(papers) do
    if paper.corpus ~= client.library then
      return true
    end
  end
  return false
end

--- Lists papers for a place. asked may contain keywords that replace those of the scilit comment, text
--- that replaces the document's, or the name of a paper.
function M.search(here, mode, asked)
  task.run('asking', 'searching', function(done)
    local params = here:params(vim.tbl_extend('error', { offset = 0, limit = options.get().papers }, asked))
    return client.ask(here.buffer, 'scilit/discover', params, done)
  end, function(problem, found, notice)
    if problem and client.no_corpus({ notice }) then
      return welcome.offer()
    elseif problem then
      return message.fail(problem)
    end
    local function go_on()
      offer(here, found, mode, asked)
    end
    if is_from_corpora(found.papers) then
      go_on()
    else
      welcome.unless_bare(go_on)
    end
  end)
end

--- Lists papers for the cursor or for the claim in a range of lines, using the keywords if given.
function M.run(mode, keywords, range)
  M.search(place.of(range), mode, { keywords = keywords })
end

--- Cites a paper by its name, and asks for the name if none is given.
function M.named(name)
  if name then
    return M.search(place.here(), 'mark', { named = name })
  end
  local here = place.here()
  compat.input({ prompt = 'Cite which paper (DOI, arXiv, PubMed, title or authors): ' }, function(given)
    if given and vim.trim(given) ~= '' then
      M.search(here, 'mark', { named = vim.trim(given) })
    end
  end)
end

return M
