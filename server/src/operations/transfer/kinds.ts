// What an export has: every table of the product is either a kind, whose rows go out and come in, or left, with the
// reason. kinds.test.ts compares both with the database.
import { z } from 'zod';
import { newLink } from '../../quoting/quotes/quotes.link.ts';
import { newAccessCode } from '../../security/codes.ts';
import { randomKey, type Secrets } from '../../security/secrets.ts';

/** What is new in the installation that takes a row in: codes and secrets, which are sealed under its own secret. */
export interface Fresh {
  secrets: Secrets;
  /** Hash of a password that nobody knows. */
  lockedPassword: string;
  /** Hash of the password that is printed for this user. */
  admin: { id: number; passwordHash: string } | undefined;
}

export interface Kind {
  /** SQL that puts its rows in one order, the same in every database. */
  order: string;
  /** SQL about a row `t`: whether it is exported. */
  only?: string;
  /** Columns that never leave: what opens something. */
  hidden?: readonly string[];
  /** Columns that go out as another value, as SQL about a row `t`. */
  set?: Readonly<Record<string, string>>;
  /** Values of hidden columns for a row that comes in. */
  fresh?: (given: Fresh, row: string) => Record<string, string | null>;
  /** What a new database has of it already, which gives way. */
  isSeeded?: true;
}

const byId = { order: 't.id' } as const;
const NOT_SENT = `'It was still to be sent when everything was exported. Send it from here if it is still wanted.'`;
const LOOK_AT_IT = `'It came with an import. Check the address, rotate the secret, and switch it on.'`;
const withId = z.object({ id: z.number() });
const idOf = (row: string): number => withId.parse(JSON.parse(row)).id;

/** In an order in which every row comes after those that it refers to. */
export const kinds: Readonly<Record<string, Kind>> = {
  company: { ...byId, isSeeded: true, hidden: ['smtp_url_sealed'] },
  failure_reasons: { ...byId, isSeeded: true },
  users: {
    ...byId,
    isSeeded: true,
    hidden: ['password_hash'],
    fresh: ({ lockedPassword, admin }, row) => ({
      password_hash: admin && idOf(row) === admin.id ? admin.passwordHash : lockedPassword,
    }),
  },
  saved_views: byId,
  customers: { ...byId, hidden: ['external_hash', 'email_token_hash'] },
  customer_addresses: byId,
  customer_members: byId,
  // Both installations would mail it.
  saved_reports: { ...byId, set: { is_on: 'false' } },
  report_recipients: byId,
  // The file itself has the name of its key.
  stored_files: { order: 't.key collate "C"', only: 't.claimed_at is not null', hidden: ['uploader'] },
  email_templates: byId,
  template_versions: byId,
  quotes: {
    ...byId,
    hidden: ['token_hash', 'token_sealed', 'form_token_hash', 'external_hash'],
    fresh: ({ secrets }) => {
      const { tokenHash, tokenSealed } = newLink({ secrets });
      return { token_hash: tokenHash, token_sealed: tokenSealed };
    },
  },
  quote_items: byId,
  deleted_quotes: byId,
  quote_revisions: byId,
  quote_acceptances: byId,
  quote_questions: byId,
  quote_visitors: byId,
  quote_promises: byId,
  waiting_words: byId,
  payments: byId,
  papers: byId,
  paper_counters: { order: 't.kind collate "C", t.year' },
  orders: {
    ...byId,
    hidden: ['access_code_hash', 'access_code_sealed', 'external_hash'],
    fresh: ({ secrets }) => {
      const code = newAccessCode();
      return { access_code_hash: secrets.lookupHashes(code)[0] ?? '', access_code_sealed: secrets.seal(code) };
    },
  },
  order_items: byId,
  deleted_orders: byId,
  // A driver who had an order by its code comes with a new one.
  ended_rights: { ...byId, only: 't.driver_id is not null', hidden: ['code_hash'] },
  signatures: byId,
  attempts: byId,
  charges: byId,
  delivery_requests: byId,
  ratings: byId,
  proof_pieces: byId,
  late_evidence: byId,
  // One that was not used yet is made and mailed again with the next change of its order.
  order_pins: {
    order: 't.order_id, t.stop collate "C"',
    only: 't.verified_at is not null',
    hidden: ['pin_hash', 'pin_sealed'],
    fresh: ({ secrets }) => ({ pin_hash: randomKey(), pin_sealed: secrets.seal(randomKey()) }),
  },
  incidents: byId,
  collections: byId,
  cash_counts: byId,
  price_lists: byId,
  pay_approvals: byId,
  accounting_months: { order: 't.month collate "C"' },
  invoices: byId,
  invoice_counters: { order: 't.series collate "C"' },
  invoice_sources: { order: 't.kind collate "C", t.source_id' },
  invoice_payments: byId,
  invoice_discounts: byId,
  invoice_files: { order: 't.invoice_id, t.kind collate "C"' },
  bank_statements: byId,
  bank_lines: byId,
  bank_statement_lines: { order: 't.statement_id, t.nth' },
  bank_payers: { order: 't.payer collate "C", t.customer_id' },
  driver_days: byId,
  driver_day_stops: { order: 't.order_id, t.stop collate "C"' },
  recurring_orders: byId,
  recurring_days: byId,
  office_notes: byId,
  history: byId,
  history_chains: { order: 't.order_id' },
  // What was signed stays verifiable; the next start begins another key.
  signing_keys: { order: 't.kid collate "C"', hidden: ['sealed'], isSeeded: true },
  former_subjects: { order: 't.subject collate "C", t.subject_id' },
  mail_opt_outs: byId,
  address_pins: { order: 't.address_hash collate "C"' },
  // Both installations would send it.
  emails: {
    ...byId,
    hidden: ['code_sealed', 'held_for'],
    set: {
      status: `case when t.status in ('queued', 'held') then 'kept' else t.status end`,
      last_error: `case when t.status in ('queued', 'held') then ${NOT_SENT} else t.last_error end`,
    },
  },
  events: byId,
  event_counters: { order: 't.object_type collate "C", t.object_id' },
  webhooks: {
    ...byId,
    hidden: ['secret_sealed', 'old_secret_sealed', 'old_secret_until'],
    set: { is_active: 'false', disabled_reason: `coalesce(t.disabled_reason, ${LOOK_AT_IT})`, hold_until: 'null' },
    fresh: ({ secrets }) => ({ secret_sealed: secrets.seal(`whsec_${randomKey(32)}`) }),
  },
  import_heads: byId,
};

