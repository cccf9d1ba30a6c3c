// Element strings of GS1: application identifiers, each followed by its value (GS1 General Specifications, 3.2).

export interface Element {
  ai: string;
  value: string;
}

/** The digit that makes the sum right in which every second digit, from the right, counts three times. */
export function gs1CheckDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}
/** Whether the last digit is right for those before it. */
export const hasGs1Check = (digits: string): boolean => gs1CheckDigit(digits.slice(0, -1)) === Number(digits.slice(-1));

/** How long an application identifier is, by its first two digits. */
const AI_LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/^(?:0[0-4]|1[0-9]|2[0-2]|30|37|9[0-9])/, 2],
  [/^(?:23|24|25|40|41|42|71)/, 3],
  [/^(?:3[1-69]|43|70|72|80|81|82)/, 4],
];
/** The values that end by their length and need no separator, by the first two digits of their identifier. */
const FIXED: Record<string, number> = {
  ...{ '00': 18, '01': 14, '02': 14, '03': 14, '04': 16, '20': 2, '41': 13 },
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((ai) => [ai, 6])),
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((ai) => [ai, 6])),
};
const VALUE_MAX = 90;
const aiAt = (text: string): string | undefined => {
  const length = AI_LENGTHS.find(([pattern]) => pattern.test(text))?.[1];
  const ai = length && text.slice(0, length);
  return ai && ai.length === length && /^\d+$/.test(ai) ? ai : undefined;
};
const isValue = (ai: string, value: string): boolean => {
  const fixed = FIXED[ai.slice(0, 2)];
  return fixed === undefined
    ? value.length <= VALUE_MAX && /^[!-~]+$/.test(value)
    : value.length === fixed && /^\d+$/.test(value);
};

const SEPARATOR = '\u241d';
/** FNC1 as scanners write it: character 29, its picture, or its name. */
const separated = (text: string): string =>
  text.replaceAll('\u001d', SEPARATOR).replaceAll(/<GS>|\{GS\}|\[GS\]|\||~1/gi, SEPARATOR);
/** A value may have brackets of its own: (21)A(1). */
const BRACKETED = /\((\d{2,4})\)((?:(?!\(\d{2,4}\)).)+)/g;

function readBracketed(text: string): Element[] | undefined {
  const elements = [...text.matchAll(BRACKETED)].map(([, ai = '', value = '']) => ({ ai, value: value.trim() }));
  const isWhole = text.replaceAll(BRACKETED, '') === '';
  return isWhole && elements.every(({ ai, value }) => aiAt(ai) === ai && isValue(ai, value)) ? elements : undefined;
}
function readPlain(text: string): Element[] | undefined {
  const elements: Element[] = [];
  for (let rest = text; rest !== ''; ) {
    const ai = aiAt(rest);
    if (!ai) return undefined;
    const fixed = FIXED[ai.slice(0, 2)];
    const end = rest.indexOf(SEPARATOR);
    const stop = fixed === undefined ? (end < 0 ? rest.length : end) : ai.length + fixed;
    const value = rest.slice(ai.length, stop);
    if (!isValue(ai, value)) return undefined;
    elements.push({ ai, value });
    rest = rest.slice(stop).replace(/^\u241d/, '');
  }
  return elements.length > 0 ? elements : undefined;
}

/** A text without any of these characters at its ends. */
export function trimmedOf(text: string, characters: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && characters.includes(text.charAt(from))) from++;
  while (to > from && characters.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

/** The elements of a GS1 code, with or without brackets; FNC1 is character 29. undefined when it is none. */
export function readElements(text: string): Element[] | undefined {
  const spaceless = separated(text.replaceAll(/\s/g, ''));
  if (spaceless.startsWith('(')) return readBracketed(spaceless.replaceAll(SEPARATOR, ''));
  return readPlain(trimmedOf(spaceless, SEPARATOR));
}
/** Whether a text has a separator, so that it can be nothing but an element string. */
export const hasSeparator = (text: string): boolean => separated(text).includes(SEPARATOR);

/** How many digits at the front of a value end with a check digit; none for other identifiers. */
const checkedDigits = (ai: string): number => {
  if (/^(?:00|8017|8018)$/.test(ai)) return 18;
  if (ai === '402') return 17;
  if (/^(?:01|02|03|8003|8006|8026)$/.test(ai)) return 14;
  return /^(?:41\d|253|255)$/.test(ai) ? 13 : 0;
};
/** Whether the check digits of all values are right. */
export const areChecked = (elements: readonly Element[]): boolean =>
  elements.every(({ ai, value }) => {
    const digits = value.slice(0, checkedDigits(ai));
    return digits === '' || (/^\d+$/.test(digits) && hasGs1Check(digits));
  });

/** As people read it: (01)04012345678901(10)LOT7. */
export const writeElements = (elements: readonly Element[]): string =>
  elements.map(({ ai, value }) => `(${ai})${value}`).join('');
