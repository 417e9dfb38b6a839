import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePathPatterns } from '../../../server/src/core/index.js';
import { goodConfigTexts } from '../../support/configs.js';
import { compareAll } from '../compare/support.js';
import { config, type Files, grouped, scaleSet, shortGroup } from './support.js';

const json = JSON.stringify;
const numbered = (count: number, one: (index: number) => object): Files =>
  Array.from({ length: count }, (_, index) => [`${index}.node-config.json`, json(one(index))]);

describe('groups of documents', () => {
  it('ignore spelling, order and layout, and name what differs', () => {
    const { documents, groups } = grouped([
      ['a.node-config.json', json(config({ '--max-pods': '30', '--z': '1' }))],
      [
        'b.node-config.json',
        '{"kubeletConfig":{"kubeletFlags":{"--z":"1","--max-pods":"30","--v":"2"}},\n"version":"v1"}',
      ],
      ['c.node-config.json', json(config({ '--max-pods': '110', '--z': '1' }))],
    ]);
    expect(documents).toBe(3);
    expect(groups.map(shortGroup)).toEqual([
      'a.node-config.json b.node-config.json: ',
      'c.node-config.json: kubelet_config.kubelet_flags.--max-pods',
    ]);
    expect(groups[1]).toMatchObject({
      title: 'differs in kubelet_config.kubelet_flags.--max-pods',
      differences: [{ before: '30', after: '110' }],
    });
  });

  it('count each scale set of a list, whatever wrote its JSON, and leave out its own name', () => {
    const list = [
      scaleSet('aks-a-1-vmss', config()),
      scaleSet('aks-b-1-vmss', config()),
      scaleSet('aks-c-1-vmss', config()),
    ];
    const [first, second] = list.map((one) => json(one));
    const flat = json(list[2])
      .replace('"Standard_D4s_v5"', '"standard_d4s_v5"')
      .replace('"location":"eastus"', '"location":"East US"');
    const { groups } = grouped([
      ['list.json', `[${first ?? ''},${second ?? ''}]`],
      ['one.json', flat],
    ]);
    expect(groups.map(shortGroup)).toEqual(['aks-a-1-vmss aks-b-1-vmss aks-c-1-vmss: ']);
  });

  it('are called by their image', () => {
    const sets = ['a', 'b', 'c'].map((name) => scaleSet(name, config()));
    const { groups } = grouped([['list.json', json([...sets, scaleSet('d', config(), { image: '202601.15.0' })])]]);
    expect(groups.map(({ title, members }) => `${members.length} ${title}`)).toEqual([
      '3 alike',
      '1 has image 202601.15.0',
    ]);
  });

  it('compare secrets by their value and show masks', () => {
    const token = (text: string) => ({ bootstrapping_config: { tls_bootstrapping_token: text } });
    const of = (text: string) => json(config({}, token(text)));
    const files: Files = [
      ['a.node-config.json', of('abcdef.0123456789abcdef')],
      ['b.node-config.json', of('abcdef.0123456789abcdef')],
      ['c.node-config.json', of('fedcba.0123456789abcdef')],
    ];
    const { groups } = grouped(files);
    expect(groups[1]?.differences).toEqual([
      { path: 'bootstrapping_config.tls_bootstrapping_token', before: '********', after: '********#2' },
    ]);
    expect(json(grouped(files))).not.toContain('0123456789abcdef');
    expect(json(grouped(files, {}, true))).toContain('fedcba.0123456789abcdef');
  });

  it('leave out fields of which few documents share a value, unless they are asked for', () => {
    const files = numbered(30, (index) =>
      config({ '--node-ip': `10.0.0.${index}`, '--max-pods': index < 20 ? '30' : '110' }),
    );
    const { groups, individual } = grouped(files);
    expect(groups.map(({ members }) => members.length)).toEqual([20, 10]);
    expect(individual).toEqual([{ path: 'kubelet_config.kubelet_flags.--node-ip', documents: 30, values: 30 }]);
    expect(grouped(files, { exact: true }).groups).toHaveLength(30);
  });

  it('leave out fields that are ignored', () => {
    const files = numbered(4, (index) => config({ '--max-pods': String(index) }));
    const isIgnored = parsePathPatterns('machine.name,kubelet_config.*.--MAX-pods');
    expect(grouped(files).groups).toHaveLength(4);
    expect(grouped(files, isIgnored && { isIgnored }).groups).toHaveLength(1);
  });

  it('do not differ in protected settings that Azure leaves out of one of them', () => {
    const withCommand = (name: string, protectedSettings?: object): string => {
      const extensions = [{ name: 'vmssCSE', properties: { type: 'CustomScript', protectedSettings } }];
      return json({ ...scaleSet(name, config()), extensionProfile: { extensions } });
    };
    const [first, without] = [withCommand('a', { commandToExecute: 'true' }), withCommand('b')];
    expect(
      grouped([
        ['a.json', first],
        ['b.json', without],
      ]).groups,
    ).toHaveLength(1);
    const other = withCommand('b', { commandToExecute: 'false' });
    expect(
      grouped([
        ['a.json', first],
        ['b.json', other],
      ]).groups,
    ).toHaveLength(2);
  });

  it('say which documents could not be read completely', () => {
    const { incomplete } = grouped([['a.node-config.json', '{"version":"v1","enable_ssh":"yes"}']]);
    expect(incomplete).toMatchObject([
      { file: 'a.node-config.json', reason: expect.stringContaining('enable_ssh') as string },
    ]);
  });

  it('hold two configs together exactly if a comparison finds no difference', () => {
    const pairs = fc.tuple(goodConfigTexts, goodConfigTexts, fc.boolean());
    fc.assert(
      fc.property(pairs, ([a, b, isSame]) => {
        const other = isSame ? JSON.stringify(JSON.parse(a), undefined, 1) : b;
        const [comparison] = compareAll(a, other);
        const { groups } = grouped([
          ['a.node-config.json', a],
          ['b.node-config.json', other],
        ]);
        const { fields = [] } = comparison ?? {};
        expect(groups.length === 1).toBe(fields.length === 0);
      }),
    );
  });

  it('are the same in any order of files, members and keys', () => {
    const documents = fc.array(
      fc.record({ pods: fc.constantFrom('30', '110', '250'), level: fc.constantFrom('2', '4') }),
      {
        minLength: 1,
        maxLength: 24,
      },
    );
    const shuffled = documents.chain((all) => {
      const files = all.map(({ pods, level }, index) => ({ name: `${index}.node-config.json`, pods, level }));
      return fc.tuple(fc.constant(files), fc.shuffledSubarray(files, { minLength: files.length }), fc.boolean());
    });
    fc.assert(
      fc.property(shuffled, ([files, others, isReversed]) => {
        const contentOf = ({ pods, level }: (typeof files)[number], reversed: boolean): string => {
          const flags = Object.entries({ '--max-pods': pods, '--v': level });
          const members = {
            version: 'v1',
            kubelet_config: { kubelet_flags: Object.fromEntries(reversed ? flags.reverse() : flags) },
          };
          return json(reversed ? Object.fromEntries(Object.entries(members).reverse()) : members);
        };
        const of = (list: typeof files, reversed: boolean): string[] =>
          grouped(list.map((one) => [one.name, contentOf(one, reversed)] as const)).groups.map(({ members }) =>
            members
              .map(({ file }) => file)
              .sort()
              .join(' '),
          );
        expect(of(others, isReversed)).toEqual(of(files, false));
      }),
    );
  });
});
