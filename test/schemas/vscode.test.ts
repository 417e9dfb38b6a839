import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CompletionItem, getLanguageService, TextDocument } from 'vscode-json-languageservice';
import schema from '../../schemas/aks-node-config.schema.json';
import { contract } from '../../server/src/core/nodeConfig/contract/contract.js';
import type { RecordType } from '../../server/src/core/record/model.js';
import { readContract } from '../../server/src/core/nodeConfig/read.js';
import { parseJson } from '../../server/src/core/formats/json/parse.js';
import { readMarks } from '../support/markers.js';
import { filled } from '../support/snippets.js';

/** VS Code's own JSON support with the schema, as users without our extension see it. */
const service = getLanguageService({
  clientCapabilities: {
    textDocument: {
      completion: { completionItem: { documentationFormat: ['markdown'], snippetSupport: true } },
      hover: { contentFormat: ['markdown'] },
    },
  } as never,
});

beforeAll(() => {
  service.configure({
    validate: true,
    schemas: [{ uri: schema.$id, fileMatch: ['*.node.json'], schema }],
  });
});

function opened(text: string) {
  const document = TextDocument.create('file:///a.node.json', 'json', 1, text);
  return { document, json: service.parseJSONDocument(document) };
}

async function problems(text: string): Promise<string[]> {
  const { document, json } = opened(text);
  return (await service.doValidation(document, json)).map(({ message }) => textIn(message));
}

async function completions(source: string): Promise<CompletionItem[]> {
  const { text, cursor } = readMarks(source);
  const { document, json } = opened(text);
  return (await service.doComplete(document, document.positionAt(cursor), json))?.items ?? [];
}

async function hover(source: string): Promise<string> {
  const { text, cursor } = readMarks(source);
  const { document, json } = opened(text);
  const { contents } = (await service.doHover(document, document.positionAt(cursor), json)) ?? { contents: [] };
  // Plain text is escaped for Markdown.
  return [contents]
    .flat()
    .map(textIn)
    .join('\n')
    .replace(/\\([^\w\s])/g, '$1');
}

function textIn(part: string | { readonly value: string }): string {
  return typeof part === 'string' ? part : part.value;
}

function inserted(item: CompletionItem | undefined): string {
  return item?.textEdit?.newText ?? item?.insertText ?? '';
}

/** Every message of the contract, with a function that wraps its JSON in the JSON of a config. */
function messagesInConfig(): { message: RecordType; around: (object: string) => string }[] {
  const found: { message: RecordType; around: (object: string) => string }[] = [];
  const visit = (message: RecordType, around: (object: string) => string): void => {
    if (found.some((other) => other.message === message)) return;
    found.push({ message, around });
    for (const field of message.fields) {
      if (field.type.kind !== 'object') continue;
      const entry = (object: string): string => (field.label === 'map' ? `{"k":${object}}` : object);
      visit(field.type.of, (object) => around(`{"${field.name}":${entry(object)}}`));
    }
  };
  visit(contract.root, (object) => object);
  return found;
}

