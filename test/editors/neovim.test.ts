import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const present = spawnSync('nvim', ['--version']).status === 0;
// CI installs Neovim, so nothing is skipped there.
const strict = process.env.CI === 'true';

describe.skipIf(!present && !strict)('Neovim (skipped if nvim is not installed)', () => {
  it('shows our diagnostics, hover, completion and fixes over stdio', () => {
    const folder = mkdtempSync(join(tmpdir(), 'neovim-'));
    const script = join(folder, 'test.lua');
    const answer = join(folder, 'answer.json');
    writeFileSync(script, lua(resolve('dist/cli.js'), resolve('test/samples/faulty.node-config.json'), answer));
    const run = spawnSync('nvim', ['--headless', '--clean', '-i', 'NONE', '-c', `luafile ${script}`], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(run.stderr.trim()).toBe('');
    expect(run.status).toBe(0);
    const seen = JSON.parse(readFileSync(answer, 'utf8')) as {
      codes: string[];
      hover: string;
      labels: string[];
      titles: string[];
      fixed: string;
    };
    rmSync(folder, { recursive: true });
    expect(seen.codes).toContain('contract/unknown-field');
    expect(seen.codes).toContain('contract/deprecated-version');
    expect(seen.hover).toContain('auth_config');
    expect(seen.labels).toContain('runc_config');
    expect(seen.titles).toContainEqual(expect.stringMatching(/^Apply all safe fixes/));
    expect(seen.fixed).toContain('"enable_ssh": true');
  });
});

/** A script that opens a file in Neovim with the server attached and writes the results to `answer`. */
function lua(cli: string, file: string, answer: string): string {
  return `
local ok, failure = pcall(function()
  vim.cmd('edit ${file}')
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = 'aks-bootstrap', cmd = { '${process.execPath}', '${cli}', 'lsp', '--stdio' }, root_dir = '/' })
  vim.lsp.buf_attach_client(buffer, client)
  local diagnosed = vim.wait(20000, function() return #vim.diagnostic.get(buffer) > 5 end, 50)
  assert(diagnosed, 'no diagnostics came')
  local codes = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(buffer)) do
    local lsp = diagnostic.user_data and diagnostic.user_data.lsp or {}
    table.insert(codes, diagnostic.code or lsp.code)
  end
  local function ask(method, line, character)
    local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = line, character = character } }
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 10000)
    return answers[client].result
  end
  local hover = ask('textDocument/hover', 2, 5)
  local completion = ask('textDocument/completion', 22, 2)
  local labels = {}
  for _, item in ipairs(completion.items or completion) do table.insert(labels, item.label) end
  local range = { start = { line = 0, character = 0 }, ['end'] = { line = 0, character = 0 } }
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    range = range,
    context = { diagnostics = {}, only = { 'source.fixAll.aksBootstrap' } },
  }
  local actions = vim.lsp.buf_request_sync(buffer, 'textDocument/codeAction', params, 10000)[client].result
  local titles = {}
  for _, action in ipairs(actions) do
    table.insert(titles, action.title)
    vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
  end
  local fixed = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\\n')
  local seen = { codes = codes, hover = hover.contents.value, labels = labels, titles = titles, fixed = fixed }
  local out = io.open('${answer}', 'w')
  out:write(vim.json and vim.json.encode(seen) or vim.fn.json_encode(seen))
  out:close()
end)
if not ok then
  io.stderr:write(tostring(failure))
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
`;
}
