import type { HealthReport } from '@quickfleet/shared/operations/doctor';
import { describe, expect, it } from 'vitest';
import { noteHealth } from '../../src/operations/doctor/doctor.service.ts';
import type { Client } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { ok } from '../support/factories.ts';

const world = useWorld();
const setUser = async (id: number, change: object) => ok(await world.admin.put(`/api/v1/users/${id}`, change));
const findingsOf = async (client: Client) =>
  ok<HealthReport>(await client.get('/api/v1/doctor')).checks.filter(
    ({ area, name, state }) => area === 'Secrets' && ['API keys', 'Webhooks'].includes(name) && state === 'warn',
  );

describe('what outlives its maker', () => {
  it('X20 keys and webhooks of somebody who was deactivated go on, and are named until they are taken over', async () => {
    const maker = await world.app.as('admin');
    const body = { name: 'Shop 44', scopes: ['quotes:read'] };
    const { id, key } = ok<{ id: number; key: string }>(await maker.post('/api/v1/api-keys', body));
    const hook = { url: 'https://shop44.example.com/hook', events: ['order.created'] };
    const webhook = ok<{ id: number }>(await maker.post('/api/v1/webhooks', hook));
    expect(await findingsOf(world.admin)).toEqual([]);
    await setUser(maker.userId, { isActive: false });
    ok(await world.app.client({ key }).get('/api/v1/quotes'));
    const named = (await findingsOf(world.admin)).map(({ finding }) => finding).join(' ');
    expect(named).toContain('Shop 44');
    expect(named).toContain('shop44.example.com');
    await noteHealth(world.app.services);
    expect((await world.admin.get('/api/v1/company/setup')).body).toContain('Shop 44');
    const rows = ok<{ data: { id: number }[] }>(await world.admin.get('/api/v1/api-keys')).data;
    expect(rows.find((row) => row.id === id)).toMatchObject({ isMakerActive: false, isRefused: false });
    const rotated = ok<{ key: string }>(await world.admin.post(`/api/v1/api-keys/${id}/rotate`, { overlapHours: 0 }));
    expectError(await world.app.client({ key }).get('/api/v1/quotes'), 401, 'WRONG_API_KEY');
    ok(await world.app.client({ key: rotated.key }).get('/api/v1/quotes'));
    ok(await world.admin.put(`/api/v1/webhooks/${webhook.id}`, { description: 'Ours now' }));
    expect(await findingsOf(world.admin)).toEqual([]);
  });

  it.each([
    ['deactivated', { isActive: false }],
    ['no admin any more', { role: 'dispatcher' }],
  ])('X21 an export ends with its maker who is %s, and that of others stays', async (_name, change) => {
    const maker = await world.app.as('admin');
    const mine = ok<{ id: number }>(await maker.post('/api/v1/exports'));
    await world.app.sql(`update exports set state = 'ready' where id = ?`, mine.id);
    const other = ok<{ id: number }>(await world.admin.post('/api/v1/exports'));
    await setUser(maker.userId, change);
    for (const path of [`/api/v1/exports/${mine.id}`, `/api/v1/exports/${mine.id}/download`])
      expect((await world.admin.get(path)).statusCode, path).toBe(404);
    ok(await world.admin.get(`/api/v1/exports/${other.id}`));
    ok(await world.admin.delete(`/api/v1/exports/${other.id}`));
  });

  it('X22 sessions, links to a new password and the phone that is told end with a deactivation or another role', async () => {
    const rows = async (id: number) => ({
      pushes: await world.app.sql('select 1 from push_subscriptions where user_id = ?', id),
      resets: await world.app.sql('select 1 from password_resets where user_id = ?', id),
      sessions: await world.app.sql('select 1 from sessions where user_id = ?', id),
    });
    for (const change of [{ isActive: false }, { role: 'dispatcher' }]) {
      const driver = await world.app.as('driver');
      await world.app.sql(
        `insert into push_subscriptions (user_id, session_id_hash, endpoint, p256dh, auth, created_at)
         select user_id, id_hash, 'https://push.example/' || user_id, 'k', 'a', now() from sessions where user_id = ?`,
        driver.userId,
      );
      await world.app.sql(
        `insert into password_resets (token_hash, user_id, created_at, expires_at) values (?, ?, now(), now() + interval '1 hour')`,
        `hash ${driver.userId}`,
        driver.userId,
      );
      expect((await rows(driver.userId)).pushes).toHaveLength(1);
      await setUser(driver.userId, change);
      expect(await rows(driver.userId)).toMatchObject(
        'role' in change ? { pushes: [] } : { pushes: [], resets: [], sessions: [] },
      );
    }
  });
});
