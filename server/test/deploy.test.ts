import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environment } from '../src/config.ts';

const root = resolve(import.meta.dirname, '../..');
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

it('G11 every way to start the server bounds its memory', async () => {
  const units = (await readdir(join(deploy, 'systemd'))).map((name) => `systemd/${name}`);
  const starts: string[] = [];
  for (const name of ['Dockerfile', ...units]) {
    const text = await readFile(join(deploy, name), 'utf8');
    const [line] = text.match(/^(CMD|ExecStart=).*server\/src\/main\.ts.*$/m) ?? [];
    if (!line) continue;
    starts.push(name);
    expect(line, name).toMatch(/--max-old-space-size=384\W.*--max-semi-space-size=4\W/);
    expect(text, name).toContain('MALLOC_ARENA_MAX=1');
  }
  expect(starts.length).toBeGreaterThan(3);
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const name of ['start', 'demo']) expect(scripts[name]).toContain('--max-old-space-size=384');
});

it.runIf(process.platform === 'linux')(
  'G16 what npm start begins with is bounded like a unit of the system',
  async () => {
    for (const name of ['start', 'demo']) {
      const script = await readFile(join(root, `scripts/${name}.ts`), 'utf8');
      expect(script, name).toMatch(/^ {2}beginLean\(\);$/m);
    }
    const script = `import { beginLean } from ${JSON.stringify(join(root, 'scripts/begin-lean.ts'))};
    beginLean();
    console.log(JSON.stringify({ pid: process.pid, flags: process.execArgv, words: process.argv.slice(2), pools: process.env.MALLOC_ARENA_MAX, kept: process.env.NODE_COMPILE_CACHE }));`;
    const folder = await mkdtemp(join(tmpdir(), 'lean-'));
    const file = join(folder, 'begin.ts');
    await writeFile(file, script);
    const { MALLOC_ARENA_MAX: _, NODE_COMPILE_CACHE: __, ...plain } = process.env;
    const begin = (env: NodeJS.ProcessEnv) => {
      const { pid, stdout } = spawnSync(process.execPath, ['--max-semi-space-size=4', file, '--demo'], { env });
      return { pid, said: JSON.parse(String(stdout)) };
    };
    const { pid, said } = begin(plain);
    expect(said).toMatchObject({ pid, flags: ['--max-semi-space-size=4'], words: ['--demo'], pools: '1' });
    expect(said.kept).toBe(join(root, 'node_modules/.cache/quickfleet'));
    expect(begin({ ...plain, MALLOC_ARENA_MAX: '4' }).said.pools).toBe('4');
    await rm(folder, { recursive: true });
  },
);

it('G19 a start finds its sources compiled: whatever it loads, no TypeScript is read anew', async () => {
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
  const begun = ['server/src/main.ts', 'server/src/lib/image-child.ts', 'scripts/start.ts', 'scripts/demo.ts'];
  const later = ['papers/labels', 'papers/run-sheet', 'papers/quote-paper', 'papers/statement', 'evidence/evidence'];
  env.NODE_COMPILE_CACHE = join(dir, 'nothing');
  expect(stripsTypes('server/src/main.ts')).toBe('true');

  env.NODE_COMPILE_CACHE = join(dir, 'compiled');
  node('scripts/compile-server.ts');
  for (const file of [...begun, ...later.map((name) => `server/src/features/${name}.service.ts`)])
    expect(stripsTypes(file), file).toBe('false');

  const { scripts } = JSON.parse(await readFile(join(root, 'server/package.json'), 'utf8'));
  expect(scripts.build).toBe('node ../scripts/compile-server.ts');
  const units = (await readdir(join(deploy, 'systemd'))).map((name) => `systemd/${name}`);
  for (const name of ['Dockerfile', ...units]) {
    const text = await readFile(join(deploy, name), 'utf8');
    if (!text.includes('server/src/main.ts')) continue;
    expect(text, name).toMatch(/NODE_COMPILE_CACHE=\S+$/m);
    expect(text, name).toMatch(/^(RUN|ExecStartPre=-).*node .*scripts\/compile-server\.ts$/m);
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
