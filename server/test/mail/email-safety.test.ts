import type { Mail } from '@quickfleet/shared/messages/mailbox';
import type { Template } from '@quickfleet/shared/messages/templates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { expectError } from '../support/contract.ts';
import { deliverMails, startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';
import { makeOrder, makeQuote, ok, quoteBody } from '../support/factories.ts';

const OFFICE = 'office@quickfleet.test';
const NUL = String.fromCharCode(0);
let smtp: TestSmtp;
let app: TestApp;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ SMTP_URL: smtp.url, ADMIN_EMAIL: OFFICE });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  await app.sql('truncate emails, email_templates restart identity cascade');
  await app.sql('truncate graphile_worker._private_jobs');
  smtp.mails.length = 0;
});

const bodyFor = (name: string) => {
  const body = quoteBody();
  return { ...body, customer: { ...body.customer, name } };
};
/** The mails to customer and office that a request under this name causes. */
async function mailsFor(name: string, headers: Record<string, string> = {}) {
  const body = bodyFor(name);
  ok(await app.client().post('/api/v1/quotes', body, { headers }));
  await deliverMails(app);
  return [...smtp.to(body.customer.email), ...smtp.to(OFFICE)];
}
const headerLines = (raw: string, name: string) =>
  (raw.split('\r\n\r\n')[0] ?? '').match(new RegExp(`^${name}:`, 'gim')) ?? [];
const hrefs = (html = '') => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);

describe('what a customer typed', () => {
  it('K48 stays plain text when it looks like a variable or like markup, isolated in its own direction', async () => {
    const name = '{{paymentLink}}<b>"&</b>';
    const [customer, office] = await mailsFor(name);
    expect(customer?.text).toContain(`Hello ${name},`);
    expect(customer?.html).toContain('Hello <span dir="auto">{{paymentLink}}&lt;b&gt;&quot;&amp;&lt;/b&gt;</span>,');
    expect(customer?.html).not.toContain('<b>');
    expect(office?.subject).toMatch(/^New quote request #\d+ from \{\{paymentLink\}\}<b>"&<\/b>$/);
    expect(office?.html).not.toContain('<b>');
  });

  it('adds no header, no recipient and no line', async () => {
    const mails = await mailsFor('Eve\r\nBcc: victim@example.com\r\nSubject: Pay now\n\nDear customer,\n\npay here');
    expect(mails).toHaveLength(2);
    expect(smtp.mails).toHaveLength(2);
    expect(smtp.to('victim@example.com')).toEqual([]);
    for (const mail of mails) {
      expect(mail.envelope.to).toHaveLength(1);
      expect(mail.bcc ?? []).toEqual([]);
      for (const header of ['Subject', 'To', 'From', 'Message-ID'])
        expect(headerLines(mail.raw, header), header).toHaveLength(1);
      expect(headerLines(mail.raw, 'Bcc')).toHaveLength(0);
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.text).toContain('Eve Bcc: victim@example. com Subject: Pay now Dear customer, pay here');
    }
  });

  it('brings no link along and does not turn the reading direction', async () => {
    const mails = await mailsFor(
      'You won! https://evil.example/a www.evil.example/b evil.example/c \u202Eelpmaxe ftp://evil.example',
    );
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/evil\.example|www\.|\u202E/);
      expect(mail.text).toContain('You won!');
      expect(hrefs(mail.html).every((href) => href.startsWith('http://quickfleet.test/'))).toBe(true);
    }
    smtp.mails.length = 0;
    const [customer] = await mailsFor('https://evil.example');
    expect(customer?.text).toContain('Hello Customer,');
  });

  it('is cut to 80 characters in a mail, and refused early when it is huge', async () => {
    const [customer] = await mailsFor('x'.repeat(200));
    expect(customer?.text).toContain(`Hello ${'x'.repeat(80)},`);
    const huge = 'x'.repeat(100_000);
    const staff = await app.as('dispatcher');
    const before = await app.sql('select count(*)::int as n from emails');
    for (const body of [
      bodyFor(huge),
      { ...bodyFor('Ada'), customer: { name: 'Ada', email: `${huge}@example.com` } },
    ]) {
      const began = performance.now();
      expect((await app.client().post('/api/v1/quotes', body)).statusCode).toBe(400);
      expect(performance.now() - began).toBeLessThan(20_000);
    }
    expect((await staff.post('/api/v1/email-templates/1/test', { testEmail: `${huge}@example.com` })).statusCode).toBe(
      400,
    );
    expect(await app.sql('select count(*)::int as n from emails')).toEqual(before);
  });
});

