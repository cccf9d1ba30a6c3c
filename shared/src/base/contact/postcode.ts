interface Shape {
  /** The first group is the area that may be shown, the second the rest. */
  pattern: RegExp;
}

const fiveDigits: Shape = { pattern: /(?<![\p{L}\p{N}])(\d{2})(\d{3})(?![\p{L}\p{N}])/giu };
const fourDigits: Shape = { pattern: /(?<![\p{L}\p{N}])(\d)(\d{3})(?![\p{L}\p{N}])/giu };
const sixDigits: Shape = { pattern: /(?<![\p{L}\p{N}])(\d{3}) ?(\d{3})(?![\p{L}\p{N}])/giu };
/**
 * Postcodes by country. The area leaves at least 600 postcodes to guess, because the whole one unlocks an order's
 * details.
 */
const shapes: Readonly<Record<string, Shape>> = {
  US: { pattern: /(?<![\p{L}\p{N}])(\d{2})(\d{3})(?:-\d{4})?(?![\p{L}\p{N}])/giu },
  GB: { pattern: /(?<![\p{L}\p{N}])([a-z]{1,2}\d[a-z\d]?) ?(\d[a-z]{2})(?![\p{L}\p{N}])/giu },
  IE: { pattern: /(?<![\p{L}\p{N}])([a-z]\d[\dw]) ?([a-z\d]{4})(?![\p{L}\p{N}])/giu },
  CA: { pattern: /(?<![\p{L}\p{N}])([a-z]\d[a-z]) ?(\d[a-z]\d)(?![\p{L}\p{N}])/giu },
  NL: { pattern: /(?<![\p{L}\p{N}])(\d{4}) ?([a-z]{2})(?![\p{L}\p{N}])/giu },
  PL: { pattern: /(?<![\p{L}\p{N}])(\d{2})-(\d{3})(?![\p{L}\p{N}])/giu },
  SE: { pattern: /(?<![\p{L}\p{N}])(\d{2})(\d ?\d{2})(?![\p{L}\p{N}])/giu },
  CZ: { pattern: /(?<![\p{L}\p{N}])(\d{2})(\d ?\d{2})(?![\p{L}\p{N}])/giu },
  PT: { pattern: /(?<![\p{L}\p{N}])(\d{4})-(\d{3})(?![\p{L}\p{N}])/giu },
  JP: { pattern: /(?<![\p{L}\p{N}])(\d{3})-(\d{4})(?![\p{L}\p{N}])/giu },
  BR: { pattern: /(?<![\p{L}\p{N}])(\d{5})-?(\d{3})(?![\p{L}\p{N}])/giu },
  IN: sixDigits,
  SG: sixDigits,
  ...Object.fromEntries(['DE', 'FR', 'ES', 'IT', 'FI', 'MX', 'TR'].map((country) => [country, fiveDigits])),
  ...Object.fromEntries(
    ['AT', 'CH', 'BE', 'DK', 'NO', 'AU', 'NZ', 'ZA', 'HU', 'LU'].map((country) => [country, fourDigits]),
  ),
};

export interface Postcode {
  /** In capitals, without blanks and dashes. */
  whole: string;
  /** Its first part: not enough to guess the rest. */
  area: string;
}

export const normalPostcode = (typed: string): string => typed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * The postcode of an address in a country, if it can be recognised: the last one that is not at the beginning, where
 * house numbers are.
 */
export function postcodeOf(address: string, country: string): Postcode | undefined {
  const shape = shapes[country];
  if (!shape) return undefined;
  const found = [...address.matchAll(shape.pattern)].findLast(({ index }) => {
    const before = address.slice(0, index).trim();
    return before !== '' || /[\n,]/.test(address.slice(0, index));
  });
  const [, area = '', rest = ''] = found ?? [];
  return found ? { whole: normalPostcode(area + rest), area: area.toUpperCase() } : undefined;
}
