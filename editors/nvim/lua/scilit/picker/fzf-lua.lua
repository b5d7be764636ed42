-- A list in fzf-lua, with the paper next to it.
local base = require('fzf-lua.previewer.builtin').base
local fzf = require('fzf-lua')

local picker = require('scilit.picker')
local preview = require('scilit.preview')

local M = {}

-- Lines begin with the paper's number, which fzf does not show.
local function number(line)
  return tonumber(line:match('^%d+'))
end

local function lines(papers)
  local all = {}
  for i, paper in ipairs(papers) do
    all[i] = ('%d\t%s'):format(i, picker.label(paper))
  end
  return all
end

local function previewer(menu)
  local Paper = base:extend()
  local stop = function() end
  function Paper:new(o, opts, window)
    Paper.super.new(self, o, opts, window)
    return setmetatable(self, Paper)
  end
  function Paper:populate_preview_buf(line)
    stop()
    local buffer = self:get_tmp_buffer()
    self:set_preview_buf(buffer)
    preview.dress(self.win.preview_winid)
    stop = preview.show(buffer, menu.session, menu.papers[number(line)], menu.mode)
  end
  return Paper
end

function M.pick(menu)
  local function papers_of(selected)
    return vim.tbl_map(function(line)
      return menu.papers[number(line)]
    end, selected)
  end
  local function cites(mode)
    return function(selected)
      if selected[1] then -- several if marked with Tab
        picker.take(menu, papers_of(selected), mode)
      end
    end
  end
  fzf.fzf_exec(lines(menu.papers), {
    winopts = { title = ' ' .. menu.title .. ' ' },
    previewer = previewer(menu),
    fzf_opts = { ['--delimiter'] = '\t', ['--with-nth'] = '2..', ['--multi'] = '' },
    actions = {
      ['default'] = cites(menu.mode),
      ['ctrl-o'] = cites(picker.other(menu.mode)),
      ['ctrl-l'] = cites('words'),
      ['ctrl-b'] = function(selected)
        vim.tbl_map(picker.open, papers_of(selected))
      end,
    },
  })
end

return M
