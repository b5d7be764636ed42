-- Searches online repositories after showing the words and hosts of the query. The server itself
-- looks up named works.
local client = require('scilit.client')
local compat = require('scilit.compat')
local message = require('scilit.message')
local place = require('scilit.place')
local session = require('scilit.session')
local task = require('scilit.task')

local M = {}

-- Returns the words between commas or semicolons, or nil.
local function words_of(text)
  local words = {}
  for word in (text or ''):gmatch('[^,;]+') do
    if vim.trim(word) ~= '' then
      words[#words + 1] = vim.trim(word)
    end
  end
  return #words > 0 and words or nil
end

-- Returns the outcome of a source as text.
local function step_in_words(step)
  if step.state == 'failed' then
    return step.text:find(step.source, 1, true) and step.text or ('%s: %s'):format(step.source, step.text)
  end
  return ('%s: %s'):format(step.source, step.state == 'none' and 'nothing found' or message.counted(step.records, 'record'))
end

local function sources_in_words(answer)
  return table.concat(vim.tbl_map(step_in_words, answer.steps), '; ')
end

local function title_of(answer, confirmed)
  local others = #answer.papers - #confirmed
  local left = others > 0 and (', %d not confirmed'):format(others) or ''
  return ('Found online (%s%s)'):format(sources_in_words(answer), left)
end

-- Returns the reason for an empty result. A failed source may still contain the paper.
local function nothing(answer)
  local unconfirmed = answer.papers[1]
  if unconfirmed then
    return ('none of %s can be cited: %s'):format(message.counted(#answer.papers, 'paper'), unconfirmed.reason)
  end
  return 'no paper was found online: ' .. sources_in_words(answer)
end

local function offer(here, answer)
  local confirmed = vim.tbl_filter(function(paper)
    return paper.confirmed
  end, answer.papers)
  if #confirmed == 0 then
    return message.warn(nothing(answer))
  elseif not here:stands() then
    return message.warn('the text changed during the search: repeat the command')
  end
  require('scilit.picker').pick({
    title = title_of(answer, confirmed),
    papers = confirmed,
    mode = 'sentence',
    session = session.new(here, { version = compat.version(here.buffer) }),
  })
end

local function ask(here, method, more, title, done)
  task.run('asking', title, function(finished)
    return client.ask(here.buffer, method, here:params(more), finished)
  end, function(problem, answer)
    if problem then
      return message.fail(problem)
    end
    done(answer)
  end)
end

local function send(here, plan)
  ask(here, 'scilit/online/search', { keywords = plan.keywords }, 'searching online', function(answer)
    offer(here, answer)
  end)
end

-- Returns the queries with their hosts.
local function queries_in_words(plan)
  local all = vim.tbl_map(function(query)
    local only = query.secondary and 'only if the others find nothing, ' or ''
    return ('%s%s receives “%s”'):format(only, query.host, query.query)
  end, plan.queries)
  if #plan.confirm > 0 then
    all[#all + 1] = 'the papers are confirmed by ' .. table.concat(plan.confirm, ', ')
  end
  return table.concat(all, '; ')
end

local function confirm(here, plan)
  if not plan.ask then
    return send(here, plan)
  end
  vim.ui.select({ 'Send', 'Do not send' }, { prompt = queries_in_words(plan) .. ':', kind = 'scilit' }, function(choice)
    if choice == 'Send' then
      send(here, plan)
    else
      message.info('nothing was sent')
    end
  end)
end

local function plan(here, keywords, done)
  ask(here, 'scilit/online/plan', { keywords = keywords }, 'planning', done)
end

-- Lets the user change the keywords, and then plans and shows the queries again.
local function edit(here, planned)
  local proposed = table.concat(planned.keywords, ', ')
  compat.input({ prompt = 'Keywords to send: ', default = proposed }, function(given)
    if not given or vim.trim(given) == '' then
      return message.info('nothing was sent')
    elseif given == proposed then
      return confirm(here, planned)
    end
    plan(here, words_of(given), function(again)
      confirm(here, again)
    end)
  end)
end

--- Searches for papers for the cursor, or for the claim in a range of lines, with the given keywords or
--- else those of the text.
function M.run(keywords, range)
  local here = place.of(range)
  local given = words_of(keywords)
  plan(here, given, function(planned)
    if given then
      confirm(here, planned)
    else
      edit(here, planned)
    end
  end)
end

--- Reports whether an argument of :Scilit add is the name of a work, not a file of papers.
function M.is_work(argument)
  return argument:find('^10%.%d+/') ~= nil
    or argument:find('^https?://') ~= nil
    or argument:lower():find('^doi:') ~= nil
    or argument:lower():find('^arxiv:') ~= nil
    or argument:lower():find('^pmid:') ~= nil
    or argument:lower():find('^isbn') ~= nil
    or argument:find('^PMC%d+$') ~= nil
    or argument:find('^%d%d%d%d%.%d%d%d%d%d?v?%d*$') ~= nil
end

--- Cites a named work at the cursor; in a .bib file, adds only its entry. If no corpus contains the
--- work, the server asks before sending the name.
function M.add(named)
  local here = place.here()
  client.command(here.buffer, 'scilit.addIdentifier', function(c)
    local params = here:params()(c)
    return {
      uri = params.textDocument.uri,
      version = params.textDocument.version,
      at = params.position,
      mode = 'mark',
      named = named,
    }
  end, function(problem)
    if problem then
      message.fail(problem)
    end
  end)
end

return M
