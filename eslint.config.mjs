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
  [
    ['**/lsp/**', '**/cli/**', '**/adapters/**', '**/client/**', '**/protocol.js'],
    "The core doesn't know its front ends.",
  ],
];

/**
 * The rooms of the core from the ground up: a room may import those below it, not its neighbours on the same floor and
 * none above.
 */
const floors = [
  ['text'],
  ['problems'],
  ['formats'],
  ['values', 'secrets'],
  ['record'],
  ['document'],
  ['nodeConfig', 'cloudConfig', 'karpenter', 'failure'],
  ['payload'],
  ['analysis.js', 'validate.js', 'rendering.js'],
  ['compare', 'editor'],
  ['results'],
];

/** Arrows that still point up. Each is a defect of the structure; none may be added. */
const upward = {};

/** What a room may not import, as patterns. */
const above = (room, floor) =>
  floors
    .slice(floor)
    .flat()
    .filter((other) => other !== room && !upward[room]?.includes(other))
    .map((other) => (other.endsWith('.js') ? `**/${other}` : `**/${other}/**`));

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
            'Each item would be an argument, and the stack has no room for many: use append() of core/text/strings.ts.',
        },
      ],
    },
  },
  ...floors.flatMap((rooms, floor) =>
    rooms
      .filter((room) => !room.endsWith('.js') && above(room, floor).length > 0)
      .map((room) => ({
        files: [`server/src/core/${room}/**/*.ts`],
        rules: forbid(...corePurity, [above(room, floor), `${room}/ is below this: imports point down only.`]),
      })),
  ),
  {
    files: ['server/src/lsp/**/*.ts'],
    rules: forbid(
      [['vscode'], 'The server serves every editor.'],
      [['**/cli/**', '**/client/**'], "Front ends don't know each other."],
      [['**/core/*/**'], 'Front ends import the core through core/index.ts.'],
    ),
  },
  {
    files: ['server/src/cli/**/*.ts'],
    rules: {
      ...forbid(
        [['vscode', '**/client/**'], 'The command line needs no editor.'],
        [['**/core/*/**'], 'Front ends import the core through core/index.ts.'],
      ),
    },
  },
  {
    files: ['server/src/protocol.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['*'], allowTypeImports: true, message: 'Shared by both sides, so it imports only types.' },
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
        'The client holds no domain logic: it asks the server.',
      ],
      [['vscode-languageserver', 'vscode-languageserver/**'], 'That is the other side.'],
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
