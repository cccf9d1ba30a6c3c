import { DAY_MS } from '@quickfleet/shared/base/time/zoned-time';
import { MAIL_STUCK_MINUTES } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { placeholdersIn } from '../../config.ts';
import { c, select } from '../../db/rows.ts';
import { ask, mailTransport, tlsTo } from '../../process/outside/connections.ts';
import { Findings, type Patient } from './check.ts';

const ANSWER_MS = 5000;
const MAIL_MS = 8000;
const CERTIFICATE_DAYS = 14;
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

/** The last day of the certificate that the host shows; undefined when it shows none in time. */
const certificateEnd = (hostname: string, port: number): Promise<Date | undefined> =>
  new Promise((done) => {
    const socket = tlsTo({ host: hostname, port, servername: hostname, timeout: ANSWER_MS }, () => {
      done(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    for (const name of ['error', 'timeout', 'close'])
      socket.once(name, () => {
        done(undefined);
        socket.destroy();
      });
  });

async function checkCertificate(found: Findings, url: URL, now: Date): Promise<void> {
  const end = await certificateEnd(url.hostname, Number(url.port || 443));
  if (!end) return;
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
  const words = t('The certificate of {hostname} is good for {days} more days.', { hostname: url.hostname, days });
  if (days < CERTIFICATE_DAYS) found.fail('Certificate', words, t('Renew it, and set up automatic renewal.'));
  else found.ok('Certificate', words);
}

/** https and the proxy, as seen by asking for PUBLIC_URL from here. */
export async function checkWeb({ config, now }: Patient): Promise<Findings> {
  const found = new Findings('Web');
  if (!config.PUBLIC_URL) {
    found.warn(
      'PUBLIC_URL',
      t('PUBLIC_URL is not set: links in mails lead to the address of this machine.'),
      t('Set PUBLIC_URL to the address that people use, with https.'),
    );
    return found;
  }
  const url = new URL(config.PUBLIC_URL);
  if (url.protocol !== 'https:')
    found.warn(
      'https',
      t('PUBLIC_URL is http: passwords and cookies travel in the open.'),
      t('Put a reverse proxy with TLS in front (docs/deployment.md), and set PUBLIC_URL and TRUST_PROXY.'),
    );
  else
    found.ok('https', t('PUBLIC_URL is https, and TRUST_PROXY names {proxy}.', { proxy: String(config.TRUST_PROXY) }));
  try {
    const answer = await ask(new URL('/healthz', url), {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.arrayBuffer();
    if (answer.status !== 200)
      found.fail(
        'Proxy',
        t('{address} answers {status}.', { address: `${url.origin}/healthz`, status: answer.status }),
        t('Look into the log of the reverse proxy: it must pass every path to PORT.'),
      );
    else if (url.protocol === 'https:' && !answer.headers.has('strict-transport-security'))
      found.warn(
        'Proxy',
        t('{origin} answers without Strict-Transport-Security.', { origin: url.origin }),
        t('The proxy must pass the headers of answers unchanged.'),
      );
    else found.ok('Proxy', t('{address} answers.', { address: url.origin }));
  } catch (error) {
    found.warn(
      'Proxy',
      t('{origin} does not answer from this machine: {reason}.', { origin: url.origin, reason: reasonOf(error) }),
      t(
        'If it answers from outside, this machine cannot reach its own public address, which does no harm. Otherwise look at DNS, proxy and firewall.',
      ),
    );
  }
  if (url.protocol === 'https:') await checkCertificate(found, url, now);
  return found;
}

const stuckMail = select({ since: c.date('min(created_at)').nullable(), count: c.count() });
async function readStuckSince(read: Patient['read']) {
  const [row] = await read(
    stuckMail,
    `select $columns from emails
      where status = 'queued' and created_at < now() - interval '${MAIL_STUCK_MINUTES} minutes'`,
  );
  return row?.since ? { since: row.since, count: row.count } : undefined;
}

const howMany = select({ count: c.count() });
/** Asks the SMS service whether it is there, and sends nothing. */
async function checkSms(found: Findings, smsUrl: string): Promise<void> {
  const url = new URL(smsUrl);
  url.username = '';
  url.password = '';
  try {
    const answer = await ask(url, { method: 'OPTIONS', redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.body?.cancel();
    if (answer.status < 500) found.ok('SMS service', t('{address} answers.', { address: url.host }));
    else
      found.warn(
        'SMS service',
        t('{address} answers {status}.', { address: url.host, status: answer.status }),
        t('Text messages wait for about three days. Read the log of the service, and correct SMS_URL if it has moved.'),
      );
  } catch (error) {
    found.fail(
      'SMS service',
      t('{host} does not answer: {reason}.', { host: url.host, reason: reasonOf(error) }),
      t('Correct SMS_URL, or start the service. Text messages wait for about three days.'),
    );
  }
}

/** Signs in to the mail server and sends nothing. */
export async function checkMail({ config, read }: Patient): Promise<Findings> {
  const found = new Findings('Mail');
  if (!config.SMTP_URL)
    found.warn(
      'Mail server',
      t('No mail server is set up: mails are kept and sent to nobody.'),
      t('Set one up in Settings → Mail server, or by SMTP_URL.'),
    );
  else {
    const transport = mailTransport({
      url: config.SMTP_URL,
      connectionTimeout: MAIL_MS,
      greetingTimeout: MAIL_MS,
      socketTimeout: MAIL_MS,
    });
    try {
      await transport.verify();
      found.ok('Mail server', t('{hostname} takes the sign-in.', { hostname: new URL(config.SMTP_URL).hostname }));
    } catch (error) {
      found.fail(
        'Mail server',
        t('{hostname} refuses: {reason}', { hostname: new URL(config.SMTP_URL).hostname, reason: reasonOf(error) }),
        t('Correct SMTP_URL. Mails wait for about three days.'),
      );
    } finally {
      transport.close();
    }
  }
  if (config.SMS_URL) await checkSms(found, config.SMS_URL);
  const placeholders = placeholdersIn(config);
  if (placeholders.length > 0)
    found.warn(
      'Placeholders',
      t('Mail is sent with placeholders that customers will see: {placeholders}.', {
        placeholders: placeholders.map(({ text }) => text).join(', '),
      }),
      placeholders.every(({ isLocked }) => isLocked)
        ? t('Set these to your company’s own, then restart.')
        : t(
            'Set these to your company’s own in Settings, where they count right away. Those of the environment need a restart.',
          ),
    );
  const stuck = (config.SMTP_URL ?? config.SMS_URL) && (await readStuckSince(read));
  if (stuck)
    found.fail(
      'Waiting mails',
      t('{count, plural, one {# mail has} other {# mails have}} not left since {time}.', {
        count: stuck.count,
        time: stuck.since.toISOString(),
      }),
      t(
        'Read the reasons in the mailbox; once the mail server answers they leave, and failed ones can be sent again from there.',
      ),
    );
  if (!config.ADMIN_EMAIL)
    found.warn(
      'Office',
      t('ADMIN_EMAIL is not set: nobody is notified of new quotes.'),
      t('Set one in Settings → Mail server, or by ADMIN_EMAIL.'),
    );
  const [failed] = await read(
    howMany,
    `select $columns from emails where status = 'failed' and created_at > now() - interval '7 days'`,
  );
  if (failed && failed.count > 0)
    found.warn(
      'Failed mails',
      t('{count} mails of the last 7 days could not be sent.', { count: failed.count }),
      t('Read the reasons in the mailbox, and send them again from there.'),
    );
  else found.ok('Failed mails', t('No mail of the last 7 days failed.'));
  return found;
}
