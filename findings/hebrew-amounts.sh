#!/usr/bin/env bash
# A cheque and many an invoice have their amount in words as well, and where the two differ the words count.
# rosaenlg-n2words names Hebrew among its languages, and no limit. From ten thousand on its words leave out the tens of
# thousands, without an error: 11000 is a thousand, 25000 is five thousand, and 10000 is an empty text. Up to 9999 they
# are right, so that a test with the amount of one parcel finds nothing. Polish of the same package, and Hebrew of the
# newest version of the package that it is a fork of, have words of its own for each amount.
# rosaenlg-n2words 3.3.0 beside n2words 4.0.0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund rosaenlg-n2words@3.3.0 n2words@4.0.0

cat > words.js <<'JS'
import { toCardinal } from 'n2words/he-IL';
import n2words from 'rosaenlg-n2words';

const amounts = [1000, 5000, 9999, 10000, 11000, 25000, 19999];
for (const [name, wordsOf] of [
  ['the fork, Hebrew', (amount) => n2words(amount, { lang: 'he' })],
  ['the fork, Polish', (amount) => n2words(amount, { lang: 'pl' })],
  ['the original, Hebrew', (amount) => toCardinal(amount)],
]) {
  console.log(name);
  const seen = new Map();
  for (const amount of amounts) {
    const words = wordsOf(amount).trim();
    const before = seen.get(words);
    seen.set(words, before ?? amount);
    const what = before ? `the words of ${before}` : 'words of its own';
    console.log(`  ${amount}: ${words === '' ? 'an empty text' : what}`);
  }
}
console.log(n2words(11000, { lang: 'he' }) === 'אלף' ? '11000 is a thousand (elef)' : '11000 has changed');
JS
echo 'rosaenlg-n2words 3.3.0, n2words 4.0.0'
node words.js | tee out
[ "$(cat out)" = 'the fork, Hebrew
  1000: words of its own
  5000: words of its own
  9999: words of its own
  10000: an empty text
  11000: the words of 1000
  25000: the words of 5000
  19999: the words of 9999
the fork, Polish
  1000: words of its own
  5000: words of its own
  9999: words of its own
  10000: words of its own
  11000: words of its own
  25000: words of its own
  19999: words of its own
the original, Hebrew
  1000: words of its own
  5000: words of its own
  9999: words of its own
  10000: words of its own
  11000: words of its own
  25000: words of its own
  19999: words of its own
11000 is a thousand (elef)' ]
