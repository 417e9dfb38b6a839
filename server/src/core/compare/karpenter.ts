import type { Analysis } from '../analysis.js';
import { entriesOf } from '../karpenter/script/provisioning.js';
import { recogniseScript, type RecognisedScript } from '../karpenter/script/recognise.js';
import { karpenterScriptOf } from '../rendering.js';
import { isSecretName, maskText } from '../secrets/find.js';
import { maskSecrets } from '../secrets/mask.js';
import { decodeBase64 } from '../text/base64.js';
import { decodeText } from '../text/bytes.js';
import type { Comparison, ComparisonNote, Side, TextDifference, VariableDifference } from './comparison.js';
import { hunksOf, linesOf, type Showing } from './lines.js';

/** One side of the comparison. */
type ScriptSide =
  | { readonly is: 'script'; readonly script: RecognisedScript }
  /** `unknown` is what the resources do not tell, so that it is missing from the script. */
  | { readonly is: 'options'; readonly script: RecognisedScript; readonly unknown: readonly string[] }
  | { readonly is: 'no-script'; readonly message: string };

/**
 * Compares Karpenter's bootstrap script with another one, or with what a document of options would render now, variable
 * by variable. The order of labels, of the kubelet's flags and of the lists in them does not count, since Karpenter's
 * own is random; of these only the entries that differ are shown. Undefined where neither document is such a script, or
 * one of them is something else.
 */
export function compareKarpenterScripts(before: Analysis, after: Analysis, showing: Showing): Comparison | undefined {
  const [old, now] = [sideOf(before), sideOf(after)];
  if (old === undefined || now === undefined || (old.is !== 'script' && now.is !== 'script')) return undefined;
  const notes: ComparisonNote[] = [];
  const note = (side: Side, message: string): void => void notes.push({ severity: 'error', side, message });
  if (old.is === 'no-script') note('before', old.message);
  if (now.is === 'no-script') note('after', now.message);
  if (old.is === 'no-script' || now.is === 'no-script') {
    return { equal: false, fields: [], texts: [], variables: [], notes };
  }
  for (const [side, { is, ...own }] of [
    ['before', old],
    ['after', now],
  ] as const) {
    const unknown = is === 'options' && 'unknown' in own ? own.unknown : [];
    if (unknown.length === 0) continue;
    const message = `Left out because no setting contains it: ${unknown.join(', ')}.`;
    notes.push({ severity: 'information', side, message });
  }
  const withOptions = old.is === 'options' || now.is === 'options';
  const variables = differences(old.script, now.script, withOptions, showing);
  const texts = restDifference(old.script, now.script, showing);
  return { equal: variables.length + texts.length === 0, fields: [], texts, variables, notes };
}

/** The script in a document, or the one that its options make; undefined for other documents. */
function sideOf(analysis: Analysis): ScriptSide | undefined {
  const bootstrapOptions = analysis.karpenter?.reading;
  if (bootstrapOptions !== undefined) {
    const rendered = karpenterScriptOf(analysis, { showSecrets: true });
    if (!rendered.ok) return { is: 'no-script', message: rendered.error.message };
    const script = recogniseScript(rendered.value.script);
    const unknown = (bootstrapOptions.computed?.missingInputs ?? []).map(({ name }) => name);
    return script && { is: 'options', script, unknown };
  }
  let only: RecognisedScript | undefined;
  for (const { text } of analysis.documents()) {
    const script = text === undefined ? undefined : recogniseScript(text);
    // Of several machines each is compared with its own kind.
    if (script !== undefined && only !== undefined) return undefined;
    only ??= script;
  }
  return only && { is: 'script', script: only };
}

function differences(
  before: RecognisedScript,
  after: RecognisedScript,
  withOptions: boolean,
  showing: Showing,
): VariableDifference[] {
  // The last of equal names is what the node gets.
  const old = new Map(before.assignments.map((assignment) => [assignment.name, assignment]));
  const now = new Map(after.assignments.map((assignment) => [assignment.name, assignment]));
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name): VariableDifference[] => {
    const [from, to] = [old.get(name), now.get(name)];
    const [first, second] = [from && entriesOf(name, from.value), to && entriesOf(name, to.value)];
    if (first?.join('\n') === second?.join('\n')) return [];
    const shown = (own?: readonly string[], others?: readonly string[]): Shown | undefined => {
      const common = new Set(others);
      return (
        own &&
        shownEntries(
          name,
          own.filter((entry) => !common.has(entry)),
          showing,
        )
      );
    };
    const [shownBefore, shownAfter] = [shown(first, second), shown(second, first)];
    const row = (to ?? from)?.variable;
    const file = row?.file && fileHunks(row.file, from?.value, to?.value, showing);
    return [
      {
        name,
        ...(shownBefore && { before: shownBefore.text }),
        ...(shownAfter && { after: shownAfter.text }),
        ...(shownBefore?.masked === true || shownAfter?.masked === true ? { masked: true as const } : {}),
        causes: withOptions ? (row?.sources ?? []) : [],
        ...(file && { file }),
      },
    ];
  });
}

interface Shown {
  readonly text: string;
  readonly masked: boolean;
}

function shownEntries(name: string, entries: readonly string[], { showSecrets, inflate }: Showing): Shown {
  const text = entries.join(name === 'KUBELET_NODE_LABELS' ? ',' : ' ');
  if (showSecrets || text === '') return { text, masked: false };
  if (isSecretName(name)) return { text: maskText, masked: true };
  const shown = maskSecrets(text, inflate);
  return { text: shown.text, masked: shown.masked > 0 };
}

function fileHunks(
  { name, path }: { readonly name: string; readonly path: string },
  before: string | undefined,
  after: string | undefined,
  showing: Showing,
): VariableDifference['file'] {
  const lines = (value = '') => linesOf(decodeText(decodeBase64(value).bytes).text, showing);
  return { name, path, hunks: hunksOf(lines(before), lines(after)) };
}

/** What the scripts do beside setting variables. */
function restDifference(before: RecognisedScript, after: RecognisedScript, showing: Showing): TextDifference[] {
  const [old, now] = [before.rest.join('\n'), after.rest.join('\n')];
  if (old === now) return [];
  const [first, second] = [linesOf(old, showing), linesOf(now, showing)];
  const masked = first.masked || second.masked ? { masked: true as const } : {};
  return [{ document: 'commands of the script', kind: 'changed', hunks: hunksOf(first, second), ...masked }];
}
