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

/** Whether guessers would find it early: a common one, a row of keys, a repetition, or what is known of the person. */
export async function isEasyPassword(
  password: string,
  words: readonly (string | null | undefined)[],
): Promise<boolean> {
  estimator ??= loadEstimator();
  const known = words.flatMap((word) => (word ? [word, ...word.split(/[^\p{L}\p{N}]+/u)] : [])).filter(Boolean);
  const { score } = (await estimator).check(password.slice(0, JUDGED_MAX), [...OWN_WORDS, ...known]);
  return score < SCORE_MIN;
}
export const EASY_PASSWORD = 'This password is too easy to guess. Please choose another.';
