import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environment } from '../../src/config.ts';

const root = resolve(import.meta.dirname, '../../..');
const deploy = join(root, 'deploy');
/** Variables of other programs. */
const OTHERS = [
  ...['NODE_ENV', 'MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE', 'DOMAIN', 'UPSTREAM'],
  ...['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD'],
  ...['ROOT_ACCESS_KEY', 'ROOT_SECRET_KEY'],
];
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-deploy-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const hasProgram = (name: string) => spawnSync(name, ['-v'], { stdio: 'ignore' }).error === undefined;

it('B15 the files in deploy/ name only variables and scripts that there are', async () => {
  const names = (await readdir(deploy, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const known = new Set([...Object.keys(environment.shape), ...OTHERS]);
  const named = new Set<string>();
  for (const { parentPath, name } of names) {
    const text = await readFile(join(parentPath, name), 'utf8');
    for (const [, variable = ''] of text.matchAll(
      /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST|DOMAIN|UPSTREAM)\s*[=:]/g,
    )) {
      expect(known, `${name} sets ${variable}`).toContain(variable);
      named.add(variable);
    }
    for (const [script = ''] of text.matchAll(
      /\b(?:server|scripts|shared|client|deploy)\/[\w/.-]+\.(?:ts|json|yaml)\b/g,
    ))
      expect(existsSync(join(root, script)), `${name} names ${script}`).toBe(true);
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    for (const [, script = ''] of text.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(script);
  }
  for (const variable of [
    ...['DATA_DIR', 'PUBLIC_URL', 'TRUST_PROXY', 'BACKUP_DIR', 'BACKUP_PASSPHRASE'],
    ...['DATABASE_URL', 'QUICKFLEET_ROLE', 'FILES_STORE', 'S3_BUCKET'],
  ])
    expect(named).toContain(variable);
});

it('G11 G16 every way to start the server bounds its memory', async () => {
  const units = (await readdir(join(deploy, 'systemd'))).map((name) => `systemd/${name}`);
  const starts: string[] = [];
  for (const name of ['Dockerfile', ...units]) {
    const text = await readFile(join(deploy, name), 'utf8');
    const [line] = text.match(/^(CMD|ExecStart=).*server\/src\/main\.ts.*$/m) ?? [];
    if (!line) continue;
    starts.push(name);
    expect(line, name).toMatch(
      /--max-old-space-size=384\W.*--min-semi-space-size=16\W.*--max-semi-space-size=16\W.*--heap-growing-percent=30\W/,
    );
    expect(text, name).toContain('MALLOC_ARENA_MAX=1');
  }
  expect(starts.length).toBeGreaterThan(3);
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const name of ['start', 'demo'])
    expect(scripts[name]).toMatch(
      /^MALLOC_ARENA_MAX=1 .*node --max-old-space-size=384 --min-semi-space-size=16 --max-semi-space-size=16 --heap-growing-percent=30 /,
    );
});

it('G19 a start finds its sources compiled: whatever it loads, no TypeScript is compiled again', async () => {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(dir, 'compiled') };
  const node = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout.trim();
  };
  // What strips types is a part of Node that is loaded for the first file that is not kept.
  const stripsTypes = (file: string) =>
    node(
      '--input-type=module',
      '--eval',
      `await import(${JSON.stringify(pathToFileURL(join(root, file)).href)});
      console.log(process.moduleLoadList.some((name) => name.includes('amaro')));`,
    );
  const begun = ['server/src/main.ts', 'server/src/process/heavy/child.ts', 'scripts/start.ts', 'scripts/demo.ts'];
  const later = [
    'delivery/papers/labels',
    'delivery/papers/run-sheet',
    'delivery/papers/statement',
    'quoting/papers/quote-paper',
    'delivery/evidence/evidence',
  ];
  env.NODE_COMPILE_CACHE = join(dir, 'nothing');
  expect(stripsTypes('server/src/main.ts')).toBe('true');

  env.NODE_COMPILE_CACHE = join(dir, 'compiled');
  node('scripts/build/compile-server.ts');
  // What the processes for heavy work load.
  const works = ['delivery/papers/label', 'operations/exports/table-file', 'delivery/evidence/proof-sheet/proof-file'];
  const laterFiles = [
    ...later.map((name) => `server/src/${name}.service.ts`),
    ...works.map((name) => `server/src/${name}.ts`),
  ];
  for (const file of [...begun, ...laterFiles]) expect(stripsTypes(file), file).toBe('false');

  const { scripts } = JSON.parse(await readFile(join(root, 'server/package.json'), 'utf8'));
  expect(scripts.build).toBe('node ../scripts/build/compile-server.ts');
  const units = (await readdir(join(deploy, 'systemd'))).map((name) => `systemd/${name}`);
  for (const name of ['Dockerfile', ...units]) {
    const text = await readFile(join(deploy, name), 'utf8');
    if (!text.includes('server/src/main.ts')) continue;
    expect(text, name).toMatch(/NODE_COMPILE_CACHE=\S+$/m);
    expect(text, name).toMatch(/^(RUN|ExecStartPre=-).*node .*scripts\/build\/compile-server\.ts$/m);
  }
});

