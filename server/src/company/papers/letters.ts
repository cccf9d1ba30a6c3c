/** What people write for signs that Unicode takes apart into nothing plain. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' },
  ...{ ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ħ: 'h', Ħ: 'H', ŧ: 't', Ŧ: 'T', ŋ: 'n', Ŋ: 'N', ı: 'i' },
  ...{ '‘': "'", '’': "'", '‚': "'", '‹': "'", '›': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"' },
  ...{ '‐': '-', '‑': '-', '–': '-', '—': '-', '−': '-', '•': '-', '€': 'EUR' },
};

/**
 * A text with the signs of a set that lacks some: without the accents that it lacks, and with what people write for a
 * letter. `missing` takes the place of every other sign.
 */
export function inLetters(text: string, has: (sign: string) => boolean, missing: string): string {
  const fits = (letters: string): boolean => letters !== '' && [...letters].every(has);
  return [...text.normalize('NFC')]
    .map((sign) => {
      const bare = sign.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      const known = bare.replaceAll(/./gu, (letter) => PLAIN[letter] ?? letter);
      return [sign, bare, known].find(fits) ?? missing;
    })
    .join('');
}
