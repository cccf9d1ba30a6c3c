import { resolve } from 'node:path';

/**
 * What glibc and Node read only when a process begins. One pool for all threads, where each would keep what it once
 * needed; and what Node made of the sources is kept beside the packages, where nobody but an installation writes: the
 * next start neither reads TypeScript anew nor holds what strips its types.
 */
export const lean = {
  MALLOC_ARENA_MAX: '1',
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../../node_modules/.cache/quickfleet'),
};
