import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
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

/** An import rule: what files may not import, and why. */
const forbid = (...patterns) => ({
  'no-restricted-imports': ['error', { patterns: patterns.map(([group, message]) => ({ group, message })) }],
});

const corePurity = [
  [['vscode', 'vscode-*', ...nodeModules], 'The core is pure: no editor, no protocol, no IO, nothing of Node alone.'],
  [['**/lsp/**', '**/cli/**', '**/adapters/**', '**/client/**', '**/protocol.js'], 'The core knows nobody outside it.'],
];

/** The stages of the core that somebody could look into. */
const coreStages = [
  'contract',
  'userData',
  'document',
  'mime',
  'payload',
  'cloudConfig',
  'render',
  'validation',
  'features',
  'report',
  'compare',
];

/** All stages but those that a folder may look into. */
const stagesBut = (...allowed) => coreStages.filter((stage) => !allowed.includes(stage));

/** Which folders of the core a folder may not look into; data flows one way. */
const coreLayers = {
  problems: [...stagesBut(), 'syntax', 'secrets'],
  syntax: [...stagesBut(), 'secrets'],
  contract: stagesBut('contract'),
  karpenter: [...stagesBut('contract', 'render'), 'preview'],
  userData: stagesBut('userData', 'mime'),
  jinja: stagesBut(),
  mime: stagesBut('mime'),
  writeFiles: [...stagesBut(), 'secrets'],
  payload: stagesBut('contract', 'userData', 'document', 'mime', 'payload'),
  cloudConfig: stagesBut('userData', 'mime', 'cloudConfig'),
  render: stagesBut('contract', 'userData', 'document', 'mime', 'render'),
  validation: stagesBut('contract', 'userData', 'document', 'mime', 'payload', 'cloudConfig', 'validation'),
  compare: stagesBut('contract', 'userData', 'document', 'mime', 'payload', 'render', 'compare'),
  failure: stagesBut('document', 'report'),
  bootLog: stagesBut('document', 'report'),
};

export default defineConfig(
  {
    ignores: ['dist/', 'out/', 'node_modules/', 'test/vscode/host/', 'schemas/'],
  },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { boolean: true } }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      eqeqeq: 'error',
      'no-console': 'error',
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
          message:
            'Each item would be an argument, and the stack has no room for many: use append() of core/append.ts.',
        },
      ],
    },
  },
  ...Object.entries(coreLayers).map(([folder, hidden]) => ({
    files: [`server/src/core/${folder}/**/*.ts`],
    rules: forbid(...corePurity, [
      hidden.map((name) => `**/${name}/**`),
      `${folder}/ may not look into this folder: data flows one way.`,
    ]),
  })),
  {
    files: ['server/src/core/text/**/*.ts'],
    rules: forbid(...corePurity, [['../*'], 'text/ imports nothing but itself.']),
  },
  {
    files: ['server/src/core/values/**/*.ts'],
    rules: forbid(...corePurity, [['../*', '!../text'], 'values/ imports nothing but text/ and itself.']),
  },
  {
    files: ['server/src/core/knowledge/**/*.ts'],
    rules: {
      ...forbid(...corePurity, [
        ['../*', '!../values', '../values/*', '!../values/format.js'],
        'knowledge/ imports itself and the names of forms.',
      ]),
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['../values/*'], allowTypeImports: true, message: 'knowledge/ takes only types from values/.' },
          ],
        },
      ],
    },
  },
  {
    files: ['server/src/core/features/**/*.ts'],
    rules: forbid(...corePurity, [
      ['**/render/**', '**/report/**', '**/validation/**'],
      'A feature reads the analysis, not the stages behind it.',
    ]),
  },
  {
    files: ['server/src/lsp/**/*.ts'],
    rules: forbid(
      [['vscode'], 'The server serves every editor.'],
      [['**/cli/**', '**/client/**'], 'The server knows no other door.'],
      [['**/core/*/**'], 'Only core/index.ts is the door to the core.'],
    ),
  },
  {
    files: ['server/src/cli/**/*.ts'],
    rules: {
      ...forbid(
        [['vscode', '**/client/**'], 'The command line needs no editor.'],
        [['**/core/*/**'], 'Only core/index.ts is the door to the core.'],
      ),
    },
  },
  { files: ['server/src/protocol.ts'], rules: forbid([['*'], 'Shared by both sides, so it imports nothing.']) },
  {
    files: ['client/src/**/*.ts'],
    rules: forbid(
      [
        ['**/server/src/core/**', '**/server/src/lsp/**', '**/server/src/cli/**', '**/server/src/adapters/**'],
        'The client holds no domain logic: it asks the server.',
      ],
      [['vscode-languageserver', 'vscode-languageserver/**'], 'That is the other side.'],
    ),
  },
  {
    files: ['client/src/**/*.ts'],
    ignores: ['client/src/*onnection.ts', 'client/src/serverHealth.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['vscode-languageclient', 'vscode-languageclient/*', '**/*onnection.js', '**/serverHealth.js'],
              allowTypeImports: true,
              message: 'Activation is quick because this is loaded behind it: import() it, or only its types.',
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
        'The page draws what the server laid out.',
      ],
    ),
  },
  { files: ['scripts/**/*.ts', 'test/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    // VS Code takes any object with a dispose method for a Disposable.
    files: ['client/src/**/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'off' },
  },
  {
    // These functions run in the browser's page.
    files: ['test/vscode/workbench.mjs'],
    languageOptions: { globals: { navigator: 'readonly', document: 'readonly', requestAnimationFrame: 'readonly' } },
  },
  {
    // It runs in a web worker.
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
