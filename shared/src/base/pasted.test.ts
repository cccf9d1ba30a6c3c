import { describe, expect, it } from 'vitest';
import { canonicalPath } from '../canonical-path.ts';
import { normaliseAccessCode } from '../delivery/orders/access-code.ts';
import { pinForm } from '../delivery/proof/attempts.ts';
import { trackingInput } from '../delivery/tracking/tracking.ts';
import { normaliseIdentifier, normaliseReference } from './pasted.ts';
import { email, optionalText, text } from './primitives.ts';
import { orderNumberIn } from './scan/parcel-number.ts';

const NUMBER = 'QF292172038676';
const asPasted = [
  '\u200BQF292172038676',
  'QF2921\u200E72038676\u2060',
  'QF29\u20112172\u2011038676',
  'ＱＦ２９２１７２０３８６７６',
  '#QF292172038676',
  '＃QF292172038676.',
  'qf 2921–7203—8676,',
  '(QF292172038676)',
  '«QF292172038676»\uFEFF',
  'QF٢٩٢١٧٢٠٣٨٦٧٦',
  'QF2921\u00AD72038676\uFE0F',
  'QF%E2%80%8B292172038676',
  '%EF%BC%B1%EF%BC%A6292172038676%2E',
];

describe('identifiers as people paste them', () => {
  it('C43 a tracking number is read with invisible characters, dashes, other digits and punctuation in it', () => {
    for (const pasted of asPasted) {
      expect(normaliseIdentifier(pasted), pasted).toBe(NUMBER);
      expect(trackingInput.parse({ trackingNumber: pasted }), pasted).toEqual({ trackingNumber: NUMBER });
      expect(orderNumberIn(pasted), pasted).toBe(NUMBER);
      expect(canonicalPath(`/track/${pasted.includes('%') ? pasted : encodeURIComponent(pasted)}`), pasted).toBe(
        `/track/${NUMBER}`,
      );
    }
    expect(orderNumberIn('29 Queen Street')).toBeUndefined();
    expect(normaliseIdentifier('100%')).toBe('100');
    expect(normaliseIdentifier('\u200B.')).toBe('');
  });
  it('C43 so are access codes, PINs, references, numbers of papers and the secret of a link', () => {
    expect(normaliseAccessCode('#７k\u2011o\u200Bil.')).toBe('7K011');
    expect(pinForm.parse({ pin: '\u200E４８２ 913.' }).pin).toBe('482913');
    for (const pasted of ['k7m\u20113qf', '#K7M-3QF.', 'K7M3QF', 'Ｋ７Ｍ－３ＱＦ', 'K7M%2D3QF'])
      expect(normaliseReference(pasted), pasted).toBe('K7M-3QF');
    for (const pasted of ['q-2026-0042', 'Q‑2026‑0042.', '#Q 2026 0042'])
      expect(normaliseReference(pasted)).toBe('Q-2026-0042');
    expect(canonicalPath('/q/00ff00ff%E2%80%8B.')).toBe('/q/00ff00ff');
  });
  it('C43 a long text costs no time', () => {
    const long = '#\u200B%E2.'.repeat(10_000);
    const from = performance.now();
    normaliseIdentifier(long);
    expect(performance.now() - from).toBeLessThan(50);
  });
});

describe('what cannot be seen', () => {
  it('C44 is no part of an e-mail address', () => {
    for (const sign of ['\u200B', '\u200E', '\u2060', '\u00AD', '\u3164', '\u2800', '\uFE0F'])
      for (const address of [`ada@example.com${sign}`, `${sign}ada@example.com`, `a${sign}da@example.com`])
        expect(email().safeParse(address).success, escape(address)).toBe(false);
    expect(email().parse(' ada@exämple.com ')).toBe('ada@exämple.com');
  });
  it('C44 alone is no text', () => {
    expect(text(() => 'Name is required', 20).safeParse('\u200B\u2060').error?.issues[0]?.message).toBe(
      'Name is required',
    );
    expect(optionalText(20).parse('\u200B')).toBeNull();
    expect(text(() => 'Name is required', 20).parse('مى\u200Cخواهم')).toBe('مى\u200Cخواهم');
  });
});
