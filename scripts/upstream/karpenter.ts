import { bootstrapOptions, kubeletConfig } from '../../server/src/core/karpenter/options/description.js';
import { nodeClassKubelet } from '../../server/src/core/karpenter/resources/pool.js';
import { scriptVariables } from '../../server/src/core/karpenter/script/table.js';
import { type Comparison, type Digests, digestsSection, namesSection, type Section } from './finding.js';
import { inList, unwritten } from './skeleton.js';
import { digest, type Source } from './source.js';

const bootstrap = 'pkg/providers/imagefamily/bootstrap';
const description = 'server/src/core/karpenter/options/description.ts';

export function isKarpenter(source: Source): boolean {
  return source.read(`${bootstrap}/bootstrap.go`) !== undefined;
}

/** Compares a commit of karpenter-provider-azure with the options and the variables of its script. */
export function compareKarpenter(source: Source, known: Digests): Comparison {
  const files = source.list(bootstrap).filter((path) => !path.endsWith('_test.go'));
  const texts = Object.fromEntries(
    files.map((path) => [path.slice(bootstrap.length + 1), digest(source.read(path) ?? '')] as const),
  );
  return {
    repository: 'Azure/karpenter-provider-azure',
    remarks: [`Texts are compared with those at ${known.at?.commit ?? 'no commit'}.`],
    digests: { at: { commit: source.commit }, files: texts },
    sections: [...optionSections(source), variables(source), digestsSection('Files of the script', texts, known.files)],
  };
}

function optionSections(source: Source): Section[] {
  const go = (name: string): string => source.read(`${bootstrap}/${name}.go`) ?? '';
  const options = [...fieldsOf(go('aksbootstrap'), 'AKS'), ...fieldsOf(go('bootstrap'), 'Options')];
  const version = /(\w+)\.KubeletConfiguration\b/.exec(go('bootstrap'))?.[1] ?? 'v1beta1';
  const nodeClass = source.read(`pkg/apis/${version}/aksnodeclass.go`) ?? '';
  const kubelet = [
    ...fieldsOf(go('bootstrap'), 'KubeletConfiguration'),
    ...fieldsOf(nodeClass, 'KubeletConfiguration'),
  ];
  return [
    optionSection('Options', options, bootstrapOptions.fields, 'BootstrapOptions'),
    optionSection('Kubelet options', kubelet, [...kubeletConfig.fields, ...nodeClassKubelet.fields], 'own'),
  ];
}

interface GoField {
  readonly name: string;
  readonly type: string;
}

/** Names are compared as Go's JSON reader does, without case. */
function optionSection(
  title: string,
  upstream: readonly GoField[],
  ours: readonly { readonly name: string }[],
  list: string,
): Section {
  const byName = new Map(upstream.map((field) => [field.name.toLowerCase(), field]));
  const spelled = new Map(ours.map(({ name }) => [name.toLowerCase(), name]));
  const shown = (name: string): string => byName.get(name)?.name ?? spelled.get(name) ?? name;
  const section = namesSection(title, [...byName.keys()], [...spelled.keys()], {
    detailOf: (name) => byName.get(name)?.type,
    skeletonOf(name) {
      const { type = '' } = byName.get(name) ?? {};
      const row = `option('${wordOf(type)} ${shown(name)}', '${unwritten(`${shown(name)} ${type}`)}', { from: 'unset' })`;
      return inList(description, list, row);
    },
  });
  return { ...section, findings: section.findings.map((finding) => ({ ...finding, name: shown(finding.name) })) };
}

/** The type of an option's declaration, as far as the Go type says it. */
function wordOf(type: string): string {
  const plain = type.replace(/^\*/, '');
  const word = /^(?:bool|int32|int64)$/.test(plain) ? plain : plain.endsWith('Duration') ? 'duration' : 'string';
  if (plain.startsWith('map[')) return 'map<string>';
  return `${word}${plain.startsWith('[]') ? '[]' : type.startsWith('*') ? '?' : ''}`;
}

/** The fields of a Go struct, without embedded ones. */
function fieldsOf(text: string, name: string): GoField[] {
  const body = new RegExp(`^type ${name} struct \\{\\n([^]*?)^\\}`, 'm').exec(text)?.[1] ?? '';
  return [...body.matchAll(/^\t(\w+) +([^\s`/]+)/gm)].map(([, field = '', type = '']) => ({ name: field, type }));
}

/** The variables that the script's template sets. */
function variables(source: Source): Section {
  // Karpenter's nodes are never in a custom cloud.
  const custom = /^\{\{ ?if \.IsAKSCustomCloud ?\}\}[^]*?^\{\{ ?end ?\}\}/gm;
  const template = (source.read(`${bootstrap}/cse_cmd.sh.gtpl`) ?? '').replace(custom, '');
  const names = [...template.matchAll(/^(?:\{\{[^}]*\}\})? *([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  return namesSection(
    'Variables of the script',
    names,
    scriptVariables.map(({ name }) => name),
  );
}
