/** The letters of scripts that run from right to left, without the Arabic-Indic digits, which are numbers like others. */
export const RIGHT_TO_LEFT_LETTERS =
  '\\u0590-\\u065F\\u066D-\\u06EF\\u06FA-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}';
const ANY = new RegExp(`[${RIGHT_TO_LEFT_LETTERS}]`, 'u');

export const hasRightToLeft = (text: string): boolean => ANY.test(text);
