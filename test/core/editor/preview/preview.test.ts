import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Analysis,
  configSecrets,
  customDataDialects,
  customDataOf,
  environmentOf,
  missingPreview,
  nodeFilesOf,
  type Preview,
  previewEntries,
  previewName,
  type PreviewOptions,
  previewOf,
  type PreviewView,
  vmssModelOf,
} from '../../../../server/src/core/index.js';
import { analyse, config } from '../../../support/analyse.js';
import { faultyConfigTexts, goodConfigTexts } from '../../../support/configs.js';
import { runs } from '../../../support/runs.js';

const open: PreviewOptions = { showSecrets: true };
const sample = readFileSync('test/samples/aks-node-controller-config.json', 'utf8');

function shown(analysis: Analysis, view: PreviewView, options = open): Preview {
  const rendered = previewOf(analysis, view, options);
  if (!rendered.ok) throw new Error(rendered.error.message);
  return rendered.value;
}

const node = (text: string): Analysis => analyse('a.node-config.json', text, 'node-config');

/** Every view of a config. */
function viewsOf(analysis: Analysis): readonly PreviewView[] {
  const entries = previewEntries(analysis, open);
  return entries.ok ? entries.value.map(({ target: view }) => view) : [];
}

describe('the text of a preview', () => {
  const analysis = node(sample);

  it.each(customDataDialects)('is the custom data as %s', (dialect) => {
    const rendered = customDataOf(analysis, dialect, open);
    expect(rendered.ok && rendered.value.decoded).toBe(shown(analysis, { what: 'custom-data', dialect }).text);
  });

  it('shows the config on the node as a part of the custom data', () => {
    const part = viewsOf(analysis).find((view) => previewName(view) === 'aks-node-controller-config.json');
    const rendered = customDataOf(analysis, 'cloud-init', open);
    expect(part && shown(analysis, part).text).toBe(rendered.ok && rendered.value.config);
  });

  it('shows every variable on its line', () => {
    const rendered = environmentOf(analysis, { ...open, containerdVersion: '2.0.0' });
    const lines = rendered.ok ? rendered.value.variables.map(({ name, value }) => `${name}=${value}\n`) : [];
    expect(shown(analysis, { what: 'env' }, { ...open, containerdVersion: '2.0.0' }).text).toBe(lines.join(''));
  });

  it('shows each file, alone and below its title', () => {
    const rendered = nodeFilesOf(analysis, open);
    const files = rendered.ok ? rendered.value.files : [];
    expect(files.length).toBeGreaterThan(3);
    const all = shown(analysis, { what: 'node-files' }).text;
    for (const { name, path, variable, text } of files) {
      expect(shown(analysis, { what: 'node-file', file: name }).text).toBe(text);
      expect(all).toContain(`=== ${path ?? name} (${variable})\n${text}`);
    }
  });

  it('shows the scale set model', () => {
    const rendered = vmssModelOf(analysis, open);
    expect(JSON.parse(shown(analysis, { what: 'vmss' }).text)).toEqual(rendered.ok && rendered.value.model);
  });

  it('has its secrets masked until each is revealed', () => {
    const text = config(
      '"bootstrapping_config":{"tls_bootstrapping_token":"abcdef.0123456789abcdef"},"custom_search_domain_config":{"domain_name":"a.b","realm_user":"u","realm_password":"hunter2"}',
    );
    const env = (options: PreviewOptions): string => shown(node(text), { what: 'env' }, options).text;
    const masked = env({ showSecrets: false });
    expect(masked).toContain('\nTLS_BOOTSTRAP_TOKEN=********\n');
    expect(masked).not.toContain('hunter2');
    const one = env({
      showSecrets: false,
      revealed: new Map([['/custom_search_domain_config/realm_password', 'hunter2']]),
    });
    expect(one).toContain('\nCUSTOM_SEARCH_REALM_PASSWORD=hunter2\n');
    expect(one).toContain('\nTLS_BOOTSTRAP_TOKEN=********\n');
    // Another text in the same place was never revealed.
    const other = env({
      showSecrets: false,
      revealed: new Map([['/custom_search_domain_config/realm_password', 'x']]),
    });
    expect(other).toContain('\nCUSTOM_SEARCH_REALM_PASSWORD=********\n');
    expect(configSecrets(node(text)).map(({ name, pointer }) => [name, pointer])).toEqual([
      ['bootstrapping_config.tls_bootstrapping_token', '/bootstrapping_config/tls_bootstrapping_token'],
      ['custom_search_domain_config.realm_password', '/custom_search_domain_config/realm_password'],
    ]);
  });

  it.each([
    ['z', 'https://bob:********@h/password=********'],
    ['', 'https://bob:********@h/password='],
  ])('has the key of an entry masked until it is revealed with its value %j', (value, shownAs) => {
    const key = 'https://bob:Tr0ub4dorPW@h/password';
    const one = node(config(`"kubelet_config":{"kubelet_flags":{${JSON.stringify(key)}:${JSON.stringify(value)}}}`));
    const env = (options: PreviewOptions): string => shown(one, { what: 'env' }, options).text;
    expect(env({ showSecrets: false })).toContain(`\nKUBELET_FLAGS=${shownAs}\n`);
    const [secret, ...more] = configSecrets(one);
    expect(more).toEqual([]);
    const revealed = new Map([[secret?.pointer ?? '', secret?.text ?? '']]);
    expect(env({ showSecrets: false, revealed })).toContain(`\nKUBELET_FLAGS=${key}=${value}\n`);
  });

  it("is missing, with a reason, if the config doesn't produce it", () => {
    for (const view of [
      { what: 'node-file', file: 'motd' },
      { what: 'custom-data', dialect: 'flatcar', part: ['base64', 'nowhere'] },
    ] as const) {
      expect(previewOf(analysis, view, open)).toMatchObject({ ok: false, error: { code: 'render/no-such-part' } });
    }
  });
});

