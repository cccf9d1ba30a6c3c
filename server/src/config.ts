import { isCountry } from '@quickfleet/shared/base/contact/call-links';
import type { HourCycle } from '@quickfleet/shared/base/time/zoned-time';
import type { Shades } from '@quickfleet/shared/company/accent';
import { type Brand, type BrandLogo, defaultBrand } from '@quickfleet/shared/company/brand';
import { type BusinessHours, usualHours } from '@quickfleet/shared/company/business-hours';
import type { SecondFactorRule, TrackingLevel } from '@quickfleet/shared/company/own-settings';
import { isTimeZone } from '@quickfleet/shared/company/own-settings';
import type { PromiseClock } from '@quickfleet/shared/company/promise-clock';
import type { PriceZone } from '@quickfleet/shared/quoting/pricing/price-zones';
import type { Language } from '@quickfleet/shared/words/languages';
import { z } from 'zod';
import { parseWebhookSecrets } from './security/webhook-signature.ts';

const yesNo = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], { error: 'must be true or false' })
  .transform((value) => ['true', '1', 'yes'].includes(value));
const days = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a number of days' })
    .transform(Number)
    .default(fallback);
const isOriginAlone = (value: string) => {
  const url = URL.parse(value);
  return !url || (url.username === '' && url.password === '' && /^\/*$/.test(url.pathname) && !/[?#]/.test(value));
};

export const ENCODE_HINT = 'characters like @ : / ? # % in them are percent-encoded (%40 for @)';
/**
 * Whether a URL with user and password parses as written: special characters in a password move its parts, or break it.
 */
function isWholeAddress(value: string): boolean {
  const url = URL.parse(value);
  if (url?.hash !== '' || `${url.pathname}${url.search}`.includes('@')) return false;
  try {
    return [url.username, url.password, url.pathname].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}
const NOT_WHOLE = `is not a valid address; if it has a user and a password, ${ENCODE_HINT}`;

const mapService = z
  .string()
  .refine((value) => /^https?:\/\/[^/@]+(\/|$)/.test(value) && URL.parse(value)?.hash === '', {
    error: 'must start with http:// or https:// and hold no password and no #',
  })
  .optional();

/** Every variable the product reads, with its default; an empty environment starts the app. */
export const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a port number' })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'must be a port number' })
    .default(3000)
    .describe('Port of the web server'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on; 0.0.0.0 in a container'),
  PUBLIC_URL: z
    .string()
    .refine((value) => /^https?:\/\/[^/]+/.test(value) && URL.canParse(value), {
      error: 'must start with http:// or https://',
    })
    .refine(isOriginAlone, { error: 'must be an address like https://fleet.example.com, without path or password' })
    .transform((value) => URL.parse(value)?.origin ?? value)
    .optional()
    .describe('Address people reach it at; used in every link that leaves the house'),
  DATA_DIR: z.string().min(1).default('./data').describe('Where the embedded database and the photos live'),
  QUICKFLEET_ROLE: z
    .enum(['all', 'server', 'worker'], { error: 'must be all, server or worker' })
    .default('all')
    .describe('What this process does: server answers people, worker does the jobs, all does both'),
  FILES_STORE: z
    .enum(['folder', 's3'], { error: 'must be folder or s3' })
    .default('folder')
    .describe('Where new photos and signatures go: the folder files in DATA_DIR, or a bucket'),
  S3_ENDPOINT: z
    .string()
    .refine((value) => /^https?:\/\/[^/]+/.test(value) && URL.canParse(value), {
      error: 'must start with http:// or https://',
    })
    .refine(isOriginAlone, { error: 'must be an address like https://s3.example.com, without path or password' })
    .transform((value) => URL.parse(value)?.origin ?? value)
    .optional()
    .describe('Address of the S3-compatible store; that of Amazon for S3_REGION when absent'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'must be the name of a bucket' })
    .optional()
    .describe('The private bucket of the files; files are also read from it when FILES_STORE is folder'),
  S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, { error: 'must be a prefix like quickfleet/' })
    .transform((value) => value.replace(/\/?$/, '/'))
    .default('')
    .describe('Put before the name of every object, when the bucket holds other things too'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket'),
  S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe("Key for the bucket; the machine's own role or AWS_* variables when absent"),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret of that key'),
  S3_FORCE_PATH_STYLE: yesNo
    .optional()
    .describe('Whether the bucket is named in the path and not in the host; true when S3_ENDPOINT is set'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://' })
    .refine(isWholeAddress, { error: NOT_WHOLE })
    .optional()
    .describe('A PostgreSQL 14 or newer of your own instead of the embedded one'),
  DATABASE_WAIT: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'must be a number of seconds' })
    .transform(Number)
    .default(60)
    .describe('How many seconds a start waits for a database that does not answer yet'),
  SESSION_SECRET: z
    .string()
    .refine((value) => value.split(',').every((secret) => secret.trim().length >= 32), {
      error: 'must have at least 32 characters',
    })
    .optional()
    .describe(
      'Signs cookies and protects access codes; several, separated by commas, newest first, while you rotate it. Made and kept in DATA_DIR when absent',
    ),
  ADMIN_USERNAME: z.string().min(1).default('admin').describe('User name of the first admin'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, { error: 'must have at least 8 characters' })
    .optional()
    .describe('Password of the first admin; made and printed once when absent'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must start with smtp:// or smtps://' })
    .refine(isWholeAddress, { error: NOT_WHOLE })
    .refine((value) => Boolean(URL.parse(value)?.hostname), { error: 'must name the mail server' })
    .optional()
    .describe('Mail server; without it mails are kept and can be read in the admin'),
  SMS_URL: z
    .string()
    .refine((value) => /^https?:\/\/[^/]+/.test(value) && isWholeAddress(value), {
      error: `must start with http:// or https://; if it has a user and a password, ${ENCODE_HINT}`,
    })
    .optional()
    .describe('SMS service that text messages to recipients are posted to; without it there are none'),
  SMS_SECRET: z
    .string()
    .refine((value) => parseWebhookSecrets(value) !== undefined, {
      error: 'must be whsec_ and at least 24 characters of base64; several with commas between them',
    })
    .optional()
    .describe(
      'Signs what is posted to SMS_URL (Standard Webhooks, whsec_…); several, separated by commas, while you rotate it',
    ),
  MAIL_FROM: z
    .string()
    .min(3)
    .optional()
    .describe('Sender of every mail; SUPPORT_EMAIL with the brand name when absent'),
  ADMIN_EMAIL: z
    .email({ error: 'must be an e-mail address' })
    .optional()
    .describe('Where mails for the office go: new quotes, failed attempts, claims'),
  BRAND_NAME: z.string().min(1).max(60).default('QuickFleet').describe('The name people see'),
  SUPPORT_PHONE: z.string().min(1).max(40).default('+1 (555) 010-0199').describe('Phone number on the public pages'),
  SUPPORT_EMAIL: z
    .email({ error: 'must be an e-mail address' })
    .default('support@quickfleet.example')
    .describe('E-mail address on the public pages'),
  BUSINESS_TIMEZONE: z
    .string()
    .refine(isTimeZone, { error: 'must be a time zone like Europe/Vienna' })
    .default('UTC')
    .describe('Time zone of "today" and of months'),
  BUSINESS_COUNTRY: z
    .string()
    .toUpperCase()
    .refine(isCountry, { error: 'must be a country of two letters like AT' })
    .default('US')
    .describe('Country of phone numbers that name none'),
  ALLOW_REGISTRATION: yesNo.default(true).describe('Whether strangers may register as ordinary users'),
  MAIL_RETENTION_DAYS: days(730).describe('Days after which a sent mail is deleted; 0 keeps them forever'),
  HISTORY_RETENTION_DAYS: days(3650).describe('Days after which a line of history is deleted; 0 keeps them forever'),
  TRUST_PROXY: z
    .string()
    .min(1)
    .optional()
    .describe('Addresses of your reverse proxies, separated by commas, to trust for X-Forwarded-* headers'),
  LIMIT_SCALE: z
    .string()
    .regex(/^\d+(\.\d+)?$/, { error: 'must be a number' })
    .transform(Number)
    .refine((scale) => scale > 0, { error: 'must be more than 0' })
    .default(1)
    .describe('Multiplies every rate limit'),
  PAYMENTS_WEBHOOK_SECRET: z
    .string()
    .refine((value) => parseWebhookSecrets(value) !== undefined, {
      error: 'must be whsec_ and at least 24 characters of base64; several with commas between them',
    })
    .optional()
    .describe(
      'Secret that payment events are signed with (Standard Webhooks, whsec_…); several, separated by commas, while you rotate it. Without it payment events are refused',
    ),
  MAP_STYLE_URL: z
    .string()
    .refine((value) => /^https?:\/\/[^/@]+(\/|$)/.test(value) && URL.parse(value)?.hash === '', {
      error: 'must start with http:// or https:// and hold no password and no #',
    })
    .optional()
    .describe(
      'Style of the map on tracking pages and "On the road"; its tiles are asked for at the same origin. Every browser sees this address',
    ),
  MAP_PMTILES_PATH: z
    .string()
    .min(1)
    .optional()
    .describe('A PMTiles file that the map is drawn from instead; served by this server'),
  GEOCODER_URL: mapService.describe(
    'Geocoder that finds the places of addresses that your address file does not have; only the worker asks it',
  ),
  GEOCODER_KIND: z
    .enum(['photon', 'nominatim', 'pelias'], { error: 'must be photon, nominatim or pelias' })
    .default('photon')
    .describe('What answers at GEOCODER_URL: photon, nominatim or pelias'),
  GEOCODER_KEY: z.string().min(1).optional().describe('Key that the geocoder asks for'),
  GEOCODER_PER_SECOND: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,3})?$/, { error: 'must be a number' })
    .transform(Number)
    .refine((rate) => rate > 0, { error: 'must be more than 0' })
    .default(1)
    .describe('How many questions a second the geocoder gets at most, from all processes together'),
  ROUTING_URL: mapService.describe(
    'Routing service that knows minutes and kilometres between places; without it they are estimated from your deliveries',
  ),
  ROUTING_KIND: z
    .enum(['osrm', 'valhalla', 'openrouteservice'], { error: 'must be osrm, valhalla or openrouteservice' })
    .default('osrm')
    .describe('What answers at ROUTING_URL: osrm, valhalla or openrouteservice'),
  ROUTING_KEY: z.string().min(1).optional().describe('Key that the routing service asks for'),
  VROOM_URL: z
    .string()
    .refine((value) => /^https?:\/\/[^/@]+(\/|$)/.test(value) && URL.canParse(value), {
      error: 'must start with http:// or https:// and hold no password',
    })
    .optional()
    .describe('A VROOM that plans days instead of our own planner, which does it where VROOM fails'),
  METRICS_TOKEN: z
    .string()
    .min(8)
    .optional()
    .describe('Bearer token of /metrics, at least 8 characters; /metrics is off without it'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((value) => /^https?:\/\/[^/@]+(\/|$)/.test(value) && URL.canParse(value), {
      error: 'must start with http:// or https:// and hold no password',
    })
    .optional()
    .describe('Collector that gets OpenTelemetry traces over OTLP/HTTP, like http://127.0.0.1:4318'),
  WEBHOOKS_ALLOW_HOSTS: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine((hosts) => hosts.every((host) => URL.canParse(`http://${host}`)), {
      error: 'must be hosts like hooks.example.internal or 10.0.0.5:8080, separated by commas',
    })
    .default([])
    .describe(
      'Hosts that webhooks may be sent to although they are private, or without https; with their port or any, separated by commas',
    ),
  PUSH_SERVICES: z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim()))
    .refine((origins) => origins.every((origin) => URL.parse(origin)?.origin === origin && /^https?:/.test(origin)), {
      error: 'must be origins like https://push.example.com, separated by commas',
    })
    .optional()
    .describe('Push services besides those of the usual browsers, as origins separated by commas'),
  BACKUP_TIME: z
    .string()
    .regex(/^(off|([01]\d|2[0-3]):[0-5]\d)$/, { error: 'must be a time like 03:00, or off' })
    .default('03:00')
    .describe("When the nightly backup is made, in the company's time zone; off for none"),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Where backups go, best on another disk; the folder backups in DATA_DIR when absent'),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, { error: 'must be a number from 1 to 999' })
    .transform(Number)
    .default(7)
    .describe('How many nightly backups are kept'),
  BACKUP_WAL: yesNo
    .default(true)
    .describe(
      'Whether changes between nightly backups are archived too, so that any second can be restored; embedded database only',
    ),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, { error: 'must have at least 12 characters' })
    .optional()
    .describe('Encrypts the secrets in a backup; without it they are not in it'),
  BACKUP_PASSPHRASE_FILE: z.string().min(1).optional().describe('A file that holds BACKUP_PASSPHRASE instead'),
  EXPORT_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Where exports of everything wait to be downloaded; the folder exports in DATA_DIR when absent'),
  SANDBOX: yesNo
    .default(false)
    .describe('A second installation to try things in: no mail and no push message is sent, papers say TEST'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much the server logs'),
});
export type Environment = z.infer<typeof environment>;

