/** A notice is as long as this many text messages at most: longer ones are shortened. */
export const SMS_PARTS_MAX = 2;

/** The alphabet of text messages (GSM 03.38). One letter outside makes the whole text longer. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_DOUBLE = new Set('^{}\\[~]|€\f');

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** As how many text messages a text is sent: of 160 letters, or of 153 each when it is several; 70 and 67 in other alphabets. */
export function smsParts(text: string): number {
  const isGsm = [...text].every((letter) => GSM.has(letter) || GSM_DOUBLE.has(letter));
  const length = isGsm ? sum([...text].map((letter) => (GSM_DOUBLE.has(letter) ? 2 : 1))) : text.length;
  const [one, each] = isGsm ? [160, 153] : [70, 67];
  return length <= one ? 1 : Math.ceil(length / each);
}

const plain: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '·': '-',
  '…': '...',
};
/** The same words in the alphabet of text messages, where only quotes, dashes and spaces differ. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/[‘’‚“”„–—·…]/g, (letter) => plain[letter] ?? letter)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
