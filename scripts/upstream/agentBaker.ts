import { checkoutLayout } from '../../server/src/core/checkout.js';
import { scriptCodes } from '../../server/src/core/failure/exitCodes/declared.js';
import { codeTables } from '../../server/src/core/failure/exitCodes/index.js';
import type { FailureFamily } from '../../server/src/core/failure/exitCodes/table.js';
import { contract } from '../../server/src/core/nodeConfig/contract/contract.js';
import { declaredContract } from '../../server/src/core/nodeConfig/contract/declared.js';
import { parseProto, type ProtoField } from '../../server/src/core/nodeConfig/contract/proto/parse.js';
import { variablesOf } from '../../server/src/core/nodeConfig/render/environment/environment.js';
import { type Field, hasEntries, type RecordType, type RemovedName } from '../../server/src/core/record/model.js';
import {
  Controller,
  newestRelease,
  oldestRelease,
  parseRelease,
  type Release,
} from '../../server/src/core/values/known/releases.js';
import { type Comparison, digestsSection, type Digests, type Finding, namesSection, type Section } from './finding.js';
import { inList, inObject, type Skeleton, unwritten } from './skeleton.js';
import { digest, type Source } from './source.js';

const controller = 'aks-node-controller';
const descriptions = 'server/src/core/nodeConfig/contract/description';

/** Files whose behaviour our renderings repeat: what changed in them has to be read. */
const mirrored = [
  `${controller}/app.go`,
  `${controller}/nodecustomdata.go`,
  `${controller}/parser/helper.go`,
  `${controller}/parser/parser.go`,
  `${controller}/pkg/gpu/gpu.go`,
  `${controller}/pkg/gpu/skus.go`,
  `${controller}/pkg/nodeconfigutils/utils.go`,
];

export function isAgentBaker(source: Source): boolean {
  return source.list(checkoutLayout.protos).length > 0;
}

/**
 * Compares a commit of AgentBaker with what we describe for its release: the contract, the variables and the exit codes.
 * Texts are compared with those at the commit that our descriptions were last brought up to.
 */
export function compareAgentBaker(source: Source, known: Digests): Comparison {
  const at = new Controller(releaseOf(source));
  const digests = digestsOf(source);
  return {
    repository: 'Azure/AgentBaker',
    remarks: [
      `Names are compared with what we describe for ${at.release.tag}, texts with those at ${known.at?.commit ?? 'no commit'}.`,
      ...(at.release.order < oldestRelease.order
        ? [`Our history begins at ${oldestRelease.tag}: what ended before isn't described.`]
        : []),
    ],
    digests,
    sections: [
      ...contractSections(source, at),
      digestsSection('Comments of the contract', digests.comments ?? {}, known.comments),
      variables(source, at),
      digestsSection('Templates of aks-node-controller', digests.templates ?? {}, known.templates),
      digestsSection('Custom data: boothook and other texts', digests.customData ?? {}, known.customData),
      digestsSection('Code that renderings repeat', digests.code ?? {}, known.code),
      ...Object.entries(checkoutLayout.scripts).map(([family, path]) =>
        exitCodes(source, family as FailureFamily, path),
      ),
    ],
  };
}

/** The release of a commit: its tag, else the last one that its day can have. */
function releaseOf({ tags, date }: Source): Release {
  const tagged = tags.flatMap((tag) => parseRelease(tag) ?? []);
  return tagged[0] ?? parseRelease(`v0.${date.replaceAll('-', '')}.9999`) ?? newestRelease;
}

/** The day whose exit codes a commit has: a tag of a branch may be younger than what it is cut from. */
function dayOf(source: Source): string {
  const [, year, month, day] = /^v0\.(\d{4})(\d\d)(\d\d)/.exec(releaseOf(source).tag) ?? [];
  return `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
}

/** The tag to write into a new row: that of the commit, or the first one of its day. */
function newTag({ release: { tag } }: Controller): string {
  return tag.replace(/\.9999$/, '.0');
}

function protosOf(source: Source): { readonly path: string; readonly text: string }[] {
  const paths = source.list(checkoutLayout.protos).filter((path) => path.endsWith('.proto'));
  return paths.map((path) => ({ path, text: source.read(path) ?? '' }));
}

function digestsOf(source: Source): Digests {
  const entries = (paths: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      paths.flatMap((path) => {
        const text = source.read(path);
        return text === undefined ? [] : [[path.slice(controller.length + 1), digest(text)]];
      }),
    );
  const utils = source.read(`${controller}/pkg/nodeconfigutils/utils.go`) ?? '';
  const comments = protosOf(source).flatMap(({ text }) => {
    const { messages, enums } = parseProto(text);
    return [
      ...messages.flatMap(({ name, fields }) => fields.map((field) => [`${name}.${field.name}`, digest(field.doc)])),
      ...enums.flatMap(({ name, values }) => values.map((value) => [`${name}.${value.name}`, digest(value.doc)])),
    ];
  });
  return {
    at: { commit: source.commit },
    comments: Object.fromEntries(comments) as Record<string, string>,
    templates: entries(source.list(`${controller}/parser`).filter((path) => path.endsWith('.gtpl'))),
    customData: Object.fromEntries(
      [...utils.matchAll(/(\w+) *:?= *`([^`]*)`/g)].map(([, name = '', text = '']) => [name, digest(text)]),
    ),
    code: entries(mirrored),
  };
}