const PLACE = /@(?:[^@>]*\.)?example(?:\.(?:com|net|org))?>?$/i;
interface Placeholder {
  text: string;
  /** It stands in the environment, and nothing in Settings changes it. */
  isLocked: boolean;
}
/** Settings that still say what came with the product, once mail can leave: customers would read it, and answer to it. */
export function placeholdersIn(config: Environment & Pick<Config, 'fromEnvironment'>): Placeholder[] {
  if (!config.SMTP_URL) return [];
  const defaults = environment.parse({});
  const names = ['SUPPORT_EMAIL', 'MAIL_FROM', 'ADMIN_EMAIL', 'BRAND_NAME', 'SUPPORT_PHONE'] as const;
  return names.flatMap((name) => {
    const value = config[name];
    return value !== undefined && (value === defaults[name] || PLACE.test(value))
      ? [{ text: `${name} (${value})`, isLocked: config.fromEnvironment.has(name) }]
      : [];
  });
}

/**
 * Settings that a command line or a test adds to the environment's. Those of `variableOf` that the environment leaves
 * open follow the company's settings while the process runs (company/settings/live-settings.ts).
 */
export interface Config extends Environment {
  /** Names of the variables that were set. */
  fromEnvironment: ReadonlySet<string>;
  /** Where answers to mails go, if not to their sender. */
  replyTo: string | null;
  secondFactor: SecondFactorRule;
  /** What a tracking number alone shows. */
  trackingLevel: TrackingLevel;
  hourCycle: HourCycle;
  /** That of readers who choose none and of browsers that ask for none of ours. */
  language: Language;
  hours: BusinessHours;
  areaServed: string | null;
  imprint: Brand['imprint'];
  promises: { quoteHours: number; answerHours: number; clock: PromiseClock };
  /** Kept next to the settings, because the size is the file's. */
  logo: BrandLogo | null;
  /** What areas are called by the company's prices. */
  priceZones: readonly PriceZone[];
  shades: Shades | null;
  accent: string | null;
  site: Brand['site'];
  website: string | null;
  isDemo: boolean;
  /** What a ribbon on every page tells of. */
  ribbon: 'demo' | 'sandbox' | null;
  /** Text messages are written as if there were an SMS service, and are never sent. */
  keepsSms: boolean;
  /** A word across every page of a paper. */
  paperMark: string | null;
}

