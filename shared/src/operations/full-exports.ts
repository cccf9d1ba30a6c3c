import { z } from 'zod';
import { integer, rowId, textOrNull, timestamp } from '../base/primitives.ts';

export const exportStates = ['waiting', 'running', 'ready', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

export const exportedKind = z.object({
  name: z.string().meta({ example: 'orders' }),
  rows: integer.meta({ example: 1204 }),
});
export type ExportedKind = z.infer<typeof exportedKind>;

/** A ZIP file of everything that an empty installation can be made of. */
export const exportOut = z
  .object({
    id: rowId,
    state: z.enum(exportStates).meta({ example: 'ready' }),
    rows: integer.meta({ description: 'Rows that are written; grows while it runs', example: 8120 }),
    files: integer.meta({ description: 'Photos and signatures, with their small versions', example: 640 }),
    missingFiles: integer.meta({ description: 'Files that rows name and that the store does not have', example: 0 }),
    kinds: z.array(exportedKind).meta({ description: 'What is in it; empty until it is ready' }),
    size: integer.nullable().meta({ description: 'Of the ZIP file, in bytes', example: 48210333 }),
    sha256: textOrNull.meta({
      description: 'Of the ZIP file',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
    error: textOrNull.meta({ description: 'Why it failed', example: null }),
    createdBy: textOrNull.meta({ example: 'Robin Admin' }),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
    expiresAt: timestamp.meta({ description: 'When the file is removed' }),
  })
  .meta({ id: 'Export' });
export type Export = z.infer<typeof exportOut>;
export const exportList = z.object({ data: z.array(exportOut) }).meta({ id: 'ExportList' });
