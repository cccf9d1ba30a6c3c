// Without a schema: the portal's first view only reads a code and leaves the checking library behind.

/** A code as people read it aloud: spaces and dashes dropped, upper-cased, O read as 0, I and L as 1. */
export const normaliseAccessCode = (value: string): string =>
  value
    .replace(/[\s\u00A0–—-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
