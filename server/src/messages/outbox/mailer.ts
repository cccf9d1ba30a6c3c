import type { Config } from '../../config.ts';
import { mailTransport } from '../../process/outside/connections.ts';
import { passing, passThrough } from '../../process/outside/streams.ts';
import { MailHost } from './mail-host.ts';

/** One mail as it goes out. */
export interface OutgoingMail {
  messageId: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments?: readonly MailFile[];
  /** Where its reader switches such mails off (RFC 8058). */
  optOutUrl?: string | undefined;
}
/** A file that goes with a mail. */
export interface MailFile {
  filename: string;
  contentType: string;
  content: Buffer;
}
export interface Mailer {
  host: MailHost;
  /** Resolves once the mail server took it over. The mail's last word is not said before `mayEnd`. */
  send(mail: OutgoingMail, signal?: AbortSignal, mayEnd?: () => Promise<unknown>): Promise<void>;
  /** Whether it did not answer, or not to anybody: no fault of this mail. */
  isHostFault(error: unknown): boolean;
  /** Whether it refused this very mail for good. */
  isFinalRefusal(error: unknown): boolean;
  close(): void;
}

/** A mail server that accepts the connection and then dawdles is given up after this, however it dawdles. */
const SEND_MS = 30_000;
/** What a slow line takes of an attachment in a millisecond. */
const BYTES_PER_MS = 100;

/** Sends through SMTP_URL; undefined when no mail server is set up. */
export function createMailer(config: Config): Mailer | undefined {
  if (!config.SMTP_URL) return undefined;
  const transport = mailTransport({
    url: config.SMTP_URL,
    connectionTimeout: 5000,
    // Some let a stranger wait six seconds for their greeting, to see whether it is a spammer.
    greetingTimeout: 8000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const ends = new Map<string, () => Promise<unknown>>();
  transport.use('stream', ({ data, message }, done) => {
    const mayEnd = ends.get(data.messageId ?? '');
    if (mayEnd) message.processFunc((input) => passThrough(input, passing({ end: mayEnd })));
    done();
  });
  const { replyTo } = config;
  const from = config.MAIL_FROM ?? { name: config.BRAND_NAME, address: config.SUPPORT_EMAIL };
  const host = new MailHost();
  return {
    host,
    async send({ messageId, to, subject, html, text, attachments = [], optOutUrl }, signal, mayEnd) {
      const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0);
      const sendMs = SEND_MS + Math.ceil(bytes / BYTES_PER_MS);
      const tooLong = AbortSignal.timeout(sendMs);
      if (mayEnd) ends.set(messageId, mayEnd);
      try {
        await transport.sendMail({
          from,
          ...(replyTo === null ? {} : { replyTo }),
          to: { name: '', address: to },
          subject,
          html,
          text,
          attachments: [...attachments],
          messageId,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(optOutUrl
              ? {
                  'List-Unsubscribe': { prepared: true, value: `<${optOutUrl}>` },
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                }
              : {}),
          },
          signal: signal ? AbortSignal.any([signal, tooLong]) : tooLong,
        });
        host.answered();
      } catch (error) {
        throw tooLong.aborted
          ? new Error(`The mail server did not take the mail within ${Math.round(sendMs / 1000)} s`, { cause: error })
          : error;
      } finally {
        ends.delete(messageId);
      }
    },
    isHostFault,
    isFinalRefusal,
    close: () => transport.close(),
  };
}

/** Answers the mailer of the moment: the settings may name another server or sender while the process runs. */
export function followMailer(config: Config): { current: () => Mailer | undefined; close: () => void } {
  let known: { by: string; mailer: Mailer | undefined } | undefined;
  return {
    current() {
      const { SMTP_URL, MAIL_FROM, BRAND_NAME, SUPPORT_EMAIL, replyTo } = config;
      const by = JSON.stringify([SMTP_URL, MAIL_FROM, BRAND_NAME, SUPPORT_EMAIL, replyTo]);
      if (known?.by === by) return known.mailer;
      known?.mailer?.close();
      known = { by, mailer: createMailer(config) };
      return known.mailer;
    },
    close: () => known?.mailer?.close(),
  };
}

const MAIL_COMMANDS = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
const CLOSING = 421;

const answerOf = (error: unknown) => {
  if (typeof error !== 'object' || error === null) return {};
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined;
  const command = 'command' in error && typeof error.command === 'string' ? error.command : undefined;
  return { status, command, code: 'code' in error ? error.code : undefined };
};

/** Whether the mail server did not answer, or not to anybody: no fault of this mail. */
export function isHostFault(error: unknown): boolean {
  const { status, command = '', code } = answerOf(error);
  if (status === undefined) return code !== 'EENVELOPE' && code !== 'EMESSAGE';
  return status === CLOSING || !MAIL_COMMANDS.has(command);
}

const TOO_LARGE = 552;
/** Whether the mail server takes mails, and not so large ones; or the mailbox is full, which without a file it may not be. */
export function isTooLarge(error: unknown): boolean {
  const { status, command, code } = answerOf(error);
  return status === TOO_LARGE || (status === undefined && code === 'EMESSAGE' && command === 'MAIL FROM');
}

/**
 * Whether the mail server refused this very mail for good, so that trying again would be no use. A 5xx to the
 * connection or to the sign-in is about the set-up and not about the mail: it is tried again, and goes out once
 * somebody has corrected SMTP_URL.
 */
export function isFinalRefusal(error: unknown): boolean {
  const { status, command, code } = answerOf(error);
  // Without an answer of the server: the address or the size can never be sent.
  if (status === undefined) return code === 'EENVELOPE' || (code === 'EMESSAGE' && command === 'MAIL FROM');
  // 503 complains about the order of commands, not about the mail.
  return status >= 500 && status !== 503 && command !== undefined && MAIL_COMMANDS.has(command);
}
