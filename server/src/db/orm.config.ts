import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type Options } from '@mikro-orm/postgresql';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { ApiKey } from '../features/api-keys/api-key.entity.ts';
import { Session } from '../features/auth/session.entity.ts';
import { BackupRun } from '../features/backup/backup-run.entity.ts';
import { Company } from '../features/company/company.entity.ts';
import { Customer } from '../features/customers/customer.entity.ts';
import { SigningKey } from '../features/evidence/signing-key.entity.ts';
import { Figure } from '../features/figures/figure.entity.ts';
import { History, HistoryChain } from '../features/history/history.entity.ts';
import { Incident } from '../features/incidents/incident.entity.ts';
import { OfficeNote } from '../features/office-notes/office-note.entity.ts';
import { DriverDay, DriverDayStop } from '../features/orders/driver-day.entity.ts';
import { DeletedOrder, EndedRight } from '../features/orders/ended-right.entity.ts';
import { LateEvidence } from '../features/orders/late-evidence.entity.ts';
import { Order, OrderItem } from '../features/orders/order.entity.ts';
import { Signature } from '../features/orders/signature.entity.ts';
import { Email } from '../features/outbox/email.entity.ts';
import { IssuedPaper, PaperCounter } from '../features/papers/issued-paper.entity.ts';
import { Attempt } from '../features/proof/attempt.entity.ts';
import { FailureReason } from '../features/proof/failure-reason.entity.ts';
import { OrderPin } from '../features/proof/order-pin.entity.ts';
import { ProofPiece } from '../features/proof/proof-piece.entity.ts';
import { PushKey, PushSubscription } from '../features/push/push-subscription.entity.ts';
import { DeletedQuote } from '../features/quotes/deleted-quote.entity.ts';
import { Payment } from '../features/quotes/payment.entity.ts';
import { QuotePromise } from '../features/quotes/promise.entity.ts';
import { Quote, QuoteItem } from '../features/quotes/quote.entity.ts';
import {
  QuoteAcceptance,
  QuoteQuestion,
  QuoteRevision,
  QuoteVisitor,
} from '../features/quotes/quote-acceptance.entity.ts';
import { RecurringDay, RecurringOrder } from '../features/recurring/recurring-order.entity.ts';
import { SavedView } from '../features/saved-views/saved-view.entity.ts';
import { EmailTemplate } from '../features/templates/email-template.entity.ts';
import { TemplateVersion } from '../features/templates/template-version.entity.ts';
import { StoredFile } from '../features/uploads/stored-file.entity.ts';
import { User } from '../features/users/user.entity.ts';
import { IdempotencyKey, RateCount, SecretMark } from '../lib/bookkeeping.entity.ts';
import { meterStatements } from '../lib/meter.ts';
import { nameStatements } from '../lib/query.ts';
import { sendBehind } from '../lib/send-behind.ts';
import { migrations } from './migrations/index.ts';

/**
 * Acquire 3 s, statement 10 s, idle in transaction 15 s: a stuck lock never takes the whole service (docs/security.md,
 * F-9).
 */
export const connectionOptions = {
  connectionTimeoutMillis: 3000,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
  lock_timeout: 8000,
  application_name: 'quickfleet',
};

/**
 * Names the prepared statements of `query`, measures every statement, and frees what broke: a connection that breaks
 * inside a transaction cannot be rolled back, and is then given back by nobody: without this, each one costs the pool a
 * place for ever, and the end of the process waits for it.
 */
function tendConnections(pool: Pool): void {
  const taken = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_, client) => taken.delete(client));
  pool.on('connect', (client) => {
    nameStatements(client);
    meterStatements(client);
    sendBehind(client);
    client.once('end', () => {
      if (!taken.has(client)) return;
      client.release(true);
      // Whoever still holds it may give it back as well.
      client.release = () => undefined;
    });
  });
}

/** At a million orders PostgreSQL may guess that compiling a statement pays; none of ours takes long enough for that. */
const neverCompile = async (client: ClientBase): Promise<void> => {
  await client.query('set jit = off');
};

export const ormOptions = (clientUrl: string, poolSize = 20): Options =>
  defineConfig({
    clientUrl,
    entities: [
      User,
      Session,
      Customer,
      Quote,
      QuoteItem,
      DeletedQuote,
      QuoteRevision,
      QuoteAcceptance,
      QuoteQuestion,
      QuoteVisitor,
      Payment,
      QuotePromise,
      IssuedPaper,
      PaperCounter,
      Order,
      OrderItem,
      Signature,
      LateEvidence,
      EndedRight,
      DeletedOrder,
      DriverDay,
      DriverDayStop,
      RecurringOrder,
      RecurringDay,
      Attempt,
      ProofPiece,
      OrderPin,
      FailureReason,
      StoredFile,
      EmailTemplate,
      TemplateVersion,
      Email,
      History,
      HistoryChain,
      ApiKey,
      OfficeNote,
      SavedView,
      PushSubscription,
      PushKey,
      IdempotencyKey,
      RateCount,
      SecretMark,
      BackupRun,
      Figure,
      SigningKey,
      Incident,
      Company,
    ],
    extensions: [Migrator],
    migrations: {
      migrationsList: migrations,
      path: new URL('./migrations', import.meta.url).pathname,
      snapshot: false,
      emit: 'ts',
      tableName: 'schema_migrations',
    },
    // The job queue keeps tables of its own in this database.
    // The triggers that keep the figures are a migration's alone.
    schemaGenerator: { ignoreSchema: ['graphile_worker'], ignoreTriggers: true },
    pool: { min: 0, max: poolSize },
    // The whole address for the driver itself: MikroORM drops its query, and sslmode with it.
    driverOptions: {
      ...connectionOptions,
      connectionString: clientUrl,
      onPoolCreated: tendConnections,
      onConnect: neverCompile,
      // Whoever holds a connection may send without waiting; only lib/lanes.ts does.
      pipeline: true,
    },
    forceUtcTimezone: true,
    metadataCache: { enabled: false },
    ignoreUndefinedInQuery: true,
  });
