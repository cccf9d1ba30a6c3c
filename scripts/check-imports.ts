/** The import rules of docs/architecture.md that the linter cannot express. Prints each breach and exits 1. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const files = ['shared/src', 'server/src', 'client/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
);

/**
 * Services call downhill only: a feature may use the services of those after it. Entities, history, outbox and uploads
 * serve everyone.
 */
const HILL = ['dashboard', 'tracking', 'drivers', 'orders', 'quotes', 'customers', 'auth', 'users'];
const CLIENT_LAYERS = ['pages', 'layouts', 'features', 'components', 'lib'];
const ENVIRONMENT_READERS = ['server/src/config.ts', 'server/src/server.ts', 'server/src/client.ts'];

const breaches: string[] = [];
const breach = (file: string, rule: string) => breaches.push(`${file}: ${rule}`);
const featureOf = (path: string) => /(?:server|client)\/src\/features\/([^/]+)\//.exec(path)?.[1];
const layerOf = (path: string) => CLIENT_LAYERS.findIndex((layer) => path.startsWith(`client/src/${layer}/`));

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  const imports = [
    ...text.matchAll(/^\s*(?:import|export)\s(type\s)?[^'";]*?from\s+'([^']+)'|import\('([^']+)'\)/gm),
  ].map(([, type, from, dynamic]) => ({
    isType: Boolean(type),
    from: from ?? dynamic ?? '',
  }));
  const isTest = /\.test\.tsx?$/.test(file);
  for (const { isType, from } of imports) {
    const target = from.startsWith('.') ? relative(root, resolve(root, dirname(file), from)) : from;
    if (from.startsWith('.') && !/\.(tsx?|css|js|json)$/.test(from)) breach(file, `'${from}' needs its ending`);
    if (file.startsWith('shared/') && !isTest && from !== 'zod' && !from.startsWith('.'))
      breach(file, `shared imports zod only, not '${from}'`);
    if (file.startsWith('server/') && (from.startsWith('@quickfleet/client') || target.startsWith('client/')))
      breach(file, 'server never imports client');
    if (
      file.startsWith('client/') &&
      from.startsWith('@quickfleet/server') &&
      !(isType && from === '@quickfleet/server/router')
    )
      breach(file, `client imports only the type AppRouter of the server, not '${from}'`);
    if (file.startsWith('client/') && layerOf(file) >= 0 && layerOf(target) >= 0 && layerOf(target) < layerOf(file))
      breach(file, `'${from}' lies above: pages -> features -> components -> lib`);
    const [own, other] = [featureOf(file), featureOf(target)];
    if (!own || !other || own === other || isTest) continue;
    if (file.startsWith('client/')) breach(file, `feature to feature ('${other}'): pages compose`);
    else if (
      !/\.(router|routes|entity)\.ts$/.test(file) &&
      /\.service\.ts$/.test(from) &&
      HILL.includes(own) &&
      HILL.includes(other) &&
      HILL.indexOf(other) < HILL.indexOf(own)
    ) {
      breach(file, `services call downhill: ${own} must not use ${other}`);
    }
  }
  if (
    file.startsWith('server/') &&
    /(?:server\/src\/(?:lib|db)\/)/.test(file) &&
    file !== 'server/src/db/orm.config.ts' &&
    imports.some(({ from }) => from.includes('/features/'))
  )
    breach(file, 'lib and db never import features');
  if (/\bprocess\.env\b/.test(text) && !isTest && !ENVIRONMENT_READERS.includes(file))
    breach(file, 'the environment is read in config.ts only');
  if (
    file.startsWith('client/') &&
    /(?<![.\w])fetch\(|XMLHttpRequest/.test(text) &&
    !file.startsWith('client/src/lib/') &&
    !file.startsWith('client/src/sw')
  )
    breach(file, 'fetch belongs in client/src/lib');
  if (/\/index\.tsx?$/.test(file) && !file.startsWith('server/src/db/migrations/')) breach(file, 'no barrels');
}

if (breaches.length > 0) {
  console.error(breaches.join('\n'));
  process.exit(1);
}
console.log(`imports of ${files.length} files follow the rules`);
