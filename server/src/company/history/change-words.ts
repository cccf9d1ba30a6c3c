const VALUE_MAX = 100;

/** A value on one line, cut where it is long. */
function shorten(value: string | null | undefined): string {
  const signs = Array.from((value ?? '').replaceAll(/\s+/g, ' ').trim());
  if (signs.length === 0) return 'none';
  return signs.length > VALUE_MAX ? `${signs.slice(0, VALUE_MAX).join('')}…` : signs.join('');
}

/** 'Phone: 555 0100 → 555 0199': the text of one changed field in the history. */
export const changeInWords = (
  name: string,
  before: string | null | undefined,
  after: string | null | undefined,
): string => `${name}: ${shorten(before)} → ${shorten(after)}`;
