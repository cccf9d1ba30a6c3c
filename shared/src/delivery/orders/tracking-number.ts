// Without a schema: pages that only show or read a number leave the checking library behind.

export { normaliseIdentifier as normaliseTracking } from '../../base/pasted.ts';

/** In groups of four, as people read them aloud: QF00 1234 5678 90. */
export const formatTracking = (value: string): string => value.replace(/(.{4})(?=.)/g, '$1 ');
