import { type Language, languages } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { run } from '../../db/rows.ts';
import type { AppContext, WorkContext } from '../../http/context.ts';
import { DomainError } from '../../http/errors.ts';
import { countTry } from '../../http/limits.ts';
import { writeMail } from '../../messages/outbox/outbox.service.ts';
import { publicUrl } from '../../messages/templates/mail-values.ts';
import { randomKey, sha256 } from '../../security/secrets.ts';
import { inLanguageOf } from '../../words/speak.ts';

/** 256 random bits; only the hash is kept. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomKey(32);
  return { token, tokenHash: sha256(token) };
}

/**
 * Queues a mail with a link, whatever the address: the job finds out who it belongs to, so that the call takes the same
 * time and gives the same answer for every address.
 */
export async function queueLink(ctx: AppContext, task: string, key: string, email: string): Promise<{ success: true }> {
  const address = email.toLowerCase();
  await countTry(ctx, 'links.from', { subject: sha256(address) });
  await run(
    ctx.em,
    "select graphile_worker.add_job(?::text, json_build_object('email', ?::text, 'language', ?::text), job_key => ?::text)",
    [task, address, language(), `${key} ${sha256(address)}`],
  );
  return { success: true };
}
const linkAsked = z.object({ email: z.string(), language: z.enum(languages).nullish() });
/** Who asked for such a link, and in which language. */
export const askedBy = (payload: unknown): z.infer<typeof linkAsked> => linkAsked.parse(payload);

/** One answer for a link that was used, withdrawn, replaced or is over: which of them it was is no stranger's matter. */
export const linkEnded = (): DomainError =>
  new DomainError('NOT_FOUND', 'LINK_ENDED', t('This link no longer works. Please ask for a new one.'));

export const linkTo = ({ services }: Pick<WorkContext, 'services'>, path: string): string =>
  `${publicUrl(services.config)}${path}`;

/**
 * A mail about an account. Its words are fixed: who may edit templates must not be able to send the link of an admin
 * somewhere else. Its values are what people typed; `token` is in the sent mail alone.
 */
export function mailAccount(
  ctx: WorkContext,
  mail: {
    trigger: string;
    to: string;
    /** That of the account or of the person who asked; the company's where it is not known. */
    language?: Language | null;
    words: () => { subject: string; paragraphs: readonly string[] };
    values: { recipientName?: string; senderName?: string; whatHappened?: string; customerEmail?: string };
    token?: string;
  },
): void {
  const { trigger, to, language, words, values, token } = mail;
  inLanguageOf(ctx, { language }, () => {
    const { subject, paragraphs } = words();
    writeMail(
      ctx,
      { trigger, to, values, ...(token ? { codeSealed: ctx.services.secrets.seal(token) } : {}) },
      { subject, content: paragraphs.join('\n\n') },
      null,
    );
  });
}
