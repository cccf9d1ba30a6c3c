/**
 * The first statement of a migration that changes a table others are using: everybody who comes after it waits with it,
 * so it gives way soon, and migrate() comes back.
 */
export const BRIEFLY = `set local lock_timeout = '150ms';`;
