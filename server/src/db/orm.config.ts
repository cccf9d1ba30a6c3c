import { defineEntity, p } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { DATABASE_CONNECTIONS } from '@quickfleet/shared/limits';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { Counter } from '../company/counters/counter.entity.ts';
import { FormerSubject } from '../company/history/former-subject.entity.ts';
import { History, HistoryChain } from '../company/history/history.entity.ts';
import { IssuedPaper, PaperCounter } from '../company/papers/issued-paper.entity.ts';
import {
  AddressFile,
  AddressHouse,
  AddressPlace,
  AddressStreet,
  MapService,
  TravelWay,
} from '../company/places/address-file/address-file.entity.ts';
import { AddressPin } from '../company/places/address-pin.entity.ts';
import { Company } from '../company/settings/company.entity.ts';
import { AccountingMonth } from '../delivery/accounting/accounting-month.entity.ts';
import { Calendar } from '../delivery/calendars/calendar.entity.ts';
import { Charge } from '../delivery/charges/charge.entity.ts';
import { CashCount, Collection } from '../delivery/collect/collection.entity.ts';
import { EtaLearned, EtaNow, EtaPromise, OrderDelay } from '../delivery/eta/eta.entity.ts';
import { SigningKey } from '../delivery/evidence/signing-key.entity.ts';
import { Incident } from '../delivery/incidents/incident.entity.ts';
import {
  Invoice,
  InvoiceCounter,
  InvoiceDiscount,
  InvoiceFile,
  InvoicePayment,
  InvoiceSource,
} from '../delivery/invoices/invoice.entity.ts';
import { DeliveryPush } from '../delivery/notices/delivery-push.entity.ts';
import { HeldNotice } from '../delivery/notices/held-notice.entity.ts';
import { DriverDay, DriverDayStop } from '../delivery/order-rights/driver-day.entity.ts';
import { DeletedOrder, EndedRight } from '../delivery/order-rights/ended-right.entity.ts';
import { Order, OrderItem } from '../delivery/orders/order.entity.ts';
import { PayApproval } from '../delivery/pay/pay-approval.entity.ts';
import { Plan } from '../delivery/plans/plan.entity.ts';
import { DriverPosition } from '../delivery/positions/position.entity.ts';
import { Attempt } from '../delivery/proof/attempt.entity.ts';
import { FailureReason } from '../delivery/proof/failure-reason.entity.ts';
import { LateEvidence } from '../delivery/proof/late-evidence.entity.ts';
import { OrderPin } from '../delivery/proof/order-pin.entity.ts';
import { ProofPiece } from '../delivery/proof/proof-piece.entity.ts';
import { Signature } from '../delivery/proof/signature.entity.ts';
import { Rating } from '../delivery/ratings/rating.entity.ts';
import { RecurringDay, RecurringOrder } from '../delivery/recurring/recurring-order.entity.ts';
import { DeliveryRequest } from '../delivery/requests/delivery-request.entity.ts';
import { TrackingCode } from '../delivery/tracking/tracking-code.entity.ts';
import { StoredFile } from '../files/uploads/stored-file.entity.ts';
import { JobEnd, ProcessEnd } from '../jobs/job-end.entity.ts';
import { EventCounter, LoggedEvent } from '../messages/events/event.entity.ts';
import { Email } from '../messages/outbox/email.entity.ts';
import { MailOptOut } from '../messages/outbox/mail-opt-out.entity.ts';
import { EmailTemplate } from '../messages/templates/email-template.entity.ts';
import { TemplateVersion } from '../messages/templates/template-version.entity.ts';
import { Webhook, WebhookDelivery } from '../messages/webhooks/webhook.entity.ts';
import { BackupRun } from '../operations/backup/backup-run.entity.ts';
import { BankLine, BankPayer, BankStatement, BankStatementLine } from '../operations/bank/bank.entity.ts';
import { HealthReport } from '../operations/doctor/health-report.entity.ts';
import { Import, ImportedRow, ImportHead, ImportRow } from '../operations/imports/import.entity.ts';
import { InboundNotice, InboundShop } from '../operations/inbound/inbound.entity.ts';
import { ReportChange, ReportCount, ReportDay } from '../operations/reports/days/report-day.entity.ts';
import { ReportRecipient, SavedReport } from '../operations/reports/saved/saved-report.entity.ts';
import { Export } from '../operations/transfer/export.entity.ts';
import { Invitation, PasswordReset, SignInLink } from '../people/account/account-links.entity.ts';
import { Passkey, PasskeyChallenge } from '../people/account/passkey.entity.ts';
import { RecoveryCode, SecondFactor } from '../people/account/second-factor.entity.ts';
import { ApiKey, ApiKeyCall } from '../people/api-keys/api-key.entity.ts';
import { PushKey, PushSubscription } from '../people/auth/push-subscription.entity.ts';
import { Session } from '../people/auth/session.entity.ts';
import { Customer } from '../people/customers/customer.entity.ts';
import { CustomerAddress } from '../people/customers/customer-address.entity.ts';
import { CustomerMember } from '../people/customers/customer-member.entity.ts';
import { OfficeNote } from '../people/office-notes/office-note.entity.ts';
import { SavedView } from '../people/saved-views/saved-view.entity.ts';
import { User } from '../people/users/user.entity.ts';
import { meterStatements } from '../process/meter.ts';
import { Payment } from '../quoting/payments/payment.entity.ts';
import { PriceList } from '../quoting/price-lists/price-list.entity.ts';
import { QuotePromise } from '../quoting/promises/promise.entity.ts';
import {
  QuoteAcceptance,
  QuoteQuestion,
  QuoteRevision,
  QuoteVisitor,
} from '../quoting/quote-page/quote-acceptance.entity.ts';
import { WaitingWords } from '../quoting/quote-page/waiting-words.entity.ts';
import { DeletedQuote } from '../quoting/quotes/deleted-quote.entity.ts';
import { Quote, QuoteItem } from '../quoting/quotes/quote.entity.ts';
import { migrations } from './migrations/index.ts';
import { nameStatements } from './query.ts';

