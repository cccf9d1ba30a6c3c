import type { Config } from '../../config.ts';
import { ask } from '../../process/outside/connections.ts';
import { signedHeaders } from '../webhooks/webhook-sender.ts';
import { MailHost } from './mail-host.ts';
import type { Mailer } from './mailer.ts';

const ANSWER_MS = 10_000;

/** The service answered, and did not take this text message. */
class SmsRefused extends Error {}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

/**
 * Posts text messages to SMS_URL, signed where there is a secret; undefined without one. The address is the operator's
 * own setting, so it may be a private one, as that of the mail server (docs/security.md).
 */
export function createSmsSender({ SMS_URL, SMS_SECRET }: Config): Mailer | undefined {
  const url = URL.parse(SMS_URL ?? '');
  if (!url) return undefined;
  const user = [url.username, url.password].map(decodeURIComponent).join(':');
  const authorization: Record<string, string> =
    user === ':' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
  url.username = '';
  url.password = '';
  const secrets = SMS_SECRET?.split(',').map((secret) => secret.trim()) ?? [];
  const host = new MailHost();

  async function post(id: string, body: string, signal: AbortSignal): Promise<Response> {
    const signed = secrets.length > 0 ? signedHeaders({ url: url?.href ?? '', id, body, secrets }, new Date()) : {};
    const headers = { 'content-type': 'application/json', 'user-agent': 'QuickFleet', ...signed, ...authorization };
    try {
      return await ask(url ?? '', { method: 'POST', headers, body, redirect: 'manual', signal });
    } catch (error) {
      throw new Error(`The SMS service did not answer: ${reasonOf(error)}`, { cause: error });
    }
  }
  return {
    host,
    async send({ messageId, to, text }, signal) {
      const tooLong = AbortSignal.timeout(ANSWER_MS);
      const answer = await post(
        messageId,
        JSON.stringify({ to, text, reference: messageId }),
        signal ? AbortSignal.any([signal, tooLong]) : tooLong,
      );
      await answer.body?.cancel();
      host.answered();
      if (!answer.ok) throw new SmsRefused(`The SMS service answered ${answer.status}`);
    },
    isHostFault: (error) => !(error instanceof SmsRefused),
    // Its statuses are not agreed on: every one is tried again, like a mail that is refused for now.
    isFinalRefusal: () => false,
    close: () => undefined,
  };
}
