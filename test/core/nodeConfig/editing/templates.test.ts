import { describe, expect, it } from 'vitest';
import { complete, type Completion, customDataOf, validate } from '../../../../server/src/core/index.js';
import { analyse } from '../../../support/analyse.js';
import { readMarks } from '../../../support/markers.js';
import { expandSnippet } from '../../../support/snippet.js';

const name = 'aks-node-controller-config.json';

function at(source: string, file = name) {
  const { text, cursor } = readMarks(source);
  return { text, items: complete(analyse(file, text), cursor) };
}

function templatesIn(source: string, file = name): Completion[] {
  return at(source, file).items.filter(({ detail }) => detail === 'new node config');
}

function template(label: string, source = '¦'): Completion {
  const item = templatesIn(source).find((candidate) => candidate.label === label);
  if (item === undefined) throw new Error(`${label} is not offered`);
  return item;
}

/** The document after choosing a template, indented as an editor that follows the cursor's line does it. */
function written(source: string, item: Completion, how: 'snippet' | 'plainText'): string {
  const { text } = readMarks(source);
  const inserted = how === 'snippet' ? expandSnippet(item.snippet).text : item.plainText;
  const lineStart = text.lastIndexOf('\n', item.span.start - 1) + 1;
  const indentation = /^[ \t]*/.exec(text.slice(lineStart, item.span.start))?.[0] ?? '';
  return text.slice(0, item.span.start) + inserted.replaceAll('\n', `\n${indentation}`) + text.slice(item.span.end);
}

const labels = [
  'Ubuntu node',
  'Azure Linux node',
  'Flatcar node',
  'GPU node with MIG',
  'Node in a custom cloud',
  'Node behind an HTTP proxy',
  'Node with local DNS',
];

