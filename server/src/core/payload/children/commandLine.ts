import { problem, type Problem } from '../../problems/problem.js';
import { readShell } from '../../shell/commands.js';
import { composeMaps, fragmentMap } from '../../text/positionMap.js';
import { isWindowsCommandLine, readWindowsCommand } from '../../windows/commandLine.js';
import type { DecodeContext } from '../context.js';
import { textContent } from '../decoders.js';
import type { PayloadDetails } from '../payload.js';
import { environmentDetails, variableFiles } from './environmentFiles.js';
import type { Findings, Surroundings } from './finder.js';
import { hereDocuments } from './hereDocuments.js';
import { pipedPayloads } from './pipedPayloads.js';

/** Finds what a command line of the custom script extension carries: variables with files in them, scripts, here-documents. */
export function commandLine(surroundings: Surroundings, context: DecodeContext): Findings {
  return isWindowsCommandLine(surroundings.text) ? windowsCommand(surroundings) : shellCommand(surroundings, context);
}

function windowsCommand({ payload, text, open }: Surroundings): Findings {
  const { program, parameters, encoded } = readWindowsCommand(text);
  const details: PayloadDetails = { command: [program], ...(parameters.size === 0 ? {} : { parameters }) };
  if (encoded === undefined) return { children: [], problems: [], details };
  const span = payload.map.toOuter(encoded);
  const content = textContent(
    text.slice(encoded.start, encoded.end),
    composeMaps(payload.map, fragmentMap(encoded.start)),
    span,
  );
  const script = open({
    content,
    name: 'encoded-command.ps1',
    steps: [...payload.steps, 'encoded-command'],
    transport: 'base64-expected',
    format: 'powershell',
  });
  return { children: [{ is: 'script', span, payload: script }], problems: [], details };
}

function shellCommand(surroundings: Surroundings, context: DecodeContext): Findings {
  const { payload, text } = surroundings;
  const script = readShell(text);
  const { details, given } = environmentDetails(script);
  const problems: Problem[] = script.redirectedValues.map((span) =>
    problem(
      'cse/redirection-in-assignment',
      payload.map.toOuter(span),
      `${text.slice(span.start, span.end)} without quotes is a redirection to the shell, not a value; the variable stays empty.`,
    ),
  );
  if (script.unterminated !== undefined) {
    const place = payload.map.toOuter(script.unterminated);
    problems.push(
      problem('cse/unterminated-quote', place, 'What is opened here is never closed; the shell refuses the command.'),
    );
  }
  const variables = variableFiles(surroundings, given);
  const piped = pipedPayloads(surroundings, script.commands, context);
  const documents = hereDocuments(surroundings, context);
  return {
    children: [...variables.children, ...piped.children, ...documents.children].sort(
      (a, b) => a.span.start - b.span.start,
    ),
    problems: [...problems, ...variables.problems, ...piped.problems, ...documents.problems],
    details,
  };
}
