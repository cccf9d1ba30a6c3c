// Who may import whom. docs/architecture/imports.md says it in words; `npm run lint` checks every file against it.

/** A domain calls those after it, never those before it. The same words are folders of shared, server and client. */
const DOMAINS = ['operations', 'delivery', 'quoting', 'people', 'messages', 'company'];
/** What the server's domains build on; it knows none of them. */
const BASE = '(http|db|files|security|pdf|process|words)/|config\\.ts';
/** From the top; a file of one layer imports its own and those below. */
const CLIENT_LAYERS = [
  ['main', 'main\\.tsx'],
  ['render', 'render\\.tsx'],
  ['app', 'app\\.tsx'],
  ['routes', 'routes\\.tsx'],
  ['pages', 'pages/'],
  ['layouts', 'layouts/'],
  ['features', 'features/'],
  ['components', 'components/'],
  ['lib', 'lib/'],
  ['theme', 'theme\\.ts'],
  ['styles', 'styles/'],
];
const SERVER_LAYERS = [
  ['main', 'main\\.ts'],
  ['server', 'server\\.ts'],
  ['start', 'start\\.ts'],
  ['demo', 'demo/'],
  ['app', '((app|client|metrics|tracing)\\.ts|pages/)'],
  ['rest', 'rest/'],
  ['router', 'router\\.ts'],
  ['jobs', 'jobs/'],
  ['domains', `(${DOMAINS.join('|')})/`],
  ['base', `(${BASE})`],
];
const TEST = '\\.test\\.tsx?$';
/** Routers and routes put services together, whichever they are. */
const COMPOSERS = '\\.(router|routes)\\.ts$';
const downhill = ['shared/src', 'server/src', 'client/src/features'].flatMap((root) =>
  DOMAINS.slice(1).map((name, at) => ({
    name: `downhill-${root.split('/')[0]}-${name}`,
    comment: 'Domains call downhill, in the order of .dependency-cruiser.mjs.',
    severity: 'error',
    from: { path: `^${root}/${name}/`, pathNot: [COMPOSERS, TEST] },
    to: { path: `^${root}/(${DOMAINS.slice(0, at + 1).join('|')})/` },
  })),
);
const layersOf = (root, layers, except = []) =>
  layers.slice(1).map(([name, path], at) => ({
    name: `${root}-layer-${name}`,
    comment: 'A layer imports its own and those below it.',
    severity: 'error',
    from: { path: `^${root}/src/${path}`, pathNot: [TEST, ...except] },
    to: { path: layers.slice(0, at + 1).map(([, above]) => `^${root}/src/${above}`) },
  }));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'not-found', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'declared',
      comment: 'What a workspace imports is listed in its own package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'declared-for-use',
      comment: 'What runs in production is a dependency, not a devDependency.',
      severity: 'error',
      from: {
        path: '^(shared|server|client)/src/',
        pathNot: [TEST, '\\.plugin\\.ts$', '^client/src/render\\.tsx$'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-barrels',
      severity: 'error',
      from: {},
      to: { path: '/index\\.tsx?$', pathNot: ['^node_modules/', '^server/src/db/migrations/'] },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports and no script starts.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.config\\.(ts|cjs|mjs)$',
          TEST,
          '^client/public/',
          '^client/src/sw/',
          '^server/src/rest/docs/',
        ],
      },
      to: {},
    },
    {
      name: 'shared-imports-zod-only',
      severity: 'error',
      from: { path: '^shared/', pathNot: TEST },
      to: {
        pathNot: ['^shared/src/', '^node_modules/(zod|libphonenumber-js|open-location-code|@lingui/message-utils)/'],
      },
    },
    {
      name: 'production-knows-no-test',
      severity: 'error',
      from: { path: '^(shared|server|client)/src/', pathNot: TEST },
      to: { path: [TEST, '^(server|client)/test/', '^e2e/'] },
    },
    {
      name: 'workspaces-know-no-scripts',
      severity: 'error',
      from: { path: '^(shared|server|client)/(src|test)/' },
      to: { path: '^(scripts|e2e)/' },
    },
    {
      name: 'scripts-know-no-tests',
      severity: 'error',
      from: { path: '^scripts/', pathNot: TEST },
      to: { path: [TEST, '^(server|client)/test/', '^e2e/'] },
    },
    {
      name: 'tests-import-no-tests',
      comment: 'What two test files share is a separate file.',
      severity: 'error',
      from: { path: TEST },
      to: { path: TEST },
    },
    { name: 'server-knows-no-client', severity: 'error', from: { path: '^server/' }, to: { path: '^client/' } },
    {
      name: 'client-knows-no-server',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^server/', pathNot: '^server/src/router\\.ts$' },
    },
    {
      name: 'client-takes-types-of-the-server',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^server/src/router\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-features-apart',
      comment: 'Pages put features together.',
      severity: 'error',
      from: { path: '^client/src/features/([^/]+/[^/]+)/' },
      to: { path: '^client/src/features/', pathNot: '^client/src/features/$1/' },
    },
    {
      name: 'domain-without-rank',
      severity: 'error',
      from: {
        path: '^(shared/src|client/src/features)/[^/]+/',
        pathNot: `^(shared/src|client/src/features)/(${[...DOMAINS, 'base', 'words'].join('|')})/`,
      },
      to: {},
    },
    {
      name: 'server-folder-without-layer',
      severity: 'error',
      from: { path: '^server/src/[^/]+/', pathNot: SERVER_LAYERS.map(([, path]) => `^server/src/${path}`) },
      to: {},
    },
    {
      name: 'shared-base-knows-no-domain',
      severity: 'error',
      from: { path: '^shared/src/(base|words)/', pathNot: TEST },
      to: { path: `^shared/src/(${DOMAINS.join('|')})/` },
    },
    ...layersOf('client', CLIENT_LAYERS),
    // The entities are listed in the options of the database.
    ...layersOf('server', SERVER_LAYERS, [
      '^server/src/db/(orm\\.config|schema/migrate)\\.ts$',
      '^server/src/db/migrations/',
    ]),
    ...downhill,
    {
      name: 'only-the-router-composes-routers',
      severity: 'error',
      from: { path: `^server/src/(${DOMAINS.join('|')})/` },
      to: { path: COMPOSERS },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // `?url` asks the bundler for an address; the module without it is looked at. The clients that others' generators make
    // have packages and rules of their own.
    exclude: { path: ['^client/dist/', '^server/test/rest-contract/clients/(?!carry)', '\\?url$'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css', '.json'],
    },
  },
};
