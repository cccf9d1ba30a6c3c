import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Template } from '@quickfleet/shared/messages/templates';
import type { HealthReport } from '@quickfleet/shared/operations/doctor';
import type { User } from '@quickfleet/shared/people/users';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, PASSWORD, type TestApp } from '../../test/support/app.ts';
import { deliverMails } from '../../test/support/counterparts/smtp.ts';
import { ok, orderBody, quoteBody } from '../../test/support/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ ADMIN_EMAIL: 'office@example.com' });
});
afterAll(() => app.close());

const speaking = (language: string) => ({ headers: { 'accept-language': language } });
const mailsTo = (address: string) =>
  app.sql<{ trigger: string; subject: string; text: string; html: string }>(
    'select trigger, subject, text, html from emails where recipient = ? order by id',
    address,
  );
const NO_ITEMS = { ...quoteBody(), items: [] };

describe('an answer', () => {
  it('C491 says what is wrong in the language that is asked for, with the same code', async () => {
    const client = app.client();
    const refused = async (language?: string) => {
      const answer = await client.post('/api/v1/quotes', NO_ITEMS, language ? speaking(language) : {});
      return { status: answer.statusCode, ...answer.json<{ code: string; error: string }>() };
    };
    const english = await refused();
    expect(english).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', error: 'At least one item is required' });
    for (const language of ['de-AT,de;q=0.9,en;q=0.5', 'fr', 'es-MX', 'ar']) {
      const other = await refused(language);
      expect(other).toMatchObject({ status: 400, code: english.code });
      expect(other.error, language).not.toBe(english.error);
    }
    expect((await refused('tlh, en;q=0.1')).error).toBe(english.error);
    expect((await refused('*')).error).toBe(english.error);
  });

  it('C491 says so whoever refuses: the framework, a schema, a service, a right or the list of calls', async () => {
    const staff = await app.as('dispatcher');
    const { id } = ok<Quote>(await app.client().post('/api/v1/quotes', quoteBody()));
    const anyone = app.client();
    const calls: Record<string, (more: ReturnType<typeof speaking>) => ReturnType<typeof staff.get>> = {
      INVALID_JSON: ({ headers }) =>
        anyone.post('/api/v1/quotes', '{', { headers: { ...headers, 'content-type': 'application/json' } }),
      VALIDATION_FAILED: (more) => anyone.post('/api/v1/quotes', {}, more),
      UNKNOWN_PARAMETER: (more) => staff.get('/api/v1/orders?colour=red', more),
      ORDER_NOT_FOUND: (more) => staff.get('/api/v1/orders/999999', more),
      QUOTE_NOT_PAID: (more) => staff.post(`/api/v1/quotes/${id}/convert-to-order`, {}, more),
      SIGN_IN_REQUIRED: (more) => anyone.get('/api/v1/orders', more),
      NO_SUCH_CALL: (more) => staff.get('/api/v1/nothing', more),
      METHOD_NOT_ALLOWED: (more) => staff.delete('/api/v1/orders', more),
    };
    for (const [code, ask] of Object.entries(calls)) {
      const said = new Set<string>();
      for (const language of ['en', 'de', 'fr', 'es']) {
        const body = (await ask(speaking(language))).json<{ code: string; error: string; message: string }>();
        expect(body, `${code} in ${language}`).toMatchObject({ code, message: body.error });
        said.add(body.error);
      }
      expect(said.size, `${code}: ${[...said].join(' | ')}`).toBe(4);
    }
  });

  it('C491 is in the company’s language where none is asked for, from the moment that it is set', async () => {
    const admin = await app.as('admin');
    ok(await admin.put('/api/v1/company', { locale: { language: 'de' } }));
    const answer = await app.client().post('/api/v1/quotes', NO_ITEMS);
    expect(answer.json<{ error: string }>().error).not.toBe('At least one item is required');
    ok(await admin.put('/api/v1/company', { locale: { language: 'en' } }));
  });
});

