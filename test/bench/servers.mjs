/** The language servers that are measured: how they are started, and the settings that give them our schemas. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const schemaFile = (name) => resolve(`schemas/${name}.schema.json`);
/** The version of an installed package. */
export const versionOf = (name) => require(`${name}/package.json`).version;

export const ours = { name: 'aks-bootstrap', args: ['dist/server.js', '--stdio'] };

/** Our server as editors other than VS Code start it. */
export const oursByCommand = { name: 'aks-bootstrap lsp', args: ['dist/cli.js', 'lsp', '--stdio'] };

/** The server for YAML in VS Code's YAML extension. */
export const yamlServer = {
  name: 'yaml-language-server',
  args: ['node_modules/yaml-language-server/bin/yaml-language-server', '--stdio'],
  settings: {
    yaml: {
      validate: true,
      hover: true,
      completion: true,
      yamlVersion: '1.1',
      customTags: ['!!binary scalar'],
      schemaStore: { enable: false },
      schemas: { [pathToFileURL(schemaFile('cloud-config')).href]: '*.yaml' },
    },
  },
};

/** The server for JSON in VS Code. */
export const jsonServer = {
  name: 'vscode-json-language-server',
  args: ['node_modules/vscode-langservers-extracted/bin/vscode-json-language-server', '--stdio'],
  settings: {
    json: {
      validate: { enable: true },
      schemas: [
        {
          fileMatch: ['*.json'],
          url: pathToFileURL(schemaFile('aks-node-config')).href,
          schema: JSON.parse(readFileSync(schemaFile('aks-node-config'), 'utf8')),
        },
      ],
    },
  },
};

/** The server that an editor would use for documents of a kind instead of ours. */
export const peers = { 'cloud-config': yamlServer, 'node config': jsonServer };