/** Whether text messages are written to recipients. */
export const hasSms = ({ SMS_URL, keepsSms }: Config): boolean => SMS_URL !== undefined || keepsSms;

/** Of the tests and the build, which are no settings. */
const OTHERS = new Set([
  'QUICKFLEET_API',
  'QUICKFLEET_BUILD',
  'QUICKFLEET_CHROME',
  'QUICKFLEET_ROUNDS',
  'QUICKFLEET_SLOW',
]);
const CLOSE_MIN = 7;

/** How many letters one has to add, take away, change or swap with their neighbour to make one word of the other. */
function distance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const cost = one[row - 1] === other[at - 1] ? 0 : 1;
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      next[at] = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + cost,
        swapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}

/** A line for each variable that is no setting and looks like one: a slip of the pen would be no setting at all. */
export function misspelledSettings(source: Record<string, string | undefined>): string[] {
  const names = Object.keys(environment.shape);
  const isLike = (name: string, known: string) =>
    (name.length >= CLOSE_MIN && distance(name.toUpperCase(), known) <= (known.length > 8 ? 2 : 1)) ||
    (name.includes('_') && (known.startsWith(`${name}_`) || name.startsWith(`${known}_`)) && known.includes('_'));
  return Object.keys(source).flatMap((name) => {
    if (names.includes(name) || OTHERS.has(name)) return [];
    const meant = names.find((known) => isLike(name, known));
    if (meant) return [`${name} is not a setting of QuickFleet. Did you mean ${meant}?`];
    return name.startsWith('QUICKFLEET_') ? [`${name} is not a setting of QuickFleet.`] : [];
  });
}

