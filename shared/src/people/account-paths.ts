/** The pages of a person's account. Apart from `paths`, which every public page loads. */
export const accountPaths = {
  forgot: '/auth/forgot',
  reset: (token: string) => `/auth/reset/${token}`,
  join: (token: string) => `/join/${token}`,
  link: (token: string) => `/auth/link/${token}`,
  account: '/auth/account',
  /** Without scripts: the server answers it. */
  confirmEmail: (token: string) => `/auth/email/${token}`,
} as const;

export const isAccountPath = (path: string): boolean =>
  path === accountPaths.forgot ||
  path === accountPaths.account ||
  /^\/(auth\/reset|auth\/link|join)\/[^/]+$/.test(path);
