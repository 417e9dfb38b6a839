import {
  Analysis,
  type DocumentKind,
  type ProblemCode,
  readInstanceData,
  type SourceFiles,
  validate,
  type ValidationContext,
} from '../../../server/src/core/index.js';
import { failure } from '../../../server/src/core/names.js';
import type { Validation } from '../../../server/src/core/validate.js';
import { contract } from '../../../server/src/core/nodeConfig/contract/contract.js';
import { declaredContract } from '../../../server/src/core/nodeConfig/contract/declared.js';
import type { Limits } from '../../../server/src/core/limits.js';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import small from './samples.json';

/** A file that has a problem; bytes that are not UTF-8 are given in base64. */
export interface ProblemSample {
  readonly name: string;
  readonly text?: string;
  readonly base64?: string;
  readonly kind?: DocumentKind;
  readonly context?: ValidationContext;
  readonly limits?: Partial<Limits>;
  readonly files?: SourceFiles;
  /** Milliseconds between two readings of the clock. */
  readonly slowness?: number;
}

const template = '## template: jinja\n#cloud-config\n';
const protos = [{ path: 'a.proto', text: 'message Configuration { string version = 1; }' }];
const context = { instanceData: readInstanceData('{"v1": {"region": "westeurope"}}') };

/** Samples that JSON can't hold, or that are too large for it. */
const others = {
  'json/too-deep': { name: 'a.node-config.json', text: '['.repeat(10_100) },
  'contract/too-deep': {
    name: 'a.node-config.json',
    text: `{"version":"v1","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  },
  'contract/undeclared-field': {
    name: 'a.node-config.json',
    text: '{"version":"v1","vm_size":"a"}',
    context: { contract: declaredContract(protos, contract).contract },
  },
  'yaml/limit-aliases': { name: 'a.yaml', text: `#cloud-config\nruncmd: [&a x, ${'*a, '.repeat(1_001)}]\n` },
  'user-data/template-fails': { name: 'm.txt', text: `${template}hostname: {{ v1.nope.x }}\n`, context },
  'user-data/template-not-rendered': {
    name: 'm.txt',
    text: `${template}hostname: {{ v1.region | urlize }}\n`,
    context,
  },
  'payload/file-not-read': {
    name: 'main.bicep',
    text: "param customData string = loadFileAsBase64('a.yaml')",
    files: new Map([['a.yaml', failure('there is no such file')]]),
  },
  'payload/not-recognised': { name: 'notes.txt', text: 'Some notes.', context: { strict: true } },
  'vmss/custom-data-near-limit': { name: 'a.yaml', text: `#cloud-config\nmotd: ${'x'.repeat(64_000)}\n` },
} satisfies Partial<Record<ProblemCode, ProblemSample>>;

/** A file for each problem code, as small as it can be. */
export const problemSamples = { ...small, ...others } as unknown as Readonly<Record<ProblemCode, ProblemSample>>;

/** The problems of a sample. */
export function validateSample({ name, text, base64, slowness = 0, ...source }: ProblemSample): Validation {
  const content = text ?? Buffer.from(base64 ?? '', 'base64');
  let now = 0;
  return validate(new Analysis({ name, content, ...source }, { ...nodePlatform, now: () => (now += slowness) }));
}
