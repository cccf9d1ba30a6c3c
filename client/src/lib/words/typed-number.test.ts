import { expect, test, vi } from 'vitest';

const NARROW_SPACE = '\u202f';

/** The rules of one language, as its pages have them. */
async function rulesOf(language: 'en' | 'de' | 'fr' | 'es' | 'ar') {
  vi.resetModules();
  const { setWords } = await import('@quickfleet/shared/words/t');
  setWords({ language: () => language, textOf: () => undefined });
  const [{ plainNumber }, { writeDecimal }] = await Promise.all([
    import('./typed-number.ts'),
    import('@quickfleet/shared/base/money/money'),
  ]);
  return { plainNumber, writeDecimal };
}
/** Each text with what is read of it; what is no number stays as it was typed. */
const readsIn = async (language: Parameters<typeof rulesOf>[0], texts: Readonly<Record<string, string>>) => {
  const { plainNumber } = await rulesOf(language);
  expect(Object.fromEntries(Object.keys(texts).map((text) => [text, plainNumber(text)]))).toEqual(texts);
};

test('U303 English amounts have a point, and commas only between thousands', () =>
  readsIn('en', {
    '1250.5': '1250.5',
    '1,250.50': '1250.50',
    '$1,250': '1250',
    'USD 1250': '1250',
    '1250 €': '1250',
    '- $20': '-20',
    '−1,000.5': '-1000.5',
    '.5': '0.5',
    '١٢٫٥': '12.5',
    '1,25': '1,25',
    '12,5': '12,5',
    '1.250,50': '1.250,50',
    ten: 'ten',
    '': '',
    '-': '-',
    '1.2.3': '1.2.3',
    $: '$',
  }));

test('U303 in a language with a comma, a point parts thousands, and a point with other digits is still read', () =>
  readsIn('de', {
    '1250,5': '1250.5',
    '1.250,50': '1250.50',
    '1.250': '1250',
    '1.250,50 €': '1250.50',
    [`1${NARROW_SPACE}250,50`]: '1250.50',
    '1’250,50': '1250.50',
    '-12,5': '-12.5',
    '12.5': '12.5',
    '1,250.50': '1250.50',
    '1.25.5': '1.25.5',
    '1,2,5': '1,2,5',
  }));

for (const language of ['en', 'de', 'fr', 'es', 'ar'] as const)
  test(`U303 what a field shows in ${language} is read as the same number`, async () => {
    const { plainNumber, writeDecimal } = await rulesOf(language);
    for (const plain of ['0', '7', '12.5', '1250.50', '12.345', '1234567.891', '-0.05', ''])
      expect(plainNumber(writeDecimal(plain))).toBe(plain);
  });

test('U303 rates and distances have a comma where the language has one', async () => {
  expect((await rulesOf('de')).writeDecimal('8.1')).toBe('8,1');
  expect((await rulesOf('fr')).writeDecimal(3.2)).toBe('3,2');
  expect((await rulesOf('en')).writeDecimal('8.1')).toBe('8.1');
});
