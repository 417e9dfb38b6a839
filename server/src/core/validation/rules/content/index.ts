import type { Rule } from '../../rule.js';
import { certificates } from './certificates.js';
import type { ContentInput } from './input.js';
import { json } from './json.js';
import { shell } from './shell.js';
import { systemdUnit } from './systemdUnit.js';
import { toml } from './toml.js';
import { yaml } from './yaml.js';

/** The rules about contents of files that have a known type. A new one is a file beside these and a line here. */
export const contentRules: readonly Rule<ContentInput>[] = [json, yaml, toml, systemdUnit, shell, certificates];
