import { join, resolve } from 'node:path';
import type { Config } from '../../../config.ts';

/** BACKUP_DIR, or the folder `backups` in DATA_DIR. */
export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>): string =>
  BACKUP_DIR ? resolve(BACKUP_DIR) : join(resolve(DATA_DIR), 'backups');

const stamp = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '');

/** Name of a backup that a person asked for: it is never removed automatically. */
export const datedName = (at: Date): string => `quickfleet-${stamp(at)}Z.tar`;
/** Name of a nightly one. */
export const nightlyName = (at: Date): string => `nightly-${stamp(at)}Z.tar`;
export const NIGHTLY = /^nightly-\d{4}-\d\d-\d\dT\d{6}Z\.tar$/;
/** When the night of such a name began. */
export const startOfNight = (name: string): Date =>
  new Date(name.replace(/^nightly-(.{13})(\d\d)(\d\d)Z\.tar$/, '$1:$2:$3Z'));
