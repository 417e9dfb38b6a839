import {
  Analysis,
  answerTool,
  assistantTools,
  bootChart,
  bootTimeline,
  CaseReader,
  isAboutBoots,
  isArchive,
  limits,
  unreadReason,
  caseReport,
  caseSummary,
  CaseUnpacker,
  chartLines,
  chartReport,
  chartSvg,
  codeCounts,
  compareDocuments,
  comparisonResult,
  csvRow,
  differenceText,
  exampleCount,
  exampleValues,
  explainFailure,
  explainFailures,
  explanationResult,
  fleetDocuments,
  FleetFixes,
  FleetGrouping,
  FleetRecorder,
  foundValues,
  gapsByReason,
  groupsHeading,
  groupsPage,
  groupsReport,
  groupsTable,
  growingMasking,
  kindFor,
  maskingOf,
  memberName,
  positionTitle,
  problemsByDocument,
  ProblemSummary,
  provisioningReport,
  sameness,
  payloadAt,
  recognise,
  repeatedFixes,
  sideBySide,
  validate,
  toolCall,
  ValueCounts,
  valuesReport,
  valueText,
} from '../../../server/src/core/index.js';
import { check, checkJson, checkSpan, type Entry } from './entry.js';

/** Comparisons, explanations and timelines. */
export const results: readonly Entry[] = [
  {
    name: 'answers to assistants',
    covers: ['answerTool', 'kindFor', 'toolCall'],
    run({ analysis, random }) {
      const tool = random.pick(assistantTools);
      const args = Object.entries(tool.inputs).map(([name, { type, enum: choices = [] }]) => {
        const value = type === 'boolean' ? random.oneIn(2) : random.pick([...choices, analysis.name]);
        return [name, value] as const;
      });
      const asked = toolCall(tool, Object.fromEntries(args));
      if (!asked.ok) return;
      const kind = kindFor(asked.value, analysis);
      const read = kind === undefined ? analysis : new Analysis({ ...analysis.source, kind }, analysis.platform);
      const answer = answerTool({ ...asked.value, file: analysis.name }, read);
      check(answer.length <= limits.toolAnswerCharacters, () => `an answer has ${answer.length} characters`);
      checkJson(JSON.parse(answer), 'an answer to an assistant');
    },
  },
  {
    name: 'recognise',
    covers: ['recognise', 'exampleCount', 'exampleValues', 'holdsExamples'],
    run({ analysis }) {
      const { problems } = validate(analysis);
      const found = recognise(analysis, problems);
      const { sentence, name, cursor, examples, fields } = found;
      check(/\S[.)…]?$/.test(sentence), () => `a text is described by "${sentence}"`);
      check(/^[\w.-]+$/.test(name), () => `a text is called ${name}`);
      const { steps } = cursor ?? { steps: [] };
      const isThere = steps.length === 0 || payloadAt(analysis.root, steps) !== undefined;
      check(isThere, () => `there is no payload ${steps.join(' ')}`);
      check(exampleValues(analysis, problems).length === examples, () => 'an example is lost');
      check(examples === 0 || sentence.includes(exampleCount(examples)), () => 'examples are not mentioned');
      const linked = recognise(analysis, problems, { fields, open: new Map([['file:///input', analysis]]) });
      check(linked.known === found.known, () => 'what is opened before decides whether a text is known');
    },
  },
  {
    name: 'compare with itself',
    covers: ['compareDocuments', 'sideBySide', 'sameness'],
    run({ analysis }) {
      const isText = typeof analysis.source.content === 'string';
      const again = isText ? analysis.withText(analysis.text) : analysis;
      const options = { masking: maskingOf([analysis, again]) };
      for (const comparison of compareDocuments(analysis, again, options)) {
        const { fields, texts, variables } = comparison;
        check(
          fields.length + texts.length + variables.length === 0,
          () => `differs from itself: ${JSON.stringify([fields, texts, variables]).slice(0, 400)}`,
        );
        sameness(comparison);
      }
      const { before, after } = sideBySide(analysis, again, options);
      check(before === after, () => 'differs from itself, side by side');
    },
  },
  {
    name: 'compare with a twin',
    covers: ['comparisonResult'],
    run({ analysis, twin }) {
      const other = twin();
      const options = { masking: maskingOf([analysis, other]) };
      const forth = compareDocuments(analysis, other, options);
      const back = compareDocuments(other, analysis, options);
      for (const comparison of forth)
        checkJson(comparisonResult(['a', 'b'], analysis, other, comparison), 'a comparison');
      const equal = [forth, back].map((list) => list.every((one) => one.equal));
      check(equal[0] === equal[1], () => 'equal in one direction only');
      sideBySide(analysis, other, options);
    },
  },
  {
    name: 'group and find',
    covers: [
      'fleetDocuments',
      'FleetRecorder',
      'FleetGrouping',
      'groupsTable',
      'groupsPage',
      'differenceText',
      'memberName',
      'foundValues',
      'ValueCounts',
      'valueText',
      'csvRow',
      'problemsByDocument',
      'ProblemSummary',
      'codeCounts',
      'FleetFixes',
      'groupsHeading',
      'groupsReport',
      'valuesReport',
    ],
    run({ analysis, twin }) {
      const recorder = new FleetRecorder();
      const grouping = new FleetGrouping();
      const counts = new ValueCounts();
      for (const one of [analysis, analysis, twin()])
        for (const document of fleetDocuments(one, maskingOf([one]))) {
          grouping.add('input', recorder.record(document));
          const found = foundValues(document, () => true);
          counts.add(found);
          csvRow(found.map(({ value }) => valueText(value)));
        }
      const { problems } = validate(analysis);
      const found = problemsByDocument(analysis, problems, maskingOf([analysis]), recorder);
      const listed = found.flatMap((document) => document.problems);
      check(found.length === 0 || listed.length === problems.length, () => 'a problem belongs to no document');
      for (const by of ['image', 'group'] as const) {
        const summary = new ProblemSummary(by);
        summary.add('input', found);
        const counted = summary.groups.flatMap(({ codes }) => codes).reduce((sum, code) => sum + code.problems, 0);
        check(counted === listed.length, () => `a problem is lost by ${by}`);
      }
      checkJson(codeCounts([problems]), 'codes');
      const groups = grouping.groups({ exact: true });
      for (const { members, differences } of groups.groups) {
        members.forEach(memberName);
        differences.forEach(differenceText);
      }
      const again = groups.groups.some(({ members }) => members.length > 1);
      check(groups.documents === 0 || again, () => 'differs from itself');
      checkJson(groups, 'groups');
      checkJson(counts.counts, 'counts');
      const fixes = new FleetFixes();
      for (const file of ['input', 'again']) fixes.add(file, repeatedFixes(problems));
      const report = groupsReport(groups, fixes.common);
      check(report.startsWith(`# ${groupsHeading(groups)}`), () => 'a report without its heading');
      check(
        fixes.common.every(({ files }) => files === 2),
        () => 'a fix is lost in a file',
      );
      const values = foundValues(
        { values: fleetDocuments(analysis, maskingOf([analysis])).flatMap((one) => one.values) },
        () => true,
      );
      check(valuesReport('*', counts.counts, [{ file: 'input', values }]) !== '', () => 'an empty report');
      check(groupsTable(groups) !== '', () => 'no table');
      check(groupsPage(groups).endsWith('</html>\n'), () => 'no page');
    },
  },
  {
    name: 'explain',
    covers: ['explainFailure', 'explainFailures', 'explanationResult', 'provisioningReport'],
    run({ analysis }) {
      const masking = maskingOf([analysis]);
      const { text, lines } = analysis;
      for (const one of [
        explainFailure(text, { masking }),
        ...explainFailures(text, { masking }),
        ...analysis.failures,
      ]) {
        for (const span of [one.span, one.extent]) if (span !== undefined) checkSpan(span, text, 'a failure');
        checkJson(explanationResult(one, lines), 'an explanation');
        check(provisioningReport(one, 'input', lines) !== '', () => 'an empty report');
      }
    },
  },
  {
    name: 'explain a case',
    covers: [
      'CaseReader',
      'CaseUnpacker',
      'isAboutBoots',
      'isArchive',
      'unreadReason',
      'caseReport',
      'caseSummary',
      'gapsByReason',
      'positionTitle',
    ],
    run({ analysis, twin }) {
      const reader = new CaseReader(growingMasking({ showSecrets: false }));
      const names = ['a', 'b', 'b'].map((folder) => `${folder}/${analysis.name}`);
      for (const [index, one] of [analysis, twin(), analysis].entries()) {
        const { content } = one.source;
        const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
        const unpacker = new CaseUnpacker(analysis.platform);
        if (!isArchive(bytes)) check(!unreadReason(one)?.includes('undefined'), () => String(unreadReason(one)));
        for (const file of unpacker.files(names[index] ?? '', bytes)) {
          if ('reason' in file) reader.leaveOut(file.name, file.reason);
          else if (file.bytes === bytes) reader.add(file.name, one);
          else reader.add(file.name, new Analysis({ name: file.name, content: file.bytes }, analysis.platform));
        }
      }
      const found = reader.case;
      checkJson(found, 'a case');
      check(/^\S[^\n]*\.$/.test(found.verdict), () => `the verdict ${found.verdict}`);
      check(found.failures.length === 0 || isAboutBoots(found), () => 'failures without a boot');
      check(!caseSummary(found).includes('undefined'), () => caseSummary(found));
      const positions = found.failures.flatMap(({ evidence, fields }) => [...evidence, ...fields]);
      for (const one of positions) check(/:[1-9]\d*/.test(positionTitle(one)), () => positionTitle(one));
      check(
        gapsByReason(found.notUnderstood).every(([, files]) => files.length > 0),
        () => 'a reason without a file',
      );
      check(caseReport(found, { name: 'case', pathOf: (file) => file }) !== '', () => 'an empty report');
    },
  },
  {
    name: 'timeline',
    covers: ['bootTimeline', 'bootChart', 'chartSvg', 'chartLines', 'chartReport'],
    run({ analysis, twin, random }) {
      const documents = random.oneIn(3) ? [analysis, twin()] : [analysis];
      const names = documents.map(({ name }) => name);
      const timeline = bootTimeline(
        documents.map(({ name, text }) => ({ name, text })),
        maskingOf(documents),
      );
      const chart = bootChart(timeline, names, {
        zoom: random.pick([1, 3, 64]),
        divisions: random.pick([1, 10, 5_000]),
      });
      check(Number.isFinite(chart.seconds) && chart.seconds >= 0, () => `a timeline of ${chart.seconds} seconds`);
      const svg = chartSvg(chart);
      check(
        !/="[^"<>]*(?:NaN|Infinity|undefined)[^"<>]*"/.test(
          svg.replace(/<title>[\s\S]*?<\/title>|<text[\s\S]*?<\/text>/g, ''),
        ),
        () => 'a number in the drawing is missing',
      );
      check(chartReport(chart) !== '', () => 'an empty report');
      for (const width of [1, 40, 200]) chartLines(chart, width);
      checkJson(chart, 'a chart');
    },
  },
];
