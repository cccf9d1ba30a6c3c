// A street with a slip of the pen, or with a given name that is short or missing.

import { isArticle, isKindOfStreet, isSlip, longWordsOf, shortened } from './address-words.ts';

/** A shorter word with another letter is another word: Bergstraße is no Burgstraße. */
const SLIP_MIN = 5;
const OMITTED_MIN = 4;
/** Ends that say what a street is, not which one. */
const END = /(?:str(?:asse|aat)?|weg|pl(?:atz|ein)?|al(?:lee)?|gasse|gatan|vagen|gr(?:acht)?|laan|ln)$/;

function isSlipOf(written: string, known: string): boolean {
  if (/\d/.test(written + known)) return false;
  const [short, other] = [shortened(written), shortened(known)];
  const pairs = [[written, known], [short, other], ...longWordsOf(other).map((long) => [written, long])];
  return pairs.some(([one = '', two = '']) => {
    const isLong = Math.min(one.replace(END, '').length, two.replace(END, '').length) >= SLIP_MIN;
    return isLong && isSlip(one, two);
  });
}

/** Whether the words of a street that somebody wrote are nearly those of one that is known. */
export function isSimilarStreet(written: readonly string[], known: readonly string[]): boolean {
  if (written.join('') === known.join('')) return true;
  const [mine, theirs] = [written.filter((word) => !isArticle(word)), known.filter((word) => !isArticle(word))];
  let slips = 0;
  let at = 0;
  for (const [place, word] of theirs.entries()) {
    const own = mine[at] ?? '';
    const isLast = place === theirs.length - 1;
    if (shortened(own) === shortened(word)) at++;
    else if (isSlipOf(own, word)) [slips, at] = [slips + 1, at + 1];
    // "Via G. Garibaldi" and "Via Garibaldi" are Via Giuseppe Garibaldi, and King Street is no King Edward Street.
    else if (isLast || place !== 1 || !isKindOfStreet(theirs[0] ?? '') || isArticle(known[1] ?? '')) return false;
    else if (own.length === 1 && word.startsWith(own)) at++;
    else if (word.length < OMITTED_MIN) return false;
  }
  return at === mine.length && slips <= 1;
}
