import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createQuote, updateQuote } from '../quoting/quotes.ts';
import {
  day,
  email,
  flag,
  formFlag,
  id,
  imageUrls,
  money,
  optionalMoney,
  optionalText,
  pageInput,
  paymentUrl,
  quantity,
  text,
} from './primitives.ts';

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const quote = (more: object = {}) => ({
  customer: { name: 'A', email: 'a@example.com' },
  pickupAddress: 'P',
  deliveryAddress: 'D',
  items: [{ name: 'Box' }],
  ...more,
});

describe('S08 image lists in three forms', () => {
  it('S08 a list, a JSON-encoded list and a single URL become a list', () => {
    for (const [given, list] of [
      [
        ['/files/a.png', '/files/b.png'],
        ['/files/a.png', '/files/b.png'],
      ],
      ['["/files/a.png","/files/b.png"]', ['/files/a.png', '/files/b.png']],
      [' ["/files/a.png"]', ['/files/a.png']],
      ['/files/a.png', ['/files/a.png']],
      ['[broken', ['[broken']],
      ['[]', []],
      ['', []],
      [null, []],
    ] as const)
      expect(imageUrls.parse(given)).toEqual(list);
    for (const bad of [
      5,
      true,
      {},
      [5],
      [null],
      [''],
      '[5]',
      '{"a":1}x'.repeat(500),
      Array.from({ length: 21 }, () => '/files/a.png'),
    ])
      expect(passes(imageUrls, bad), JSON.stringify(bad)).toBe(false);
  });
});

describe('S09 the day of a delivery', () => {
  it('S09 is kept for a specific date only, and asked for there', () => {
    expect(createQuote.parse(quote({ speedType: 'specific_date', speedDate: '2026-03-01' })).speedDate).toBe(
      '2026-03-01',
    );
    expect(createQuote.parse(quote({ speedType: 'today', speedDate: '2026-03-01' })).speedDate).toBeNull();
    expect(createQuote.parse(quote({ speedDate: '2026-03-01' }))).toMatchObject({
      speedType: 'let_quickfleet_choose',
      speedDate: null,
    });
    expect(createQuote.parse(quote({ speedType: 'today', speedDate: '' })).speedDate).toBeNull();
    for (const speedDate of [undefined, null, '']) {
      const parsed = createQuote.safeParse(quote({ speedType: 'specific_date', speedDate }));
      expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
        ['speedDate', 'Choose a date'],
      ]);
    }
    for (const speedDate of ['tomorrow', '2026-02-30', '2026-3-1', 20260301, ['2026-03-01'], '2026-03-01T00:00:00Z'])
      expect(passes(createQuote, quote({ speedType: 'specific_date', speedDate })), String(speedDate)).toBe(false);
  });
  it('S09 an update that names neither speed nor day touches neither', () => {
    expect(updateQuote.parse({ id: 1, notes: 'x' })).toEqual({ id: 1, notes: 'x' });
    expect(updateQuote.parse({ id: 1, speedType: 'today' })).toEqual({ id: 1, speedType: 'today' });
  });
});

