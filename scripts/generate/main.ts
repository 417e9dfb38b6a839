/**
 * Makes everything that is derived: `npm run generate`. With `--check` it writes nothing that is under
 * version control and fails where a file there is not what it would write.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { _, Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { format, resolveConfig } from 'prettier';
import { isIsoDate } from '../../server/src/core/cloudConfig/isoDate.js';
import { pythonPattern } from '../../server/src/core/cloudConfig/pythonRegExp.js';
import { contract } from '../../server/src/core/contract/contract.js';
import { bootstrapOptions } from '../../server/src/core/karpenter/description/index.js';
import { assembleCloudConfig } from '../lib/assembleCloudConfig.mjs';
import { contractTypes } from './contractTypes.js';
import { karpenterSchema } from './karpenterSchema.js';
import { karpenterTypes } from './karpenterTypes.js';
import { nodeConfigSchema } from './nodeConfigSchema.js';

const check = process.argv.includes('--check');
const root = process.cwd();
const stale: string[] = [];

const cloudConfig = assembleCloudConfig(join(root, 'schemas/cloud-config/modules')) as Record<string, unknown>;
await committed('schemas/aks-node-config.schema.json', JSON.stringify(nodeConfigSchema(contract)));
await committed('schemas/cloud-config.schema.json', JSON.stringify(cloudConfig));
await committed('schemas/karpenter-bootstrap-options.schema.json', JSON.stringify(karpenterSchema(bootstrapOptions)));
await committed('server/src/core/contract/types.generated.ts', contractTypes(contract));
await committed('server/src/core/karpenter/options.generated.ts', karpenterTypes(bootstrapOptions));
built('server/src/core/validation/compiled/cloudConfig.js', compiled(cloudConfig, 'validateCloudConfig'));

if (stale.length > 0) {
  console.error(`Out of date, run "npm run generate" and commit: ${stale.join(', ')}`);
  process.exitCode = 1;
}

/** Writes, or checks, a file that is under version control. */
async function committed(path: string, text: string): Promise<void> {
  const options = (await resolveConfig(join(root, path))) ?? {};
  const wanted = await format(text, { ...options, filepath: path });
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  if (check) stale.push(path);
  else write(file, wanted);
}

/** Writes a file that is made anew for each build. */
function built(path: string, text: string): void {
  write(join(root, path), text);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A validator as a module of its own, so that nothing is compiled at run time. */
function compiled(schema: Record<string, unknown>, exportName: string): string {
  const id = String(schema.$id);
  const ajv = new Ajv({
    allErrors: true,
    allowMatchingProperties: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
    formats: { date: isIsoDate },
    keywords: ['cloudInit', 'cloudInitModule', 'cloudInitNewest'],
    schemas: [schema],
    code: { source: true, esm: true, optimize: true, formats: _`formats` },
  });
  const code = (standaloneCode as unknown as { default: typeof standaloneCode }).default(ajv, { [exportName]: id });
  const patterns = code.replace(
    /new RegExp\(("(?:[^"\\]|\\.)*"), "u"\)/g,
    (_all, source: string) => `new RegExp(${JSON.stringify(pythonPattern(JSON.parse(source) as string))}, "u")`,
  );
  return `import { isIsoDate } from '../../cloudConfig/isoDate.ts';\nconst formats = { date: isIsoDate };\n${patterns}`;
}
