import type { ReportName } from './operations/reports/report-names.ts';

/** The sections of /admin/developers with addresses; the first section is at the screen's own. */
export const developerSections = ['deliveries', 'keys', 'events', 'verify', 'shops', 'imports'] as const;
export type DeveloperSection = (typeof developerSections)[number];

/** Every screen's path. */
export const paths = {
  home: '/',
  track: '/track',
  trackNumber: (trackingNumber: string) => `/track/${encodeURIComponent(trackingNumber)}`,
  /** The customer's page of a quote; the token is the whole right to it. */
  quote: (token: string) => `/q/${encodeURIComponent(token)}`,
  /** The customer's or recipient's page of a delivery; the token is the whole right to it. */
  /** Of a calendar feed. */
  calendar: (token: string) => `/calendar/${encodeURIComponent(token)}.ics`,
  delivery: (token: string) => `/t/${encodeURIComponent(token)}`,
  driver: '/driver',
  signIn: '/auth',
  adminSignIn: '/admin/auth',
  admin: '/admin',
  adminWelcome: '/admin/welcome',
  adminQuotes: '/admin/quotes',
  adminOrders: '/admin/orders',
  adminOrderNew: '/admin/orders/new',
  adminBoard: '/admin/board',
  adminTemplates: '/admin/email-templates',

  adminTeam: '/admin/team',
  adminCustomers: '/admin/customers',
  adminCustomer: (id: number) => `/admin/customers/${id}`,
  adminRecurring: '/admin/recurring',
  adminIncidents: '/admin/incidents',
  adminInvoices: '/admin/invoices',
  adminSettings: '/admin/settings',
  adminMailbox: '/admin/mailbox',
  adminActivity: '/admin/activity',
  adminImports: '/admin/imports',
  adminReports: '/admin/reports',
  adminReport: (name: ReportName) => `/admin/reports/${name}`,
  adminEta: '/admin/reports/eta',
  adminRatings: '/admin/reports/ratings',
  adminRoad: '/admin/road',
  adminDevelopers: '/admin/developers',
  adminDevelopersAt: (section: DeveloperSection) => `/admin/developers/${section}`,
  privacy: '/privacy',
  terms: '/terms',
  /** Who the company is, as several countries demand. */
  imprint: '/imprint',
  verify: '/verify',
  /** What was ordered with one's e-mail address. */
  my: '/my',
  /** A quote of a customer that one may see. */
  myQuote: (reference: string) => `/my/quotes/${encodeURIComponent(reference)}`,
  /** Shown in pages of other sites by /embed.js. */
  embedTracking: '/embed/tracking',
  embedQuote: '/embed/quote',
} as const;

/**
 * The pages that the server renders (client/src/render.tsx). The build writes a template for each
 * (scripts/build/page-templates.ts); the client loads the page's part before the rest. The staff's screens are rendered in
 * the browser.
 */
export const frames = [
  'home',
  'track',
  'order',
  'quote',
  'delivery',
  'auth',
  'adminAuth',
  'driver',
  'privacy',
  'terms',
  'imprint',
  'verify',
  'embedTracking',
  'embedQuote',
  'my',
  'missing',
] as const;
export type Frame = (typeof frames)[number];
const framePaths: ReadonlyMap<string, Frame> = new Map(
  Object.entries<Frame>({
    [paths.home]: 'home',
    [paths.track]: 'track',
    [paths.signIn]: 'auth',
    [paths.adminSignIn]: 'adminAuth',
    [paths.driver]: 'driver',
    [paths.privacy]: 'privacy',
    [paths.terms]: 'terms',
    [paths.imprint]: 'imprint',
    [paths.verify]: 'verify',
    [paths.embedTracking]: 'embedTracking',
    [paths.embedQuote]: 'embedQuote',
    [paths.my]: 'my',
  }),
);

export const isEmbedPath = (path: string): boolean => path === paths.embedTracking || path === paths.embedQuote;

/** Undefined for what is rendered in the browser. */
export const frameOf = (path: string): Frame | undefined => {
  if (/^\/track\/[^/]/.test(path)) return 'order';
  if (/^\/q\/[^/]/.test(path)) return 'quote';
  if (/^\/t\/[^/]/.test(path)) return 'delivery';
  return framePaths.get(path) ?? (/^\/(admin|auth|join|my)(\/|$)/.test(path) ? undefined : 'missing');
};

export const API_BASE = '/api/v1';
/** The company's PMTiles file, if it has one. */
export const MAP_FILE = '/map.pmtiles';
export const TRPC_BASE = '/trpc';
