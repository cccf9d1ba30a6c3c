// Without a schema: pages that only show or read a number leave the checking library behind.

/** Tracking input as people type it: spaces and dashes dropped, upper-cased. */
export const normaliseTracking = (value: string): string => value.replace(/%20|[\s\u00A0–—-]/g, '').toUpperCase();

/** In groups of four, as people read them aloud: QF00 1234 5678 90. */
export const formatTracking = (value: string): string => value.replace(/(.{4})(?=.)/g, '$1 ');
