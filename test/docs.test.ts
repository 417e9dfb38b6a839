import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings as allSettings } from '../server/src/core/karpenter/resources/settings.js';
import { call } from './support/commandLine.js';

const doc = readFileSync('docs/karpenter.md', 'utf8');
const pools = 'test/samples/shop.node-pools.yaml';
const settings = 'test/samples/shop.karpenter-settings.yaml';

/** The first fenced block whose content begins with `beginning`. */
function blockOf(beginning: string): string {
  const blocks = [...doc.matchAll(/```\w*\n([^]*?)```/g)].map(([, body = '']) => body);
  return blocks.find((body) => body.startsWith(beginning)) ?? `no block begins with ${beginning}`;
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

describe('the worked example of docs/karpenter.md', () => {
  it('quotes the samples exactly', () => {
    expect(readFileSync(pools, 'utf8')).toContain(blockOf('apiVersion: karpenter.sh/v1'));
    const given = readFileSync(settings, 'utf8');
    for (const line of lines(blockOf('apiVersion: aks-bootstrap/v1'))) expect(given).toContain(line);
  });

  it('quotes the output of the commands exactly', async () => {
    const bare = await call(['render', 'karpenter', '--node-pool', 'gpu', pools]);
    expect(bare.err).toContain(blockOf('The resources do not').trim());
    const { out } = await call(['render', 'karpenter', '--karpenter-settings', settings, '--node-pool', 'gpu', pools]);
    for (const line of lines(blockOf('LOCATION='))) expect(out.split('\n')).toContain(line);
    for (const flag of lines(blockOf('--kube-reserved')))
      expect(out).toMatch(new RegExp(` ${flag.replace(/[.+]/g, '\\$&')}[ "]`));
  });

  it('lists every setting', () => {
    for (const { description } of allSettings) expect(doc).toContain(`\`${description.name}\``);
  });
});

describe('the links of all pages', () => {
  const pages = ['.', 'docs', 'schemas'].flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : [])),
  );
  /** A page without its code, in which brackets are no links and number signs no headings. */
  const proseOf = (page: string): string => readFileSync(page, 'utf8').replace(/^```[^]*?^```/gm, '');
  /** The anchors that GitHub gives to the headings of a page. */
  const anchorsOf = (page: string): string[] =>
    [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .replace(/\]\([^)]*\)/g, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  it.each(pages)('of %s lead to files and headings that exist', (page) => {
    const targets = [...proseOf(page).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, target = '']) => target);
    const broken = targets.filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

describe('docs/ARCHITECTURE.md', () => {
  it('mentions only files and folders that exist', () => {
    const text = readFileSync('docs/ARCHITECTURE.md', 'utf8');
    const roots = ['', 'server/src/', 'server/src/core/', 'client/'];
    const paths = [...text.matchAll(/`([\w./-]+(?:\/|\.ts|\.mjs|\.md))`/g)].map(([, path = '']) => path);
    const missing = paths.filter((path) => !roots.some((root) => existsSync(root + path)));
    // Paths that the page mentions without their parent folder.
    const nested = ['rules/', 'editing/', 'render/', 'userData/', 'writeFiles/', 'resources/', 'script/', 'bootLog/'];
    const short = [
      ...nested,
      'layers/',
      'containers/',
      'known/',
      'tree/',
      'preview/',
      'webview/',
      'index.ts',
      'commands.ts',
      'script/table.ts',
    ];
    expect(paths.length).toBeGreaterThan(30);
    expect(missing.filter((path) => !short.includes(path))).toEqual([]);
  });
});

describe('docs/editors.md', () => {
  it('describes our own requests as the protocol has them', () => {
    const page = readFileSync('docs/editors.md', 'utf8');
    const blocks = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, block = '']) => block.replace(/ *\/\/.*/g, ''));
    const protocol = ['server/src/protocol.ts', 'server/src/core/results/recognition.ts']
      .map((path) => readFileSync(path, 'utf8').replace(/\/\*\*[^]*?\*\//g, ''))
      .join('\n');
    const described = [...blocks.join('\n').matchAll(/^type (\w+) =([^]*?);(?=\n(?:\n|type|$))/gm)];
    expect(described.length).toBeGreaterThan(15);
    const parts = [
      'DocumentParams',
      'ProblemCounts',
      'NamedText',
      'LayerText',
      'ChosenPayload',
      'Recognition',
      'RecognisedPosition',
    ];
    for (const [, name = '', body = ''] of described) {
      const start = protocol.search(new RegExp(`(?:interface|type) ${name}\\b`));
      expect(start, name).toBeGreaterThan(0);
      // With what it extends or consists of, and the type that it is a nullable form of.
      const declared = [...parts, name].map((one) => {
        const at = protocol.search(new RegExp(`(?:interface|type) ${one}\\b`));
        return protocol.slice(at, protocol.indexOf('\nexport ', at + 1));
      });
      const members = [...body.matchAll(/(\w+)\??:/g)].map(([, member = '']) => member);
      const known = new Set([...declared.join('\n').matchAll(/readonly (\w+)\??:/g)].map(([, member]) => member));
      expect(
        members.filter((member) => !known.has(member)),
        name,
      ).toEqual([]);
    }
  });
});

describe('docs/command-line.md', () => {
  it('lists every command', async () => {
    const [, help = ''] = (await call(['--help'])).out.split('\nCommands\n');
    const commands = [...help.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
    const page = readFileSync('docs/command-line.md', 'utf8');
    const listed = [...page.matchAll(/^\| \[`([a-z]+)`\]/gm)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(10);
    expect(listed.toSorted()).toEqual(commands.toSorted());
  });

  it('explains each layer', () => {
    const source = readFileSync('server/src/core/document/payload.ts', 'utf8');
    const [names = ''] = /export type LayerName =[^;]*/.exec(source) ?? [];
    const layers = [...names.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
    const page = readFileSync('docs/command-line.md', 'utf8');
    const section = page.slice(page.indexOf('### Layers'), page.indexOf('## explain'));
    expect(layers.length).toBeGreaterThan(50);
    expect(layers.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });
});
