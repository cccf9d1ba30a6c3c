import { resolve, sep } from 'node:path';

/** Letters, digits and `_ . -`, with single slashes between them. */
const NAMES = /^[\w.-]+(?:\/[\w.-]+)*$/;

/** A name from an archive, a manifest, a header or a row that is no place below its folder. */
export class UnsafePathError extends Error {
  constructor(name: string) {
    super(`${printable(name.slice(0, 200))} is no name of a file here`);
  }
}

/**
 * Where a file lies below `folder`: the one way from a name that came from outside to a path. Throws for whatever leads
 * out of the folder or to the folder itself, and for names that we never give.
 */
export function pathWithin(folder: string, name: string): string {
  const root = resolve(folder);
  const path = resolve(root, name);
  const isPlain = NAMES.test(name) && !name.split('/').some((part) => part === '.' || part === '..');
  if (!isPlain || !path.startsWith(root === sep ? sep : root + sep)) throw new UnsafePathError(name);
  return path;
}

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const escaped = (symbol: string): string =>
  Array.from({ length: symbol.length }, (_, at) => `\\u${symbol.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  );

/** One line for a terminal: what moves its cursor, hides or turns text is written as JSON writes it. */
export const printable = (text: string): string => text.replaceAll(HIDDEN, escaped);
