import type { MailServerTested, TestMailServer } from '@quickfleet/shared/messages/mail-server-test';
import { t } from '@quickfleet/shared/words/t';
import { requireUnlocked } from '../../company/settings/company.update.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { randomKey } from '../../security/secrets.ts';
import { mailBrandOf } from '../templates/mail-values.ts';
import { renderMail } from '../templates/render.ts';
import { createMailer } from './mailer.ts';

interface Failure {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
  message?: unknown;
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a mail server says by a number alone, '550'. Its words may be another service's, and are shown to nobody. */
export const stateOf = ({ responseCode }: Failure): string | null =>
  typeof responseCode === 'number' && /^[2-5]\d\d$/.test(String(responseCode)) ? String(responseCode) : null;

/** What is wrong with the mail server, and what to do about it. */
export function problemWords({ code, command, message }: Failure, host: string, sender: string): string {
  const said = textOf(message);
  if (code === 'EAUTH')
    return t(
      '{host} refused the user name or the password. Check both; some providers want a separate password for programs.',
      { host },
    );
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(said))
    return t('There is no server named {host}. Check the name.', { host });
  if (/ECONNREFUSED/.test(said))
    return t('Nothing answers at this port of {host}. Usual are 465 with smtps:// and 587 with smtp://.', { host });
  if (/certificate|self.signed/i.test(said))
    return t('{host} has no valid certificate for this name. Use the name that your provider gives.', { host });
  if (/wrong version number|tls_|ssl/i.test(said))
    return t("{host} doesn't begin with TLS at this port. Use smtp:// with port 587, or smtps:// with port 465.", {
      host,
    });
  if (code === 'ETIMEDOUT' || /timeout|did not take/i.test(said))
    return t("{host} doesn't answer in time. Check name and port; a firewall may close the port.", { host });
  if (command === 'MAIL FROM')
    return t('{host} refused the sender {sender}. Set a sender that belongs to this account.', { host, sender });
  if (command === 'RCPT TO') return t('{host} refused the recipient. Try another address.', { host });
  return t("{host} didn't take the mail.", { host });
}

/**
 * Sends a short mail through the mail server of the settings, or the given one, while the caller waits, and says what
 * became of it. It is no mail of the mailbox: a server that is wrong must not leave one behind.
 *
 * @throws 409 NO_MAIL_SERVER, 409 SETTING_LOCKED, 429
 */
export async function testMailServer(ctx: AppContext, { to, ...given }: TestMailServer): Promise<MailServerTested> {
  const { config: saved, log } = ctx.services;
  requireUnlocked(ctx, { mail: given });
  const config = {
    ...saved,
    ...(given.smtpUrl && { SMTP_URL: given.smtpUrl }),
    ...(given.from !== undefined && { MAIL_FROM: given.from ?? undefined }),
  };
  await countTry(ctx, 'mailbox.testServer', { account: String(ctx.caller.user?.id ?? 0) });
  const mailer = createMailer(config);
  if (!mailer) throw conflict('NO_MAIL_SERVER', t('No mail server is set up'));
  const brand = config.BRAND_NAME;
  const subject = t('Test from {brand}', { brand });
  const content = `${t('If you can read this, {brand} sends e-mails.', { brand })}\n\n${t('This is a test from the settings.')}`;
  const { html, text } = renderMail({ subject, content }, {}, mailBrandOf(config));
  const messageId = `<test.${randomKey()}@${URL.parse(config.PUBLIC_URL ?? '')?.hostname ?? 'quickfleet.local'}>`;
  try {
    await mailer.send({ messageId, to, subject, html, text });
    return { isSent: true, problem: null, answer: null };
  } catch (error) {
    const failure: Failure = typeof error === 'object' && error !== null ? error : {};
    log.warn({ err: error, at: now(ctx) }, 'the test of the mail server failed');
    const host = URL.parse(config.SMTP_URL ?? '')?.hostname ?? t('The mail server');
    return {
      isSent: false,
      problem: problemWords(failure, host, config.MAIL_FROM ?? config.SUPPORT_EMAIL),
      answer: stateOf(failure),
    };
  } finally {
    mailer.close();
  }
}
