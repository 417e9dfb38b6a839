/**
 * Writes all generated files: `npm run generate`. `--check` writes nothing and fails if a generated file
 * is out of date.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import configurationSchema from '../../schemas/aks-bootstrap-config.schema.json';
import { contract } from '../../server/src/core/nodeConfig/contract/contract.js';
import { bootstrapOptions } from '../../server/src/core/karpenter/options/description.js';
import { allProblemCodes, problemCodes } from '../../server/src/core/problems/codes.js';
import { assistantTools, toolDescription, toolSchema } from '../../server/src/core/results/assistantTools.js';
import { assembleCloudConfig } from '../lib/assembleCloudConfig.mjs';
import { configurationCheck } from './configurationCheck.js';
import { karpenterSchema } from './karpenterSchema.js';
import { nodeConfigSchema } from './nodeConfigSchema.js';
import { contractTypes, karpenterTypes } from './recordTypes.js';

const severitySetting = 'aksBootstrap.problems.severity';
const check = process.argv.includes('--check');
const root = process.cwd();
const stale: string[] = [];

await generated('schemas/aks-node-config.schema.json', JSON.stringify(nodeConfigSchema(contract)));
await generated(
  'schemas/cloud-config.schema.json',
  JSON.stringify(assembleCloudConfig(join(root, 'schemas/cloud-config/modules'))),
);
await generated('schemas/karpenter-bootstrap-options.schema.json', JSON.stringify(karpenterSchema(bootstrapOptions)));
await generated('server/src/core/nodeConfig/contract/types.generated.ts', contractTypes(contract));
await generated('server/src/core/karpenter/options/options.generated.ts', karpenterTypes(bootstrapOptions));
await generated('server/src/core/configuration/check.generated.ts', configurationCheck(configurationSchema));
await generated(
  'package.json',
  JSON.stringify(withCodes(withTools(JSON.parse(readFileSync('package.json', 'utf8')) as Manifest))),
);

if (stale.length > 0) {
  console.error(`Out of date, run "npm run generate" and commit: ${stale.join(', ')}`);
  process.exitCode = 1;
}

interface Manifest {
  readonly contributes: {
    readonly languageModelTools: readonly { readonly name: string }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, object>> }[];
  };
}

/** The setting for severities with a key for each code, which editors of settings offer; patterns stay allowed. */
function withCodes(manifest: Manifest): Manifest {
  const codes = allProblemCodes.map((code) => [code, { description: problemCodes[code].title }] as const);
  const configuration = manifest.contributes.configuration.map((section) => {
    const { [severitySetting]: setting, ...others } = section.properties;
    if (setting === undefined) return section;
    const withKeys = { ...setting, properties: Object.fromEntries(codes) };
    return { ...section, properties: { [severitySetting]: withKeys, ...others } };
  });
  return { ...manifest, contributes: { ...manifest.contributes, configuration } };
}

/** The manifest of the extension with the inputs and descriptions of the tools for assistants. */
function withTools(manifest: Manifest): Manifest {
  const languageModelTools = assistantTools.map((tool) => ({
    ...manifest.contributes.languageModelTools.find(({ name }) => name === tool.name),
    name: tool.name,
    modelDescription: toolDescription(tool, 'the workspace'),
    inputSchema: toolSchema(tool, 'the workspace'),
  }));
  return { ...manifest, contributes: { ...manifest.contributes, languageModelTools } };
}

/** Writes or checks a generated file, which is under version control. */
async function generated(path: string, text: string): Promise<void> {
  const options = (await resolveConfig(join(root, path))) ?? {};
  const wanted = await format(text, { ...options, filepath: path });
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  if (check) stale.push(path);
  else write(file, wanted);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