it.skipIf(!hasProgram('nginx') || !hasProgram('openssl'))('B15 nginx takes its configuration', async () => {
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=fleet.example.com'];
  execFileSync('openssl', [...request, '-keyout', join(dir, 'fleet.key'), '-out', join(dir, 'fleet.pem')], {
    stdio: 'ignore',
  });
  const site = (await readFile(join(deploy, 'nginx.conf'), 'utf8')).replaceAll('/etc/ssl/', `${dir}/`);
  await writeFile(join(dir, 'site.conf'), site);
  const file = join(dir, 'nginx.conf');
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`);
  await writeFile(
    file,
    `pid ${dir}/pid; events {} http { access_log off; ${own.join(' ')} include ${dir}/site.conf; }`,
  );
  const { status, stderr } = spawnSync('nginx', ['-t', '-e', join(dir, 'error.log'), '-c', file], { encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
});

/** Whether Docker leaves a file out of the build context: its rules, the last pattern that fits counts. */
function isLeftOut(path: string, patterns: readonly string[]): boolean {
  const parts = path.split('/');
  const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  return patterns.reduce((isOut, line) => {
    const pattern = line.replace(/^!/, '');
    const expression = pattern
      .split(/(\*\*\/|\*\*|\*|\?)/)
      .map((part) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[part] ?? RegExp.escape(part))
      .join('');
    const fits = above.some((each) => new RegExp(`^${expression}$`).test(each));
    return fits ? !line.startsWith('!') : isOut;
  }, false);
}

it('B21 no secret and no data go into an image, wherever they lie', async () => {
  const text = await readFile(join(deploy, 'Dockerfile.dockerignore'), 'utf8');
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const secret of [
    ...['.env', 'deploy/.env', 'server/.env', 'deploy/.env.production', 'a/b/.env.local', 'deploy/tls/fleet.key'],
    ...['tls/fleet.pem', 'deploy/tls', 'server/certs/fleet.pem', 'a/fleet.key', 'data/session-secret', 'deploy/data/x'],
    ...['deploy/backups/a.tar', 'server/data/postgres.password', 'a/secrets/s3', 'a/b/c/fleet.p12', 'nightly.tar'],
    ...['.git/config', 'server/node_modules/x', 'client/dist/index.html', 'a/demo-data/x', '.bench/x'],
  ])
    expect(isLeftOut(secret, patterns), secret).toBe(true);
  for (const needed of [
    ...['package.json', 'package-lock.json', '.npmrc', 'server/src/main.ts', 'scripts/start.ts', 'shared/package.json'],
    ...[
      'client/index.html',
      'server/src/db/embedded/data-dir.ts',
      'openapi.json',
      'server/src/operations/backup/archive/archive.ts',
    ],
  ])
    expect(isLeftOut(needed, patterns), needed).toBe(false);
  // All that Docker would send of this folder.
  const context = (await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.includes('node_modules/') && !isLeftOut(path, patterns));
  expect(context).toContain('server/src/main.ts');
  const isSecret =
    /(^|\/)(\.env(?!\.example)[^/]*|session-secret|tls|data|secrets)(\/|$)|\.(pem|key|p12|pfx|tar|password)$/;
  expect(context.filter((path) => isSecret.test(path))).toEqual([]);
});

it('B21 every image that the files in deploy/ name has a version', async () => {
  for (const name of (await readdir(deploy)).filter((file) => /^(compose.*|Dockerfile)$/.test(file)))
    for (const [, image = ''] of (await readFile(join(deploy, name), 'utf8')).matchAll(/^\s*(?:image:|FROM)\s+(\S+)/gm))
      expect(image === 'quickfleet' || /:[\w.-]*\d[\w.-]*$/.test(image), `${name}: ${image}`).toBe(true);
});

it('B41 every unit of systemd is hardened as the others, that of the doctor too', async () => {
  const linesOf = async (name: string) => (await readFile(join(deploy, 'systemd', name), 'utf8')).split('\n');
  const isHardening = (line: string) => /^(NoNewPrivileges|Private|Protect|RestrictSUIDSGID|Lock)/.test(line);
  const wanted = (await linesOf('quickfleet.service')).filter((line) => isHardening(line));
  expect(wanted.length).toBeGreaterThan(8);
  for (const name of (await readdir(join(deploy, 'systemd'))).filter((file) => file.endsWith('.service')))
    expect((await linesOf(name)).filter((line) => wanted.includes(line)).toSorted(), name).toEqual(wanted.toSorted());
});