function contractSections(source: Source, at: Controller): Section[] {
  const { contract: upstream, problems } = declaredContract(protosOf(source), contract);
  const files = protosOf(source).map(({ text }) => parseProto(text));
  const declared = new Map(
    files
      .flatMap(({ messages }) => messages)
      .flatMap(({ name, fields }) =>
        fields.map((field): [string, DeclaredField] => [`${name}.${field.name}`, { message: name, ...field }]),
      ),
  );
  const types = typesAt(contract.root, at);
  const ours = new Map(
    [...types].flatMap((type) =>
      fieldsAt(type, at).map((field): [string, Field] => [`${type.name}.${field.name}`, field]),
    ),
  );
  // Since when there were removed names without a declaration isn't described.
  const former = [...types].flatMap(({ name, removed }) =>
    removed
      .filter((gone) => gone.field === undefined && isBefore(at, gone) && declared.has(`${name}.${gone.name}`))
      .map((gone) => `${name}.${gone.name}`),
  );
  const written = (name: string): string => {
    const { label = 'single', type = '', number = 0, name: own = '' } = declared.get(name) ?? {};
    const prefix = label === 'optional' ? 'optional ' : label === 'list' ? 'repeated ' : '';
    return `${label === 'map' ? `map<string, ${type}>` : `${prefix}${type}`} ${own} = ${number}`;
  };
  const row = (name: string): Skeleton | undefined => {
    const { message = '' } = declared.get(name) ?? {};
    if (!contract.messages.has(message)) return undefined;
    const text = `'${written(name)} since ${newTag(at)}': '${unwritten(name)}'`;
    return inObject(descriptions, [message, 'fields'], text);
  };
  const fields = namesSection('Fields of the contract', [...declared.keys()], [...ours.keys(), ...former], {
    detailOf: written,
    skeletonOf: row,
    noteOf: (name) => sinceText(ours.get(name)?.since),
  });
  const changed = [...ours].flatMap(([name, field]): Finding[] => {
    const there = declared.has(name) ? fieldIn(upstream.messages, name) : undefined;
    const [now, before] = [there && shapeOf(there), shapeOf(field, at)];
    return now === undefined || now === before
      ? []
      : [{ is: 'different', name, detail: `${now}; we describe ${before}` }];
  });
  const messages = namesSection(
    'Messages of the contract',
    files.flatMap((file) => file.messages.map(({ name }) => name)),
    [...types].map(({ name }) => name),
    { skeletonOf: (name) => newMessage(name, [...declared.values()], written) },
  );
  const enumValues = files.flatMap(({ enums }) =>
    enums.flatMap(({ name, values: all }) => all.map((value) => `${name}.${value.name} = ${value.number}`)),
  );
  const values = namesSection(
    'Enum values of the contract',
    enumValues,
    [...contract.enums.values()].flatMap((of) => [
      ...of.values
        .filter(({ lifetime = {} }) => at.knows(lifetime))
        .map((value) => `${of.name}.${value.name} = ${value.number}`),
      ...of.removed
        .filter((gone) => isBefore(at, gone))
        .flatMap((gone) => enumValues.filter((value) => value.startsWith(`${of.name}.${gone.name} `))),
    ]),
    {
      skeletonOf(name) {
        const [owner = '', value = ''] = name.split('.');
        return contract.enums.has(owner)
          ? inObject(descriptions, [owner, 'values'], `'${value} since ${newTag(at)}': '${unwritten(name)}'`)
          : undefined;
      },
    },
  );
  const reading = problems.map(({ path, message }): Finding => ({ is: 'different', name: path, detail: message }));
  return [
    { title: 'Reading of the .proto files', compared: files.length, findings: reading },
    messages,
    { ...fields, findings: [...fields.findings, ...changed] },
    values,
  ];
}

/** The messages of the contract of a release. */
function typesAt(type: RecordType, at: Controller, found = new Set<RecordType>()): Set<RecordType> {
  if (found.has(type)) return found;
  found.add(type);
  for (const field of fieldsAt(type, at)) if (field.type.kind === 'object') typesAt(field.type.of, at, found);
  return found;
}

