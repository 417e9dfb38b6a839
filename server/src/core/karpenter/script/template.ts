import { asSnippet } from '../../document/editing.js';
import type { MissingInput } from '../../document/rendered.js';
import { fieldAt } from '../../record/model.js';
import { labelIn } from '../resources/findOut.js';
import { settingsDocument } from '../resources/settings.js';
import { missingLines } from './gaps.js';

/** Whether values are empty, or tab stops of a snippet in which everything else is escaped. */
export type TemplateFormat = 'text' | 'snippet';

/**
 * A KarpenterSettings document with inputs that are missing, each behind comments on what it is and the command that finds
 * it out. A value that stays empty still counts as missing. Undefined if no settings can contain any of the inputs.
 */
export function settingsTemplate(missing: readonly MissingInput[], format: TemplateFormat): string | undefined {
  const listed = missing.flatMap((input) => {
    const label = labelIn(input.name);
    const group = label === undefined ? groups.find((each) => isIn(each, input.name)) : 'labels';
    return group === undefined ? [] : [{ input, group, key: label ?? input.name }];
  });
  if (listed.length === 0) return undefined;
  let number = 0;
  const written = (text: string): string => (format === 'snippet' ? asSnippet(text) : text);
  const value = (): string => (format === 'snippet' ? `\${${++number}}` : '');
  const entries = (wanted: string, indent: string): string[] =>
    listed
      .filter(({ group }) => group === wanted)
      .flatMap(({ input, key }) => [
        ...missingLines([input])
          .slice(1)
          .map((line) => written(`${indent}# ${line.trim().replace(/[\r\n]+/g, ' ')}`)),
        // With the space behind the colon, so that a value can be typed at the end.
        `${written(`${indent}${key}: `)}${value()}`,
      ]);
  const titled = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines]);
  const [environment, detected, labels] = [
    entries('environment', '  '),
    entries('detected', '  '),
    entries('labels', '    '),
  ];
  const lines = [
    'apiVersion: aks-bootstrap/v1',
    'kind: KarpenterSettings',
    ...entries('', ''),
    ...titled('environment:', environment),
    ...titled('detected:', [...detected, ...titled('  labels:', labels)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Where a setting can be in the document; empty for its beginning. */
const groups = ['', 'environment', 'detected'] as const;

function isIn(group: (typeof groups)[number], name: string): boolean {
  if (group === '') return name === 'nodePool';
  const { type } = fieldAt(settingsDocument, group);
  return type.kind === 'object' && type.of.fields.some((field) => field.name === name);
}