describe('no value is taken for another', () => {
  it('ids are positive whole numbers in one spelling', () => {
    for (const [given, value] of [
      [1, 1],
      ['1', 1],
      ['2147483647', 2_147_483_647],
    ] as const)
      expect(id.parse(given)).toBe(value);
    for (const bad of [
      0,
      -1,
      1.5,
      2_147_483_648,
      Number.NaN,
      '',
      ' 1',
      '1 ',
      '01',
      '+1',
      '-1',
      '1.0',
      '1e3',
      '0x10',
      '١',
      null,
      true,
      [1],
      { valueOf: 1 },
      '9223372036854775808',
    ])
      expect(passes(id, bad), String(bad)).toBe(false);
  });
  it('true and false are themselves, and in form data their two words', () => {
    expect([
      flag.parse(true),
      flag.parse(false),
      formFlag.parse('true'),
      formFlag.parse('false'),
      formFlag.parse(true),
    ]).toEqual([true, false, true, false, true]);
    for (const bad of ['true', 'false', 'yes', '1', 1, 0, '', null, [], {}])
      expect(passes(flag, bad), String(bad)).toBe(false);
    for (const bad of ['TRUE', 'yes', '1', 1, 0, '', null, []]) expect(passes(formFlag, bad), String(bad)).toBe(false);
  });
  it('money is exact and never a guess', () => {
    const price = money(() => 'no');
    for (const [given, value] of [
      [12, '12'],
      [12.5, '12.5'],
      ['12.50', '12.50'],
      ['0', '0'],
      ['007', '7'],
      ['9999999999.99', '9999999999.99'],
      ['12.3456', '12.3456'],
      [0.1, '0.1'],
    ] as const)
      expect(price.parse(given)).toBe(value);
    for (const bad of [
      -1,
      1.00005,
      1e21,
      Number.POSITIVE_INFINITY,
      '',
      ' ',
      '-1',
      '1.23456',
      '1,50',
      '1e3',
      '0x10',
      '$5',
      '10000000000',
      null,
      true,
      [5],
    ])
      expect(passes(price, bad), String(bad)).toBe(false);
    const optional = optionalMoney(() => 'no');
    expect([optional.parse(''), optional.parse(null), optional.parse(undefined), optional.parse('5')]).toEqual([
      null,
      null,
      undefined,
      '5',
    ]);
    expect(passes(optional, false)).toBe(false);
  });
  it('quantities are at least 1, and an absent one is 1', () => {
    expect([quantity.parse(undefined), quantity.parse('3'), quantity.parse(100_000)]).toEqual([1, 3, 100_000]);
    for (const bad of [0, -1, 1.5, '', 'many', null, true, [], 100_001])
      expect(passes(quantity, bad), String(bad)).toBe(false);
  });
  it('pages start at 1 and hold at most 100', () => {
    expect(pageInput.parse({})).toEqual({ page: 1, limit: 20 });
    expect(pageInput.parse({ page: '2', limit: '100' })).toEqual({ page: 2, limit: 100 });
    for (const bad of ['0', '-1', '101', '1.5', '', 'x', '9'.repeat(99), null, []])
      expect(passes(pageInput, { limit: bad }), String(bad)).toBe(false);
  });
});

describe('text', () => {
  it('is trimmed, bounded, and free of control characters; line breaks stay', () => {
    const name = text(() => 'Name is required', 10);
    expect(name.parse('  Ada\nB ')).toBe('Ada\nB');
    for (const bad of ['', '  ', 'x'.repeat(11), 'a\u0000', 'a\u001b[31m', '\u007f', null, 5, ['a']])
      expect(passes(name, bad), String(bad)).toBe(false);
    expect(name.safeParse(undefined).error?.issues[0]?.message).toBe('Name is required');
    const note = optionalText(10);
    expect([note.parse(''), note.parse(null), note.parse(' x '), note.parse(undefined)]).toEqual([
      null,
      null,
      'x',
      undefined,
    ]);
    for (const bad of [false, 0, [], {}, 'x'.repeat(11)]) expect(passes(note, bad), String(bad)).toBe(false);
  });
  it('an e-mail address is one address', () => {
    for (const good of ['a@example.com', ' a.b+c@sub.example.co ', 'ü@exämple.de'])
      expect(passes(email(), good), good).toBe(true);
    for (const bad of [
      '',
      'a',
      'a@',
      '@b.c',
      'a@b',
      'a@b.',
      'a b@c.d',
      'a@b.c,d@e.f',
      'a@b.c;d',
      '<a@b.c>',
      'a@b.c\r\nBcc: x@y.z',
      `${'a'.repeat(65)}@b.c`,
      `a@${'b'.repeat(255)}.c`,
    ])
      expect(passes(email(), bad), bad).toBe(false);
  });
  it('a payment link is https on a public host, without a password', () => {
    expect(passes(paymentUrl, 'https://pay.example.com/q?id=1#x')).toBe(true);
    for (const bad of [
      'http://pay.example.com',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://u:p@x.com',
      'https://localhost',
      'https://127.0.0.1',
      'https://10.0.0.1',
      'https://169.254.169.254/',
      'https://[::1]/',
      'https://',
      'pay',
      '',
      `https://x.com/${'a'.repeat(2048)}`,
      'https://0x7f.1/',
    ])
      expect(passes(paymentUrl, bad), bad).toBe(false);
  });
  it('a day is one of the calendar', () => {
    for (const good of ['2026-03-01', '2024-02-29', '0001-01-01', '9999-12-31'])
      expect(passes(day(), good), good).toBe(true);
    for (const bad of [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '0000-01-01',
      '2026-3-1',
      '26-03-01',
      '2026-03-01T00:00Z',
      '',
      20260301,
    ])
      expect(passes(day(), bad), String(bad)).toBe(false);
  });
});
