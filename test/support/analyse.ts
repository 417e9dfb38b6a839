import { expect } from 'vitest';
import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import {
  Analysis,
  type ValidationContext,
  type DocumentKind,
  type Platform,
  validate,
} from '../../server/src/core/index.js';
import { readMarks } from './markers.js';

/** A platform whose clock doesn't advance, so that time limits don't depend on the load of the machine. */
const platform: Platform = { ...nodePlatform, now: () => 0 };

/** Analyses a string or bytes as a file called `name`, and checks that no rule throws. */
export function analyse(
  name: string,
  content: string | Uint8Array,
  kind?: DocumentKind,
  context?: ValidationContext,
): Analysis {
  const analysis = new Analysis({ name, content, kind, context }, platform);
  expect(validate(analysis).failures, 'a rule threw an exception').toEqual([]);
  return analysis;
}

/** Checks that the problems of a marked text have exactly the ranges and codes of its marks. */
export function checkProblems(
  name: string,
  source: string,
  kind?: DocumentKind,
  context?: ValidationContext,
): Analysis {
  const { text, marks } = readMarks(source);
  const analysis = analyse(name, text, kind, context);
  const show = (span: { start: number; end: number }, code: string): string =>
    `${code} at ${span.start} on ${JSON.stringify(text.slice(span.start, span.end))}`;
  expect(validate(analysis).problems.map((found) => show(found.span, found.code))).toEqual(
    marks.map((mark) => show(mark, mark.code)),
  );
  return analysis;
}

/** The required fields of a node config, so that test cases contain only the fields under test. */
export const requiredFields =
  '"api_server_config":{"api_server_name":"a"},"auth_config":{"subscription_id":"6f1d2c3b-8a47-4e59-b0c6-000000000001"},"cluster_config":{"resource_group":"r","location":"l","cluster_network_config":{"vnet_name":"v","route_table":"t"}}';

/** A node config with all required fields and further members. */
export function config(members: string): string {
  return `{"version":"v1",${requiredFields}${members === '' ? '' : `,${members}`}}`;
}
