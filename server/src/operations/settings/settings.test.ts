import type { Setting } from '@quickfleet/shared/company/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { ok } from '../../../test/support/factories.ts';
import { environment } from '../../config.ts';

const secrets = {
  DATABASE_URL: 'postgres://someone:a-secret-word@db.test/x',
  SMTP_URL: 'smtp://mailer:a-secret-word@mail.test',
  METRICS_TOKEN: 'a-secret-word',
  BACKUP_PASSPHRASE: 'a-secret-word',
  ADMIN_PASSWORD: 'a-secret-word',
};
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ ...secrets, BRAND_NAME: 'Swift & Sons' });
});
afterAll(() => app.close());

describe('what the environment set', () => {
  it('names every variable and never a secret', async () => {
    const answer = await (await app.as('admin')).get('/api/v1/settings');
    const { data } = ok<{ data: Setting[] }>(answer);
    expect(data.map((setting) => setting.name)).toEqual(Object.keys(environment.shape));
    expect(answer.body).not.toContain('a-secret-word');
    const of = (name: string) => data.find((setting) => setting.name === name);
    expect(of('BRAND_NAME')).toMatchObject({ value: 'Swift & Sons', state: 'set', isSecret: false });
    expect(of('SUPPORT_PHONE')).toMatchObject({ state: 'default', isSecret: false });
    expect(of('ADMIN_EMAIL')).toMatchObject({ value: null, state: 'unset' });
    for (const name of Object.keys(secrets))
      expect(of(name)).toMatchObject({ value: null, state: 'set', isSecret: true });
  });

  it('hides the secrets and nothing else', async () => {
    const { data } = ok<{ data: Setting[] }>(await (await app.as('admin')).get('/api/v1/settings'));
    expect(data.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual([
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'DATABASE_URL',
      'SESSION_SECRET',
      'ADMIN_PASSWORD',
      'SMTP_URL',
      'SMS_URL',
      'SMS_SECRET',
      'PAYMENTS_WEBHOOK_SECRET',
      'GEOCODER_KEY',
      'ROUTING_KEY',
      'METRICS_TOKEN',
      'BACKUP_PASSPHRASE',
    ]);
    expect(data.find(({ name }) => name === 'DATABASE_WAIT')).toMatchObject({ value: '60', state: 'default' });
  });

  it('is for admins only', async () => {
    expect((await app.client().get('/api/v1/settings')).statusCode).toBe(401);
    for (const role of ['customer', 'driver', 'dispatcher'] as const)
      expect((await (await app.as(role)).get('/api/v1/settings')).statusCode).toBe(403);
  });
});
