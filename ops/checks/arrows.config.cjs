// The top-level folders and the allowed imports between them, for dependency-cruiser. A message says what to do instead.

const TEST = '[.](test|factory)[.]tsx?$';
/** Folders of test support, next to the code under test. */
const TEST_SUPPORT = '/testing/';
const FEATURE = '(?!platform/|vendors/|testing/)[^/]+';
/** Matches a package by name, even if it cannot be resolved. */
const packages = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;

const DATABASE = packages('pg', 'knex', 'objection');
const SERVER = packages(
  'pg',
  'knex',
  'objection',
  'bullmq',
  'ioredis',
  'koa',
  '@koa',
  'koa-[^/]+',
  'pino',
  'prom-client',
  'ai',
  '@ai-sdk',
  '@node-rs',
  'jose',
  'rate-limiter-flexible',
);
const NOT_A_ROOM_NAME = '(^|/)(index|utils?|helpers?|types|common|misc)[.][cm]?[jt]sx?$';

/** Modules of `from` may import only what matches one of `may`. */
const only = (name, from, may, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: [TEST, TEST_SUPPORT] },
  to: { pathNot: may },
});
const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    // allowed imports of each top-level folder
    only(
      'contract-is-zod-only',
      '^contract/',
      ['^contract/', 'node_modules/zod/mini/', 'node_modules/@lingui/(core|message-utils)/', packages('mathjs')],
      'contract/ is loaded by the browser: import only zod/mini, Lingui, mathjs (formulas) and other contracts. Move code that needs more to domain/.',
    ),
    only(
      'queues-declare-only',
      '^queues/',
      ['^queues/', '^contract/', '^(events|net|tls)$', packages('bullmq', 'bullmq-otel', 'ioredis', 'pg', 'zod', 'pino')],
      'queues/ declares the jobs of workers. Put the work into a domain command, which a processor calls.',
    ),
    never(
      'queues-backend-in-platform',
      { path: '^(queues/(?!platform/)|workers/|api/|domain/|contract/|ops/(?!bench/))', pathNot: TEST },
      { path: packages('bullmq') },
      'Only queues/platform/ knows the queue library. Use an export of queues/platform/, or add one there.',
    ),
    never(
      'domain-looks-outwards',
      { path: '^domain/' },
      { path: '^(api|workers|frontend|migrations)/' },
      'domain/ does not know its callers. Take an argument, or leave the work to the caller.',
    ),
    never(
      'api-is-the-door',
      { path: '^api/' },
      { path: '^(workers|frontend|migrations)/' },
      'api/ answers people through domain commands and queries; api and workers never meet.',
    ),
    never(
      'api-does-not-enqueue',
      { path: '^api/', pathNot: ['^api/main[.]ts$', TEST] },
      { path: '^queues/' },
      'Only domain/ enqueues, beside the row the job belongs to: call a command. (main.ts opens the backend for it.)',
    ),
    never(
      'workers-are-the-hands',
      { path: '^workers/' },
      { path: '^(api|frontend|migrations)/' },
      'A processor parses its payload and calls domain commands; api and workers never meet.',
    ),
    never(
      'frontend-knows-the-contract',
      { path: '^frontend/src/' },
      { path: '^(queues|domain|api|workers|migrations)/' },
      'The browser sees contract/ only. Put code that both sides need there.',
    ),
    never(
      'frontend-loads-no-server',
      { path: '^frontend/src/', pathNot: TEST },
      { path: [SERVER, 'node_modules/zod/(?!mini/|v4/(mini|core|locales)/)'] },
      'This package is for the server, or too large for the first load. In the browser use zod/mini and fetch through lib/api-client.ts.',
    ),
    never(
      'frontend-loads-no-node',
      { path: '^(frontend/src|contract)/', pathNot: TEST },
      { dependencyTypes: ['core'] },
      'Browsers have no Node modules.',
    ),
    only(
      'migrations-import-nothing',
      '^migrations/',
      ['node_modules/knex/'],
      'A migration must do the same for ever: write it in SQL and import only knex types.',
    ),
    never(
      'migrations-import-only-types',
      { path: '^migrations/', pathNot: TEST },
      { path: 'node_modules/knex/', dependencyTypesNot: ['type-only'] },
      "Use `import type { Knex } from 'knex'`.",
    ),
    never(
      'ops-starts-processes',
      { path: '^ops/', pathNot: TEST },
      { path: '^(api|workers|migrations)/' },
      'ops/ may import domain, queues and contract; api and workers are started as processes.',
    ),
    never(
      'nothing-imports-ops',
      { path: '^(contract|queues|domain|api|workers|migrations|frontend)/', pathNot: TEST },
      { path: '^ops/' },
      'ops/ starts the product and is not part of it. Move the code you need to the folder that owns it.',
    ),
    never(
      'tests-use-testing-and-sandbox',
      { path: `^(contract|queues|domain|api|workers|migrations|frontend)/.*${TEST}` },
      { path: '^ops/(?!testing/|sandbox/|start/store/start-store[.]mjs)' },
      'Of ops/, tests may use ops/testing and ops/sandbox.',
    ),

    only(
      'clients-stand-alone',
      '^clients/',
      [
        '^clients/',
        'node_modules/openapi-fetch/',
        'node_modules/@modelcontextprotocol/client/',
        '^node:',
        '^(crypto|http|readline|readline/promises|stream/consumers|timers/promises)$',
      ],
      'Users copy the clients: a client may depend on the OpenAPI document only, not on our code.',
    ),
    never(
      'clients-are-for-ops-and-tests',
      { path: '^(contract|queues|domain|api|workers|migrations|frontend)/', pathNot: TEST },
      { path: '^clients/' },
      'The product does not call itself: only ops/ and tests use a client.',
    ),

    // packages that only one place may import
    never(
      'only-domain-touches-postgres',
      { path: '^(api|workers|frontend|contract)/', pathNot: TEST },
      { path: DATABASE },
      'Only domain/ touches Postgres: write a query or a command.',
    ),
    never(
      'only-api-speaks-http',
      { path: '^(contract|queues|domain|workers|frontend)/', pathNot: TEST },
      { path: packages('koa', '@koa', 'koa-[^/]+') },
      'Only api/ speaks HTTP to people. Return a value or throw a ProductError; a route answers.',
    ),
    never(
      'vendors-behind-clients',
      { path: '^((contract|queues|api|workers|frontend)/|domain/(?!vendors/))', pathNot: TEST },
      { path: packages('ai', '@ai-sdk', 'stripe', '@google-cloud') },
      'A vendor is reached through its client in domain/vendors/, which has its allowance and its circuit.',
    ),

    {
      name: 'strangers-texts-are-parsed-restricted',
      severity: 'error',
      comment:
        'Some short texts keep a parser busy for a minute. Parse in a .task.ts, which a restricted process loads (domain/platform/restricted/).',
      from: { path: '^(api|workers)/main[.]ts$' },
      to: { path: packages('remark-[^/]+', 'unified', 'micromark', 'mdast-util-[^/]+', 'katex', 'unpdf'), reachable: true },
    },

    // features
    never(
      'domain-features-keep-their-models',
      { path: `^domain/(${FEATURE})/`, pathNot: TEST },
      { path: `^domain/${FEATURE}/.*[.]model[.]ts$`, pathNot: '^domain/$1/', dependencyTypesNot: ['type-only'] },
      "Another feature's table is its own: call one of its commands or queries. The types of its columns may be imported, for rows of a join.",
    ),
    never(
      'domain-features-call-commands',
      { path: `^domain/(${FEATURE})/`, pathNot: TEST },
      { path: `^domain/${FEATURE}/`, pathNot: ['^domain/$1/', '[.](commands?|queries)[.]ts$'], dependencyTypesNot: ['type-only'] },
      'From another feature, import only commands, queries and types; move code that both need to domain/platform/.',
    ),
    never(
      'domain-platform-knows-no-feature',
      { path: '^domain/(platform|vendors)/', pathNot: TEST },
      { path: `^domain/${FEATURE}/` },
      'platform/ and vendors/ serve every feature and know none. Reverse the dependency.',
    ),
    never(
      'engine-knows-no-kind',
      { path: '^(contract|queues|domain|workers)/platform/', pathNot: [TEST, TEST_SUPPORT] },
      { path: '^(contract|queues|workers)/(?!platform/|testing/)[^/]+/' },
      'The engine serves every kind of work and knows none. Put the peculiarities of a kind into its kind file, its jobs and its processors.',
    ),
    never(
      'models-stay-in-domain',
      { path: '^(api|workers|queues)/', pathNot: TEST },
      { path: '^domain/.*[.]model[.]ts$', dependencyTypesNot: ['type-only'] },
      'A model is read and written by its feature in domain/: write a query or a command.',
    ),
    never(
      'frontend-features-do-not-meet',
      { path: '^frontend/src/features/([^/]+)/' },
      { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
      'Features do not know each other: compose them in a page, or move code that both need to ui/ or lib/.',
    ),
    never(
      'frontend-features-know-no-page',
      { path: '^frontend/src/features/', pathNot: TEST },
      { path: '^frontend/src/(pages|app)/' },
      'A feature is composed by pages and does not know them.',
    ),
    never(
      'frontend-foundations-know-no-feature',
      { path: '^frontend/src/(ui|lib|theme)/', pathNot: TEST },
      { path: '^frontend/src/(features|pages|app)/' },
      'ui/, lib/ and theme/ serve every feature and know none.',
    ),
    never(
      'factories-are-for-tests',
      { path: '^(contract|queues|domain|api|workers|frontend)/', pathNot: [TEST, TEST_SUPPORT] },
      { path: [TEST, TEST_SUPPORT], pathNot: ['node_modules/', '^ops/'] },
      'Factories and test support are for tests.',
    ),

    // names and cycles
    never(
      'no-drawer',
      { path: NOT_A_ROOM_NAME, pathNot: 'node_modules' },
      {},
      'No barrels (index), utils, helpers or types files: name the file after the one thing it contains, and import it directly.',
    ),
    never(
      'no-import-of-a-drawer',
      {},
      { path: NOT_A_ROOM_NAME, pathNot: 'node_modules', dependencyTypesNot: ['npm', 'core'] },
      'No barrels (index), utils, helpers or types files: name the file after the one thing it contains, and import it directly.',
    ),
    never(
      'no-cycles',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'These files import each other. Move the code that both need to a third file, or pass it as an argument.',
    ),
    never(
      'imports-resolve',
      { pathNot: 'node_modules' },
      { couldNotResolve: true },
      'There is no such file or package: an import needs its suffix (.ts, .tsx), and a package needs its line in package.json.',
    ),
  ],
  options: {
    // dependency-cruiser has no parser for TypeScript 7; swc reads the same syntax
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^frontend/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
