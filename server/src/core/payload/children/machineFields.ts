import { limits } from '../../limits.js';
import { problem, type Problem } from '../../problems/problem.js';
import { memberIgnoringCase } from '../../syntax/ignoreCase.js';
import type { Member, StringNode, SyntaxNode } from '../../syntax/node.js';
import { pointerOf } from '../../syntax/pointer.js';
import { stringMap } from '../../syntax/stringMap.js';
import { composeMaps } from '../../text/positionMap.js';
import type { Opening } from '../opening.js';
import type { FieldChild, FieldRole } from '../payload.js';
import { textContent } from '../decoders.js';
import { beginsAsBase64 } from '../peel.js';
import type { Findings, Surroundings } from './finder.js';

/**
 * Finds the payload fields of VM, scale set, template, activity log and CSE settings JSON, in any
 * casing and at any depth: Azure's tools flatten, list and nest these documents in many ways.
 */
export function machineFields(surroundings: Surroundings): Findings {
  const children: FieldChild[] = [];
  const problems: Problem[] = [];
  const root = surroundings.payload.tree?.root;
  const open: Visit[] = root === undefined ? [] : [{ node: root, path: [], settings: settingsAtRoot(root) }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { node, path, settings } = visit;
    if (node.kind === 'array') {
      node.items.forEach((item, index) => open.push({ node: item, path: [...path, index], settings: 'none' }));
    } else if (node.kind === 'object') {
      for (const member of node.members) {
        const name = member.key.name;
        const inner = [...path, name];
        if (/^protectedSettingsFromKeyVault$/i.test(name) && member.value?.kind === 'object') {
          problems.push(inFile(surroundings, keyVaultNote(member, inner)));
        }
        const role = roleOf(name, settings);
        if (role !== undefined) {
          const found = openField(surroundings, member, role, inner, settings === 'protected');
          if ('is' in found) children.push(found);
          else problems.push(inFile(surroundings, found));
        } else if (member.value !== undefined && !/^tags$/i.test(name)) {
          open.push({ node: member.value, path: inner, settings: settingsBelow(name, settings) });
        }
      }
    }
  }
  children.sort((a, b) => a.span.start - b.span.start);
  return { children, problems };
}

type Settings = 'none' | 'public' | 'protected';

interface Visit {
  readonly node: SyntaxNode;
  readonly path: readonly (string | number)[];
  /** Whether the node is the settings object of an extension. */
  readonly settings: Settings;
}

/** A bare settings document has the settings at its root. */
function settingsAtRoot(root: SyntaxNode): Settings {
  return (memberIgnoringCase(root, 'commandToExecute') ?? memberIgnoringCase(root, 'fileUris')) ? 'public' : 'none';
}

function settingsBelow(name: string, settings: Settings): Settings {
  if (/^(?:publicSettings|settings)$/i.test(name)) return 'public';
  if (/^protectedSettings$/i.test(name)) return 'protected';
  return settings;
}

function roleOf(name: string, settings: Settings): FieldRole | undefined {
  switch (name.toLowerCase()) {
    case 'customdata':
      return 'customData';
    case 'userdata':
      return 'userData';
    case 'commandtoexecute':
      return settings === 'none' ? undefined : 'commandToExecute';
    case 'script':
      return settings === 'none' ? undefined : 'script';
    default:
      return undefined;
  }
}

function openField(
  surroundings: Surroundings,
  member: Member,
  role: FieldRole,
  path: readonly (string | number)[],
  isProtected: boolean,
): FieldChild | Problem {
  const pointer = pointerOf(path);
  const { value } = member;
  const place = value?.span ?? member.key.span;
  if (value === undefined || value.kind === 'null') {
    return problem(
      'vmss/payload-null',
      place,
      `${role} is null: Azure never gives it back, so this does not mean that nothing was sent. Look into the activity log or the template.`,
      { pointer },
    );
  }
  if (value.kind !== 'string') {
    return problem(
      'vmss/payload-not-a-string',
      place,
      `${role} has to be a string, not ${value.kind === 'array' ? 'a list' : `a ${value.kind}`}.`,
      { pointer },
    );
  }
  const text = value.value.trim();
  if (text === '') {
    const code = role === 'commandToExecute' ? 'cse/empty-command' : 'payload/empty';
    return problem(code, place, `${role} is empty.`, { pointer });
  }
  if (/^(?:\*{3,}|<?(?:redacted|removed|hidden|masked)>?)$/i.test(text)) {
    return problem('vmss/payload-redacted', place, `${role} was removed from this text.`, { pointer });
  }
  const payload = surroundings.open(openingOf(surroundings, value, role, pointer));
  return {
    is: 'field',
    pointer,
    role,
    protected: isProtected,
    span: surroundings.payload.map.toOuter(value.span),
    payload,
  };
}

function openingOf(surroundings: Surroundings, value: StringNode, role: FieldRole, pointer: string): Opening {
  const outer = surroundings.payload.map;
  const origin = outer.toOuter(value.span);
  const content = textContent(value.value, composeMaps(outer, stringMap(surroundings.text, value)), origin);
  const base: Opening = { content, name: role, steps: [...surroundings.payload.steps, pointer] };
  if (/^\s*\[(?!\[)[^]*\]\s*$/.test(value.value) && !/^\s*\[\s*[{"\]]/.test(value.value)) {
    return { ...base, kind: 'unknown', transport: 'none', format: 'arm-expression' };
  }
  if (role === 'commandToExecute') return { ...base, kind: 'cse-command', transport: 'none' };
  const problems: Problem[] = [];
  if (!beginsAsBase64(value.value)) {
    problems.push(problem('payload/base64-invalid', origin, `${role} has to be base64; this is plain text.`));
  }
  if (role === 'customData' && value.value.length > limits.customDataCharacters) {
    const length = value.value.length.toLocaleString('en');
    const most = limits.customDataCharacters.toLocaleString('en');
    problems.push(
      problem('vmss/custom-data-too-long', origin, `customData has ${length} characters; Azure takes at most ${most}.`),
    );
  }
  return { ...base, transport: 'base64-expected', problems };
}

function keyVaultNote(member: Member, path: readonly (string | number)[]): Problem {
  return problem(
    'vmss/payload-in-key-vault',
    member.key.span,
    'The protected settings are in a key vault; their command cannot be read from here.',
    { pointer: pointerOf(path) },
  );
}

function inFile(surroundings: Surroundings, found: Problem): Problem {
  return { ...found, span: surroundings.payload.map.toOuter(found.span) };
}
