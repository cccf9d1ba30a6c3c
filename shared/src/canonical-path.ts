import { normaliseIdentifier, normaliseToken } from './base/pasted.ts';
import { reportNames } from './operations/reports/report-names.ts';
import { developerSections, paths } from './paths.ts';
import { isAccountPath } from './people/account-paths.ts';

/** Paths that exist; any other is answered with 404. */
export const isKnownPath = (path: string): boolean =>
  Object.values(paths).some((known) => known === path) ||
  developerSections.some((section) => path === paths.adminDevelopersAt(section)) ||
  reportNames.some((name) => path === paths.adminReport(name)) ||
  isAccountPath(path) ||
  /^\/(track|q|t|my\/quotes)\/[^/]+$/.test(path) ||
  /^\/admin\/customers\/[1-9]\d{0,8}$/.test(path);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * The one spelling of a screen's path: in lower case, without a slash at its end, with the tracking number as it is
 * stored, a quote's reference in capitals and a token as it was given. A path that is no screen stays as it came.
 */
export function canonicalPath(path: string): string {
  const plain = path.replace(/(?<=[^/])\/+$|(?<=^\/)\/+$/, '');
  const number = /^\/track\/([^/]+)$/i.exec(plain)?.[1];
  if (number !== undefined) {
    const trackingNumber = normaliseIdentifier(number);
    return trackingNumber === '' ? paths.track : paths.trackNumber(trackingNumber);
  }
  const [, page, token] = /^\/(q|t)\/([^/]+)$/i.exec(plain) ?? [];
  if (page !== undefined && token !== undefined) {
    const pathOf = page.toLowerCase() === 'q' ? paths.quote : paths.delivery;
    return pathOf(normaliseToken(token) || decoded(token));
  }
  const reference = /^\/my\/quotes\/([^/]+)$/i.exec(plain)?.[1];
  if (reference !== undefined) return paths.myQuote(decoded(reference).trim().toUpperCase());
  const known = plain.toLowerCase();
  return isKnownPath(known) ? known : path;
}
