import {
  answer,
  childAround,
  childLabel,
  childTitle,
  comparisonRole,
  decodeReport,
  decodingResult,
  unopenedIn,
  growingMasking,
  isKnown,
  karpenterReport,
  limits,
  machinesIn,
  maskingOf,
  modeOf,
  overlaps,
  pathText,
  encodeBase64,
  extractedDocuments,
  ExtractedNames,
  nameInResources,
  namesAround,
  namesOfResources,
  namesOnWay,
  repeatedMachines,
  resourcesIn,
  shownSelectors,
  utf8Bytes,
  payloadAt,
  payloadSummary,
  problemCodes,
  problemHref,
  problemResult,
  searching,
  trailTo,
  unrecognisedIn,
  validate,
  validating,
  countedResult,
  readRecord,
  validationResult,
  validationSummary,
  wayTo,
} from '../../../server/src/core/index.js';
import { check, checkJson, checkLines, checkSpan, checkWhole, type Entry, offsetIn, spanIn } from './entry.js';

/** Reading and checking documents, and the answers of the command line about them. */
export const reading: readonly Entry[] = [
  {
    name: 'decode',
    covers: [
      'payloadAt',
      'wayTo',
      'namesOnWay',
      'childAround',
      'childLabel',
      'childTitle',
      'payloadSummary',
      'modeOf',
      'trailTo',
      'isKnown',
      'comparisonRole',
      'machinesIn',
      'shownSelectors',
      'createLineIndex',
      'overlaps',
    ],
    run({ analysis, random, figures }) {
      const { root, text } = analysis;
      let decoded = 0;
      const addresses = new Set<string>();
      for (const document of analysis.documents()) {
        figures.documents++;
        const address = JSON.stringify(document.steps);
        check(!addresses.has(address), () => `two payloads at ${address}`);
        addresses.add(address);
        if (document.steps.length > 0 && document.encodings.length > 0) decoded += document.bytes.length;
        const machines = machinesIn(document);
        for (const machine of machines) checkSpan(document.map.toOuter(machine.node.span), text, 'a machine');
        if (machines.length > 1) checkJson(shownSelectors(machines, maskingOf([analysis])), 'selectors of machines');
        const inner = document.text;
        if (inner === undefined) continue;
        figures.characters += inner.length;
        checkSpan(document.map.toOuter(spanIn(inner, random)), text, `a range of ${address}`);
        for (const found of document.problems) checkSpan(found.span, text, found.code);
        for (const child of document.children) {
          checkSpan(child.span, text, 'a child');
          checkJson(
            [childLabel(child), childTitle(child), namesOnWay([child]), child.is === 'file' && modeOf(child)],
            'a title',
          );
        }
        checkJson(
          [payloadSummary(document), isKnown(document), comparisonRole(document), trailTo(analysis, document)],
          'a summary',
        );
      }
      check(decoded <= limits.decodedBytes * 4, () => `decoded to ${decoded} bytes`);
      const [, ...inside] = random.some([...analysis.documents()], 20);
      for (const payload of inside) {
        check(payloadAt(root, payload.steps) === payload, () => `no payload at ${payload.steps.join(' ')}`);
        check(wayTo(root, payload.steps)?.at(-1)?.payload === payload || payload === root, () => 'no way to a payload');
      }
      const offset = offsetIn(text, random);
      const around = childAround(root, offset);
      check(
        around === undefined || overlaps(around.span, { start: offset, end: offset }),
        () => 'a child is elsewhere',
      );
      checkLines(analysis.lines, text, random);
    },
  },
  {
    name: 'resources and extraction',
    covers: [
      'resourcesIn',
      'repeatedMachines',
      'namesAround',
      'nameInResources',
      'namesOfResources',
      'extractedDocuments',
      'ExtractedNames',
      'encodeBase64',
      'utf8Bytes',
    ],
    run({ analysis }) {
      const { list, around, spanOf } = resourcesIn(analysis);
      for (const resource of list) {
        checkSpan(spanOf(resource), analysis.text, resource.is);
        checkJson(namesOfResources(analysis, resource), 'names of resources');
      }
      for (const machine of repeatedMachines(analysis).values()) check(list.includes(machine), () => 'no such machine');
      for (const found of validate(analysis).problems.slice(0, 20))
        checkJson(
          [namesAround(analysis, found), nameInResources(analysis, around(found.document), found.document.name)],
          'names around a problem',
        );
      const names = new ExtractedNames();
      const paths = new Set<string>();
      for (const { segments, content } of extractedDocuments('a', analysis, maskingOf([analysis]))) {
        const path = names.unique(segments).join('/');
        check(!paths.has(path), () => `two files at ${path}`);
        paths.add(path);
        encodeBase64(typeof content === 'string' ? utf8Bytes(content) : content);
      }
    },
  },
  {
    name: 'validate',
    covers: [
      'validate',
      'validating',
      'searching',
      'unrecognisedIn',
      'problemsResult',
      'validationResult',
      'countedResult',
      'readRecord',
      'validationSummary',
      'problemResult',
      'problemHref',
      'pathText',
      'answer',
    ],
    run({ analysis, random }) {
      for (const { done, known } of validating(analysis)) check(done <= known, () => `${done} of ${known} documents`);
      // Left in the middle, and continued by what asks next.
      searching(analysis).next();
      const { problems, ignored, failures } = validate(analysis);
      const [failure] = failures;
      if (failure !== undefined)
        throw failure.error instanceof Error ? failure.error : new Error(String(failure.error));
      for (const { code, message, span, related = [], inner, document } of [...problems, ...ignored]) {
        checkWhole(span, analysis.text, code);
        if (inner !== undefined) checkWhole(inner, document.text ?? '', `${code} in its document`);
        for (const place of related) checkWhole(place.span, analysis.text, `what is related to ${code}`);
        check(
          code in problemCodes && message !== '' && problemHref(code) !== '',
          () => `unknown code or empty message: ${code}`,
        );
      }
      const masking = maskingOf([analysis]);
      for (const found of random.some(problems, 3))
        checkJson([problemResult(analysis, found, masking), pathText(found)], 'a problem');
      // Masks are numbered in the order of what one masking hid.
      const result = validationResult('input', analysis, maskingOf([analysis]));
      checkJson(countedResult(result), 'a counted result');
      const record = readRecord(JSON.stringify({ name: 'input', content: analysis.text }));
      check(record.ok && record.value.content === analysis.text, () => 'a record is not its text');
      readRecord(analysis.text);
      const json = checkJson(answer([result], { summary: validationSummary([result]) }), 'the validation');
      unrecognisedIn(analysis);
      if (random.oneIn(10)) {
        const again = analysis.withText(analysis.text);
        if (typeof analysis.source.content === 'string')
          check(
            checkJson(validationResult('input', again, maskingOf([again])), 'again') === JSON.stringify(result),
            () => `not deterministic: ${json}`,
          );
      }
    },
  },
  {
    name: 'decode report',
    covers: ['decodeReport', 'decodingResult', 'karpenterReport', 'growingMasking', 'unopenedIn'],
    run({ analysis, random }) {
      const masking = growingMasking({ showSecrets: random.oneIn(4) });
      masking.about(analysis);
      checkJson(decodeReport(analysis, { withText: random.oneIn(2), masking }), 'the decode report');
      checkJson(decodingResult('input', analysis, { withText: true, masking }), 'the decode result');
      karpenterReport(analysis);
      check(unopenedIn(analysis) !== '', () => 'an empty sentence');
    },
  },
];
