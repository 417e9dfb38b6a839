import { append } from '../../text/strings.js';
import { problem, type Problem } from '../../problems/problem.js';
import { readTar, type TarMember } from '../../formats/tar.js';
import { byteContent } from '../content.js';
import { failure } from '../../text/result.js';
import type { FileChild } from '../../document/payload.js';
import { childStep, type Findings, opened, plainFile, type Surroundings, type TakenSteps } from './container.js';

/** Finds the members of a tar archive, as in files of Ignition on Flatcar. */
export function tarMembers(surroundings: Surroundings): Findings {
  const { payload, origin, context } = surroundings;
  const { members, truncated } = readTar(payload.bytes, context.limits.childrenPerPayload + 1, context.budget);
  const { kept, problems: left } = opened(members, 'members', surroundings);
  const problems: Problem[] = [...left];
  if (truncated) problems.push(problem('payload/tar-truncated', origin, 'The archive ends inside a member.'));
  const taken: TakenSteps = new Map();
  const children = kept.map((member): FileChild => {
    append(problems, pathProblems(member, surroundings));
    return openMember(surroundings, member, taken);
  });
  return { children, problems };
}

function openMember(surroundings: Surroundings, member: TarMember, taken: TakenSteps): FileChild {
  const { payload, origin } = surroundings;
  const { path, mode, owner, target } = member;
  return {
    ...plainFile,
    path,
    mode: mode.toString(8).padStart(4, '0'),
    owner: owner === '' ? undefined : owner,
    ...(target === undefined ? {} : { target }),
    span: origin,
    holder: () => failure("It is a member of a tar archive, and archives can't be written back."),
    payload: surroundings.open({
      content: byteContent(member.bytes, origin),
      name: path,
      steps: [...payload.steps, childStep(`member:${path}`, taken)],
      transport: 'none',
    }),
  };
}

function pathProblems({ path, target }: TarMember, { origin }: Surroundings): Problem[] {
  const problems: Problem[] = [];
  if (path.startsWith('/') || leadsOut(path)) {
    const message = `${JSON.stringify(path)} leads out of the folder that the archive is unpacked in.`;
    problems.push(problem('payload/path-traversal', origin, message));
  }
  if (target !== undefined && (target.startsWith('/') || leadsOut(target))) {
    const message = `${JSON.stringify(path)} is a link to ${JSON.stringify(target)}, out of the folder that the archive is unpacked in.`;
    problems.push(problem('payload/symlink-escape', origin, message));
  }
  return problems;
}

/** Whether the steps of a path go above where it begins. */
function leadsOut(path: string): boolean {
  let depth = 0;
  for (const step of path.split('/')) {
    if (step === '..') depth--;
    else if (step !== '' && step !== '.') depth++;
    if (depth < 0) return true;
  }
  return false;
}