describe('the sections of a preview', () => {
  it('are inside the text, in order, each part inside its section', () => {
    fc.assert(
      fc.property(goodConfigTexts, (text) => {
        const analysis = node(text);
        for (const view of viewsOf(analysis)) {
          const preview = shown(analysis, view);
          let at = 0;
          for (const { span, head, traces } of preview.sections) {
            expect(span.start).toBeGreaterThanOrEqual(at);
            at = span.end;
            for (const inner of [head, ...(traces ?? []).map((trace) => trace.span)]) {
              expect(inner.start).toBeGreaterThanOrEqual(span.start);
              expect(inner.end).toBeLessThanOrEqual(span.end);
              expect(inner.start).toBeLessThanOrEqual(inner.end);
            }
          }
          expect(at).toBeLessThanOrEqual(preview.text.length);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('begin with the name of their variable', () => {
    const { text, sections } = shown(node(sample), { what: 'env' });
    for (const { head, variable } of sections) expect(text.slice(head.start, head.end)).toBe(variable?.name);
  });
});

describe('the explanation of a missing preview', () => {
  const missing = (text: string, view: PreviewView = { what: 'vmss' }): string[] => {
    const analysis = node(text);
    const rendered = previewOf(analysis, view, open);
    if (rendered.ok) throw new Error('it can be rendered');
    return missingPreview(analysis, view, rendered.error);
  };

  it('lists exactly the errors that keep the config from being read, with lines', () => {
    const [title, , ...reasons] = missing(
      '{\n  "version": "v7",\n  "is_vhd": 1,\n  "enable_ssh": "yes",\n  "nonsense": 1\n}',
    );
    expect(title).toBe('There is no preview. This config cannot be read to its end:');
    expect(reasons).toHaveLength(2);
    expect(reasons[0]).toMatch(/^- line 3: .*is_vhd/);
    expect(reasons[1]).toMatch(/^- line 4: .*enable_ssh/);
  });

  it('lists JSON syntax errors', () => {
    expect(missing('{\n  "version": "v1",\n  "is_vhd": }').slice(2)).toEqual([expect.stringMatching(/^- line 3: /)]);
  });

  it('says why the node does not continue with a part of the config', () => {
    for (const text of ['{ "is_vhd": 1, "version": "v1" }', '{ "version": "v7", "is_vhd": 1 }'])
      expect(missing(text, { what: 'env' })[0]).toBe(
        'There is no preview. The node stops reading this config at an error, before it has read a version that it knows, and fails:',
      );
  });

  it('exists for every config that the node rejects, and lists only the errors that cause that', () => {
    fc.assert(
      fc.property(faultyConfigTexts, (text) => {
        const analysis = node(text);
        const reading = analysis.nodeConfig?.reading;
        if (reading === undefined || reading.ok) return;
        const rejected = reading.notes.filter((note) => note.rejected).length;
        const reasons = missing(text).slice(2);
        expect(reasons.length).toBeGreaterThan(0);
        expect(reasons.length).toBeLessThanOrEqual(Math.min(rejected, 11));
      }),
    );
  });

  it('lists at most ten errors', () => {
    const lines = missing(`{"custom_ca_certs":[${Array(15).fill('1').join(',\n')}]}`);
    expect(lines).toHaveLength(2 + 10 + 1);
    expect(lines.at(-1)).toBe('- and 5 more');
  });

  it("names numbers that JSON can't represent", () => {
    const analysis = node(
      config('"cluster_config":{"cloud_provider_config":{"backoff_jitter":"NaN"}}').replace(
        /"cluster_config":\{"resource_group[^}]*\}\},/,
        '',
      ),
    );
    const rendered = previewOf(analysis, { what: 'custom-data', dialect: 'write-files' }, open);
    expect(
      rendered.ok ? [] : missingPreview(analysis, { what: 'custom-data', dialect: 'write-files' }, rendered.error),
    ).toEqual([expect.stringMatching(/^There is no preview\. .*NaN/)]);
  });
});

describe('the preview of a config with an error', () => {
  const environment = (text: string): Map<string, string> => {
    const { text: shownText } = shown(node(text), { what: 'env' });
    return new Map(shownText.split('\n').map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^[^=]*=/, '')]));
  };

  it('shows what the node has read before it', () => {
    const found = environment(
      '{ "version": "v1", "linux_admin_username": "one", "cluster_config": { "location": "east", "vm_type": 1.5 }, "cse_timeout": 7 }',
    );
    expect(found.get('ADMINUSER')).toBe('one');
    // Nothing of a message counts if it was not read to its end, and nothing after it.
    expect(found.get('LOCATION')).toBe('');
    expect(found.get('CSE_TIMEOUT')).not.toBe('7');
  });

  it('contains the items of a list before one with an error', () => {
    const found = environment('{ "version": "v1", "custom_ca_certs": ["QQ==", "Qg==", 3, "Qw=="] }');
    expect(found.get('CUSTOM_CA_TRUST_COUNT')).toBe('2');
  });

  it('stops at the first error of the syntax or of a type, and says where', () => {
    for (const [text, value] of [
      ['{ "version": "v1", "cse_timeout": 7, "is_vhd": }', '7'],
      ['{ "version": "v1", "cse_timeout": 7 "is_vhd": true }', '7'],
      ['{ "version": "v1", "cse_timeout": 7, "cse_timeout": 8 }', '7'],
      ['{ "version": "v1", "cse_timeout": 7', '7'],
      ['{ "version": "v1", "cse_timeout": 7, "cluster_config": { "location": "east"', '7'],
    ] as const) {
      expect(environment(text).get('CSE_TIMEOUT'), text).toBe(value);
      const { stopsAt } = shown(node(text), { what: 'env' });
      expect(stopsAt, text).toBeGreaterThan(text.indexOf('7'));
    }
    expect(environment('{ "version": "v1", "cluster_config": { "location": "east"').get('LOCATION')).toBe('');
    expect(shown(node('{ "version": "v1", "cse_timeout": 7 }'), { what: 'env' }).stopsAt).toBeUndefined();
  });
});
