const SAID_MAX = 100;

/** A value on one line, cut where it is long. */
function said(value: string | null | undefined): string {
  const signs = Array.from((value ?? '').replaceAll(/\s+/g, ' ').trim());
  if (signs.length === 0) return 'none';
  return signs.length > SAID_MAX ? `${signs.slice(0, SAID_MAX).join('')}…` : signs.join('');
}

/** 'Phone: 555 0100 → 555 0199': what a line of history says of one changed field. */
export const changeInWords = (
  name: string,
  before: string | null | undefined,
  after: string | null | undefined,
): string => `${name}: ${said(before)} → ${said(after)}`;
