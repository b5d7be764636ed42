-- Asks questions about papers, and inserts sentences of the answers. A buffer next to the document
-- shows its conversation.
local client = require('scilit.client')
local compat = require('scilit.compat')
local conversation = require('scilit.conversation')
local message = require('scilit.message')
local place = require('scilit.place')
local session = require('scilit.session')
local task = require('scilit.task')

local M = {}

local asked = 0 -- number of questions asked, which makes their tokens unique

-- Returns the scopes that a question can have, as labels with request parameters.
local function scopes(topic)
  local known = vim.tbl_filter(function(work)
    return work.id ~= ''
  end, topic.cited)
  local all = {}
  if #known > 0 then
    local label = #known == 1 and known[1].byline or message.counted(#known, 'paper') .. ' cited here'
    all[1] = { label = label, params = { cited = true } }
  end
  all[#all + 1] = { label = 'all papers', params = {} }
  for _, name in ipairs(#topic.corpora > 1 and topic.corpora or {}) do
    all[#all + 1] = { label = 'the corpus ' .. name, params = { corpora = { name } } }
  end
  return all
end

local function choose_scope(topic, done)
  local all = scopes(topic)
  if #all == 1 then
    return done(all[1])
  end
  vim.ui.select(all, {
    prompt = 'Ask which papers?',
    format_item = function(scope)
      return scope.label
    end,
  }, function(scope)
    if scope then
      done(scope)
    end
  end)
end

-- Sends a question, and shows the parts of the answer as they arrive.
local function send(here, scope, question)
  asked = asked + 1
  local token = ('scilit-ask-%d-%d'):format(vim.fn.getpid(), asked)
  local view = conversation.of(here.buffer)
  view:begin(question, scope)
  task.run('asking', 'asking papers', function(done)
    client.hear(token, function(step)
      view:step(step)
    end)
    local params = vim.tbl_extend('error', { question = question, partialResultToken = token }, scope.params)
    local cancel = client.ask(here.buffer, 'scilit/ask', here:params(params), done)
    return function()
      client.hear(token, nil)
      view:drop()
      cancel()
    end
  end, function(problem, answer)
    client.hear(token, nil)
    if problem then
      view:drop()
      return message.fail(problem)
    end
    view:finish(answer)
  end)
end

local function with_question(question, done)
  if question then
    return done(question)
  end
  compat.input({ prompt = 'Ask papers: ' }, function(typed)
    if typed and typed:find('%S') then
      done(typed)
    end
  end)
end

-- Returns the place of the cursor in the manuscript's window, else that of the question.
local function place_in(buffer, before)
  local window = vim.fn.bufwinid(buffer)
  if window == -1 then
    return before
  end
  local here
  vim.api.nvim_win_call(window, function()
    here = place.here()
  end)
  return here
end

-- Inserts a sentence of an answer after the one at the manuscript's cursor.
local function insert(view, turn, number, sentence, anyway)
  if sentence.unsupported and not anyway then
    return vim.ui.select({ 'Leave it out', 'Insert it anyway' }, {
      prompt = 'The passages do not support the whole sentence: ' .. (sentence.reason or 'no reason given'),
    }, function(_, choice)
      if choice == 2 then
        insert(view, turn, number, sentence, true)
      end
    end)
  end
  local here = place_in(view.source, view.place)
  local more = { turn = turn, sentence = number, anyway = anyway }
  task.run('asking', 'writing', function(done)
    return client.ask(here.buffer, 'scilit/ask/insert', here:params(more), done)
  end, function(problem, made)
    if problem then
      return message.fail(problem)
    end
    session.write(here, made)
  end)
end

-- Returns the actions of the buffer's keys.
local function actions(view)
  return {
    insert = function(turn, number, sentence)
      insert(view, turn, number, sentence)
    end,
    again = function()
      with_question(nil, function(question)
        view.place = place_in(view.source, view.place)
        send(view.place, view.scope, question)
      end)
    end,
    forget = function()
      if view.open then
        return message.info('wait for the answer, or run :Scilit cancel')
      end
      local document = { uri = vim.uri_from_bufnr(view.source) }
      client.ask(view.source, 'scilit/ask/forget', { textDocument = document }, function(problem)
        if problem then
          return message.fail(problem)
        end
        view:clear()
      end)
    end,
  }
end

--- Asks a question at the cursor, with the lines of a range as the claim.
function M.run(question, range)
  local here = place.of(range)
  task.run('asking', 'reading the citation site', function(done)
    return client.ask(here.buffer, 'scilit/ask/about', here:params(), done)
  end, function(problem, topic)
    if problem then
      return message.fail(problem)
    end
    choose_scope(topic, function(scope)
      with_question(question, function(typed)
        local view = conversation.open(here, topic.turns)
        view.actions = actions(view)
        view.scope = scope
        send(here, scope, typed)
      end)
    end)
  end)
end

return M
