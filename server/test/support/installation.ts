import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openInstallation } from '../../src/db/embedded/installation.ts';
import { type ServerProcess, startProcess } from './process.ts';

const ADMIN = { username: 'boss', password: 'a-good-password-1' };

export interface Installation {
  /** Of the process that runs now. */
  readonly url: string;
  readonly pid: number | undefined;
  /** Ends the process with kill -9 and starts the next one on the same data. */
  kill(): Promise<void>;
  /** Runs SQL on its database, past the process. */
  rows<T>(sql: string, params?: unknown[]): Promise<T[]>;
  /** The session cookie of its admin. */
  signIn(): Promise<string>;
}

/** A server process on a data folder for the tests of a file. */
export function useInstallation(settings: Record<string, string> = {}): Installation {
  let dir = '';
  let server: ServerProcess | undefined;
  const launch = async () => {
    server = await startProcess({
      DATA_DIR: dir,
      PORT: '0',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      LIMIT_SCALE: '1000',
      LOG_LEVEL: 'silent',
      ...settings,
    });
  };
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'quickfleet-installation-'));
    await launch();
  }, 120_000);
  afterAll(async () => {
    await server?.end('SIGTERM');
    await rm(dir, { recursive: true, force: true });
  });
  return {
    get url() {
      return server?.url ?? '';
    },
    get pid() {
      return server?.child.pid;
    },
    async kill() {
      await server?.end('SIGKILL');
      await launch();
    },
    async rows(sql, params = []) {
      const config = readConfig({ DATA_DIR: dir });
      const installation = await openInstallation(config, () => undefined);
      const client = await installation.connect();
      try {
        return (await client.query(sql, params)).rows;
      } finally {
        await client.end();
        await installation.close();
      }
    },
    async signIn() {
      const answer = await fetch(`${server?.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ADMIN),
      });
      return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    },
  };
}
