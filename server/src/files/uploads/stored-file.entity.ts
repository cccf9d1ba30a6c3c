import { defineEntity, p } from '@mikro-orm/core';

const StoredFileSchema = defineEntity({
  name: 'StoredFile',
  tableName: 'stored_files',
  properties: {
    /** 128 random bits and the ending: the name of the file in the store and in its address. */
    key: p.text().primary(),
    type: p.text(),
    /** Of the small version; null where it has the photo's own. */
    thumbType: p.text().nullable(),
    size: p.integer(),
    width: p.integer(),
    height: p.integer(),
    /** Until somebody's quote or order holds it, only the uploader sees it, and it is swept after a day. */
    uploader: p.text().nullable(),
    claimedAt: p.datetime(3).nullable(),
    /** SHA-256 of the bytes as they were sent; null for what was stored before it was kept. */
    contentHash: p.text().nullable(),
    /** SHA-256 of the bytes as they are stored and served; null for what was stored before it was kept. */
    sha256: p.text().nullable(),
    takenAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
  },
  indexes: [
    {
      name: 'stored_files_unclaimed',
      expression: 'create index "stored_files_unclaimed" on "stored_files" ("created_at") where "claimed_at" is null',
    },
    {
      name: 'stored_files_created',
      expression:
        'create index "stored_files_created" on "stored_files" using brin ("created_at") with (autosummarize = on)',
    },
  ],
});
export class StoredFile extends StoredFileSchema.class {}
StoredFileSchema.setClass(StoredFile);
