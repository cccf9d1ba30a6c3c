import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { SandboxContent, SandboxState } from '@quickfleet/shared/operations/sandbox';
import type { Scope } from '@quickfleet/shared/permissions';
import type { Role } from '@quickfleet/shared/roles';
import type { Language } from '@quickfleet/shared/words/languages';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { FileStore } from '../files/files.ts';
import type { Incoming } from '../files/incoming.ts';
import { type Clock, dayIn } from '../process/clock.ts';
import type { Secrets } from '../security/secrets.ts';
import type { EventHub } from './streams/events.ts';
import type { Place } from './streams/shared-streams.ts';

/** The event log, as those below it know it. */
export interface EventLog {
  /** Writes what happened in this transaction, at its end. */
  write(services: Services, em: EntityManager): Promise<void>;
  /** Keeps how an object looks now, before it goes: its event says that. */
  keep(ctx: Pick<AppContext, 'services' | 'em'>, subject: 'quote' | 'order' | 'customer', id: number): Promise<void>;
}

/** What a sandbox can do besides (demo/sandbox.ts). */
export interface Sandbox {
  /** Deletes what is there, except the admins and their keys, and fills it. */
  reset(to: SandboxContent): Promise<SandboxState>;
  /** Whether a job of the queue is left out: what leaves the sandbox, and all while it is reset. */
  keepsFromRunning(task: string): boolean;
}

/** What lives as long as the process. */
export interface Services {
  config: Config;
  orm: MikroORM;
  secrets: Secrets;
  files: FileStore;
  incoming: Incoming;
  events: EventHub;
  eventLog: EventLog;
  clock: Clock;
  log: FastifyBaseLogger;
  sandbox?: Sandbox;
}

/** A signed-in person, as the database holds them at this very request. */
export interface SignedIn {
  id: number;
  username: string;
  role: Role;
  name: string;
  /** Their sign-in needs a code too. */
  hasFactor: boolean;
}
export interface KeyHolder {
  id: number;
  makerId: number;
  name: string;
  scopes: Scope[];
  /** A merchant's: its calls know this customer's rows alone (http/caller/merchant.ts). */
  customerId: number | null;
  /** It was rotated, and this is the one before. */
  isPrevious: boolean;
}
/** One order that an access code opened in this browser. */
export interface CodeGrant {
  orderId: number;
  /** Hash of the code that opened it: a new code closes the old doors. */
  codeHash: string;
  at: string;
  /** Set when this session's right to the order has ended; it may then only hand in evidence. */
  endedAt?: string;
}

/** An order that a postcode or a mailed code unlocked in this browser. */
export interface UnlockedOrder {
  trackingNumber: string;
  until: string;
}

/** Who stands behind a request; a staff login and opened orders may share a browser. */
export interface Caller {
  user?: SignedIn;
  key?: KeyHolder;
  /** The address, in lower case, that a mailed link proved to be this browser's person's. */
  email?: string;
  /** Orders that this browser sees in full by their number, each until a time (delivery/tracking). */
  unlocked?: UnlockedOrder[];
  /** The customer that a member books for with this call: it sees and makes what the customer's own key would. */
  booksFor?: number;
  /** A shop of that customer, by the name that its connection has: it books by a signed notice. */
  shop?: string;
  /** SHA-256 of the session's id, when there is a stored session. */
  sessionHash?: string;
  grants: CodeGrant[];
  /** Opened by this session and closed since: new code, order finished or deleted. Only evidence is still accepted. */
  endedGrants?: CodeGrant[];
  /** Stable for one visitor's browser; ties pending uploads to their sender. */
  visitor: string;
  /** The product itself, in a job of the queue. */
  isSystem?: true;
}

/** What a service may change about the browser's session. */
export interface SessionHandle {
  signIn(userId: number): Promise<void>;
  signOut(): Promise<void>;
  /** The opened orders, with those that have ended. */
  setGrants(grants: CodeGrant[]): Promise<void>;
  /** This browser's person owns the address, which is in lower case. */
  openEmail(address: string): Promise<void>;
  /** This browser sees one more order in full. */
  unlock(order: UnlockedOrder): Promise<void>;
  /** This browser is answered in a language from now on; null leaves it to the browser again. */
  speak(language: Language | null): void;
  /** This device counts as one that the user has signed in on. */
  knowDevice(userId: number): void;
  /** The name of this device, when this user has signed in on it before. */
  knownDevice(userId: number): string | undefined;
}

/** How far a counted limit is used up after this call. */
export interface LimitState {
  name: string;
  max: number;
  seconds: number;
  left: number;
  /** Seconds until it starts again. */
  wait: number;
}
/** What a call leaves for the headers of its answer. */
export interface AnswerNotes {
  limits: LimitState[];
  /** The answer is the one that this Idempotency-Key had before. */
  isReplay: boolean;
  /** Nothing was made: what the call would make was there already. */
  isKnown: boolean;
  /** Fields of the body that nothing knows, by their paths. */
  unknownFields?: readonly string[];
  /** Of a list that the call judges one by one: what is refused before, by its index. */
  refusedEntries?: ReadonlyMap<number, Error>;
}

export interface RequestInfo {
  id: string;
  ip: string;
  method: string;
  /** Idempotency-Key and If-Match as they were sent. */
  idempotencyKey: string | undefined;
  ifMatch: string | undefined;
  device: string | null;
  /** Of this site, as the browser calls it: 'https://delivery.example.com'. */
  origin: string;
  notes?: AnswerNotes;
}

/** What a request brings, before a call has its EntityManager. */
export interface RequestContext {
  services: Services;
  caller: Caller;
  request: RequestInfo;
  session: SessionHandle;
  /** Why this call mails no customer and no recipient, in the words of the history. */
  noMailBecause?: string;
  /** One row of a file: the office, which sent it, gets no mail for each. */
  isBulk?: true;
  /** Of a live stream of somebody without an account: takes the open answer over from here. */
  handOver?: (place: Place) => void;
}

/** What every service function gets; in a mutation `em` is inside the call's one transaction. */
export interface AppContext extends RequestContext {
  em: EntityManager;
  /** How far the permission table lets this caller go: 'own' means only what is theirs. */
  grant: 'yes' | 'own';
}

/** What a job of the queue calls services with. */
export const systemContext = (services: Services): RequestContext => ({
  services,
  caller: { grants: [], visitor: 'system', isSystem: true },
  request: {
    id: 'job',
    ip: '127.0.0.1',
    method: 'JOB',
    idempotencyKey: undefined,
    ifMatch: undefined,
    device: null,
    origin: 'http://localhost',
  },
  session: {
    signIn: async () => undefined,
    signOut: async () => undefined,
    speak: () => undefined,
    setGrants: async () => undefined,
    openEmail: async () => undefined,
    unlock: async () => undefined,
    knowDevice: () => undefined,
    knownDevice: () => undefined,
  },
});

/** What work outside a request has of it: a transaction and the process. */
export type WorkContext = Pick<AppContext, 'services' | 'em'>;

export const now = (ctx: Pick<RequestContext, 'services'>): Date => ctx.services.clock();
/** Today where the company is, YYYY-MM-DD. */
export const todayOf = (ctx: Pick<RequestContext, 'services'>): string =>
  dayIn(ctx.services.config.BUSINESS_TIMEZONE, now(ctx));

/** For a part of a call that changes another thing than the call's If-Match is about. */
export const withoutIfMatch = (ctx: AppContext): AppContext => ({
  ...ctx,
  request: { ...ctx.request, ifMatch: undefined },
});
