import { expect, it } from 'vitest';
import { phoneKeys } from '../support/counterparts/push-service.ts';
import { photoFile } from '../support/factories.ts';
import { canIsolate, useAlive } from './alive.ts';

// Addresses of no single machine: the system refuses to connect at once, as it does on a machine without a route.
const NOWHERE = '255.255.255.255';
const alive = useAlive(
  {
    WEBHOOKS_ALLOW_HOSTS: `${NOWHERE},[ff0e::1],nowhere.invalid`,
    SMTP_URL: `smtp://${NOWHERE}:25`,
    SMS_URL: `http://${NOWHERE}/sms`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://${NOWHERE}:4318`,
    S3_BUCKET: 'photos',
    S3_ENDPOINT: `http://${NOWHERE}:9000`,
    S3_ACCESS_KEY_ID: 'somebody',
    S3_SECRET_ACCESS_KEY: 'a-secret-of-nobody',
    FILES_STORE: 's3',
    OTEL_BSP_SCHEDULE_DELAY: '200',
    GEOCODER_URL: `http://${NOWHERE}:2322`,
    GEOCODER_KIND: 'photon',
    ROUTING_URL: `http://${NOWHERE}:5000`,
    ROUTING_KIND: 'osrm',
    VROOM_URL: `http://${NOWHERE}:3000`,
  },
  { embedded: true, offline: canIsolate },
);

it('N24 without any network webhooks, mail, SMS, push, bucket, geocoder and traces are tries that failed, and the office goes on', async () => {
  const hooks = [`http://${NOWHERE}/`, `https://${NOWHERE}/`, 'https://[ff0e::1]/', 'https://nowhere.invalid/'];
  for (const url of hooks)
    expect((await alive.call('POST', '/api/v1/webhooks', { url, events: ['*'] })).status).toBe(201);
  await alive.expectAlive('webhooks: an order that four receivers want');

  const order = {
    customerName: 'Ada',
    customerEmail: 'ada@example.org',
    pickupAddress: '1 Way, Town',
    deliveryAddress: '2 Way, Town',
    deliveryContact: { name: 'Sam Porter', phone: '(212) 555-0142' },
    items: [{ name: 'Box', quantity: 1 }],
  };
  const made = await alive.call('POST', '/api/v1/orders', order);
  expect(made.status).toBe(201);

  const errorsOf = async () => {
    const [row] = await alive.rows<{ webhooks: number; mails: number; texts: number }>(
      `select (select count(distinct webhook_id)::int from webhook_deliveries where error is not null) as webhooks,
         (select count(*)::int from emails where kind = 'email' and last_error is not null) as mails,
         (select count(*)::int from emails where kind = 'sms' and last_error is not null) as texts`,
    );
    return row && { ...row, mails: row.mails > 0, texts: row.texts > 0 };
  };
  await expect.poll(errorsOf, { timeout: 60_000 }).toEqual({ webhooks: hooks.length, mails: true, texts: true });
  await alive.expectAlive('webhooks, mail and SMS without a network', { said: 'on the row of each' });

  const { id } = await made.json();
  const [mail] = (await (await alive.call('GET', `/api/v1/emails?orderId=${id}`)).json()).data;
  const { text } = await (await alive.call('GET', `/api/v1/emails/${mail.id}`)).json();
  const follower = { endpoint: 'https://fcm.googleapis.com/fcm/send/nobody', keys: phoneKeys().keys };
  const link = /\/t\/\w+/.exec(text)?.[0];
  expect((await alive.call('POST', `/api/v1${link}/push`, follower)).status).toBe(200);
  expect((await alive.call('PUT', `/api/v1/orders/${id}/status`, { status: 'cancelled' })).status).toBe(200);
  const tries = () =>
    alive.rows(`select 1 from graphile_worker.jobs where task_identifier = 'send_push' and last_error is not null`);
  await expect.poll(async () => (await tries()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  await alive.expectAlive('push without a network', { said: 'on its job' });

  const form = new FormData();
  const { bytes, type, name } = await photoFile('file');
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  const refused = await alive.call('POST', '/api/v1/upload', undefined, { body: form });
  expect(refused.status).toBe(503);
  await alive.expectAlive('bucket without a network', { said: String(refused.status) });

  const driver = { username: 'marta', password: 'drives-without-a-line', role: 'driver' };
  expect((await alive.call('POST', '/api/v1/users', driver)).status).toBe(201);
  const placed = { ...order, pickupAddress: '53.5503, 9.9921', deliveryAddress: '53.5600, 10.0100' };
  expect((await alive.call('POST', '/api/v1/orders', placed)).status).toBe(201);
  const [{ day } = { day: '' }] = await alive.rows<{ day: string }>('select current_date::text as day');
  const plan = await alive.call('POST', '/api/v1/plans', { day, keep: 'nothing', aim: 'time', seconds: 1 });
  expect(plan.status).toBe(202);
  const { id: planId } = await plan.json();
  const stateOf = async () => (await (await alive.call('GET', `/api/v1/plans/${planId}`)).json()).state;
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('ready');
  const failing = async () =>
    (await alive.rows<{ kind: string }>('select kind from map_services where problem is not null order by kind')).map(
      ({ kind }) => kind,
    );
  await expect.poll(failing, { timeout: 100_000 }).toContain('geocoder');
  await alive.expectAlive('a geocoder, and a plan, without a network', { said: 'with the doctor' });

  const doctor = await alive.call('GET', '/api/v1/doctor');
  await alive.expectAlive('the doctor without a network', { said: String(doctor.status) });
  // What is traced is sent every fifth of a second; each try fails.
  for (let call = 0; call < 50; call++) await alive.call('GET', '/api/v1/orders?limit=1');
  await expect.poll(alive.output, { timeout: 30_000 }).toContain('Sending traces failed');
  await alive.expectAlive('traces without a network', { times: 50, said: 'Sending traces failed' });
});
