import { isMailStep, type MailStep, mailSteps, stepsLike } from '@quickfleet/shared/messages/mail-steps';
import { audienceOf } from '@quickfleet/shared/messages/templates';
import { z } from 'zod';
import { record } from '../../company/history/history.service.ts';
import { wordOf } from '../../company/history/values.ts';
import { c, exists, readRows, run, select } from '../../db/rows.ts';
import { type AppContext, now, type Services } from '../../http/context.ts';
import { publicUrl } from '../templates/mail-values.ts';

// A reader switches the mails about a step off, by the sealed link that each of them carries in its header (RFC 8058).

const sealed = z.object({ mailsTo: z.string(), about: z.enum(mailSteps), order: z.int().nullish() });
export interface OptOutLink {
  address: string;
  step: MailStep;
  /** That the mail was about. A link of an earlier release names none. */
  orderId: number | null;
}

/** Where the reader of a mail switches its step off; undefined for a mail that is needed or was asked for. */
export function optOutUrl(
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  mail: { trigger: string; to: string; codeSealed: string | null; orderId: number | null },
): string | undefined {
  // The office reads copies of some of them.
  const isCopy = mail.to === config.ADMIN_EMAIL && mail.trigger !== 'report_sent';
  if (isCopy || !isMailStep(mail.trigger) || mail.codeSealed !== null) return undefined;
  const link = { mailsTo: mail.to.trim().toLowerCase(), about: mail.trigger, order: mail.orderId };
  const token = secrets.seal(JSON.stringify(link));
  return `${publicUrl(config)}/u/${Buffer.from(token, 'base64').toString('base64url')}`;
}

/** Whose link it is and about which step; undefined for one that we did not write. */
export function readOptOutToken(secrets: Services['secrets'], token: string): OptOutLink | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // A character too many may be no whole byte.
  const opened = bytes.toString('base64url') === token ? secrets.open(bytes.toString('base64')) : undefined;
  if (!opened?.startsWith('{')) return undefined;
  const { data } = sealed.safeParse(JSON.parse(opened));
  return data && { address: data.mailsTo, step: data.about, orderId: data.order ?? null };
}

type Em = Pick<AppContext, 'em'>;
/** Whether this address has switched the mails of this trigger off. */
export const isSwitchedOff = async ({ em }: Em, address: string, trigger: string): Promise<boolean> =>
  isMailStep(trigger) &&
  (await exists(em, 'select 1 from mail_opt_outs where address = ? and trigger = ?', [
    address.trim().toLowerCase(),
    trigger,
  ]));

const trigger = select({ trigger: c.oneOf(mailSteps, 'trigger') });
/** The steps of which a reader can be mailed, and which of them are switched off. */
export async function readChoices({ em }: Em, { address, step }: OptOutLink) {
  const steps = stepsLike(step);
  const rows = await readRows(
    em,
    trigger,
    'select $columns from mail_opt_outs where address = ? and trigger = any(?)',
    [address, steps],
  );
  const off = new Set(rows.map((row) => row.trigger));
  return steps.map((one) => ({ step: one, isOff: off.has(one) }));
}

const setChoice = ({ em }: Em, { address, step }: OptOutLink, isOff: boolean, at: Date): Promise<number> =>
  isOff
    ? run(
        em,
        `insert into mail_opt_outs (address, trigger, created_at) values (?, ?, ?)
         on conflict (address, trigger) do nothing returning id`,
        [address, step, at],
      )
    : run(em, 'delete from mail_opt_outs where address = ? and trigger = ? returning id', [address, step]);

/**
 * Switches a step off or on for one address, with a line in the history of the order that the mail was about. What is so
 * already stays so.
 */
export async function choose(ctx: AppContext, link: OptOutLink, isOff: boolean): Promise<void> {
  if ((await setChoice(ctx, link, isOff, now(ctx))) === 0 || link.orderId === null) return;
  // Until the commit nobody deletes it.
  if (!(await exists(ctx.em, 'select 1 from orders where id = ? for key share', [link.orderId]))) return;
  const reader = audienceOf(link.step) === 'recipient' ? 'recipient' : 'customer';
  record(ctx, {
    subject: 'order',
    subjectId: link.orderId,
    action: isOff ? 'mails.off' : 'mails.on',
    says: [{ is: 'opt_out', reader, step: wordOf('mailStep', link.step) }],
  });
}

/** What the mailbox says of a mail that was not sent for this. */
export const SWITCHED_OFF = 'Not sent: this address has switched off the mails about this step';

/** SQL for whether a mail waits that its reader has switched off since it was written. */
export const IS_OFF_BY_NOW = `kind = 'email' and code_sealed is null and exists (
  select 1 from mail_opt_outs o where o.address = lower(btrim(emails.recipient)) and o.trigger = emails.trigger)`;
