// What is different in a sandbox before its database is there: start.ts reads this one with little else.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** The file in DATA_DIR that says what the sandbox is filled with. */
export const NOTE = 'sandbox.json';

/** What a sandbox starts with: nothing that belongs to others is reached from it. */
export const sandboxConfig = (config: Config): Config => ({
  ...config,
  // No setting of the company opens again what is closed here.
  fromEnvironment: new Set([...config.fromEnvironment, 'SMTP_URL', 'BACKUP_TIME', 'BACKUP_WAL']),
  SMTP_URL: undefined,
  SMS_URL: undefined,
  keepsSms: config.SMS_URL !== undefined,
  FILES_STORE: 'folder',
  S3_BUCKET: undefined,
  BACKUP_TIME: 'off',
  BACKUP_WAL: false,
  ribbon: 'sandbox',
  paperMark: 'TEST',
});

/** Throws for a folder with an installation that is not a sandbox. */
export function requireOwnFolder(dataDir: string): void {
  if (existsSync(join(dataDir, NOTE))) return;
  if (['postgres', 'session-secret', 'files'].some((name) => existsSync(join(dataDir, name))))
    throw new Error(
      `DATA_DIR is ${dataDir}, and the installation there is not a sandbox. Nothing was changed. Set DATA_DIR to another folder for the sandbox, or leave SANDBOX out.`,
    );
}
