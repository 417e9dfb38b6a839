import { type Member, memberIndex, resolved, type SyntaxNode } from '../formats/tree/node.js';
import { type NearestNode, nearestNode, narrowSpan, pointerOf, stepsOf } from '../formats/tree/paths.js';
import { toValue } from '../formats/tree/expand.js';
import { readYaml12 } from '../formats/yaml/yaml12.js';
import { limits } from '../limits.js';
import { type Fix, problem, type Problem, replacement } from '../problems/problem.js';
import { keyRemovalFixes, removalFix } from '../record/fixes.js';
import type { Span } from '../text/span.js';
import { append } from '../text/strings.js';
import { nearestName, Suggestions } from '../text/suggest.js';
import { configurationFits } from './check.generated.js';
import { readSettings, type SourceSettings } from './settings.js';
import { memberNames, schemaAt } from './schema.js';

/** A configuration file, read. */
export interface ConfigurationReading {
  readonly root: SyntaxNode | undefined;
  /** What prevents the file from being used: all of it, so that no part of it counts without the rest. */
  readonly problems: readonly Problem[];
  readonly settings: SourceSettings;
}

/** Reads a configuration file, YAML or JSON. */
export function readConfiguration(text: string): ConfigurationReading {
  const { root, faults } = readYaml12(text, limits.configurationDepth);
  const problems = faults.map(({ span, message }) =>
    problem('configuration/syntax', span, `The configuration can't be read: ${message}.`),
  );
  const value = toValue(root);
  if (problems.length > 0 || root === undefined) return { root, problems, settings: readSettings({}) };
  if (!configurationFits(value)) append(problems, schemaProblems(root, text));
  const settings = readSettings(value, (path, message, on) => {
    const { node, member } = nearestNode(root, pointerOf(path));
    const span = on === 'key' && member !== undefined ? member.key.span : node.span;
    problems.push(problem('configuration/invalid-value', span, message, { pointer: pointerOf(path) }));
  });
  return { root, problems: problems.toSorted((a, b) => a.span.start - b.span.start), settings };
}

/** An error of ajv, as far as the keywords of the schema have one. */
interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: {
    readonly additionalProperty?: string;
    readonly type?: string | readonly string[];
    readonly allowedValues?: readonly string[];
  };
}

/** What a problem about a value marks; a value that isn't written has no text, but its key has. */
function spanOf(found: NearestNode): Span {
  const { node, member } = found;
  return node.span.start === node.span.end && member !== undefined ? member.key.span : narrowSpan(found);
}

/** What the last check found. */
function schemaProblems(root: SyntaxNode, text: string): Problem[] {
  const errors = (configurationFits as { errors?: readonly SchemaError[] | null }).errors ?? [];
  return errors.map(({ instancePath, keyword, params, message = '' }) => {
    const found = nearestNode(root, instancePath);
    const path = stepsOf(instancePath);
    const name = path.length === 0 ? 'The configuration' : path.join('.');
    const about = (sentence: string, fixes: readonly Fix[] = []): Problem =>
      problem(
        keyword === 'type' ? 'configuration/wrong-type' : 'configuration/invalid-value',
        spanOf(found),
        sentence,
        { pointer: instancePath, ...(fixes.length > 0 && { fixes }) },
      );
    if (keyword === 'additionalProperties') return unknownKey(found.node, path, params.additionalProperty ?? '', text);
    if (keyword === 'enum') {
      const allowed = params.allowedValues ?? [];
      const written = resolved(found.node)?.kind === 'string' ? valueText(found.node, text) : '';
      const nearest = nearestName(written, allowed);
      const fixes =
        nearest === undefined
          ? []
          : [replacement(`Replace with ${nearest}`, found.node.span, nearest, { safe: false })];
      return about(
        `${name} must be one of ${allowed.join(', ')}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
        fixes,
      );
    }
    if (keyword === 'type') {
      const isQuotable = (found.node.kind === 'number' || found.node.kind === 'boolean') && params.type === 'string';
      const written = text.slice(found.node.span.start, found.node.span.end);
      if (!isQuotable) return about(`${name} must be ${typeWords(params.type)}.`);
      return about(`${name} must be a string: "${written}", in quotes.`, [
        replacement('Write it in quotes', found.node.span, `"${written}"`, { safe: true }),
      ]);
    }
    return about(`${name} ${message}.`);
  });
}

function valueText({ span }: { readonly span: Span }, text: string): string {
  return text.slice(span.start, span.end).replace(/^["']|["']$/g, '');
}

const typeNames: Readonly<Record<string, string>> = { object: 'a mapping', array: 'a list', string: 'a string' };

function typeWords(type: string | readonly string[] | undefined): string {
  const types = typeof type === 'string' ? type.split(',') : (type ?? []);
  return types.map((one) => typeNames[one] ?? one).join(' or ');
}

function unknownKey(node: SyntaxNode, path: readonly string[], key: string, text: string): Problem {
  const member = node.kind === 'object' ? node.members.find((one) => one.key.name === key) : undefined;
  const names = memberNames(schemaAt(path));
  const nearest = new Suggestions().nearestField(key, names);
  const where = path.length === 0 ? 'The configuration' : path.join('.');
  const span = member?.key.span ?? node.span;
  const nested = nestedAdvice(key);
  const advice = nested ?? (nearest === undefined ? '' : ` Did you mean ${nearest}?`);
  return problem('configuration/unknown-key', span, `${where} has no key "${key}".${advice}`, {
    pointer: pointerOf([...path, key]),
    fixes: [
      ...(nested === undefined && nearest !== undefined && member !== undefined ? [renaming(member, nearest)] : []),
      ...removal(node, member, text),
    ],
  });
}

function removal(node: SyntaxNode, member: Member | undefined, text: string): Fix[] {
  if (node.kind !== 'object' || member === undefined) return [];
  const title = `Remove ${member.key.name}`;
  return text.charAt(node.span.start) === '{'
    ? removalFix(title, text, { node, index: memberIndex(node, member.key) }, false)
    : keyRemovalFixes(title, text, node, member);
}

/** What to write for a setting with a dotted name, as settings of VS Code have. */
function nestedAdvice(key: string): string | undefined {
  const steps = key.replace(/^aksBootstrap\./, '').split('.');
  if (steps.length === 1 && !key.startsWith('aksBootstrap.')) return undefined;
  if (schemaAt(steps) === undefined) return undefined;
  const [outer, ...inner] = steps;
  return inner.length === 0 ? ` Write ${outer}.` : ` Write ${outer} with ${inner.join(' with ')} inside.`;
}

function renaming({ key }: Member, name: string): Fix {
  const written = key.quoted ? `"${name}"` : name;
  return replacement(`Rename to ${name}`, key.span, written, { safe: false });
}
