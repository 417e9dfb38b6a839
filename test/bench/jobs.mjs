/**
 * All that is measured. A job has a name, the section of docs/performance.md that it belongs to, the document that it is
 * about, and a function that measures: it returns ratios, or a table of figures that have no counterpart.
 */
import { documentOf, kinds, sizes } from './documents.mjs';
import { measureEdits } from './edits.mjs';
import { compareFirstProblems } from './firstProblems.mjs';
import { measureGrowth } from './growth.mjs';
import { measureHostileDocuments } from './hostile.mjs';
import { compareInProcess } from './inProcess.mjs';
import { compareScaleSets } from './scaleSets.mjs';
import { compareSessions } from './session.mjs';
import { compareCommandLine, compareStarts } from './start.mjs';

const faulty = (kind, size) => documentOf(kind, size, { faulty: true });
const withScripts = documentOf('cloud-config', '100 KB', { faulty: true, compressed: 'scripts' });

export const jobs = [
  { section: 'Start', name: 'start', measure: compareStarts },
  {
    section: 'Start',
    name: 'command line',
    document: 'cloud-config 2 KB',
    measure: (effort) => compareCommandLine(documentOf('cloud-config', '2 KB', { faulty: false }), effort),
  },
  ...['2 KB', '100 KB'].flatMap((size) =>
    kinds.map((kind) => ({
      section: 'Start',
      name: `first problems, ${kind} ${size}`,
      document: `${kind} ${size}`,
      measure: (effort) => compareFirstProblems(kind, faulty(kind, size), effort),
    })),
  ),
  ...kinds.flatMap((kind) =>
    Object.keys(sizes).map((size) => ({
      section: `Editing a ${kind}`,
      name: `session, ${kind} ${size}`,
      document: size,
      measure: (effort) => compareSessions(kind, faulty(kind, size), effort),
    })),
  ),
  {
    section: 'Editing a cloud-config',
    name: 'session, cloud-config with compressed scripts',
    document: '100 KB with compressed scripts',
    measure: (effort) => compareSessions('cloud-config', withScripts, effort),
  },
  ...kinds.flatMap((kind) =>
    Object.keys(sizes).map((size) => ({
      section: `In process, ${kind}`,
      name: `in process, ${kind} ${size}`,
      document: size,
      measure: (effort) => compareInProcess(kind, size, effort),
    })),
  ),
  { section: 'Work after an edit', name: 'work after an edit', measure: measureEdits },
  { section: 'Scale sets', name: 'scale sets', measure: compareScaleSets },
  { section: 'Hostile documents', name: 'hostile documents', measure: measureHostileDocuments },
  { section: 'Cost by size', name: 'cost by size', measure: measureGrowth },
];
