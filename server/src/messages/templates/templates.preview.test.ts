import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { ok } from '../../../test/support/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('the preview of a template', () => {
  it('fills sample values, shows markup literally and names what nothing fills', async () => {
    const staff = await app.as('dispatcher');
    const preview = ok<{ subject: string; html: string; unknownVariables: string[] }>(
      await staff.post('/api/v1/email-templates/preview', {
        subject: 'For {{customerName}}',
        content: '<script>alert(1)</script> {{ trackingUrl }} {{oops}}',
      }),
    );
    expect(preview.subject).toBe('For Alex Sample');
    expect(preview.html).toContain('&lt;script&gt;');
    expect(preview.html).not.toContain('<script>');
    expect(preview.html).toContain('href="http://quickfleet.test/t/0012345678901k4xv7n2q9w3z8b6c0d5"');
    expect(preview.unknownVariables).toEqual(['oops']);
    expect(await app.sql('select 1 from emails')).toEqual([]);
  });

  it('is for staff, and takes no more than a template may hold', async () => {
    expect(
      (await app.client().post('/api/v1/email-templates/preview', { subject: 'a', content: 'b' })).statusCode,
    ).toBe(401);
    expect(
      (await (await app.as('driver')).post('/api/v1/email-templates/preview', { subject: 'a', content: 'b' }))
        .statusCode,
    ).toBe(403);
    expect(
      (
        await (
          await app.as('admin')
        ).post('/api/v1/email-templates/preview', { subject: 'a', content: 'b'.repeat(50_001) })
      ).statusCode,
    ).toBe(400);
  });
});
