-- Offers a corpus on first use, if only the workspace's .bib files can be searched.
local add = require('scilit.add')
local client = require('scilit.client')
local compat = require('scilit.compat')
local grow = require('scilit.grow')

local M = {}

-- Returns the demo papers in this plugin's repository, to which Neovim's folders may have a link.
local function demo_papers()
  local here = compat.uv.fs_realpath(debug.getinfo(1, 'S').source:sub(2)) or ''
  local papers = vim.fn.fnamemodify(here, ':h:h:h:h:h') .. '/testdata/papers'
  return vim.fn.glob(papers .. '/*.jsonl.gz', true, true)
end

local function choices(go_on, can_grow)
  local all = { { label = 'Index my papers (a folder, PDFs, a .bib file, ...)', take = add.run } }
  if can_grow then
    table.insert(all, 1, { label = 'Build a corpus from this bibliography', take = grow.run })
  end
  local demo = demo_papers()
  if #demo > 0 then
    all[#all + 1] = {
      label = 'Index the demo corpus (5,260 papers)',
      take = function()
        add.build('demo', demo)
      end,
    }
  end
  all[#all + 1] = go_on and { label = 'Search only the .bib files here', take = go_on } or { label = 'Not now' }
  return all
end

--- Offers to build a corpus, or to continue without one if possible.
function M.offer(go_on)
  grow.can(function(can_grow)
    vim.ui.select(choices(go_on, can_grow), {
      prompt = 'No papers can be searched yet:',
      kind = 'scilit',
      format_item = function(choice)
        return choice.label
      end,
    }, function(choice)
      if choice and choice.take then
        choice.take()
      end
    end)
  end)
end

local asked

--- Continues if a corpus is configured; otherwise, offers one, once per session.
function M.unless_bare(go_on)
  if asked then
    return go_on()
  end
  client.status(function(_, status)
    if not (status and status.bare) then
      return go_on()
    end
    asked = true
    M.offer(go_on)
  end)
end

return M
