/** 'first last', else the username. */
export const displayName = (of: { username: string; firstName?: string | null; lastName?: string | null }): string =>
  [of.firstName, of.lastName].filter(Boolean).join(' ') || of.username;
