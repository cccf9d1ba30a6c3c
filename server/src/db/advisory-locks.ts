/**
 * The numbers of PostgreSQL's advisory locks, in one place so that no two of a kind are the same. They never change:
 * processes of two releases lock each other out by them.
 */

/** Locks of one number. */
export const LOCKS = {
  /** Migrations and indexes. */
  schema: 4_711_010,
  counters: 4_711_012,
  /** Held by a backup while it copies files: none is removed. */
  files: 4_711_020,
  /** Held while everything is exported: one at a time, and no file is removed. */
  exports: 4_711_023,
  /** Held while a sandbox is reset. */
  sandbox: 4_711_024,
  /** Held notices are changed or sent. */
  notices: 4_711_025,
  /** Runs of invoices make their drafts one after the other, so that two of them find nothing twice. */
  invoiceRuns: 4_711_026,
  /** Files of the bank are taken in one after the other, so that the same money is there once. */
  bankStatements: 4_711_027,
  /** A month is closed, or something is dated in one. */
  accountingMonths: 4_711_028,
  /** Days of reports are counted. */
  reportDays: 4_711_029,
  /** One address file at a time is imported. */
  addressFile: 4_711_030,
  /** Which of several processes makes tonight's backup. */
  nightlyBackup: 4_711_021,
  /** Events get their places in the feed. */
  eventPositions: 4_711_022,
} as const;

/** First numbers of locks of two; the second says of what. */
export const LOCKS_OF = {
  /** A mailbox that is being sent to. */
  mailbox: 4_711_011,
  /** The mails to one mailbox are counted. */
  mailsToMailbox: 4_711_012,
  /** Late evidence of one order is stored. */
  lateEvidence: 4_711_013,
  /** Whether a failed sign-in to an account is a line of history. */
  failedSignIn: 4_711_026,
  /** Rows of one import go in: each shares it, a cancellation waits for them. */
  importRows: 4_711_027,
} as const;