describe('a recipient', () => {
  it('C36 is one address, no matter who names it', async () => {
    const staff = await app.as('dispatcher');
    const [template] = ok<Template[]>(await staff.post('/api/email-templates/initialize'));
    const order = await makeOrder(app, staff);
    await app.sql('truncate emails');
    const bad = [
      'a@x.example,b@y.example',
      'a@x.example;b@y.example',
      'a@x.example b@y.example',
      'a@x.example\r\nBcc: b@y.example',
      'Ada <a@x.example>',
      '"a b"@x.example',
      'a@b@x.example',
      `a${NUL}@x.example`,
      '@x.example',
      'a@',
    ];
    for (const email of bad) {
      const answers = [
        await app.client().post('/api/v1/quotes', { ...quoteBody(), customer: { name: 'Ada', email } }),
        await staff.put(`/api/v1/orders/${order.id}`, { customerEmail: email }),
        await staff.post('/api/v1/customers', { name: 'Ada', email }),
        await staff.post(`/api/email-templates/${template?.id}/test`, { testEmail: email }),
      ];
      expect(
        answers.map((answer) => answer.statusCode),
        email,
      ).toEqual([400, 400, 400, 400]);
      expect(answers[3]?.json()).toMatchObject({ error: 'Please enter a valid email address' });
    }
    expect((await staff.post(`/api/email-templates/${template?.id}/test`, { testEmail: ' ' })).json()).toMatchObject({
      error: 'Email required',
    });
    expect(await app.sql('select 1 from emails')).toEqual([]);

    const sent = ok<{ emailId: number; delivery: string }>(
      await staff.post(`/api/email-templates/${template?.id}/test`, { testEmail: 'me@x.example' }),
    );
    expect(sent.delivery).toBe('queued');
    await deliverMails(app);
    expect(smtp.mails.map((mail) => [mail.envelope.to, mail.subject])).toEqual([
      [['me@x.example'], '[Test] We received your delivery request K7M-3QF'],
    ]);
    expect(smtp.mails[0]?.text).toMatch(/^This is a test of the template "Quote received"/);
    expect(ok<Mail>(await staff.get(`/api/v1/emails/${sent.emailId}`))).toMatchObject({
      status: 'sent',
      trigger: 'test',
      recipient: 'me@x.example',
    });
  });
});

