import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBreaches } from './imports.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** One forbidden import of each kind: the file that has it, what it imports, the rule that must say so. */
const FORBIDDEN = [
  ['shared/src/reads-files.ts', "import 'node:fs';", 'shared-imports-zod-only'],
  ['shared/src/asks-the-server.ts', "import '../../server/src/http/errors.ts';", 'shared-imports-zod-only'],
  ['server/src/http/asks-a-domain.ts', "import '../delivery/orders/orders.service.ts';", 'server-layer-base'],
  [
    'server/src/company/history/climbs.ts',
    "import '../../delivery/orders/orders.service.ts';",
    'downhill-server-company',
  ],
  [
    'server/src/delivery/orders/asks-a-router.ts',
    "import '../../people/users/users.router.ts';",
    'only-the-router-composes-routers',
  ],
  ['server/src/delivery/orders/starts.ts', "import '../../start.ts';", 'server-layer-domains'],
  ['server/src/novelty/novelty.service.ts', "import '../http/errors.ts';", 'server-folder-without-layer'],
  ['shared/src/novelty/novelty.ts', "import { z } from 'zod';\nz;", 'domain-without-rank'],
  ['shared/src/base/asks-a-domain.ts', "import '../quoting/quotes.ts';", 'shared-base-knows-no-domain'],
  ['shared/src/company/climbs.ts', "import '../quoting/quotes.ts';", 'downhill-shared-company'],
  ['server/src/http/asks-the-client.ts', "import '../../../client/src/theme.ts';", 'server-knows-no-client'],
  ['server/src/http/asks-a-test.ts', "import '../../test/app.ts';", 'production-knows-no-test'],
  ['server/src/http/undeclared.ts', "import 'left-pad';", 'declared'],
  ['server/src/http/for-development.ts', "import { describe } from 'vitest';\ndescribe;", 'declared-for-use'],
  ['server/src/http/not-there.ts', "import './nowhere.ts';", 'not-found'],
  ['server/src/http/orphan.ts', 'export const nobody = 1;', 'no-orphans'],
  [
    'client/src/lib/runs-the-server.ts',
    "import { appRouter } from '@quickfleet/server/router';\nappRouter;",
    'client-takes-types-of-the-server',
  ],
  [
    'client/src/lib/asks-a-service.ts',
    "import type {} from '../../../server/src/http/errors.ts';",
    'client-knows-no-server',
  ],
  ['client/src/lib/asks-a-page.ts', "import('../pages/home.tsx');", 'client-layer-lib'],
  ['client/src/theme.ts', "import './pages/home.tsx';", 'client-layer-theme'],
  ['client/src/routes.tsx', "import './app.tsx';", 'client-layer-routes'],
  [
    'client/src/features/delivery/orders/asks-quotes.ts',
    "import type {} from '../../quoting/quotes/quotes.ts';",
    'client-features-apart',
  ],
  ['client/src/features/quoting/quotes/circle.ts', "import './quotes.ts';", 'no-cycles'],
  ['client/src/components/asks-index.ts', "import './parts/index.ts';", 'no-barrels'],
  ['scripts/asks-a-test.ts', "import '../server/test/app.ts';", 'scripts-know-no-tests'],
  ['server/src/http/asks-scripts.ts', "import '../../../scripts/asks-a-test.ts';", 'workspaces-know-no-scripts'],
  ['e2e/screens/one.test.ts', "import './other.test.ts';", 'tests-import-no-tests'],
] as const;

/** What these files import, and what is allowed. */
const OTHERS = {
  'shared/src/allowed.ts': "import { z } from 'zod';\nexport const text = z.string();",
  'server/src/http/errors.ts': "import '@quickfleet/shared/allowed';",
  'server/src/delivery/orders/orders.service.ts': "import '../../company/history/history.service.ts';",
  'server/src/company/history/history.service.ts': "import '../../http/errors.ts';",
  'server/src/people/users/users.router.ts': "import '../../delivery/orders/orders.service.ts';",
  'shared/src/quoting/quotes.ts': "import { z } from 'zod';\nexport const quote = z.object({});",
  'server/src/router.ts': "import './people/users/users.router.ts';\nexport const appRouter = {};",
  'server/src/start.ts': "import './router.ts';",
  'server/test/app.ts': "import '../src/start.ts';",
  'client/src/app.tsx': "import './theme.ts';\nexport const App = () => <p />;",
  'client/src/pages/home.tsx': "import '../lib/trpc.ts';",
  'client/src/lib/trpc.ts':
    "import type { appRouter } from '@quickfleet/server/router';\nexport type Router = typeof appRouter;",
  'client/src/features/quoting/quotes/quotes.ts': "import './circle.ts';",
  'client/src/components/parts/index.ts': "import '../../lib/trpc.ts';",
  'e2e/screens/other.test.ts': "import '../../server/test/app.ts';",
  'vitest.config.ts': "import { defineConfig } from 'vitest';\ndefineConfig;",
};

const workspace = (name: string, more: object) =>
  JSON.stringify({ name: `@quickfleet/${name}`, type: 'module', ...more });
const MANIFESTS = {
  'package.json': JSON.stringify({
    name: 'quickfleet',
    workspaces: ['shared', 'server', 'client'],
    devDependencies: { vitest: '5.0.0', mustache: '4.0.0' },
  }),
  'shared/package.json': workspace('shared', { exports: { './*': './src/*.ts' }, dependencies: { zod: '4.0.0' } }),
  'server/package.json': workspace('server', {
    exports: { './router': './src/router.ts' },
    dependencies: { '@quickfleet/shared': '1.0.0' },
    devDependencies: { vitest: '5.0.0' },
  }),
  'client/package.json': workspace('client', {}),
};
const library = (name: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, exports: './index.js' }),
  [`node_modules/${name}/index.js`]: '',
});

let root: string;
let breaches: string[];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'quickfleet-imports-'));
  const files = {
    ...OTHERS,
    ...MANIFESTS,
    ...Object.fromEntries(FORBIDDEN.map(([file, text]) => [file, text])),
    ...Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`client/src/lib/crowd/part-${at}.ts`, ''])),
    ...library('zod'),
    ...library('vitest'),
    ...library('left-pad'),
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  await mkdir(join(root, 'node_modules/@quickfleet'));
  for (const name of ['shared', 'server'])
    await symlink(join(root, name), join(root, 'node_modules/@quickfleet', name));
  breaches = (await findBreaches(root, join(REPOSITORY, '.dependency-cruiser.mjs'))).breaches;
});
afterAll(() => rm(root, { recursive: true, force: true }));

for (const [file, text, rule] of FORBIDDEN)
  test(`${rule}: ${file} may not ${text.split('\n')[0]}`, () => {
    expect(breaches.filter((breach) => breach.startsWith(`${file}: `)).join('\n')).toContain(`(${rule})`);
  });

test('what is allowed is left alone', () => {
  const files = new Set(breaches.map((breach) => breach.split(': ')[0]));
  expect(Object.keys(OTHERS).filter((file) => files.has(file) && !file.endsWith('/index.ts'))).toEqual([]);
});

test('a package.json declares what is imported, and nothing else', () => {
  expect(breaches).toContain('server/package.json: does not declare left-pad');
  expect(breaches).toContain('client/package.json: does not declare @quickfleet/server');
  expect(breaches).toContain('package.json: nothing imports mustache');
});

test('a folder has at most fifteen files', () => {
  const crowded = breaches.filter((breach) => breach.endsWith('(crowded-folder)'));
  expect(crowded).toEqual(['client/src/lib/crowd: 16 files, at most 15 (crowded-folder)']);
});
