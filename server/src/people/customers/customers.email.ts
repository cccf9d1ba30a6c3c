import { accountPaths } from '@quickfleet/shared/people/account-paths';
import { t } from '@quickfleet/shared/words/t';
import type { AppContext } from '../../http/context.ts';
import { forbidden } from '../../http/errors.ts';
import { TOKEN_MARK } from '../../messages/outbox/outbox.service.ts';
import { linkTo, mailAccount, newLinkToken } from '../account/links.ts';
import type { Customer } from './customer.entity.ts';
import { CustomerMember } from './customer-member.entity.ts';

// An e-mail address of a customer opens what was ordered, so that whoever changes it gives that away.

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const nameOf = ({ company, name }: Customer): string => company || name;

/** Refuses a key that may not say who reads a customer's orders. */
export function requireMembersScope({ caller: { key } }: Pick<AppContext, 'caller'>): void {
  if (key && !key.scopes.includes('customers:members'))
    throw forbidden(t('This API key lacks the scope {key}', { key: 'customers:members' }));
}

/** Refuses a key that may say who reads a customer's orders, and nothing else of the customer. */
export function requireWriteScope({ caller: { key } }: Pick<AppContext, 'caller'>): void {
  if (key && !key.scopes.includes('customers:write'))
    throw forbidden(t('This API key lacks the scope {key}', { key: 'customers:write' }));
}

/**
 * Tells everybody else who sees a customer's deliveries that this has changed. The sentence may name `{{recipientName}}`, the
 * customer, and `{{customerEmail}}`, the address that it is about.
 */
export async function tellMembers(
  ctx: AppContext,
  customer: Customer,
  told: { trigger: string; except: readonly string[]; address: string; sentence: () => string },
): Promise<void> {
  const { trigger, except, address, sentence } = told;
  const members = await ctx.em.find(CustomerMember, { customer: customer.id }, { orderBy: { email: 'asc' } });
  const addresses = new Set([customer.emailBefore ?? customer.email, ...members.map(({ email }) => email)]);
  for (const to of addresses) {
    if (except.some((one) => isSame(one, to))) continue;
    mailAccount(ctx, {
      trigger,
      to,
      words: () => ({
        subject: t('Deliveries with {brand}', { brand: ctx.services.config.BRAND_NAME }),
        paragraphs: [
          t('Hello,'),
          sentence(),
          t("If this isn't right, please tell us: {email}", { email: ctx.services.config.SUPPORT_EMAIL }),
        ],
      }),
      values: { recipientName: nameOf(customer), customerEmail: address },
    });
  }
}

function mailAddressBefore(ctx: AppContext, customer: Customer, before: string, token: string | undefined): void {
  const about = { customer: '{{recipientName}}', address: '{{customerEmail}}' };
  mailAccount(ctx, {
    trigger: 'account_email_changed',
    to: before,
    words: () => ({
      subject: t('Your e-mail address with {brand}', { brand: ctx.services.config.BRAND_NAME }),
      paragraphs: [
        t('Hello,'),
        t('The e-mail address of {customer} was changed to {address}.', about),
        ...(token === undefined
          ? []
          : [
              t('The new address shows your deliveries only once you confirm it: {link}', {
                link: linkTo(ctx, accountPaths.confirmEmail(TOKEN_MARK)),
              }),
            ]),
        t("If this isn't right, please tell us: {email}", { email: ctx.services.config.SUPPORT_EMAIL }),
      ],
    }),
    values: { recipientName: nameOf(customer), customerEmail: customer.email },
    ...(token === undefined ? {} : { token }),
  });
}

/** A new address of a customer. The one before and the other members are mailed; a key's opens nothing before it is confirmed. */
export async function changeEmail(ctx: AppContext, customer: Customer, email: string): Promise<void> {
  const present = customer.email;
  if (isSame(email, present)) {
    customer.email = email;
    return;
  }
  requireMembersScope(ctx);
  const before = customer.emailBefore ?? present;
  const isBack = isSame(email, before);
  const link = ctx.caller.key && !isBack ? newLinkToken() : undefined;
  customer.email = email;
  customer.emailBefore = link ? before : null;
  customer.emailTokenHash = link?.tokenHash ?? null;
  if (isBack) return;
  mailAddressBefore(ctx, customer, before, link?.token);
  await tellMembers(ctx, customer, {
    trigger: 'account_customer_email',
    except: [before, email],
    address: email,
    sentence: () =>
      t('The e-mail address of {customer} was changed. Whoever has the new one sees the same deliveries as you.', {
        customer: '{{recipientName}}',
      }),
  });
}
