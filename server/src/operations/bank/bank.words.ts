// How names and references of a bank are compared: a bank has no umlauts, cuts blanks, and breaks lines anywhere.

/** Letters and digits alone, without accents. */
export const plainText = (text: string | null): string =>
  (text ?? '')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9\p{L}]/gu, '');

const FORMS = new Set(
  'GMBH AG KG OHG GBR EK UG MBH CO LTD LIMITED LLC INC CORP PLC SA SAS SARL SRL SL SPA BV NV AB OY AS APS THE UND AND'.split(
    ' ',
  ),
);
/** The words of a name without its legal form; MUELLER and Müller are one. */
export function nameWords(name: string | null): string[] {
  const words = (name ?? '').split(/[^\p{L}\p{N}]+/u).map(plainText);
  return words.map((word) => word.replaceAll(/([AOU])E/g, '$1')).filter((word) => word.length > 1 && !FORMS.has(word));
}
/** Whether two names can be one: all words of the shorter one are in the longer one. */
export function isSameName(one: string | null, other: string | null): boolean {
  const [a, b] = [nameWords(one), nameWords(other)].toSorted((x, y) => x.length - y.length);
  if (!a || !b || a.length === 0) return false;
  return a.every((word) => b.includes(word)) && a.some((word) => word.length > 2);
}

/** Whether a text names a number: as a whole, with whatever stands between its parts. */
export function namesNumber(text: string, number: string): boolean {
  const parts = number.match(/[A-Za-z]+|\d+/g) ?? [];
  if (parts.length === 0) return false;
  const pattern = `(?<![0-9])${parts.join('[^A-Za-z0-9]{0,3}')}(?![0-9])`;
  return new RegExp(
    /^[A-Za-z]/.test(number) ? `(?<![A-Za-z])${pattern.slice('(?<![0-9])'.length)}` : pattern,
    'i',
  ).test(text);
}
