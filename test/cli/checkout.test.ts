import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkoutLayout } from '../../server/src/core/index.js';
import { call } from '../support/commandLine.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: folder, file } = temporaryFolder();
const files = {
  [`${checkoutLayout.protos}/config.proto`]:
    'message Configuration { string version = 1; int32 litres = 2; string vm_size = 20;\n string = 3; }',
  [checkoutLayout.scripts['linux-agentbaker']]: 'ERR_PAINT_DRY=249 # the paint is still wet\n# ERR_OLD=248 gone\n',
  [checkoutLayout.scripts.windows]: '$global:WINDOWS_CSE_ERROR_PAINT=247\r\n$global:WINDOWS_CSE_SUCCESS=0\r\n',
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

describe('--contract', () => {
  const config = file('a.node-config.json', '{"version":"v1","litres":3,"paint":1}');

  it('is the contract of configs, and mistakes in it are no errors', async () => {
    const { out, err } = await call(['validate', '--format', 'json', '--contract', folder, config]);
    expect(out).toContain('Configuration has no field \\"paint\\"');
    expect(out).not.toContain('no field \\"litres');
    expect(err).toMatch(/config\.proto:2:9: Expected a name, not "=".\n$/);
  });

  it('holds for previews and comparisons', async () => {
    expect((await call(['render', 'env', '--contract', folder, config])).status).toBe(0);
    const other = file('b.node-config.json', '{"version":"v1","litres":4}');
    expect((await call(['diff', '--contract', folder, config, other])).out).toContain('litres');
  });

  it('adds exit codes to explanations', async () => {
    const status = file('provision.json', '{"ExitCode":"249","Output":"","Error":"","ExecDuration":"3"}');
    const { out } = await call(['explain', '--contract', folder, status]);
    expect(out).toContain('ERR_PAINT_DRY');
    expect(out).toContain('The paint is still wet');
    expect((await call(['explain', '--contract', folder, '--code', '249'])).out).toContain(
      'cse_helpers.sh of the checkout',
    );
    expect((await call(['explain', '--contract', folder, 'ERR_PAINT_DRY'])).out).toContain('249');
    expect((await call(['explain', '--contract', folder, '--code', '247', '--table', 'windows'])).out).toContain(
      'WINDOWS_CSE_ERROR_PAINT',
    );
    expect((await call(['explain', '--contract', folder, '--code', '248'])).status).toBe(1);
    // A code that the tables have keeps its other meanings.
    expect((await call(['explain', '--contract', folder, '--code', '50'])).out).toContain('ERR_OUTBOUND_CONN_FAIL');
  });

  it('is refused for a folder without .proto files', async () => {
    const { status, err } = await call(['validate', '--contract', '/nowhere', config]);
    expect(status).toBe(2);
    expect(err).toContain('--contract /nowhere has no .proto files');
  });
});
