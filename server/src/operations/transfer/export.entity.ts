import { defineEntity, p } from '@mikro-orm/core';
import { type ExportedKind, type ExportState, exportStates } from '@quickfleet/shared/operations/full-exports';
import { key } from '../../db/base.ts';

/** A ZIP file of everything; the file is in the folder of exports, by the id. */
export const Export = defineEntity({
  name: 'Export',
  tableName: 'exports',
  properties: {
    id: key,
    state: p
      .text()
      .$type<ExportState>()
      .check(`state in (${exportStates.map((state) => `'${state}'`).join(', ')})`),
    rows: p.integer().default(0),
    files: p.integer().default(0),
    missingFiles: p.integer().default(0),
    kinds: p.json<ExportedKind[]>().defaultRaw(`'[]'`),
    /** Of the file, in bytes. */
    size: p.bigint('number').nullable(),
    sha256: p.text().nullable(),
    /** The sentence of a failure. */
    error: p.text().nullable(),
    /** The user, with whose account or role it ends; null for a key's. */
    createdById: p.integer().nullable(),
    createdByName: p.text().nullable(),
    createdAt: p.datetime(3),
    finishedAt: p.datetime(3).nullable(),
    /** Erasing a person ends all that was exported before. */
    expiresAt: p.datetime(3),
  },
});