/** Tables that stay behind, and why. */
export const left: Readonly<Record<string, string>> = {
  address_files: 'a file that is imported again',
  address_houses: 'a file that is imported again',
  address_places: 'found again in the address file and by the map service',
  address_streets: 'a file that is imported again',
  map_services: 'when map services may be asked again',
  travel_ways: 'answers of a map service, for a day',
  api_keys: 'secrets: programs get new keys',
  api_key_calls: 'calls of keys that stay behind',
  calendars: 'links that open something: feeds are made again',
  backup_runs: 'backups of this installation',
  delivery_pushes: 'devices that know this address alone: they subscribe again',
  driver_positions: 'where drivers were, for a day',
  eta_learned: 'learned again from the deliveries that come in',
  eta_promises: 'how well this installation foresaw, for 30 days',
  etas: 'computed again every minute',
  exports: 'exports of this installation',
  plans: 'proposals for a day, for two days',
  order_delays: 'why drivers run late, for a day',
  figures: 'counts, made again as the rows come in',
  health_reports: 'what this server found about itself',
  job_ends: 'jobs of this installation',
  process_ends: 'how often this installation ended',
  held_notices: 'they wait for minutes; the mails that they would be go along as not sent',
  idempotency_keys: 'answers for a day, sealed under the secret',
  import_file_parts: 'files that were imported here, until they went in',
  import_layouts: 'what people said of files, which may name customers: they say it again',
  inbound_notices: 'what shops told, until it is used',
  inbound_shops: 'secrets of shops, which know this address alone: they are connected again',
  import_rows: 'files that were imported here, for 30 days',
  imported_rows: 'keyed hashes, which another secret does not know',
  imports: 'files that were imported here, for 30 days',
  invitations: 'links that open something: people are invited again',
  tracking_codes: 'codes that open something, for a quarter of an hour',
  sign_in_links: 'links that open something, for a quarter of an hour',
  passkey_challenges: 'for five minutes',
  passkeys: 'keys of another address: people add them again',
  password_resets: 'links that open something, for half an hour',
  push_keys: 'secrets: phones subscribe again',
  push_subscriptions: 'sessions of phones',
  recovery_codes: 'secrets: people set up their second factor again',
  second_factors: 'secrets: people set up their second factor again',
  report_changes: 'counts, made again as the rows come in',
  report_counts: 'counts, made again as the rows come in',
  report_days: 'counts, made again as the rows come in',
  rate_counts: 'counts of tries, for hours',
  schema_migrations: 'how this database was made',
  schema_stamp: 'how this database was made',
  secret_mark: 'secrets',
  sessions: 'sessions: everybody signs in again',
  webhook_deliveries: 'what was sent to programs, for 30 days',
};

/** Numbers of rows that no table says alone: the next one must not be one that was used. */
export const sequences: readonly string[] = ['event_positions'];

/** Triggers that would change a row that comes in as it was. Those that count stay. */
export const quieted: readonly (readonly [table: string, trigger: string])[] = [
  ['customers', 'customers_made'],
  ['quotes', 'quotes_made'],
  ['orders', 'orders_made'],
  ['history', 'history_append'],
];
