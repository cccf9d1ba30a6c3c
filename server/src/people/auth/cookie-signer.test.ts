import { Signer } from '@fastify/cookie';
import { describe, expect, it } from 'vitest';
import { rememberingSigner } from './cookie-signer.ts';

const SECRETS = ['the secret of today '.repeat(3), 'the secret of yesterday '.repeat(3)];

describe('G24 signed cookies', () => {
  it('G24 that are remembered are judged and signed as if they were not', () => {
    const plain = new Signer(SECRETS);
    const remembering = rememberingSigner(SECRETS);
    const [own, older, strange] = [SECRETS.slice(0, 1), SECRETS.slice(1), ['another server’s secret '.repeat(3)]].map(
      (secrets) => new Signer(secrets).sign('session-1'),
    );
    const cookies = [own, older, strange, `${own}x`, 'session-1', 'session-2.abc', ''];
    for (let round = 0; round < 3; round++)
      for (const cookie of cookies) {
        expect(remembering.unsign(cookie ?? ''), cookie).toEqual(plain.unsign(cookie ?? ''));
        for (const value of ['session-1', 'session-2', ''])
          expect(remembering.sign(value), value).toBe(plain.sign(value));
      }
  });
});