function fieldsAt({ allFields }: RecordType, at: Controller): Field[] {
  return allFields.filter(({ lifetime = {} }) => at.knows(lifetime));
}

/** Whether a release is older than the one that removed a name. */
function isBefore(at: Controller, { removedIn = '' }: RemovedName): boolean {
  const until = parseRelease(removedIn);
  return until !== undefined && at.knows({ until });
}

interface DeclaredField extends ProtoField {
  readonly message: string;
}

function sinceText(tag: string | undefined): string | undefined {
  return tag === undefined ? undefined : `we describe it since ${tag}`;
}

function fieldIn(messages: typeof contract.messages, name: string): Field | undefined {
  const [message = '', field = ''] = name.split('.');
  return messages.get(message)?.fields.find((one) => one.name === field);
}

/** What the JSON of a field depends on. */
function shapeOf(field: Field, at?: Controller): string {
  const { type, label, number, jsonName, formerly } = field;
  const other = formerly !== undefined && at?.knows(formerly) === true ? formerly.scalar : undefined;
  const of = other ?? (type.kind === 'scalar' ? type.scalar : type.of.name);
  // A message has presence in any case.
  const presence = type.kind === 'object' && !hasEntries(field) ? 'single' : label;
  return `${presence} ${of} = ${number ?? ''} (JSON ${jsonName})`;
}

/** A new message with its fields, behind the others. */
function newMessage(
  name: string,
  fields: readonly { readonly message: string; readonly name: string }[],
  written: (name: string) => string,
): Skeleton {
  const rows = fields
    .filter(({ message }) => message === name)
    .map((field) => `'${written(`${name}.${field.name}`)}': '${unwritten(`${name}.${field.name}`)}',`);
  const row = `${name}: { doc: '${unwritten(name)}', fields: { ${rows.join('\n')} } }`;
  return inObject(`${descriptions}/config.ts`, ['configTypes'], row);
}

/** The variables that `getCSEEnv` of the parser sets; `%d` in a name is a number. */
function variables(source: Source, at: Controller): Section {
  const parser = source.read(`${controller}/parser/parser.go`) ?? '';
  const names = [
    ...parser.matchAll(/^\s*"([A-Z][A-Z0-9_]+)":/gm),
    ...parser.matchAll(/\benv\[(?:fmt\.Sprintf\()?"([A-Z0-9_%d]+)"/g),
  ];
  const ours = variablesOf(at);
  const byName = new Map(ours.map((variable) => [variable.name, variable]));
  return namesSection(
    'Variables of the bootstrap environment',
    names.map(([, name = '']) => name.replace('%d', '<n>')),
    [...byName.keys()],
    {
      skeletonOf: (name) =>
        inObject(
          'server/src/core/nodeConfig/render/environment/variables/node.ts',
          ['constantVariables'],
          `${name}: since('${newTag(at)}', 0, constant('', '${unwritten(name)}'))`,
        ),
      noteOf: (name) => sinceText(byName.get(name)?.since?.release.tag),
    },
  );
}

/** The exit codes of a script, also those that are only left as comments, which we call deprecated. */
function exitCodes(source: Source, family: FailureFamily, path: string): Section {
  const text = source.read(path);
  const codes = text === undefined ? [] : scriptCodes(text);
  const table = codeTables[family];
  const day = dayOf(source);
  const current = table.codes.flatMap(([code, name, since, end]) => {
    const [until] = /\d{4}-\d\d-\d\d$/.exec(end ?? '') ?? [];
    const isThere = (since ?? '') <= day && (until === undefined || day < until);
    return isThere ? [`${code} ${name}`] : [];
  });
  const since = new Map(table.codes.map(([code, name, day]) => [`${code} ${name}`, day]));
  const file = `server/src/core/failure/exitCodes/${family === 'windows' ? 'windows' : 'linuxAgentBaker'}.ts`;
  return namesSection(
    `Exit codes of ${path}`,
    codes.map(({ code, name }) => `${code} ${name}`),
    current,
    {
      skeletonOf(name) {
        const code = Number.parseInt(name, 10);
        const row = `// ${unwritten(`${name}, in errors/`)}\n[${code}, '${name.replace(/^\d+ /, '')}', ${source.date === '' ? 'null' : `'${source.date}'`}]`;
        return inList(file, 'codes', row, (one) => Number.parseInt(one.slice(1), 10) <= code);
      },
      noteOf: (name) => {
        const day = since.get(name);
        return typeof day === 'string' ? `we describe it since ${day}` : undefined;
      },
    },
  );
}
