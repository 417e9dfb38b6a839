import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Node's own modules: the core runs in web workers too. */
const nodeModules = [
  'node:*',
  'fs',
  'path',
  'os',
  'zlib',
  'crypto',
  'child_process',
  'net',
  'http',
  'https',
  'url',
  'util',
  'stream',
  'buffer',
  'process',
  'worker_threads',
];

/** Patterns that are made when a document is read, and could contain its text. */
const runtimePatterns = {
  selector: ":function :matches(NewExpression, CallExpression)[callee.name='RegExp']",
  message:
    'A pattern with text of a document can take exponential time, or be too long: write a literal, make it from constants outside of functions, or use copyOf() of core/text/strings.ts.',
};

/** Modules that read and write files. */
const fileModules = ['fs', 'fs/*', 'node:fs', 'node:fs/*'];

/** A rule against imports, from pairs of patterns and the reason that is shown. */
const forbid = (...patterns) => ({
  'no-restricted-imports': ['error', { patterns: patterns.map(([group, message]) => ({ group, message })) }],
});

const corePurity = [
  [['vscode', 'vscode-*', ...nodeModules], 'The core is pure: no editor, no protocol, no I/O, no Node API.'],
  [
    ['**/lsp/**', '**/cli/**', '**/adapters/**', '**/client/**', '**/protocol.js'],
    "The core doesn't know its front ends.",
  ],
];

/**
 * The folders of the core in layers, from the lowest to the highest. A folder may import only from lower layers, not from
 * its own layer or higher ones.
 */
const layers = [
  ['text'],
  ['problems'],
  ['formats'],
  ['values', 'secrets'],
  ['record'],
  ['document'],
  ['nodeConfig', 'cloudConfig', 'karpenter', 'failure'],
  ['configuration'],
  ['payload'],
  ['analysis.js', 'documentSecrets.js', 'validate.js', 'rendering.js', 'resources.js'],
  ['case', 'compare', 'editor', 'redaction'],
  ['fleet'],
  ['results'],
];

/** Exceptions: folders of the same or higher layers that a folder still imports. Don't add any. */
const exceptions = {};

/** Patterns for the imports that a folder must not have. */
const forbiddenImports = (folder, layer) =>
  layers
    .slice(layer)
    .flat()
    .filter((other) => other !== folder && !exceptions[folder]?.includes(other))
    .map((other) => (other.endsWith('.js') ? `**/${other}` : `**/${other}/**`));

