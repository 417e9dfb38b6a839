import { createRequire } from 'node:module';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { noSchema, schemaForYamlExtension } from '../../server/src/yamlExtension.js';
import type {
  CompletionList,
  DefinitionLink,
  DefinitionParams,
  Diagnostic,
  DocumentSymbol,
  Hover,
  Position,
} from 'vscode-languageserver';

/** The functions that tests use of the Red Hat YAML extension's language service (yaml-language-server 1.25.0). */
interface YamlService {
  configure(settings: object): void;
  registerCustomSchemaProvider(provider: (uri: string) => Promise<string | string[]>): void;
  doValidation(document: TextDocument, isKubernetes: boolean): Promise<Diagnostic[]>;
  doComplete(document: TextDocument, position: Position, isKubernetes: boolean): Promise<CompletionList>;
  doHover(document: TextDocument, position: Position): Promise<Hover | null>;
  doDefinition(document: TextDocument, params: DefinitionParams): DefinitionLink[] | undefined;
  findDocumentSymbols2(document: TextDocument): DocumentSymbol[];
}

/** The Red Hat YAML extension with its default settings. */
export class YamlExtension {
  readonly service: YamlService;
  /** The language service caches documents by URI and version for all its instances, so versions must be unique. */
  static #version = 0;
  static readonly #contents = new Map<string, string>();

  /** `schemas` are the schemas of a catalog by file pattern. */
  constructor(schemas: Readonly<Record<string, object>> = {}) {
    const require = createRequire(import.meta.url);
    const folder = 'yaml-language-server/out/server/src/';
    const { getLanguageService } = require(`${folder}languageservice/yamlLanguageService.js`) as {
      getLanguageService: (host: object) => YamlService;
    };
    const { SettingsState } = require(`${folder}yamlSettings.js`) as { SettingsState: new () => object };
    this.service = getLanguageService({
      schemaRequestService: (uri: string) =>
        uri === noSchema.uri
          ? Promise.resolve(noSchema.content)
          : Promise.reject(new Error(`unexpected request for ${uri}`)),
      workspaceContext: { resolveRelativePath: (path: string) => path },
      telemetry: { send: nothing, sendError: nothing, sendTrack: nothing },
      yamlSettings: new SettingsState(),
    });
    this.service.configure({
      validate: true,
      hover: true,
      completion: true,
      yamlVersion: '1.2',
      customTags: [],
      schemas: Object.entries(schemas).map(([pattern, schema]) => ({
        uri: `schema://catalog/${pattern}`,
        fileMatch: [pattern],
        schema,
      })),
    });
  }

  /** Registers the schema provider that our client registers, which disables other schemas for cloud-configs. */
  setSchemaAside(): void {
    this.service.registerCustomSchemaProvider((uri) => {
      const firstLine = YamlExtension.#contents.get(uri)?.split('\n', 1)[0] ?? '';
      return Promise.resolve(schemaForYamlExtension(firstLine) ?? []);
    });
  }

  /** Opens a document in the extension. */
  open(uri: string, text: string): TextDocument {
    YamlExtension.#contents.set(uri, text);
    return TextDocument.create(uri, 'yaml', ++YamlExtension.#version, text);
  }
}

function nothing(): void {
  // Telemetry is discarded.
}
