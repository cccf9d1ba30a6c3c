import { describe, expect, test } from 'vitest';
import { failureOf } from './http.ts';

describe("a failure's sentence", () => {
  for (const [from, status, body, sentence] of [
    ["the body's error", 409, { error: 'A draft has no price', message: 'second choice' }, 'A draft has no price'],
    ['its message where there is no error', 500, { message: 'The message is used' }, 'The message is used'],
    ['its message where the error is empty', 500, { error: '', message: 'The message is used' }, 'The message is used'],
    ['its message where the error is no text', 500, { error: { code: 7 }, message: 'In words' }, 'In words'],
    ['the raw text of what is no JSON', 502, 'upstream is away', 'upstream is away'],
    ['the raw text of JSON without either', 503, '{"reason":"away"}', '{"reason":"away"}'],
    ['the status where there is nothing', 503, '', 'HTTP 503'],
    ['the status where there is only space', 504, ' \n', 'HTTP 504'],
  ] as const)
    test(`M01 is ${from}`, () => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      expect(failureOf(status, text)).toMatchObject({ message: sentence, status });
    });
});
