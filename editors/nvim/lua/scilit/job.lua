-- Runs the server's program as a command of its own: doctor, index build.
local client = require('scilit.client')

local M = {}

-- Calls line() for each whole line of what a job writes piece by piece.
local function by_lines(line)
  local rest = ''
  return function(_, pieces)
    pieces[1] = rest .. pieces[1]
    rest = table.remove(pieces)
    for _, piece in ipairs(pieces) do
      line(piece)
    end
  end
end

--- Runs in a folder, or where Neovim is. Each line of standard error goes to
--- on_error_line; done(code, lines) is called at the end. Returns what ends the program.
function M.run(args, folder, on_error_line, done)
  local program, problem = client.program()
  if problem then
    on_error_line(problem)
    done(1, {})
    return nil
  end
  local output = {}
  local id = vim.fn.jobstart(vim.list_extend({ program }, args), {
    cwd = folder,
    on_stdout = by_lines(function(line)
      output[#output + 1] = line
    end),
    on_stderr = by_lines(on_error_line),
    on_exit = function(_, code)
      done(code, output)
    end,
  })
  return function()
    vim.fn.jobstop(id)
  end
end

return M
