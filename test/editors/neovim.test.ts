import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

describe.skipIf(!present && !strict)('the example of docs/editors.md for older versions of Neovim', () => {
  it('starts one server for all files, shows logs, and opens a decoded payload and writes it back', () => {
    const folder = mkdtempSync(join(tmpdir(), 'neovim-'));
    // What the example calls is on the path.
    const program = join(folder, 'aks-bootstrap');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/cli.js')}' "$@"\n`);
    chmodSync(program, 0o755);
    for (const name of ['vmss.json', 'cloud-config.yaml']) copyFileSync(join('test/samples', name), join(folder, name));
    copyFileSync('test/samples/provisioning-error.txt', join(folder, 'error.log'));
    const example = /0\.7 to 0\.10:\n\n```lua\n([^]*?)```/.exec(readFileSync('docs/editors.md', 'utf8'))?.[1];
    writeFileSync(join(folder, 'init.lua'), example ?? 'error("no example")');
    writeFileSync(join(folder, 'test.lua'), decodingScript);
    const run = spawnSync('nvim', ['--headless', '-u', 'init.lua', '-i', 'NONE', '-n', '-c', 'luafile test.lua'], {
      encoding: 'utf8',
      timeout: 60_000,
      cwd: folder,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH ?? ''}` },
    });
    expect(run.stderr.trim()).toBe('Workspace edit Write back to vmss.json');
    expect(run.status).toBe(0);
    const seen = JSON.parse(readFileSync(join(folder, 'answer.json'), 'utf8')) as {
      clients: number;
      log: string[];
      decoded: string;
      text: string;
      shown: string;
      again: string;
    };
    rmSync(folder, { recursive: true });
    expect(seen.clients).toBe(1);
    expect(seen.log).not.toEqual([]);
    expect(seen.decoded).toMatch(/\/aks-node-controller-config\.json$/);
    expect(seen.text).toContain('"kubelet_node_lables"');
    expect(seen.shown).not.toBe(readFileSync('test/samples/vmss.json', 'utf8'));
    expect(seen.again).toContain('"kubelet_node_labels"');
  });
});

/** Opens three files, then a decoded payload of the first, corrects it and writes it back. */
const decodingScript = luaScript(
  'answer.json',
  `
  local function diagnosed(buffer)
    assert(vim.wait(20000, function() return #vim.diagnostic.get(buffer) > 0 end, 50), 'no diagnostics came')
  end
  local function open(name)
    vim.cmd('edit ' .. name)
    local buffer = vim.api.nvim_get_current_buf()
    diagnosed(buffer)
    return buffer
  end
  open('cloud-config.yaml')
  local log = open('error.log')
  local codes = vim.tbl_map(function(found) return found.code or found.user_data.lsp.code end, vim.diagnostic.get(log))
  local vmss = open('vmss.json')
  local function text(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\\n') .. '\\n' end
  local function run(buffer, line, begin, ending)
    local at = { line = line, character = 0 }
    local params = {
      textDocument = { uri = vim.uri_from_bufnr(buffer) },
      range = { start = at, ['end'] = at },
      context = { diagnostics = {} },
    }
    local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/codeAction', params, 10000)
    for _, answer in pairs(answers) do
      for _, action in ipairs(answer.result) do
        if vim.startswith(action.title, begin) and vim.endswith(action.title, ending) then
          vim.lsp.buf_request_sync(buffer, 'workspace/executeCommand', action.command, 10000)
          return
        end
      end
    end
    error('there is no action ' .. begin)
  end
  local line = vim.fn.search('"customData"', 'w') - 1
  local function decode()
    vim.api.nvim_set_current_buf(vmss)
    run(vmss, line, 'Open decoded', 'aks-node-controller-config.json')
    vim.wait(10000, function() return vim.api.nvim_get_current_buf() ~= vmss end, 50)
    return vim.api.nvim_get_current_buf()
  end
  local decoded = decode()
  local seen = { clients = #vim.lsp.get_active_clients(), log = codes, decoded = vim.api.nvim_buf_get_name(decoded), text = text(decoded) }
  diagnosed(decoded)
  vim.cmd('%s/kubelet_node_lables/kubelet_node_labels/')
  run(decoded, 0, 'Write', 'back to vmss.json')
  seen.shown = text(vmss)
  vim.api.nvim_buf_set_option(decoded, 'modified', false)
  vim.cmd('bdelete! ' .. decoded)
  seen.again = text(decode())
  seen.clients = math.max(seen.clients, #vim.lsp.get_active_clients())
`,
);

/** A script that opens a file in Neovim with the server attached and writes the results to `answer`. */
function lua(cli: string, file: string, answer: string): string {
  return luaScript(
    answer,
    `
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
`,
  );
}

/** A script that writes the value `seen` of its body to the file `answer` as JSON, and ends Neovim. */
function luaScript(answer: string, body: string): string {
  return `
local ok, failure = pcall(function()${body}  local out = io.open('${answer}', 'w')
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