it('C491 what the server finds about itself is in that language too, by the same names', async () => {
  const admin = await app.as('admin');
  const checksIn = async (language: string) =>
    ok<HealthReport>(await admin.get('/api/v1/doctor', speaking(language))).checks.filter(
      ({ area }) => area === 'Backups',
    );
  const [english, german] = [await checksIn('en'), await checksIn('de')];
  expect(german.map(({ name }) => name)).toEqual(english.map(({ name }) => name));
  expect(english.map(({ finding }) => finding)).toContain(
    'Backups hold no secrets: after a loss of the machine the access codes of open orders are lost.',
  );
  expect(german.map(({ finding }) => finding)).toContain(
    'Die Sicherungen enthalten keine Geheimnisse: Nach einem Verlust der Maschine sind die Zugangscodes offener Aufträge verloren.',
  );
});

describe('a customer’s language', () => {
  it('C492 is kept with the quote and its order, and is that of their mails', async () => {
    const staff = await app.as('dispatcher');
    const body = quoteBody();
    const { id } = ok<Quote>(await app.client().post('/api/v1/quotes', body, speaking('de')));
    expect(ok<Quote>(await staff.get(`/api/v1/quotes/${id}`)).language).toBe('de');
    const offer = { price: '1250.50', paymentUrl: 'https://pay.example.com/a' };
    ok(await staff.put(`/api/v1/quotes/${id}`, offer));
    ok(await staff.put(`/api/v1/quotes/${id}`, { status: 'paid', paymentReference: 'by hand' }));
    const order = ok<Order>(await staff.post(`/api/v1/quotes/${id}/convert-to-order`));
    expect(order.language).toBe('de');
    expect(await app.sql('select language from orders where id = ?', order.id)).toEqual([{ language: 'de' }]);
    const mails = await mailsTo(body.customer.email);
    expect(mails.map(({ trigger }) => trigger)).toEqual([
      'quote_received',
      'quote_sent',
      'quote_paid',
      'order_created',
    ]);
    expect(mails[0]?.subject).toMatch(/^Ihre Anfrage .* ist eingegangen$/);
    expect(mails[1]?.subject).toMatch(/^Ihr Angebot .*: 1\.250,50\s\$$/);
    expect(mails[3]?.text).toContain(`Sendungsnummer: ${order.trackingNumber}`);
    expect(mails[3]?.html).toContain('<html lang="de" dir="ltr">');
    const [office] = await mailsTo('office@example.com');
    expect(office?.subject).toMatch(/^New quote request #/);
  });

  it('C492 is what staff say, else that of the customer’s last quote or order; null is the company’s', async () => {
    const staff = await app.as('dispatcher');
    const body = quoteBody();
    ok(await app.client().post('/api/v1/quotes', body, speaking('fr')));
    const typed = orderBody({ customerEmail: body.customer.email });
    const order = ok<Order>(await staff.post('/api/v1/orders', typed));
    expect(order.language).toBe('fr');
    const changed = ok<Order>(await staff.put(`/api/v1/orders/${order.id}`, { language: 'es' }));
    expect(changed.language).toBe('es');
    expect(ok<Order>(await staff.post(`/api/v1/orders/${order.id}/duplicate`, {})).language).toBe('es');
    expect(ok<Order>(await staff.post('/api/v1/orders', orderBody())).language).toBeNull();
    const wrong = await staff.put(`/api/v1/orders/${order.id}`, { language: 'tlh' });
    expect(wrong.statusCode).toBe(400);
    const subjects = (await mailsTo(body.customer.email)).map(({ subject }) => subject);
    expect(subjects.at(-1)).toMatch(/^Su entrega QF\d+ está reservada$/);
  });

  it('C492 is not that of the history, which says in English that no mail went out', async () => {
    const staff = await app.as('dispatcher');
    const { customerEmail: _, ...body } = orderBody({ language: 'de' });
    const { id } = ok<Order>(await staff.post('/api/v1/orders', body));
    expect(
      await app.sql("select detail from history where subject_id = ? and action = 'order.customer_not_mailed'", id),
    ).toEqual([{ detail: 'Order created with tracking link: there is no e-mail address' }]);
  });

  it('C492 is not that of the office: a customer with German pages writes to it in the company’s', async () => {
    const staff = await app.as('dispatcher');
    const { id } = ok<Quote>(await app.client().post('/api/v1/quotes', quoteBody(), speaking('de')));
    const offer = { price: '10', paymentUrl: 'https://pay.example.com/q' };
    const { customerUrl } = ok<Quote>(await staff.put(`/api/v1/quotes/${id}`, offer));
    const wish = { speedType: 'today' };
    ok(await app.client().post(`/api/v1/q/${customerUrl?.split('/q/')[1]}/date`, wish, speaking('de')));
    const mail = (await mailsTo('office@example.com')).at(-1);
    expect(mail?.trigger).toBe('quote_date_office');
    expect(mail?.text).toContain('has changed the day of quote');
  });

  it('C493 chooses the company’s template in it, then the one for everybody, then the product’s words', async () => {
    const staff = await app.as('dispatcher');
    ok(await staff.post('/api/v1/email-templates/initialize'));
    const all = ok<Template[]>(await staff.get('/api/v1/email-templates'));
    const booked = all.find(({ trigger }) => trigger === 'order_created');
    expect(booked?.language).toBeNull();
    const subjectIn = async (language: string) => {
      const order = orderBody({ language });
      ok(await staff.post('/api/v1/orders', order));
      return (await mailsTo(order.customerEmail)).at(-1)?.subject;
    };
    // Nobody has changed what the product says by default, so each customer reads it in their language.
    expect(await subjectIn('fr')).toMatch(/^Votre livraison QF\d+ est réservée$/);
    const words = { subject: 'Booked: {{trackingNumber}}', content: 'We come.' };
    ok(await staff.put(`/api/v1/email-templates/${booked?.id}`, words));
    expect(await subjectIn('fr')).toMatch(/^Booked: QF/);
    const french = { ...words, name: 'Réservée', type: 'customer', trigger: 'order_created', language: 'fr' };
    const made = ok<Template>(
      await staff.post('/api/v1/email-templates', { ...french, subject: 'Réservée : {{trackingNumber}}' }),
    );
    expect(made.language).toBe('fr');
    expect(await subjectIn('fr')).toMatch(/^Réservée : QF/);
    expect(await subjectIn('de')).toMatch(/^Booked: QF/);
    ok(await staff.put(`/api/v1/email-templates/${made.id}`, { enabled: false }));
    expect(await subjectIn('fr')).toBeUndefined();
  });
});

describe('what is mailed about an account', () => {
  it('C497 a sign-in link is in the language of the page on which it was asked for', async () => {
    const body = quoteBody();
    ok(await app.client().post('/api/v1/quotes', body));
    const { email } = body.customer;
    for (const [language, subject] of [
      ['fr', 'Vos livraisons avec QuickFleet'],
      ['ar', 'شحناتك مع QuickFleet'],
    ] as const) {
      ok(await app.client().post('/api/v1/auth/link', { email }, speaking(language)));
      await deliverMails(app);
      const mail = (await mailsTo(email)).filter(({ trigger }) => trigger === 'account_sign_in_link').at(-1);
      expect(mail).toMatchObject({ subject, html: expect.stringContaining(`<html lang="${language}"`) });
    }
  });

  it('C497 a new password is in the language of the account, else in that of whoever asked', async () => {
    const admin = await app.as('admin');
    const email = 'reset@example.com';
    await app.sql('update users set email = ?, is_email_trusted = true where id = ?', email, admin.userId);
    const askIn = async (language: string) => {
      ok(await app.client().post('/api/v1/auth/forgot', { email }, speaking(language)));
      await deliverMails(app);
      return (await mailsTo(email)).at(-1)?.subject;
    };
    expect(await askIn('es')).toBe('Elija una nueva contraseña para QuickFleet');
    await app.sql("update users set language = 'de' where id = ?", admin.userId);
    expect(await askIn('es')).toBe('Wählen Sie ein neues Passwort für QuickFleet');
  });

  it('C497 a code for tracking is in the customer’s language, whoever asks for it', async () => {
    const staff = await app.as('dispatcher');
    const order = orderBody({ language: 'de' });
    const { trackingNumber } = ok<Order>(await staff.post('/api/v1/orders', order));
    ok(await app.client().post(`/api/v1/orders/tracking/${trackingNumber}/code`, {}, speaking('es')));
    const mail = (await mailsTo(order.customerEmail)).at(-1);
    expect(mail).toMatchObject({ trigger: 'tracking_code', subject: `Ihr Code für den Auftrag ${trackingNumber}` });
  });
});

it('C505 a template that the company has not edited follows its language, on the screen and in its mails', async () => {
  const own = await createTestApp();
  onTestFinished(() => own.close());
  const admin = await own.as('admin');
  const templates = async () => ok<Template[]>(await admin.get('/api/v1/email-templates'));
  const of = async (trigger: string) => (await templates()).find((one) => one.trigger === trigger);
  ok(await admin.post('/api/v1/email-templates/initialize'));
  const english = await of('order_created');
  const edited = await of('order_delivered');
  ok(
    await admin.put(`/api/v1/email-templates/${edited?.id}`, {
      version: edited?.version,
      subject: 'Done: {{trackingNumber}}',
    }),
  );
  ok(await admin.put('/api/v1/company', { locale: { language: 'de' } }));
  const german = await of('order_created');
  expect(german).toMatchObject({ id: english?.id, version: english?.version });
  expect(german?.name).not.toBe(english?.name);
  expect(german?.content).toContain('Guten Tag {{customerName}}');
  expect(await of('order_delivered')).toMatchObject({ subject: 'Done: {{trackingNumber}}' });
  const order = orderBody();
  ok(await admin.post('/api/v1/orders', order));
  const [mail] = await own.sql<{ subject: string; text: string }>(
    `select subject, text from emails where recipient = ? and trigger = 'order_created'`,
    order.customerEmail,
  );
  expect(mail?.text).toContain('Guten Tag');
  expect(await own.sql('select content from email_templates where id = ?', english?.id)).toEqual([
    { content: english?.content },
  ]);
  ok(await admin.post(`/api/v1/email-templates/${english?.id}/test`, { testEmail: 'me@example.com' }));
  const [tried] = await own.sql<{ text: string }>("select text from emails where trigger = 'test'");
  expect(tried?.text).toMatch(/^Dies ist ein Test der Vorlage.*Guten Tag/s);
  // Half an edit of what is shown in German leaves the other half German.
  const half = { version: german?.version, subject: 'Gebucht: {{trackingNumber}}' };
  expect(ok<Template>(await admin.put(`/api/v1/email-templates/${english?.id}`, half))).toMatchObject({
    subject: half.subject,
    content: german?.content,
    name: german?.name,
  });
});

it('C499 the history is in English, whatever language its writer speaks', async () => {
  app.setClock(new Date('2031-03-01T09:00:00Z'));
  const staff = await app.as('dispatcher');
  const { id, version } = ok<Order>(await staff.post('/api/v1/orders', orderBody({ language: 'de' }), speaking('de')));
  const deliveryWindow = { from: '2031-03-03T14:00:00Z', to: '2031-03-03T16:00:00Z' };
  ok(await staff.put(`/api/v1/orders/${id}`, { version, quotePrice: '1250.50', deliveryWindow }, speaking('de')));
  ok(await staff.post(`/api/v1/orders/${id}/charges`, { label: 'Waiting', amount: '1250.50' }, speaking('fr')));
  const lines = await app.sql<{ action: string; detail: string }>(
    "select action, detail from history where subject = 'order' and subject_id = ? and detail is not null",
    id,
  );
  const detailOf = (action: string) => lines.find((line) => line.action === action)?.detail;
  expect(detailOf('order.updated')).toContain('Price: none → $1,250.50');
  expect(detailOf('order.updated')).toContain('Delivery window: none → Mon, Mar 3, 2031, 2:00 PM – 4:00 PM UTC');
  expect(lines.find(({ action }) => action.startsWith('charge.'))?.detail).toBe('Waiting: $1,250.50');
  app.setClock(undefined);
});

it('C494 an account has a language: its browser is answered in it from the change or the sign-in on', async () => {
  const admin = await app.as('admin');
  const changed = await admin.put(`/api/v1/users/${admin.userId}`, { language: 'fr' });
  expect(ok<User>(changed).language).toBe('fr');
  expect(admin.cookies.get('language')).toBe('fr');
  const again = app.client();
  ok(await again.post('/api/login', { username: admin.username, password: PASSWORD }));
  expect(again.cookies.get('language')).toBe('fr');
  const wrong = await again.put(`/api/v1/users/${admin.userId}`, { language: 'xx' });
  expect(wrong.statusCode).toBe(400);
  ok(await again.put(`/api/v1/users/${admin.userId}`, { language: null }));
  expect(again.cookies.has('language')).toBe(false);
  expect(await app.sql('select language from users where id = ?', admin.userId)).toEqual([{ language: null }]);
});
