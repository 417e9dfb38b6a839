/**
 * The subjects of the benchmark: this project and the language service that an editor would use instead. Each has
 * `validate`, `complete` and `hover` for a text, an offset and a version that is different for each call. Only this
 * project has `render` and `compare`.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** Loads one subject, so that the others don't use memory in its process. */
export function loadSubject(who, kind) {
  if (who === 'ours') return ours();
  return kind === 'node config' ? jsonService() : yamlService();
}

function ours() {
  const core = require(join(process.cwd(), 'dist/bench/core.cjs'));
  const { Analysis, complete, hover, nodePlatform } = core;
  const analyse = (name, text) => new Analysis({ name, content: text }, nodePlatform);
  return {
    validate: ({ name, text }) => core.validate(analyse(name, text)).problems.length,
    complete: ({ name, text, cursor }) => complete(analyse(name, text), cursor).length,
    hover: ({ name, text, hovered }) => hover(analyse(name, text), hovered),
    render: ({ name, text }) => renderEverything(core, analyse(name, text)),
    // Two versions of a file that differ in one line.
    compare: ({ name, text }) =>
      core.sideBySide(analyse(name, text.replace('"eastus"', '"westeurope"')), analyse(name, text), {
        masking: core.maskingOf([], masked),
      }),
  };
}

/** Secrets are masked, as in editors and terminals. */
const masked = { showSecrets: false };

/** Renders a config in every format. */
function renderEverything(core, analysis) {
  const renderings = [
    ...core.customDataDialects.map((dialect) => core.customDataOf(analysis, dialect, masked)),
    core.cseOf(analysis),
    core.bootCommandOf(analysis, masked),
    core.environmentOf(analysis, masked),
    core.nodeFilesOf(analysis, masked),
    core.vmssModelOf(analysis, masked),
  ];
  if (renderings.some(({ ok }) => !ok)) throw new Error('the config cannot be rendered');
}

function schemaOf(name) {
  return JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'));
}

function jsonService() {
  const { getLanguageService, TextDocument } = require('vscode-json-languageservice');
  const service = getLanguageService({});
  service.configure({
    validate: true,
    schemas: [{ uri: 'schema://node', fileMatch: ['*'], schema: schemaOf('aks-node-config') }],
  });
  const open = ({ text, version }) => {
    const document = TextDocument.create('file:///bench.json', 'json', version, text);
    return { document, parsed: service.parseJSONDocument(document) };
  };
  return {
    async validate(input) {
      const { document, parsed } = open(input);
      return (await service.doValidation(document, parsed, { schemaValidation: 'error' })).length;
    },
    async complete(input) {
      const { document, parsed } = open(input);
      return (await service.doComplete(document, document.positionAt(input.cursor), parsed))?.items.length;
    },
    async hover(input) {
      const { document, parsed } = open(input);
      return service.doHover(document, document.positionAt(input.hovered), parsed);
    },
  };
}

function yamlService() {
  const { getLanguageService } = require('yaml-language-server/out/server/src/languageservice/yamlLanguageService.js');
  const { TextDocument } = require('vscode-languageserver-textdocument');
  const { SettingsState } = require('yaml-language-server/out/server/src/yamlSettings.js');
  const schema = JSON.stringify(schemaOf('cloud-config'));
  const service = getLanguageService({
    schemaRequestService: () => Promise.resolve(schema),
    workspaceContext: { resolveRelativePath: (path) => path },
    connection: undefined,
    telemetry: { send() {}, sendError() {}, sendTrack() {} },
    yamlSettings: new SettingsState(),
  });
  service.configure({
    validate: true,
    hover: true,
    completion: true,
    yamlVersion: '1.1',
    customTags: ['!!binary scalar'],
    schemas: [{ uri: 'schema://cloud-config', fileMatch: ['*'] }],
  });
  const open = ({ text, version }) => TextDocument.create('file:///bench.yaml', 'yaml', version, text);
  return {
    validate: async (input) => (await service.doValidation(open(input), false)).length,
    async complete(input) {
      const document = open(input);
      return (await service.doComplete(document, document.positionAt(input.cursor), false))?.items.length;
    },
    async hover(input) {
      const document = open(input);
      return service.doHover(document, document.positionAt(input.hovered));
    },
  };
}
