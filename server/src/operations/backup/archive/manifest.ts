import { z } from 'zod';
import { isFileKey, placeOf } from '../../../files/files.ts';

/** Names of the entries of an archive that are not copies of files. */
export const ABOUT = 'about.json';
export const SECRETS = 'secrets.json';
export const MANIFEST = 'manifest.json';
export const MANIFEST_HASH = 'manifest.sha256';
/** Folders of the archive, named as in DATA_DIR. */
export const DATABASE_FOLDER = 'postgres/';
export const FILES_FOLDER = 'files/';
/** Path of a stored file in a backup. */
export const storedPath = (key: string): string => FILES_FOLDER + placeOf(key);
/** Next to nightly archives: photos by the SHA-256 of their bytes. */
export const PHOTO_STORE = 'photos';

const FORMAT = 1;

/** First entry of an archive: what decides whether it can be restored here at all. */
export const aboutSchema = z.object({
  format: z.literal(FORMAT),
  product: z.literal('quickfleet'),
  release: z.string(),
  /** Migrations the database has, in order; the last one is its schema version. */
  schema: z.array(z.string()),
  /** When the database was as the archive holds it, ISO 8601. */
  startedAt: z.iso.datetime(),
  /** `elsewhere`: the database has a separate server (DATABASE_URL) and is not in the archive. */
  database: z.enum(['embedded', 'elsewhere']),
  /** Major version of PostgreSQL, and the machine its files belong to; '' when there is no database. */
  postgres: z.string(),
  machine: z.string(),
  /** Photos are in the folder `photos` next to the archive, not in it. */
  hasPhotoStore: z.boolean(),
  secrets: z.enum(['encrypted', 'absent']),
});
export type About = z.infer<typeof aboutSchema>;

export const tableCount = z.object({
  name: z.string(),
  rows: z.number().int(),
  /** Sum of a hash of every row, as text; the same rows give the same sum. */
  fingerprint: z.string(),
});
export type TableCount = z.infer<typeof tableCount>;

/** Where a file of a backup may lie: in the folder of the database, or as a stored file in its place. */
const PATH = /^postgres(?:\/[\w.-]+)+$/;
export function isBackupPath(path: string): boolean {
  const key = path.slice(path.lastIndexOf('/') + 1);
  const isPlain = PATH.test(path) && !/\/\.{1,2}(?:\/|$)/.test(path);
  return isPlain || (isFileKey(key) && path === storedPath(key));
}
export const fileEntry = z.object({
  path: z.string().max(1000),
  size: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileEntry = z.infer<typeof fileEntry>;

/** Last entry but one of an archive. */
export const manifestSchema = z.object({
  about: aboutSchema,
  /** The moment to which the database is recovered, and its rows at that moment. */
  database: z.object({ restorePoint: z.string(), at: z.iso.datetime(), tables: z.array(tableCount) }).nullable(),
  /** Photos that rows name and that were not on the disk when the backup was made. */
  missingFiles: z.array(z.string()),
  /** Series of archived WAL that continues after this moment; null without one. */
  wal: z
    .string()
    .regex(/^[0-9a-f]+$/)
    .nullable()
    .default(null),
  files: z.array(fileEntry),
});
export type Manifest = z.infer<typeof manifestSchema>;
/** All of a manifest but its lists. */
export const manifestHead = manifestSchema.omit({ files: true, missingFiles: true });
export type ManifestHead = z.infer<typeof manifestHead>;

/** A backup that was made. */
export interface Backup {
  file: string;
  /** Of the archive, in bytes. */
  size: number;
  head: ManifestHead;
  /** Photos and signatures with their small versions; and how many that rows name were not there. */
  photos: number;
  missing: number;
}

export const newAbout = (about: Omit<About, 'format' | 'product'>): About => ({
  format: FORMAT,
  product: 'quickfleet',
  ...about,
});
