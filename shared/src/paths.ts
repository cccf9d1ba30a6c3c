/** Every screen's path (specification section 2; the last block is ours, design section 2). */
export const paths = {
  home: '/',
  track: '/track',
  trackNumber: (trackingNumber: string) => `/track/${encodeURIComponent(trackingNumber)}`,
  driver: '/driver',
  signIn: '/auth',
  adminSignIn: '/admin/auth',
  admin: '/admin',
  adminQuotes: '/admin/quotes',
  adminOrders: '/admin/orders',
  adminTemplates: '/admin/email-templates',

  adminTeam: '/admin/team',
  adminCustomers: '/admin/customers',
  adminSettings: '/admin/settings',
  adminMailbox: '/admin/mailbox',
  privacy: '/privacy',
  terms: '/terms',
} as const;

/** Paths that exist; any other is answered with 404. A trailing slash is the same page. */
export const isKnownPath = (path: string): boolean => {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return Object.values(paths).some((known) => known === plain) || /^\/track\/[^/]+$/.test(plain);
};

/**
 * The pages that people open first. The build writes a frame for each (scripts/prerender.ts), the server hands it out,
 * the client loads its part before the rest.
 */
const frames = {
  home: /^\/$/,
  track: /^\/track\/?$/,
  order: /^\/track\/./,
  auth: /^\/auth\/?$/,
  adminAuth: /^\/admin\/auth\/?$/,
  driver: /^\/driver\/?$/,
};
export type Frame = keyof typeof frames;

export const frameOf = (path: string): Frame | undefined => {
  for (const [frame, paths] of Object.entries(frames)) if (paths.test(path)) return frame as Frame;
  return undefined;
};

export const API_BASE = '/api/v1';
export const TRPC_BASE = '/trpc';
