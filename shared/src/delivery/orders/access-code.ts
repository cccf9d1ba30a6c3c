// Without a schema: the portal's first view only reads a code and leaves the checking library behind.

import { normaliseIdentifier } from '../../base/pasted.ts';

/** A code as people read it aloud: O is read as 0, I and L as 1. */
export const normaliseAccessCode = (value: string): string =>
  normaliseIdentifier(value).replaceAll('O', '0').replaceAll(/[IL]/g, '1');
