import { isMailStep, type MailStep, mailSteps, stepsLike } from '@quickfleet/shared/messages/mail-steps';
import { z } from 'zod';
import { c, exists, readRows, run, select } from '../../db/rows.ts';
import type { AppContext, Services } from '../../http/context.ts';
import { publicUrl } from '../templates/mail-values.ts';

// A reader switches the mails about a step off, by the sealed link that each of them carries in its header (RFC 8058).

const sealed = z.object({ mailsTo: z.string(), about: z.enum(mailSteps) });
export interface OptOutLink {
  address: string;
  step: MailStep;
}

/** Where the reader of a mail switches its step off; undefined for a mail that is needed or was asked for. */
export function optOutUrl(
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  mail: { trigger: string; to: string; codeSealed: string | null },
): string | undefined {
  // The office reads copies of some of them.
  if (mail.to === config.ADMIN_EMAIL || !isMailStep(mail.trigger) || mail.codeSealed !== null) return undefined;
  const token = secrets.seal(JSON.stringify({ mailsTo: mail.to.trim().toLowerCase(), about: mail.trigger }));
  return `${publicUrl(config)}/u/${Buffer.from(token, 'base64').toString('base64url')}`;
}

/** Whose link it is and about which step; undefined for one that we did not write. */
export function readOptOutToken(secrets: Services['secrets'], token: string): OptOutLink | undefined {
  const opened = secrets.open(Buffer.from(token, 'base64url').toString('base64'));
  if (!opened?.startsWith('{')) return undefined;
  const { data } = sealed.safeParse(JSON.parse(opened));
  return data && { address: data.mailsTo, step: data.about };
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

/** Switches a step off or on for one address. What is so already stays so. */
export const choose = ({ em }: Em, { address, step }: OptOutLink, isOff: boolean, at: Date): Promise<number> =>
  isOff
    ? run(
        em,
        'insert into mail_opt_outs (address, trigger, created_at) values (?, ?, ?) on conflict (address, trigger) do nothing',
        [address, step, at],
      )
    : run(em, 'delete from mail_opt_outs where address = ? and trigger = ?', [address, step]);

/** What the mailbox says of a mail that was not sent for this. */
export const SWITCHED_OFF = 'Not sent: this address has switched off the mails about this step';
