import { describe, expect, it } from 'vitest';
import { normalPaymentUrl, paymentUrl } from '../base/primitives.ts';

describe('a payment link', () => {
  it('N10 is refused when two readers could take it for two addresses', () => {
    const bad = [
      'https://evil.example\\@good.example',
      'https:evil.example',
      'https:/evil.example',
      'https:///evil.example',
      'https://good.example/\nBcc: x',
      'https://good.example/\u0000',
      'https://good.example/"onclick="x',
      "https://good.example/'x",
      'https://good.example/<b>',
      'https://me@good.example',
      'https://me:pw@good.example/',
      'https://127.0.0.1/',
      'https://0x7f000001/',
      'https://2130706433/',
      'https://[::1]/',
      'https://localhost./',
      'https://a.localhost/',
      'http://good.example/',
      'javascript:alert(1)',
    ];
    for (const value of bad) {
      expect(normalPaymentUrl(value), value).toBeNull();
      expect(paymentUrl.safeParse(value).success, value).toBe(false);
    }
  });

  it('N10 is kept in its normal form', () => {
    expect(paymentUrl.parse(' HTTPS://Pay.Example.com:443/q/42?a=1#b ')).toBe('https://pay.example.com/q/42?a=1#b');
    expect(paymentUrl.parse('https://pay.example.com')).toBe('https://pay.example.com/');
    expect(paymentUrl.parse('https://pay.example.com/ä')).toBe('https://pay.example.com/%C3%A4');
  });
});
