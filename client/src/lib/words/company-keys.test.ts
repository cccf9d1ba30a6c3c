import { afterEach, expect, test, vi } from 'vitest';
import { readCompanyKeys } from './company-keys.ts';

const keys = { keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'one', x: 'AAAA' }] };
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});
const answer = (body: unknown) => vi.stubGlobal('fetch', async () => Response.json(body));

test('V30 the keys that were read are checked with, although the browser keeps nothing', async () => {
  answer(keys);
  const closed = () => {
    throw new DOMException('closed', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed });
  expect(await readCompanyKeys()).toEqual(keys);
});

test('V30 without a network the keys of the last visit are there', async () => {
  answer(keys);
  await readCompanyKeys();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await readCompanyKeys()).toEqual(keys);
});