/** Answers by idempotency key; written in the transaction of the call itself, so that both are there or neither. */
const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    /** SHA-256 of caller, call and key. */
    id: p.text().primary(),
    fingerprint: p.text(),
    response: p.text().nullable(),
    createdAt: p.datetime(3).index(),
  },
});

/** A word sealed under the installation's secret, in one row: a process with another secret refuses to start. */
const SecretMark = defineEntity({
  name: 'SecretMark',
  tableName: 'secret_mark',
  properties: { id: p.integer().primary(), sealed: p.text() },
});

/** How often something happened in a window; counts of all server processes together. */
const RateCount = defineEntity({
  name: 'RateCount',
  tableName: 'rate_counts',
  properties: { bucket: p.text().primary(), count: p.integer(), resetsAt: p.datetime(3).index() },
});

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
 * Names the prepared statements of `query`, measures every statement, and frees broken connections. One that breaks
 * inside a transaction cannot be rolled back and is never released: the pool would lose a place each time, and the
 * process could not end.
 */
function manageConnections(pool: Pool): void {
  const taken = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_, client) => taken.delete(client));
  pool.on('connect', (client) => {
    nameStatements(client, pool);
    meterStatements(client);
    client.once('end', () => {
      if (!taken.has(client)) return;
      client.release(true);
      // The holder may release it as well.
      client.release = () => undefined;
    });
  });
}

/** At a million orders PostgreSQL may guess that compiling a statement pays; none of ours takes long enough for that. */
const neverCompile = async (client: ClientBase): Promise<void> => {
  await client.query('set jit = off');
};

export const ormOptions = (clientUrl: string, poolSize = DATABASE_CONNECTIONS.calls): Options =>
  defineConfig({
    clientUrl,
    entities: [
      FormerSubject,
      LoggedEvent,
      EventCounter,
      Webhook,
      WebhookDelivery,
      InboundShop,
      InboundNotice,
      WaitingWords,
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
      AddressFile,
      AddressHouse,
      AddressPin,
      AddressPlace,
      AddressStreet,
      MapService,
      TravelWay,
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
      HeldNotice,
      Plan,
      EtaLearned,
      DriverPosition,
      EtaNow,
      EtaPromise,
      OrderDelay,
      RecurringOrder,
      RecurringDay,
      SavedReport,
      ReportRecipient,
      ReportDay,
      ReportCount,
      ReportChange,
      Attempt,
      Calendar,
      Charge,
      Collection,
      CashCount,
      DeliveryRequest,
      Rating,
      MailOptOut,
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
      ApiKeyCall,
      OfficeNote,
      SavedView,
      Invitation,
      PasswordReset,
      SignInLink,
      TrackingCode,
      SecondFactor,
      RecoveryCode,
      Passkey,
      PasskeyChallenge,
      PushSubscription,
      PushKey,
      HealthReport,
      JobEnd,
      ProcessEnd,
      DeliveryPush,
      IdempotencyKey,
      RateCount,
      SecretMark,
      BackupRun,
      BankStatement,
      BankLine,
      BankStatementLine,
      BankPayer,
      Import,
      ImportRow,
      ImportedRow,
      ImportHead,
      Export,
      CustomerAddress,
      CustomerMember,
      Counter,
      SigningKey,
      Incident,
      Invoice,
      InvoiceCounter,
      InvoiceDiscount,
      InvoiceFile,
      InvoicePayment,
      InvoiceSource,
      PriceList,
      AccountingMonth,
      PayApproval,
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
    // The job queue keeps its tables in this database.
    // Only migrations create the triggers that keep the counters.
    schemaGenerator: { ignoreSchema: ['graphile_worker'], ignoreTriggers: true },
    pool: { min: 0, max: poolSize },
    // The whole address for the driver itself: MikroORM drops its query, and sslmode with it.
    driverOptions: {
      ...connectionOptions,
      connectionString: clientUrl,
      onPoolCreated: manageConnections,
      onConnect: neverCompile,
    },
    forceUtcTimezone: true,
    metadataCache: { enabled: false },
    ignoreUndefinedInQuery: true,
  });
