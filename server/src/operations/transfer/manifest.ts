import { z } from 'zod';

/** Names of the entries of a ZIP file that are no files of the product. */
export const MANIFEST = 'manifest.json';
/** One line for each photo and signature, in the order of their entries. */
export const FILE_LIST = 'files.jsonl';
export const FILES_FOLDER = 'files/';
export const kindPath = (name: string): string => `data/${name}.jsonl`;

export const FORMAT = 1;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.number().int().min(0);

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  product: z.literal('quickfleet'),
  release: z.string(),
  /** The newest migration of the database that it was made of. */
  schema: z.string(),
  /** When the rows were as they are here, ISO 8601. */
  at: z.iso.datetime(),
  kinds: z.array(z.object({ name: z.string(), rows: size, size, sha256 })),
  /** The last numbers that were given, by table or sequence. */
  numbers: z.record(z.string(), z.number().int()),
  files: z.object({
    count: size,
    bytes: size,
    /** Files that rows name and that were not there. */
    missing: size,
    /** Of the list of files. */
    size,
    sha256,
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const fileLine = z.object({ path: z.string().max(200), size, sha256 });
export type FileLine = z.infer<typeof fileLine>;
