import { message } from '@quickfleet/shared/words/t';

/** Of 0 to 4: from 2 on some million guesses are not enough, which is more than the limits of sign-in let through. */
const SCORE_MIN = 2;
/** What comes behind these makes nothing easier to guess, and judging takes longer the more there is. */
const JUDGED_MAX = 64;
const OWN_WORDS = ['quickfleet', 'delivery', 'courier'];

/** The lists of common words are large: read when the first password is chosen. */
async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
let estimator: ReturnType<typeof loadEstimator> | undefined;

const REST_MIN = 4;
/** Whether next to nothing is left when what is known is taken out, as in `boss-boss1` of boss: the estimator takes that for two words. */
function isWordsAlone(password: string, known: readonly string[]): boolean {
  const text = password.toLowerCase();
  const words = [...OWN_WORDS, ...known.map((word) => word.toLowerCase())].filter((word) => word.length > 2);
  const rest = words
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), text);
  return rest !== text && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < REST_MIN;
}

/** Whether guessers would find it early: a common one, a row of keys, a repetition, or what is known of the person. */
export async function isEasyPassword(
  password: string,
  words: readonly (string | null | undefined)[],
): Promise<boolean> {
  estimator ??= loadEstimator();
  const known = words.flatMap((word) => (word ? [word, ...word.split(/[^\p{L}\p{N}]+/u)] : [])).filter(Boolean);
  if (isWordsAlone(password, known)) return true;
  const { score } = (await estimator).check(password.slice(0, JUDGED_MAX), [...OWN_WORDS, ...known]);
  return score < SCORE_MIN;
}
export const EASY_PASSWORD = message('This password is too easy to guess. Please choose another.');