describe('templates for a new node config', () => {
  const places = [
    '¦',
    '\n  ¦\n',
    '  ¦  ',
    '{¦}',
    '{ ¦ }',
    '{\n  ¦\n}\n',
    '{\n¦\n}',
    '{¦\n}',
    '{\n¦}',
    '{\n  ¦}',
    '\t{ ¦}',
    '{¦',
    '{\n  ¦  \n\n}',
    '{\r\n  ¦\r\n}',
  ];

  it.each(places)('are offered in %j and make a document without problems', (source) => {
    const items = templatesIn(source);
    expect(items.map(({ label }) => label)).toEqual(labels);
    for (const item of items) {
      const { text, cursor } = readMarks(source);
      // Editors take changes of the cursor's line only.
      expect(item.span.start <= cursor && cursor <= item.span.end).toBe(true);
      expect(text.slice(item.span.start, item.span.end)).toMatch(/^[ \t]*$/);
      for (const how of ['snippet', 'plainText'] as const) {
        const analysis = analyse(name, written(source, item, how));
        const serious = validate(analysis).problems.filter(
          ({ severity }) => severity === 'error' || severity === 'warning',
        );
        expect(serious, `${item.label} as ${how}`).toEqual([]);
        expect(analysis.nodeConfig?.reading.ok).toBe(true);
        expect(customDataOf(analysis, 'cloud-init', { showSecrets: false }).ok).toBe(true);
      }
    }
  });

  it.each([
    ['a text with a member', '{ "version": "v1", ¦ }'],
    ['a half-typed name', '{ ve¦ }'],
    ['a quote', '{ "¦" }'],
    ['a nested object', '{ "cluster_config": {¦} }'],
    ['a list', '[¦]'],
    ['in front of the object', '¦{}'],
    ['behind the object', '{}¦'],
    ['another object behind it', '{¦} {}'],
    ['a comment', '{ /* later */ ¦ }'],
  ])('are not offered for %s', (_, source) => {
    expect(templatesIn(source)).toEqual([]);
  });

  it('are only offered in node configs, by file name or chosen language', () => {
    expect(templatesIn('¦', 'package.json')).toEqual([]);
    expect(templatesIn('{¦}', 'package.json')).toEqual([]);
    expect(templatesIn('¦', 'a.cloud-config.yaml')).toEqual([]);
    const chosen = complete(analyse('untitled', '', 'node-config'), 0);
    expect(chosen.map(({ label }) => label)).toEqual(labels);
  });

  it('have one member per line', () => {
    const text = written('{ ¦ }', template('Ubuntu node', '{ ¦ }'), 'plainText');
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, '\t'));
    const indented = '{\n  ¦\n}\n';
    const inFile = written(indented, template('Ubuntu node', indented), 'plainText');
    expect(inFile.split('\n').slice(0, 3)).toEqual(['{', '  "version": "v1",', '  "kubernetes_version": "1.33.2",']);
    expect(inFile.endsWith('\n  "enable_unattended_upgrade": true\n}\n')).toBe(true);
  });

  it('come before the fields, none of which is preselected', () => {
    const { items } = at('{¦}');
    const inOrder = [...items].sort((a, b) => (a.sortText < b.sortText ? -1 : 1));
    expect(inOrder.slice(0, labels.length).map(({ label }) => label)).toEqual(labels);
    expect(inOrder[labels.length]?.label).toBe('version');
    expect(items.filter(({ preselect }) => preselect)).toEqual([]);
  });

  it.each(labels)('%s: the snippet is the plain text with stops, and the documentation names them', (label) => {
    const item = template(label);
    const { text, stops } = expandSnippet(item.snippet);
    expect(text).toBe(item.plainText);
    expect(stops.map(({ number }) => number)).toEqual(stops.map((_, index) => index + 1));
    const named = item.documentation.split('To be filled in: ')[1]?.match(/`[^`]+`/g) ?? [];
    expect(named).toHaveLength(stops.length);
    for (const path of ['api_server_config.api_server_name', 'auth_config.subscription_id', 'cluster_config.location'])
      expect(named).toContain(`\`${path}\``);
  });

  it.each(labels)('%s: every choice is accepted', (label) => {
    const item = template(label);
    for (const stop of expandSnippet(item.snippet).stops) {
      for (const choice of stop.choices) {
        const snippet = item.snippet.replace(new RegExp(`\\$\\{${stop.number}\\|.*?\\|\\}`), choice);
        const serious = validate(analyse(name, expandSnippet(snippet).text)).problems.filter(
          ({ severity }) => severity === 'error' || severity === 'warning',
        );
        expect(serious, choice).toEqual([]);
      }
    }
  });

  it('have one tab stop for a value that is used twice', () => {
    const { snippet } = template('Ubuntu node');
    const group = /"resource_group": "\$\{(\d+):/.exec(snippet)?.[1];
    expect(group).toBeDefined();
    expect(snippet).toContain(`"vnet_resource_group": "$${group ?? ''}"`);
  });

  it('describe what is special about their nodes', () => {
    const config = (label: string) => JSON.parse(template(label).plainText) as Record<string, unknown>;
    expect(config('GPU node with MIG').gpu_config).toMatchObject({
      enable_nvidia: true,
      gpu_instance_profile: 'MIG1g',
    });
    expect(config('Node in a custom cloud').custom_cloud_config).toMatchObject({ custom_cloud_env_name: 'AksCustom' });
    expect(config('Node behind an HTTP proxy').http_proxy_config).toMatchObject({
      http_proxy: 'http://proxy.contoso.example:3128',
    });
    // The provisioning scripts switch unattended upgrades on for Ubuntu only.
    expect(config('Ubuntu node').enable_unattended_upgrade).toBe(true);
    expect(config('Azure Linux node')).not.toHaveProperty('enable_unattended_upgrade');
    expect(config('Flatcar node')).not.toHaveProperty('enable_unattended_upgrade');
    const local = config('Node with local DNS').local_dns_profile as Record<string, Record<string, object>>;
    for (const zone of [
      ...Object.values(local.vnet_dns_overrides ?? {}),
      ...Object.values(local.kube_dns_overrides ?? {}),
    ])
      for (const number of ['max_concurrent', 'cache_duration_in_seconds', 'serve_stale_duration_in_seconds'])
        expect(zone).toHaveProperty(number);
  });
});
