import { readShell } from '../../shell/commands.js';
import type { DecodeContext } from '../context.js';
import { environmentDetails, variableFiles } from './environmentFiles.js';
import type { Findings, Surroundings } from './finder.js';
import { hereDocuments } from './hereDocuments.js';
import { pipedPayloads } from './pipedPayloads.js';

/**
 * Finds the files that a script writes, and the environment of one that exports it as a whole, as the bootstrap scripts
 * of Karpenter do.
 */
export function shellScript(surroundings: Surroundings, context: DecodeContext): Findings {
  const { text, payload } = surroundings;
  const documents = hereDocuments(surroundings, context);
  // Reading the shell costs more than looking for the few words that make it worth while.
  const exportsAll = /^[ \t]*set[ \t]+(?:-a|-o[ \t]+allexport)\b/m.test(text);
  const isShell = payload.format === 'shell-script' || payload.format === 'cloud-boothook';
  if (!isShell || (!exportsAll && !/\bbase64\b/.test(text))) return documents;
  const script = readShell(text);
  const { details, given } = environmentDetails(script);
  const variables = exportsAll ? variableFiles(surroundings, given) : { children: [], problems: [] };
  const piped = pipedPayloads(surroundings, script.commands, context);
  return {
    children: [...variables.children, ...piped.children, ...documents.children].sort(
      (a, b) => a.span.start - b.span.start,
    ),
    problems: [...variables.problems, ...piped.problems, ...documents.problems],
    ...(exportsAll ? { details } : {}),
  };
}
