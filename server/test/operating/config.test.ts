import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environment, placeholdersIn, readConfig } from '../../src/config.ts';
import { createTestApp, PASSWORD } from '../support/app.ts';

const root = resolve(import.meta.dirname, '../../..');

describe('the settings', () => {
  it('start the app with an empty environment, and count an empty value as absent', () => {
    expect(readConfig({ PORT: '' })).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      BRAND_NAME: 'QuickFleet',
      ALLOW_REGISTRATION: true,
      LIMIT_SCALE: 1,
    });
  });

  it('name every bad variable together, and never print a secret', () => {
    const read = () =>
      readConfig({
        PORT: 'eighty',
        SESSION_SECRET: 'too-short-to-keep',
        ADMIN_PASSWORD: 'short',
        DATABASE_URL: 'mysql://root:hidden@host/db',
        BUSINESS_TIMEZONE: 'Mars/Base',
      });
    expect(read).toThrow(/PORT must be a port number \(it is "eighty"\).*BUSINESS_TIMEZONE must be a time zone/s);
    for (const secret of ['too-short-to-keep', 'short)', 'hidden']) expect(read).not.toThrow(secret);
  });

  it('N08 refuse what could only fail later, and name the variable', () => {
    const refused: [name: string, values: string[]][] = [
      ['LIMIT_SCALE', ['0', '0.0', '-1']],
      [
        'PUBLIC_URL',
        ['https://a.example/app', 'https://a.example/?x', 'https://me:pw@a.example', 'http://', 'ftp://a'],
      ],
      ['SMTP_URL', ['smtp://', 'smtps://:465', 'smtp://me@']],
      ['DATABASE_URL', ['postgres://a:b:c:d/x']],
    ];
    for (const [name, values] of refused)
      for (const value of values)
        expect(() => readConfig({ [name]: value }), value).toThrow(`${name} must`.slice(0, -5));
    expect(readConfig({ PUBLIC_URL: 'http://Fleet.example:80//' }).PUBLIC_URL).toBe('http://fleet.example');
  });

  it('B23 name remaining placeholders, once mail can be sent', () => {
    const placeholders = (environment: Record<string, string>) =>
      placeholdersIn(readConfig(environment)).map(({ text }) => text);
    expect(placeholders({})).toEqual([]);
    const SMTP_URL = 'smtp://mail.acme.test';
    expect(placeholders({ SMTP_URL, MAIL_FROM: 'Acme <hi@acme.example>' })).toEqual([
      ...[
        'SUPPORT_EMAIL (support@quickfleet.example)',
        'MAIL_FROM (Acme <hi@acme.example>)',
        'BRAND_NAME (QuickFleet)',
      ],
      'SUPPORT_PHONE (+1 (555) 010-0199)',
    ]);
    const own = { SUPPORT_EMAIL: 'help@acme.test', BRAND_NAME: 'Acme', SUPPORT_PHONE: '+43 1 2345' };
    expect(placeholders({ SMTP_URL, ...own })).toEqual([]);
  });

  it('N09 refuse https without the proxy that does it, for cookies would not be Secure', () => {
    expect(() => readConfig({ PUBLIC_URL: 'https://fleet.example' })).toThrow(
      /^PUBLIC_URL is https, so TRUST_PROXY must/,
    );
    expect(readConfig({ PUBLIC_URL: 'https://fleet.example', TRUST_PROXY: '127.0.0.1' }).PUBLIC_URL).toBe(
      'https://fleet.example',
    );
  });

  it('are all in the README and in .env.example', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const example = readFileSync(join(root, '.env.example'), 'utf8');
    for (const name of Object.keys(environment.shape)) {
      expect(readme).toContain(`| \`${name}\` |`);
      expect(example).toContain(`${name}=`);
    }
  });
});

describe('https', () => {
  it('N09 cookies are Secure behind the proxy, and a page that came over http is another site', async () => {
    const app = await createTestApp({ PUBLIC_URL: 'https://fleet.example', TRUST_PROXY: '127.0.0.1' });
    const { username } = await app.as('driver');
    const post = (origin: string, proto = 'https') =>
      app.client({ ip: '127.0.0.1' }).post(
        '/api/login',
        { username, password: PASSWORD },
        {
          headers: { origin, host: 'fleet.example', 'x-forwarded-proto': proto, 'x-forwarded-for': '198.51.100.7' },
        },
      );
    const answer = await post('https://fleet.example');
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies.map(({ name, secure }) => [name, secure])).toEqual([
      ['qf_session', true],
      ['qf_devices', true],
    ]);
    expect((await post('http://fleet.example')).statusCode).toBe(403);
    expect((await post('http://fleet.example', 'http')).statusCode).toBe(403);
    await app.close();
  });
});

describe('the metrics', () => {
  it('are there for the METRICS_TOKEN alone', async () => {
    const app = await createTestApp({ METRICS_TOKEN: 'metrics-token-1' });
    await app.client().get('/healthz');
    expect((await app.client().get('/metrics')).statusCode).toBe(401);
    expect((await app.client({ key: 'another-token' }).get('/metrics')).statusCode).toBe(401);
    const answer = await app.client({ key: 'metrics-token-1' }).get('/metrics');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1');
    await app.close();
    const plain = await createTestApp();
    expect((await plain.client().get('/metrics')).statusCode).toBe(404);
    await plain.close();
  });
});