/** What must not be printed when it is wrong: a log keeps it. */
const SECRET = /PASSWORD|SECRET|TOKEN|PASSPHRASE$|_URL$/;

const describeIssue = (name: string, message: string, given: Record<string, unknown>) =>
  SECRET.test(name) ? `${name} ${message}` : `${name} ${message} (it is "${String(given[name])}")`;

/** Reads and checks the environment once. Throws one sentence that names each bad variable; '' counts as absent. */
export function readConfig(
  source: Record<string, string | undefined> = process.env,
  extra: Partial<Config> = {},
): Config {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues.map((issue) => describeIssue(issue.path.join('.'), issue.message, given)).join('; '),
    );
  }
  const config: Config = {
    ...parsed.data,
    isDemo: false,
    ribbon: null,
    paperMark: null,
    keepsSms: false,
    replyTo: null,
    secondFactor: 'optional',
    trackingLevel: 'open',
    hourCycle: 'h12',
    language: 'en',
    hours: usualHours,
    areaServed: null,
    imprint: defaultBrand.imprint,
    promises: defaultBrand.promises,
    logo: null,
    priceZones: [],
    shades: null,
    accent: null,
    site: defaultBrand.site,
    website: null,
    fromEnvironment: new Set(
      [...Object.keys(given), ...Object.keys(extra)].filter((name) => name in environment.shape),
    ),
    ...extra,
  };
  // The proxy says that a visitor came over https; one that is not trusted cannot, and cookies would not be Secure.
  if (config.PUBLIC_URL?.startsWith('https:') && !config.TRUST_PROXY)
    throw new Error(
      'PUBLIC_URL is https, so TRUST_PROXY must name the reverse proxy that does TLS, for example TRUST_PROXY=127.0.0.1',
    );
  if (config.MAP_STYLE_URL && config.MAP_PMTILES_PATH)
    throw new Error('MAP_STYLE_URL and MAP_PMTILES_PATH are two sources of one map: set one of them');
  if (config.PUBLIC_URL?.startsWith('https:') && config.MAP_STYLE_URL?.startsWith('http:'))
    throw new Error('PUBLIC_URL is https, so MAP_STYLE_URL must be https too: browsers would load no map');
  if (config.FILES_STORE === 's3' && !config.S3_BUCKET)
    throw new Error('FILES_STORE is s3, so S3_BUCKET must name the bucket of the files');
  if (Boolean(config.S3_ACCESS_KEY_ID) !== Boolean(config.S3_SECRET_ACCESS_KEY))
    throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both or neither');
  if (config.QUICKFLEET_ROLE !== 'all' && !config.DATABASE_URL)
    throw new Error(
      `QUICKFLEET_ROLE is ${config.QUICKFLEET_ROLE}, so DATABASE_URL must name the PostgreSQL that all processes share; the embedded one serves one process`,
    );
  return config;
}
