import type { Services } from '../http/context.ts';
import type { MailAttachment } from '../messages/outbox/email.entity.ts';
import type { MailFile } from '../messages/outbox/mailer.ts';
import { ATTACHED_WORDS } from '../messages/templates/mail-values.ts';

/**
 * With base64 and its line ends 9.6 MB: what a mail server takes that was never told how much (10,240,000 bytes with
 * Postfix, 10 MB with Exchange).
 */
export const ATTACHMENT_BYTES_MAX = 7 * 1024 * 1024;

/** A fault of this mail's file, not of the mail server: the mail is retried automatically. */
class AttachmentFault extends Error {
  readonly code = 'EMESSAGE';
}

interface Stored {
  id: number;
  orderId: number | null;
  html: string;
  text: string;
  attachment: MailAttachment | null;
}

/** Reads at most so many bytes; undefined when there are more, and then the producer stops. */
async function readUpTo(stream: AsyncIterable<Buffer>, max: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > max) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The mail with its attachment, drawn again at each try. A file that is too large, or of a deleted order, is left out,
 * and the mail says so.
 *
 * @throws AttachmentFault when it cannot be drawn now
 */
export async function withAttachment<Mail extends Stored>(
  services: Services,
  mail: Mail,
): Promise<Mail & { attachments?: MailFile[]; proofUrl?: string }> {
  if (mail.attachment === null || mail.orderId === null) return mail;
  try {
    // Loaded with the first paper: what draws takes 35 MB.
    const { proofForMail } = await import('../delivery/evidence/evidence.service.ts');
    const proof = await proofForMail(services, mail.orderId);
    const content = proof && (await readUpTo(proof.bytes, ATTACHMENT_BYTES_MAX));
    if (!proof || !content) return withoutAttachment(services, mail, proof?.url);
    const file = { filename: proof.name, contentType: proof.type, content };
    return { ...mail, attachments: [file], proofUrl: proof.url };
  } catch (error) {
    throw new AttachmentFault(`The proof could not be attached: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

/** The mail without its file, and with other words in place of those that announced it, in the outbox too. */
export async function withoutAttachment<Mail extends Stored>(
  services: Services,
  mail: Mail,
  url: string | undefined,
): Promise<Mail> {
  const words = (link: string) =>
    url === undefined
      ? 'There is no proof of delivery any more.'
      : `The proof of delivery is too large for an e-mail. It opens for 30 days at ${link}`;
  const html = mail.html.replaceAll(ATTACHED_WORDS, words(`<a href="${url}">${url}</a>`));
  const text = mail.text.replaceAll(ATTACHED_WORDS, words(url ?? ''));
  await services.orm.em
    .fork()
    .execute('update emails set html = ?, text = ?, attachment = null where id = ?', [html, text, mail.id]);
  return { ...mail, html, text, attachment: null };
}