describe('a template', () => {
  it('reports at save what nothing fills, and leaves it empty in the mail', async () => {
    const staff = await app.as('dispatcher');
    const names = ['constructor', '__proto__', 'toString', '#if customerName', '/if', '> partial', 'customername'];
    const template = {
      name: 'Odd',
      type: 'customer',
      trigger: 'quote_received',
      subject: 'S\r\nBcc: victim@example.com {{constructor}}|{{customerName}}',
      content: `A${names.map((name) => `[{{${name}}}]`).join('')}\r\n\r\njavascript:alert(1) <a href="javascript:alert(2)">x</a> https://help.example/page. {{{customerName}}}`,
    };
    const saved = ok<Template>(await staff.post('/api/v1/email-templates', template));
    expect(saved.unknownVariables.toSorted()).toEqual(names.toSorted());
    expect(
      ok<Template>(await staff.put(`/api/v1/email-templates/${saved.id}`, { subject: 'Plain' })).unknownVariables,
    ).toHaveLength(names.length);
    ok(await staff.put(`/api/v1/email-templates/${saved.id}`, { subject: template.subject }));
    const [mail] = await mailsFor('Ada');
    expect(mail?.subject).toBe('S Bcc: victim@example.com |Ada');
    expect(mail?.envelope.to).toHaveLength(1);
    expect(mail?.text).toContain(`A${'[]'.repeat(names.length)}\n\njavascript:alert(1)`);
    expect(mail?.text).toContain('{Ada}');
    // In addition to the template's own there is the link of the quote's page.
    expect(hrefs(mail?.html).filter((href) => !href?.includes('/q/'))).toEqual(['https://help.example/page']);
    expect(mail?.html).not.toMatch(/<a href="javascript|<script/);
  });
});

describe('a link', () => {
  it('comes from PUBLIC_URL, whatever the request calls the host', async () => {
    const poison = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const mails = await mailsFor('Ada', poison);
    const staff = await app.as('dispatcher');
    const { id } = await makeQuote(app);
    ok(
      await staff.put(
        `/api/v1/quotes/${id}`,
        { price: '10', paymentUrl: 'https://pay.example.com/1' },
        { headers: poison },
      ),
    );
    ok(await staff.post(`/api/v1/quotes/${id}/send-email`, undefined, { headers: poison }));
    await deliverMails(app);
    expect(mails).toHaveLength(2);
    for (const mail of smtp.mails) expect(mail.raw).not.toContain('evil');
    expect(new Set(smtp.mails.flatMap((mail) => hrefs(mail.html)).map((href) => URL.parse(href)?.host))).toEqual(
      new Set(['quickfleet.test', 'pay.example.com']),
    );
  });

  it('N10 to pay with is an https address of a public host', async () => {
    const staff = await app.as('dispatcher');
    const { id } = await makeQuote(app);
    for (const paymentUrl of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://pay.example.com/1',
      'http://169.254.169.254/',
      'https://169.254.169.254/',
      'https://127.0.0.1/',
      'https://u:p@pay.example.com/',
      `https://x.example/${'y'.repeat(2048)}`,
    ]) {
      const answer = await staff.put(`/api/v1/quotes/${id}`, { price: '10', paymentUrl });
      expect(answer.statusCode, paymentUrl).toBe(400);
    }
    expect(await app.sql('select status, price, payment_url from quotes where id = ?', id)).toEqual([
      { status: 'draft', price: null, payment_url: null },
    ]);
    // What an older version or a hand in the database left there is no link either.
    await app.sql(
      `update quotes set price = 10, payment_url = 'javascript:alert(1)', status = 'sent' where id = ?`,
      id,
    );
    expectError(await staff.post(`/api/v1/quotes/${id}/send-email`), 409, 'BAD_PAYMENT_URL');
    await deliverMails(app);
    expect(smtp.mails.filter(({ subject }) => subject?.startsWith('Your delivery quote'))).toEqual([]);
  });

  it('N10 the payment link is in the mail of every sent quote, whatever the template says', async () => {
    const staff = await app.as('dispatcher');
    const { id } = await makeQuote(app);
    const paymentUrl = 'https://pay.example.com/q/1';
    const template = ok<Template>(
      await staff.post('/api/email-templates', {
        name: 'Without a link',
        type: 'customer',
        trigger: 'quote_sent',
        subject: 'Your price',
        content: 'Dear {{customerName}}, your price is {{totalPrice}}.',
      }),
    );
    const send = () => staff.put(`/api/v1/quotes/${id}`, { price: '10', paymentUrl });
    const refused = expectError(await send(), 409, 'MAIL_WITHOUT_PAYMENT_LINK');
    expect(refused.error).toContain('{{paymentLink}}');
    expect(await app.sql('select status from quotes where id = ?', id)).toEqual([{ status: 'draft' }]);
    expect(await app.sql(`select id from emails where quote_id = ? and trigger = 'quote_sent'`, id)).toEqual([]);
    ok(await staff.put(`/api/email-templates/${template.id}`, { content: 'Dear {{customerName}}: {{paymentLink}}' }));
    ok(await send());
    const [mail] = await app.sql<{ text: string }>(
      `select text from emails where quote_id = ? and trigger = 'quote_sent'`,
      id,
    );
    expect(mail?.text).toContain(paymentUrl);
    ok(await (await app.as('admin')).delete(`/api/email-templates/${template.id}`));
  });
});
