import { describe, expect, it } from 'vitest';
import { email, knownEmail } from './base/primitives.ts';
import { mailtoOf } from './company/brand.ts';
import { createOrder } from './delivery/orders/orders.ts';
import { newUsername } from './people/auth.ts';
import { createCustomer, updateCustomer } from './people/customers.ts';

describe('X15 addresses and names that are more than they look', () => {
  it('X15 a link to an address names one recipient and nothing else', () => {
    expect(mailtoOf('ada@example.com')).toBe('mailto:ada@example.com');
    for (const address of [
      'user@example.com?bcc=spy%40evil.example',
      'user@example.com&cc=spy@evil.example',
      'a,b@example.com',
      'a#b@example.com',
      'a\nb@example.com',
      '\uD800@example.com',
    ]) {
      const link = mailtoOf(address, 'Order 1 & 2?');
      expect(link, address).toMatch(/^mailto:[^?&#,\s]*\?subject=Order%201%20%26%202%3F$/);
      expect([...new URL(link).searchParams.keys()], address).toEqual(['subject']);
    }
  });

  it('X15 a new address has no ?, & or %, and one that is kept may be compared and sent back', () => {
    for (const odd of [
      'user@example.com?bcc=spy%40evil.example',
      'a&b@example.com',
      'a%40b@example.com',
      'a?@b.example',
    ]) {
      expect(email().safeParse(odd).success, odd).toBe(false);
      expect(createCustomer.safeParse({ name: 'A', email: odd }).success, odd).toBe(false);
      expect(createOrder.shape.customerEmail.safeParse(odd).success, odd).toBe(false);
      expect(knownEmail().parse(odd)).toBe(odd);
      expect(updateCustomer.parse({ id: 1, email: odd }).email).toBe(odd);
    }
    expect(email().parse(' o’neil+tag@sub.example.com ')).toBe('o’neil+tag@sub.example.com');
  });

  it('X15 a user name has letters of one alphabet', () => {
    for (const name of [
      'аdmin',
      'admіn',
      'αdmin',
      'adm\u0131n\u043E',
      'ａｄｍｉｎ',
      '𝐚𝐝𝐦𝐢𝐧',
      'ⅰvan',
      'admin\u0661',
      'admin①',
      'Ꭺdmin',
      'ꓮdmin',
      'adm\u0269n\u03BF',
      'graceグ',
    ])
      expect(newUsername.safeParse(name).success, name).toBe(false);
    for (const name of [
      'admin',
      'grace.o-42',
      'иван',
      'ΓΙΩΡΓΟΣ',
      'José',
      'Müller',
      '山田たろう',
      '田中1',
      '홍길동',
      'محمد',
      'ada@example.com',
    ])
      expect(newUsername.safeParse(name).success, name).toBe(true);
  });
});
