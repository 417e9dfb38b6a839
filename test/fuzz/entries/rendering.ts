import {
  Analysis,
  bootCommandOf,
  configSecrets,
  cseOf,
  customDataDialects,
  customDataLevel,
  customDataOf,
  customDataSize,
  environmentOf,
  fileTitle,
  isContainerdVersion,
  karpenterOptionsOf,
  karpenterScriptOf,
  karpenterTemplateOf,
  maskingOf,
  missingLines,
  missingPreview,
  missingResult,
  nodeFilesOf,
  originsOf,
  parseCloudInitVersion,
  parseGpuComponents,
  parseImageRange,
  parseNodeImage,
  parseRelease,
  placeInPreview,
  previewEntries,
  previewFoldings,
  previewHover,
  previewLenses,
  previewName,
  previewOf,
  previewOutline,
  providerRelease,
  readingFor,
  readInstanceData,
  readKarpenterSettings,
  releaseRemark,
  renderingResult,
  scriptSize,
  secretSpan,
  usesInPreview,
  usesOf,
  validate,
  variablesFedBy,
  vmssModelOf,
} from '../../../server/src/core/index.js';
import { check, checkJson, checkSpan, type Entry, offsetIn, spanIn } from './entry.js';

/** What is rendered from node configs, bootstrap options and templates, and the files that are read for it. */
export const rendering: readonly Entry[] = [
  {
    name: 'render a node config',
    covers: [
      'customDataOf',
      'customDataSize',
      'customDataLevel',
      'environmentOf',
      'nodeFilesOf',
      'fileTitle',
      'cseOf',
      'bootCommandOf',
      'vmssModelOf',
      'renderingResult',
      'variablesFedBy',
    ],
    run({ analysis, random }) {
      const dialect = random.pick(customDataDialects);
      const secrets = { showSecrets: random.oneIn(2) };
      const customData = customDataOf(analysis, dialect, secrets);
      checkJson(
        renderingResult('input', customData, (value) => value),
        'custom data',
      );
      if (customData.ok) {
        const { customData: encoded, config } = customData.value;
        const name = dialect === 'flatcar' ? 'a.ign' : 'a';
        const decoded = new Analysis({ name, content: encoded }, analysis.platform);
        const found = [...decoded.documents()].some(({ text }) => text?.trimEnd() === config.trimEnd());
        check(found, () => `the config isn't in its own custom data (${dialect})`);
        customDataLevel(encoded.length);
      }
      const config = analysis.nodeConfig?.reading.value;
      if (config !== undefined) customDataSize(config, dialect);
      const environment = environmentOf(analysis, {
        ...secrets,
        containerdVersion: random.pick([undefined, '2.0.0', '1.7.22']),
      });
      if (environment.ok)
        for (const { name, value } of environment.value.variables) {
          check(name !== '' && typeof value === 'string', () => `a variable without a name or value: ${name}`);
          variablesFedBy(name);
        }
      const files = nodeFilesOf(analysis, secrets);
      if (files.ok) for (const file of files.value.files) check(fileTitle(file) !== '', () => 'a file without a title');
      checkJson(
        [files, cseOf(analysis), bootCommandOf(analysis, secrets), vmssModelOf(analysis, secrets)],
        'a rendering',
      );
    },
  },
  {
    name: 'render bootstrap options',
    covers: [
      ...['karpenterScriptOf', 'karpenterOptionsOf', 'karpenterTemplateOf', 'missingLines', 'missingResult'],
      ...['scriptSize', 'readingFor'],
    ],
    run({ analysis, random }) {
      const secrets = { showSecrets: random.oneIn(2), pool: random.pick([undefined, 'general', '']) };
      const gaps = karpenterScriptOf(analysis, { ...secrets, gaps: true });
      const options = karpenterOptionsOf(analysis, secrets);
      checkJson([karpenterScriptOf(analysis, secrets), gaps, options], 'a rendering');
      const { missing } = options.ok ? options.value : { missing: [] };
      const template = karpenterTemplateOf(analysis, secrets.pool);
      karpenterTemplateOf(analysis, secrets.pool, 'snippet');
      checkJson([missing.map(missingResult), missingLines(missing)], 'missing inputs');
      check(
        template === undefined || readKarpenterSettings(template) !== undefined,
        () => 'settings that are unreadable',
      );
      const read = readingFor(analysis);
      if (read !== undefined) scriptSize(read);
    },
  },
  {
    name: 'previews',
    covers: [
      'previewEntries',
      'previewOf',
      'previewName',
      'previewHover',
      'missingPreview',
      'placeInPreview',
      'originsOf',
      'usesOf',
      'usesInPreview',
      'previewOutline',
      'previewFoldings',
      'previewLenses',
      'secretSpan',
      'configSecrets',
    ],
    run({ analysis, random }) {
      const options = { showSecrets: random.oneIn(2) };
      const within = random.oneIn(2) ? spanIn(analysis.text, random) : undefined;
      const entries = previewEntries(analysis, options, within);
      for (const { line } of configSecrets(analysis)) check(line >= 0, () => 'a secret on no line');
      if (!entries.ok) {
        missingPreview(analysis, { what: 'env' }, entries.error);
        return;
      }
      for (const { target } of random.some(entries.value, 3)) {
        check(previewName(target) !== '', () => 'a preview without a name');
        const preview = previewOf(analysis, target, options);
        if (!preview.ok) {
          missingPreview(analysis, target, preview.error);
          continue;
        }
        const { text, sections } = preview.value;
        for (const { span, traces = [] } of sections) {
          checkSpan(span, text, 'a section');
          for (const trace of traces) checkSpan(trace.span, text, 'a trace');
        }
        const offset = offsetIn(text, random);
        const place = placeInPreview(preview.value, offset);
        if (place !== undefined) originsOf(analysis, place);
        const found = previewHover(analysis, preview.value, offset);
        if (found !== undefined) checkSpan(found.span, text, 'a hover in a preview');
        for (const { span } of previewOutline(preview.value, maskingOf([analysis])) ?? [])
          checkSpan(span, text, 'an outline entry');
        for (const { span } of previewFoldings(preview.value) ?? []) checkSpan(span, text, 'a folding');
        const header = { name: analysis.name, image: random.pick([undefined, '']), size: undefined };
        for (const { span } of previewLenses(analysis, target, preview.value, options, header))
          checkSpan(span, text, 'a lens');
        for (const { pointer } of configSecrets(analysis)) {
          const span = secretSpan(preview.value, pointer);
          if (span !== undefined) checkSpan(span, text, 'a secret in a preview');
        }
        for (const span of usesInPreview(analysis, offsetIn(analysis.text, random), target, preview.value))
          checkSpan(span, text, 'a use');
      }
      for (const { preview, spans } of usesOf(analysis, offsetIn(analysis.text, random), options, 'cloud-init'))
        for (const span of spans) checkSpan(span, preview.text, 'a use');
    },
  },
  {
    name: 'second documents',
    covers: [
      'readInstanceData',
      'readKarpenterSettings',
      'parseGpuComponents',
      'parseNodeImage',
      'parseRelease',
      'providerRelease',
      'parseImageRange',
      'releaseRemark',
      'parseCloudInitVersion',
      'isContainerdVersion',
    ],
    run({ analysis, random }) {
      const { text, source, platform } = analysis;
      readKarpenterSettings(text);
      parseGpuComponents(text);
      const line = text.slice(0, text.indexOf('\n') >>> 0).slice(0, 200);
      providerRelease(line);
      const image = parseNodeImage(line) ?? parseRelease(line);
      if (image !== undefined) releaseRemark(image);
      parseImageRange(line);
      parseCloudInitVersion(line);
      isContainerdVersion(line);
      const instanceData = readInstanceData(
        random.pick([text, '{"v1": {"region": "westeurope", "items": [1, "a", null]}}']),
      );
      const [failure] = validate(new Analysis({ ...source, context: { instanceData } }, platform)).failures;
      check(failure === undefined, () => String(failure?.error));
    },
  },
];
