import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';

// Runs the commands of docs/deployment.md as written, with a temporary folder in place of /. Programs that would change
// the whole machine (accounts, system packages, systemd) are replaced by short scripts.
const house = resolve(import.meta.dirname, '../../..');
let root: string;
let port: number;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'quickfleet-debian-'));
  // A database that is started as root runs as another user, who needs access to its folder.
  await chmod(root, 0o755);
  port = await freePort();
});
const pidOf = async () => Number(await readFile(join(root, 'pid'), 'utf8').catch(() => '0'));
const isRunning = (pid: number) => pid > 0 && spawnSync('kill', ['-0', String(pid)]).status === 0;
afterAll(async () => {
  const pid = await pidOf();
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  await rm(root, { recursive: true, force: true, maxRetries: 20 });
});

/** Stand-ins for programs of Debian, as shell scripts; `$ROOT` replaces `/`. */
const standIns: Readonly<Record<string, string>> = {
  'apt-get': 'exit 0',
  useradd: 'for last; do :; done; echo "$last" > "$ROOT/user"',
  // Owners need root; the folders and the name of the owner are looked at.
  install: 'u=$(cat "$ROOT/user"); [ "$1 $2 $3 $4 $5" = "-d -o $u -g $u" ] || exit 1; shift 5; mkdir -p "$@"',
  runuser: '[ "$1 $2 $3" = "-u $(cat "$ROOT/user") --" ] || exit 1; shift 3; exec "$@"',
  journalctl: 'cat "$ROOT/journal"',
  systemctl: `
[ "$1" = daemon-reload ] && exit 0
unit="$ROOT/etc/systemd/system/quickfleet.service"
[ "$(sed -n 's/^User=//p' "$unit")" = "$(cat "$ROOT/user")" ] || exit 1
placed() { sed "s#%C#/var/cache#g; s#/opt/quickfleet#$ROOT/opt/quickfleet#g; s#/var/#$ROOT/var/#g; s#/etc/#$ROOT/etc/#g" "$unit"; }
while read -r line; do export "$line"; done <<END
$(placed | sed -n 's/^Environment=//p')
$(cat "$(placed | sed -n 's/^EnvironmentFile=-//p')")
END
cd "$(placed | sed -n 's/^WorkingDirectory=//p')"
$(placed | sed -n 's/^ExecStartPre=-//p') >> "$ROOT/journal" 2>&1
$(placed | sed -n 's/^ExecStart=//p') >> "$ROOT/journal" 2>&1 &
echo $! > "$ROOT/pid"
for second in $(seq 60); do grep -q 'Public site' "$ROOT/journal" && exit 0; sleep 1; done
exit 1`,
};

it('N20 the deployment page runs as written on a bare Debian: one user, one data folder, the password in the journal, and no warning that is not the reader’s business', async () => {
  const page = await readFile(join(house, 'docs/deployment.md'), 'utf8');
  const [, written = ''] = /## One machine[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? [];
  expect(written).toContain('npm ci');
  const programs = join(root, 'programs');
  for (const folder of [programs, join(root, 'etc/systemd/system')]) await mkdir(folder, { recursive: true });
  for (const [name, script] of Object.entries(standIns))
    await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await writeFile(join(root, 'etc/quickfleet.env'), `PORT=${port}\n`);

  const script = written.replaceAll(/(?<=\s|=)\/(?=(opt|var|etc)\/)/g, `${root}/`).replace('<repository>', house);
  // The Node and npm of the machine, not those of this run.
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  // npm keeps this machine's network settings and its cache.
  const { npm_config_userconfig = join(homedir(), '.npmrc'), npm_config_cache = join(homedir(), '.npm') } = process.env;
  const network = Object.entries(process.env).filter(([name]) =>
    /proxy$|_CERT|_CA_|^npm_config_(registry|cafile)$/i.test(name),
  );
  const env = {
    ...Object.fromEntries(network),
    npm_config_userconfig,
    npm_config_cache,
    npm_config_prefer_offline: 'true',
    PATH: [programs, ...path].join(delimiter),
    ROOT: root,
    HOME: root,
  };
  const run = spawn('sh', ['-e', '-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((done) => run.once('close', done));
  expect(code, output).toBe(0);
  expect(output).not.toMatch(/\bwarn|EBADENGINE|deprecated|did not pass/i);

  const password = /First admin\s+admin \/ (\S+)/.exec(output)?.[1] ?? '';
  const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([200, { username: 'admin', role: 'admin' }]);
  expect(await readdir(join(root, 'var/lib/quickfleet'))).toContain('postgres');
  // Nothing was written into the code but what the install and the build make.
  const { stdout } = spawnSync('git', ['status', '--porcelain'], {
    cwd: join(root, 'opt/quickfleet'),
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(await readdir(join(root, 'opt/quickfleet'))).not.toContain('data');
  const pid = await pidOf();
  process.kill(pid, 'SIGTERM');
  await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
}, 600_000);
