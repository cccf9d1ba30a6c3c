import { normaliseIdentifier, normaliseToken } from './base/pasted.ts';

/** The sections of /admin/developers with addresses; the first section is at the screen's own. */
export const developerSections = ['deliveries', 'keys', 'events', 'verify', 'imports'] as const;
export type DeveloperSection = (typeof developerSections)[number];

/** Every screen's path. */
export const paths = {
  home: '/',
  track: '/track',
  trackNumber: (trackingNumber: string) => `/track/${encodeURIComponent(trackingNumber)}`,
  /** The customer's page of a quote; the token is the whole right to it. */
  quote: (token: string) => `/q/${encodeURIComponent(token)}`,
  driver: '/driver',
  signIn: '/auth',
  adminSignIn: '/admin/auth',
  admin: '/admin',
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
  adminSettings: '/admin/settings',
  adminMailbox: '/admin/mailbox',
  adminImports: '/admin/imports',
  adminDevelopers: '/admin/developers',
  adminDevelopersAt: (section: DeveloperSection) => `/admin/developers/${section}`,
  privacy: '/privacy',
  terms: '/terms',
  verify: '/verify',
  /** Shown in pages of other sites by /embed.js. */
  embedTracking: '/embed/tracking',
  embedQuote: '/embed/quote',
} as const;

/** Paths that exist; any other is answered with 404. */
export const isKnownPath = (path: string): boolean =>
  Object.values(paths).some((known) => known === path) ||
  developerSections.some((section) => path === paths.adminDevelopersAt(section)) ||
  /^\/(track|q)\/[^/]+$/.test(path) ||
  /^\/admin\/customers\/[1-9]\d{0,8}$/.test(path);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * The one spelling of a screen's path: in lower case, without a slash at its end, with the tracking number as it is
 * stored and a quote's token as it was given. A path that is no screen stays as it came.
 */
export function canonicalPath(path: string): string {
  const plain = path.replace(/(?<=[^/])\/+$|(?<=^\/)\/+$/, '');
  const number = /^\/track\/([^/]+)$/i.exec(plain)?.[1];
  if (number !== undefined) {
    const trackingNumber = normaliseIdentifier(number);
    return trackingNumber === '' ? paths.track : paths.trackNumber(trackingNumber);
  }
  const token = /^\/q\/([^/]+)$/i.exec(plain)?.[1];
  if (token !== undefined) return paths.quote(normaliseToken(token) || decoded(token));
  const known = plain.toLowerCase();
  return isKnownPath(known) ? known : path;
}

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
  'auth',
  'adminAuth',
  'driver',
  'privacy',
  'terms',
  'verify',
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
    [paths.verify]: 'verify',
  }),
);

export const isEmbedPath = (path: string): boolean => path === paths.embedTracking || path === paths.embedQuote;

/** Undefined for what is rendered in the browser. */
export const frameOf = (path: string): Frame | undefined => {
  if (/^\/track\/[^/]/.test(path)) return 'order';
  if (/^\/q\/[^/]/.test(path)) return 'quote';
  return framePaths.get(path) ?? (isEmbedPath(path) || /^\/admin(\/|$)/.test(path) ? undefined : 'missing');
};

export const API_BASE = '/api/v1';
export const TRPC_BASE = '/trpc';
