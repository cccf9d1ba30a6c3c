import { expect, test } from 'vitest';
import { noMailServer, smtpUrlOf } from './mail-server-url.ts';

test('U314 five fields make the address of a mail server, whatever signs a password has', () => {
  const server = { ...noMailServer, host: 'mail.example.com', user: 'me@example.com', password: 'a:/?#%@ b' };
  const url = new URL(smtpUrlOf(server));
  expect([url.protocol, url.hostname, url.port]).toEqual(['smtps:', 'mail.example.com', '465']);
  expect([url.username, url.password].map(decodeURIComponent)).toEqual([server.user, server.password]);
  expect(smtpUrlOf({ ...server, encryption: 'starttls', port: '2525', user: '', password: '' })).toBe(
    'smtp://mail.example.com:2525',
  );
  expect(smtpUrlOf({ ...noMailServer, host: '::1', port: '' })).toBe('smtps://[::1]:465');
  expect(smtpUrlOf({ ...server, host: '' })).toBe('');
});