describe('VS Code with the schema alone', () => {
  it('reports nothing in the schema itself', async () => {
    const document = TextDocument.create('file:///own.schema.json', 'json', 1, JSON.stringify(schema));
    expect(await service.doValidation(document, service.parseJSONDocument(document))).toEqual([]);
    expect(await problems('{}')).toEqual([]);
  });

  it('reports nothing in the sample config', async () => {
    expect(await problems(readFileSync('test/samples/aks-node-controller-config.json', 'utf8'))).toEqual([]);
  });

  it.each([
    ['{"vm_sise":"a"}', 'Property vm_sise is not allowed.'],
    ['{"cse_timeout":"soon"}', 'Incorrect type. Expected "integer".'],
    ['{"cluster_config":{"vm_type":"vmss"}}', 'Value is not accepted. Valid values: "VM_TYPE_UNSPECIFIED"'],
    ['{"local_dns_profile":{"vnet_dns_overrides":{".":null}}}', 'Incorrect type. Expected "object".'],
    [
      '{"kubelet_config":{"kubelet_config_file_config":{"streaming_connection_idle_timeout":"4h"}}}',
      'Deprecated. How long an idle exec',
    ],
  ])('reports for %s: %s', async (text, message) => {
    const found = await problems(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
  });

  it('offers a complete config in an empty document', async () => {
    const items = await completions('¦');
    expect(items.map(({ label }) => label)).toEqual(['A node config with the required fields']);
    const config = filled(inserted(items[0]));
    expect(readContract(parseJson(config), contract.root)).toMatchObject({ ok: true, notes: [] });
    expect(await problems(config)).toEqual([]);
  });

  it('inserts the value of version, and sorts required fields first', async () => {
    const items = await completions('{ ¦ }');
    expect(inserted(items.find(({ label }) => label === 'version'))).toBe('"version": "${1:v1}"');
    const cluster = await completions('{"cluster_config": {¦}}');
    const sorted = cluster.sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));
    expect(sorted.slice(0, 2).map(({ label }) => label)).toEqual(['location', 'resource_group']);
  });

  it.each(messagesInConfig().map(({ message, around }) => [message.name, message, around] as const))(
    'offers each field of %s once, with a value and its description',
    async (_, message, around) => {
      const items = (await completions(around('{¦}'))).filter(({ label }) => label !== '$schema');
      const offered = message.fields.filter((field) => field.deprecated !== true);
      expect(items.map(({ label }) => label).sort()).toEqual(offered.map(({ name }) => name).sort());
      for (const item of items) {
        expect(inserted(item)).toContain(`"${item.label}": `);
        expect(JSON.stringify(item.documentation)).toContain(JSON.stringify(textOf(message, item.label)).slice(1, -1));
      }
    },
  );

  it.each(messagesInConfig().map(({ message, around }) => [message.name, message, around] as const))(
    'shows the description of each field of %s under both names',
    async (_, message, around) => {
      for (const field of message.fields) {
        for (const name of new Set([field.name, field.jsonName])) {
          const value = field.label === 'map' || field.type.kind === 'object' ? '{}' : '0';
          expect(await hover(around(`{"${name}¦":${value}}`)), name).toContain(field.doc);
        }
      }
    },
  );

  it.each([
    ['{"cluster_config":{"vm_type":¦}}', ['"VM_TYPE_STANDARD"', '"VM_TYPE_VMSS"', '"VM_TYPE_UNSPECIFIED"']],
    ['{"clusterConfig":{"vmType":¦}}', ['"VM_TYPE_STANDARD"', '"VM_TYPE_VMSS"', '"VM_TYPE_UNSPECIFIED"']],
    ['{"gpu_config":{"mig_strategy":¦}}', ['"None"', '"Single"', '"Mixed"']],
    ['{"gpu_config":{"mig_profile_layout":[¦]}}', ['"MIG1g"', '"MIG7g"']],
    ['{"cse_timeout":¦}', ['900', '1800']],
    ['{"is_vhd":¦}', ['true', 'false']],
    ['{"kubelet_config":{"kubelet_flags":{¦}}}', ['--max-pods', '--node-status-update-frequency']],
    ['{"local_dns_profile":{"kube_dns_overrides":{¦}}}', ['.']],
  ])('offers values in %s', async (source, labels) => {
    expect((await completions(source)).map(({ label }) => label)).toEqual(expect.arrayContaining(labels));
  });

  it('shows the description of an enum value', async () => {
    expect(await hover('{"cluster_config":{"vm_type":"VM_TYPE_VM¦SS"}}')).toMatch(/`VM_TYPE_VMSS`: .*scale set/);
  });

  function textOf(message: RecordType, name: string): string {
    return message.fieldByKey(name)?.doc ?? '';
  }
});
