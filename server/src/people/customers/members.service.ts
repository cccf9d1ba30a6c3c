import { INVITATION_DAYS } from '@quickfleet/shared/limits';
import { accountPaths } from '@quickfleet/shared/people/account-paths';
import type { JoinMember, Member, MemberRole, RemoveMember } from '@quickfleet/shared/people/members';
import { type Message, message, t } from '@quickfleet/shared/words/t';
import { saying } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { codeOf } from '../../company/history/values.ts';
import { type AppContext, now } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { TOKEN_MARK } from '../../messages/outbox/outbox.service.ts';
import { linkTo, mailAccount } from '../account/links.ts';
import { makeSignInLink } from '../account/sign-in-links.service.ts';
import type { Customer } from './customer.entity.ts';
import { CustomerMember } from './customer-member.entity.ts';
import { tellMembers } from './customers.email.ts';
import { lockCustomer } from './customers.service.ts';

const mayWords: Record<MemberRole, Message> = {
  sees: message(
    'You now have access to the deliveries of {customer}: you can see its quotes, orders, receipts and proofs. You need no password.',
  ),
  books: message(
    'You now have access to the deliveries of {customer}: you can see its quotes, orders, receipts and proofs, accept quotes and book deliveries. You need no password.',
  ),
};

const nameOf = ({ company, name }: Customer): string => company || name;

/** Mails a link that works for days, as an invitation does; its button uses it up. */
async function inviteMember(ctx: AppContext, customer: Customer, { email, role }: CustomerMember): Promise<void> {
  const token = await makeSignInLink(ctx, email, INVITATION_DAYS * 24 * 60);
  mailAccount(ctx, {
    trigger: 'account_member_joined',
    to: email,
    words: () => ({
      subject: t('Deliveries with {brand}', { brand: ctx.services.config.BRAND_NAME }),
      paragraphs: [
        t('Hello,'),
        t(mayWords[role], { customer: '{{recipientName}}' }),
        t('Open the deliveries: {link}', { link: linkTo(ctx, accountPaths.link(TOKEN_MARK)) }),
        t(
          'The link works for {days} days and only once. Later, ask for a new one with your e-mail address under "{place}". Don\'t forward this e-mail: the link shows the deliveries.',
          { days: INVITATION_DAYS, place: t('My deliveries') },
        ),
      ],
    }),
    values: { recipientName: nameOf(customer) },
    token,
  });
}

/** Lets an e-mail address see a customer's deliveries, and mails it an invitation; one that may already gets the role. */
export async function joinMember(ctx: AppContext, { id, email: given, role }: JoinMember): Promise<Member> {
  const customer = await lockCustomer(ctx, id);
  const email = given.toLowerCase();
  const known = await ctx.em.findOne(CustomerMember, { customer: id, email });
  const member = known ?? ctx.em.create(CustomerMember, { customer, email, role, createdAt: now(ctx) });
  const before = known?.role;
  member.role = role;
  await ctx.em.flush();
  if (before === undefined) {
    const says = saying(': ', email, codeOf('memberRole', role));
    record(ctx, { subject: 'customer', subjectId: id, action: 'customer.member_joined', says });
    await inviteMember(ctx, customer, member);
    await tellMembers(ctx, customer, {
      trigger: 'account_customer_member',
      except: [email],
      address: email,
      sentence: () =>
        t('{address} now has access to the deliveries of {customer}.', {
          address: '{{customerEmail}}',
          customer: '{{recipientName}}',
        }),
    });
  } else if (before !== role) {
    const says = saying(': ', email, {
      is: 'moved',
      from: codeOf('memberRole', before),
      to: codeOf('memberRole', role),
    });
    record(ctx, { subject: 'customer', subjectId: id, action: 'customer.member_changed', says });
  }
  return { email, role, createdAt: member.createdAt.toISOString() };
}

/** Ends what an address may see of a customer, with its next call, and mails it that. */
export async function removeMember(ctx: AppContext, { id, email: given }: RemoveMember): Promise<{ success: true }> {
  const customer = await lockCustomer(ctx, id);
  const email = given.toLowerCase();
  const member = await ctx.em.findOne(CustomerMember, { customer: id, email });
  if (!member) throw notFound('Member');
  ctx.em.remove(member);
  record(ctx, { subject: 'customer', subjectId: id, action: 'customer.member_left', detail: email });
  mailAccount(ctx, {
    trigger: 'account_member_left',
    to: email,
    words: () => ({
      subject: t('Deliveries with {brand}', { brand: ctx.services.config.BRAND_NAME }),
      paragraphs: [
        t('Hello,'),
        t('You no longer have access to the deliveries of {customer}.', { customer: '{{recipientName}}' }),
      ],
    }),
    values: { recipientName: nameOf(customer) },
  });
  return { success: true };
}
