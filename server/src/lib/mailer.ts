import nodemailer, { type Transporter } from 'nodemailer';
import type { Config } from '../config.ts';

/** One mail as it goes out. */
export interface OutgoingMail {
  messageId: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}
export interface Mailer {
  /** Resolves once the mail server took it over. */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** A mail server that accepts the connection and then dawdles is given up after this, however it dawdles. */
const SEND_MS = 30_000;

/** Sends through SMTP_URL; undefined when no mail server is set up. */
export function createMailer(config: Config): Mailer | undefined {
  if (!config.SMTP_URL) return undefined;
  const transport: Transporter = nodemailer.createTransport({
    url: config.SMTP_URL,
    connectionTimeout: 10_000,
    greetingTimeout: 15_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = config.MAIL_FROM ?? { name: config.BRAND_NAME, address: config.SUPPORT_EMAIL };
  return {
    async send({ messageId, to, subject, html, text }, signal) {
      const tooLong = AbortSignal.timeout(SEND_MS);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          html,
          text,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: signal ? AbortSignal.any([signal, tooLong]) : tooLong,
        });
      } catch (error) {
        throw tooLong.aborted
          ? new Error(`The mail server did not take the mail within ${SEND_MS / 1000} s`, { cause: error })
          : error;
      }
    },
    close: () => transport.close(),
  };
}

const MAIL_COMMANDS = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/**
 * Whether the mail server refused this very mail for good, so that trying again would be no use. A 5xx to the
 * connection or to the sign-in is about the set-up and not about the mail: it is tried again, and goes out once
 * somebody has corrected SMTP_URL.
 */
export function isFinalRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = 'code' in error ? error.code : undefined;
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined;
  const command = 'command' in error ? error.command : undefined;
  // Without an answer of the server: the address or the size can never be sent.
  if (status === undefined) return code === 'EENVELOPE' || (code === 'EMESSAGE' && command === 'MAIL FROM');
  // 503 complains about the order of commands, not about the mail.
  return status >= 500 && status !== 503 && typeof command === 'string' && MAIL_COMMANDS.has(command);
}
