import { defineEntity, p } from '@mikro-orm/core';

/** One backup: begun, and then done or failed. One that is neither was ended with its process. */
export const BackupRun = defineEntity({
  name: 'BackupRun',
  tableName: 'backup_runs',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** `nightly`, or `asked`: by npm run backup. */
    kind: p.text(),
    startedAt: p.datetime(3).index(),
    finishedAt: p.datetime(3).nullable(),
    file: p.text().nullable(),
    /** Of the archive, in bytes. */
    size: p.bigint('number').nullable(),
    /** The sentence of a failure. */
    error: p.text().nullable(),
  },
});