export default defineConfig(
  {
    ignores: ['dist/', 'out/', 'node_modules/', 'test/vscode/host/', 'schemas/', '**/check.generated.ts'],
  },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    // Types, and rules that need them, are checked by oxlint, which is ten times faster: .oxlintrc.json.
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    // Patterns must take linear time on text of any size, also where a search tries them at every position. The tests in
    // test/patterns check those that are made at run time.
    files: ['server/src/**/*.ts', 'client/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
    },
  },
  { files: ['server/src/core/**/*.ts'], rules: forbid(...corePurity) },
  {
    files: ['server/src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='push'] > SpreadElement",
          message: 'Spreading many items as arguments overflows the stack: use append() of core/text/strings.ts.',
        },
        {
          selector: ":matches(TSAsExpression, TSTypeAssertion) TSTypeReference[typeName.name='Masked']",
          message: 'Only a Masking makes text that may leave the core: use maskingOf() of core/masking.ts.',
        },
        runtimePatterns,
      ],
    },
  },
  ...layers.flatMap((folders, layer) =>
    folders
      .filter((folder) => !folder.endsWith('.js') && forbiddenImports(folder, layer).length > 0)
      .map((folder) => ({
        files: [`server/src/core/${folder}/**/*.ts`],
        rules: forbid(...corePurity, [
          forbiddenImports(folder, layer),
          `${folder}/ must not import from its own layer or a higher layer.`,
        ]),
      })),
  ),
  {
    files: ['server/src/lsp/**/*.ts'],
    rules: forbid(
      [['vscode'], 'The server must work with every editor.'],
      [['**/cli/**', '**/client/**'], "Front ends don't know each other."],
      [['**/core/*/**'], 'Front ends import the core through core/index.ts.'],
    ),
  },
  {
    files: ['server/src/cli/**/*.ts'],
    rules: {
      ...forbid(
        [['vscode', '**/client/**'], 'The command line must work without an editor.'],
        [['**/core/*/**'], 'Front ends import the core through core/index.ts.'],
      ),
    },
  },
  {
    files: ['server/src/library/**/*.ts'],
    rules: forbid(
      [['vscode', 'vscode-*', ...nodeModules], 'The library runs in browsers too.'],
      [['**/lsp/**', '**/cli/**', '**/client/**'], "Front ends don't know each other."],
      [['**/core/*/**'], 'Front ends import the core through core/index.ts.'],
    ),
  },
  {
    files: ['server/src/**/*.ts'],
    // The compile cache is used before anything else is loaded.
    ignores: ['server/src/adapters/{{read,write}Files,compileCache}.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: fileModules,
              message: 'Read files with adapters/readFiles.ts, write them with adapters/writeFiles.ts.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['server/src/protocol.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['*'], allowTypeImports: true, message: 'Shared by server and client: import only types.' },
          ],
        },
      ],
    },
  },
  {
    files: ['client/src/**/*.ts'],
    rules: forbid(
      [
        ['**/server/src/core/**', '**/server/src/lsp/**', '**/server/src/cli/**', '**/server/src/adapters/**'],
        'The client has no domain logic: send a request to the server.',
      ],
      [['vscode-languageserver', 'vscode-languageserver/**'], "The client doesn't import the server's library."],
      [fileModules, 'The client also runs in browsers: use vscode.workspace.fs.'],
    ),
  },
  {
    files: ['client/src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'CallExpression[callee.property.name=/^show(Error|Warning|Information)Message$/] > :matches(Literal, TemplateLiteral).arguments:first-child',
          'Property[key.name=/^(title|placeHolder|label|tooltip)$/] > Literal.value[value=/^[A-Z]/]',
        ].map((selector) => ({ selector, message: 'Users read this: pass it through vscode.l10n.t().' })),
        runtimePatterns,
      ],
    },
  },
  {
    files: ['client/src/**/*.ts'],
    ignores: ['client/src/*onnection.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['vscode-languageclient', 'vscode-languageclient/*', '**/*onnection.js'],
              allowTypeImports: true,
              message: 'Loading this would slow down activation: use import(), or import only types.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['client/webview/**/*.ts'],
    rules: forbid(
      [['vscode', 'vscode-*', ...nodeModules], 'The page runs in a browser.'],
      [
        ['**/core/**', '**/lsp/**', '**/cli/**', '**/adapters/**', '**/client/src/**'],
        'The page only draws the layout that the server computed.',
      ],
    ),
  },
  {
    files: ['client/webview/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'createContextualFragment', 'parseFromString', 'write'].map(
          (property) => ({ property, message: 'Make elements with element() of parts.ts, so that text is only text.' }),
        ),
      ],
    },
  },
  { files: ['scripts/**/*.ts', 'test/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    // These functions run in the browser's page.
    files: ['test/vscode/workbench.mjs', 'test/vscode/accessibilityJourneys.mjs', 'test/vscode/nodeViewJourneys.mjs'],
    languageOptions: {
      globals: {
        navigator: 'readonly',
        document: 'readonly',
        window: 'readonly',
        getComputedStyle: 'readonly',
        requestAnimationFrame: 'readonly',
        DataTransfer: 'readonly',
        DragEvent: 'readonly',
        MessageEvent: 'readonly',
        File: 'readonly',
      },
    },
  },
  {
    // This extension runs in a web worker.
    files: ['test/vscode/web/samplesExtension/*.js'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { TextEncoder: 'readonly', fetch: 'readonly' },
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        performance: 'readonly',
        require: 'readonly',
        setImmediate: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
);
