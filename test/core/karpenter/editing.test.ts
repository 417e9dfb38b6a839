import { describe, expect, it } from 'vitest';
import { bootstrapOptions } from '../../../server/src/core/karpenter/options/description.js';
import { scriptVariables } from '../../../server/src/core/karpenter/script/table.js';
import { variableMarkdown } from '../../../server/src/core/karpenter/options/navigate.js';
import { codeLenses, complete, formatChanges, hover, outline } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { options } from '../../support/karpenter.js';

const name = 'pool.bootstrap-options.json';

/** Hover where the `|` stands. */
function hoverAt(marked: string): string | undefined {
  const offset = marked.indexOf('|');
  return hover(analyse(name, marked.replace('|', '')), offset)?.markdown;
}

function labelsAt(marked: string): string[] {
  const offset = marked.indexOf('|');
  return complete(analyse(name, marked.replace('|', '')), offset).map(({ label }) => label);
}

const full = (changes: Readonly<Record<string, unknown>> = {}): string => JSON.stringify({ ...options, ...changes });

describe('hover on an option', () => {
  it('shows its purpose, its origin in Karpenter, and its variables in the script', () => {
    const markdown = hoverAt(full().replace('"location"', '"loc|ation"')) ?? '';
    expect(markdown).toContain('**location**: `string` in BootstrapOptions');
    expect(markdown).toContain('Karpenter reads it from its own environment (`LOCATION`).');
    expect(markdown).toContain('- `LOCATION` = `westeurope`. The value of `location`, unchanged.');
  });

  it('lists every variable that an option gets into', () => {
    const markdown = hoverAt(full().replace('"arch"', '"ar|ch"')) ?? '';
    for (const variable of ['KUBE_BINARY_URL', 'CREDENTIAL_PROVIDER_DOWNLOAD_URL', 'CNI_PLUGINS_URL'])
      expect(markdown).toContain(`\`${variable}\``);
    // It is set twice.
    expect(markdown.match(/`KUBE_BINARY_URL`/g)).toHaveLength(1);
  });

  it('shows the part of a variable that a setting makes', () => {
    const text = full({ kubeletConfig: { maxPods: 61 } }).replace('"maxPods"', '"max|Pods"');
    expect(hoverAt(text)).toContain('- `KUBELET_FLAGS` has `61`.');
  });

  it('works in any casing, on values and on half of a document', () => {
    expect(hoverAt('{"APISERVERNAME":"a|bc"}')).toContain('**APIServerName**');
    expect(hoverAt('{"taints":[{"eff|ect":"NoSchedule"')).toContain('**effect**: `string` in Taint');
  });

  it('never shows the token', () => {
    const markdown = hoverAt(full().replace('"kubeletClientTLS', '"kubeletClient|TLS')) ?? '';
    expect(markdown).toContain('`TLS_BOOTSTRAP_TOKEN` = `********`');
    expect(markdown).not.toContain(options.kubeletClientTLSBootstrapToken);
  });

  it('shows that an option is in no variable', () => {
    expect(hoverAt('{"cluster|Name":"a"}')).toContain('It is not part of the script.');
  });

  it('knows labels and regions by themselves', () => {
    expect(hoverAt('{"labels":{"kubernetes.azure.com/mo|de":"user"}}')).toContain('kubernetes.azure.com/mode');
    expect(hoverAt('{"location":"west|europe"}')).toContain('West Europe');
  });

  it('shows nothing outside of options', () => {
    expect(hoverAt('{"colour|":1}')).toBeUndefined();
    expect(hoverAt('{|}')).toBeUndefined();
  });

  it('has an origin for every option and every variable', () => {
    for (const option of bootstrapOptions.fields)
      expect(hoverAt(`{"${option.name.slice(0, 1)}|${option.name.slice(1)}":null}`), option.name).toMatch(
        /\nKarpenter \w+/,
      );
    for (const variable of scriptVariables) expect(variableMarkdown(variable), variable.name).toMatch(/Karpenter \w+/);
  });
});

describe('completion in bootstrap options', () => {
  it('offers the options that are not given yet, needed ones first', () => {
    const offered = labelsAt('{"ARCH":"amd64",|}');
    expect(offered).not.toContain('arch');
    expect(offered.slice(0, 2)).toEqual(['tenantID', 'subscriptionID']);
    expect(offered).toHaveLength(bootstrapOptions.fields.length - 1);
  });

  it.each([
    ['{"arch":"|"}', ['amd64', 'arm64']],
    ['{"GPUNode":|}', ['true', 'false']],
    ['{"taints":[{"effect":"|"}]}', ['NoSchedule', 'PreferNoSchedule', 'NoExecute']],
    ['{"taints":[{|}]}', ['key', 'value', 'effect', 'timeAdded']],
    ['{"kubeletConfig":{"cpuManagerPolicy":"|"}}', ['none', 'static']],
    ['{"labels":|}', []],
    ['{"unknown":{|}}', []],
  ])('%s', (text, labels) => {
    expect(labelsAt(text)).toEqual(labels);
  });

  it('offers known keys and values', () => {
    expect(labelsAt('{"kubeletConfig":{"evictionHard":{"memory.available":"1Gi",|}}}')).toContain('nodefs.available');
    expect(labelsAt('{"kubeletConfig":{"evictionHard":{"memory.available":"1Gi",|}}}')).not.toContain(
      'memory.available',
    );
    expect(labelsAt('{"location":"|"}')).toContain('westeurope');
  });

  it('inserts values that the option accepts', () => {
    const found = complete(analyse(name, '{}'), 1);
    const written = (label: string): string | undefined => found.find((item) => item.label === label)?.snippet;
    expect(written('arch')).toBe('"arch": "$1"');
    expect(written('GPUNode')).toBe('"GPUNode": ${1|true,false|}');
    expect(written('taints')).toBe('"taints": [$1]');
    expect(written('labels')).toBe('"labels": {\n\t$1\n}');
  });
});

describe('a document of bootstrap options', () => {
  it('has an outline with types and short values', () => {
    const text = '{"arch":"amd64","kubeletClientTLSBootstrapToken":"abc","taints":[{"key":"a"}],"colour":1}';
    const lines = outline(analyse(name, text)).map((entry) => `${entry.name}: ${entry.detail}`);
    expect(lines).toEqual([
      'arch: string "amd64"',
      'kubeletClientTLSBootstrapToken: string ********',
      'taints: list of Taint, 1 entry',
      'colour: 1',
    ]);
  });

  it('can be laid out and previewed', () => {
    const analysis = analyse(name, '{"arch":"amd64"}');
    expect(formatChanges(analysis, { tabSize: 2, insertSpaces: true })).not.toEqual([]);
    expect(codeLenses(analysis).map(({ title }) => title)).toEqual(['Live preview…']);
  });
});
