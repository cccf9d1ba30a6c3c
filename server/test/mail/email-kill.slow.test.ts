import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailPage, MailRow } from '@quickfleet/shared/messages/mailbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';
import { quoteBody } from '../support/factories.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

const ADMIN = { username: 'boss', password: 'a-good-password-1' };
const OFFICE = 'office@quickfleet.test';
const KILLS = 20;
const QUOTES_A_KILL = 5;
const MAILS = KILLS * QUOTES_A_KILL * 2;
let dir: string;
let smtp: TestSmtp;
let server: ServerProcess | undefined;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-mail-'));
  // Slow enough that a mail is under way whenever the server dies.
  smtp = await startSmtp({ pauseMs: 25 });
  // Most of a start is compiling the sources: a first run that ends in peace leaves them compiled for the others.
  server = await launch();
  await server.end('SIGTERM');
}, 120_000);
afterAll(async () => {
  await server?.end('SIGTERM');
  await smtp.close();
  await rm(dir, { recursive: true, force: true });
});

const launch = () =>
  startProcess({
    DATA_DIR: dir,
    PORT: '0',
    SMTP_URL: smtp.url,
    ADMIN_EMAIL: OFFICE,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    LIMIT_SCALE: '1000',
    LOG_LEVEL: 'silent',
  });
type Ask = { key: string; body: unknown };
/** Answers the id of the stored quote, or nothing when the server died before it answered. */
async function ask(url: string, { key, body }: Ask): Promise<number | undefined> {
  try {
    const answer = await fetch(`${url}/api/v1/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    return answer.ok ? JSON.parse(await answer.text()).id : undefined;
  } catch {
    return undefined;
  }
}
async function readMails(url: string): Promise<MailRow[]> {
  const signedIn = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const pages = await Promise.all(
    Array.from(
      { length: Math.ceil(MAILS / 100) },
      async (_, index): Promise<MailPage> =>
        (await fetch(`${url}/api/v1/emails?limit=100&page=${index + 1}`, { headers: { cookie } })).json(),
    ),
  );
  expect(pages[0]?.total).toBe(MAILS);
  return pages.flatMap((page) => page.data);
}

it(`loses none of ${MAILS} mails under ${KILLS} kill -9 of the server, and repeats one only under its own Message-ID`, async () => {
  const quotes = new Set<number>();
  let open: Ask[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    server = await launch();
    const { url } = server;
    open.push(
      ...Array.from({ length: QUOTES_A_KILL }, (_, index) => ({
        key: `kill-${kill}-quote-${index}`,
        body: quoteBody(),
      })),
    );
    const before = smtp.mails.length;
    const answers = open.map(async (request) => ({ request, id: await ask(url, request) }));
    // Mails are going out and more are waiting; some requests may be open too. The moment is another one each time.
    await smtp.received(before + 1 + (kill % QUOTES_A_KILL));
    await server.end('SIGKILL');
    const settled = await Promise.all(answers);
    for (const { id } of settled) if (id !== undefined) quotes.add(id);
    open = settled.filter(({ id }) => id === undefined).map(({ request }) => request);
  }
  server = await launch();
  for (const request of open) quotes.add((await ask(server.url, request)) ?? 0);
  expect(quotes.size).toBe(KILLS * QUOTES_A_KILL);
  await expect.poll(() => new Set(smtp.mails.map((mail) => mail.messageId)).size, { timeout: 60_000 }).toBe(MAILS);
  const { url } = server;
  await expect
    .poll(async () => (await readMails(url)).filter((row) => row.status !== 'sent').length, { timeout: 60_000 })
    .toBe(0);

  const rows = await readMails(url);
  // One confirmation and one word to the office for each quote, no more rows and no fewer.
  const causes = rows.map((row) => `${row.quoteId} ${row.trigger}`);
  expect(new Set(causes)).toEqual(
    new Set([...quotes].flatMap((id) => [`${id} quote_received`, `${id} quote_received_office`])),
  );
  expect(causes).toHaveLength(MAILS);
  const copies = smtp.mails.length - MAILS;
  console.log(`${MAILS} mails, ${KILLS} kills: lost 0, sent twice ${copies}, each under its own Message-ID`);
  expect(copies).toBeLessThanOrEqual(KILLS);
  for (const mail of smtp.mails) expect(mail.envelope.to).toHaveLength(1);
}, 600_000);
