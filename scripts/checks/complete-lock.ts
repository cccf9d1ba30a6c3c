/**
 * npm run lock, after npm install: names in package-lock.json the packages for other systems that npm
 * leaves out when the registry at hand does not hold them. Without them `npm ci` refuses the file, and a clone on
 * another system gets neither turbo nor Biome. With --check it only says what is missing, and exits 1.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Entry {
  version?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const FILE = join(resolve(import.meta.dirname, '../..'), 'package-lock.json');
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(FILE, 'utf8'));

/** Where Node would look for `name` from the package at `path`, nearest first. */
function* placesOf(name: string, path: string): Generator<string> {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    yield at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (at === '') return;
  }
}

const wordsFor = (words: string[], known: Record<string, string>): string[] =>
  words.flatMap((word) => known[word] ?? []);

const SYSTEMS = {
  darwin: 'darwin',
  linux: 'linux',
  android: 'android',
  freebsd: 'freebsd',
  win32: 'win32',
  windows: 'win32',
};
const PROCESSORS = { arm64: 'arm64', x64: 'x64', 64: 'x64', arm: 'arm', ia32: 'ia32', ppc64: 'ppc64', s390x: 's390x' };

/** The system that a package is for, read from its name: `@biomejs/cli-linux-x64-musl`. */
function systemOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = wordsFor(words, SYSTEMS);
  const cpu = wordsFor(words, PROCESSORS);
  const libc = wordsFor(words, { musl: 'musl' });
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`${name}: which system is it for?`);
  return libc.length > 0 ? { os, cpu, libc } : { os, cpu };
}

const missing: [path: string, entry: Entry][] = [];
for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (placesOf(name, path).some((place) => place in lock.packages)) continue;
    if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
      throw new Error(`${path} asks for ${name} ${version}: not one version`);
    missing.push([`node_modules/${name}`, { version, ...systemOf(name), ...(dev && { dev }), optional: true }]);
  }
}
const fromElsewhere = Object.entries(lock.packages).filter(([, { resolved }]) => resolved?.includes('://'));

if (fromElsewhere.length > 0) {
  console.error(`package-lock.json names the registry of ${fromElsewhere.length} packages: see .npmrc`);
  process.exit(1);
}
if (process.argv.includes('--check')) {
  if (missing.length > 0) {
    console.error(`package-lock.json lacks ${missing.map(([path]) => path.slice('node_modules/'.length)).join(', ')}`);
    console.error('Run: npm run lock');
    process.exit(1);
  }
  console.log('package-lock.json is complete');
} else {
  const { '': root = {}, ...rest } = lock.packages;
  const packages = [...Object.entries(rest), ...missing].sort(([one], [other]) => one.localeCompare(other, 'en'));
  writeFileSync(
    FILE,
    `${JSON.stringify({ ...lock, packages: { '': root, ...Object.fromEntries(packages) } }, null, 2)}\n`,
  );
  console.log(`package-lock.json: ${missing.length} packages for other systems added`);
}
