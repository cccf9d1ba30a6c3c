import { z } from 'zod';
import { byId, email, id, textOrNull, timestamp } from '../base/primitives.ts';
import { example } from '../examples.ts';
import { message, t } from '../words/t.ts';

/** What a person who was joined to a customer may do in /my; `books` reads too. */
export const memberRoles = ['sees', 'books'] as const;
export type MemberRole = (typeof memberRoles)[number];
const role = z.enum(memberRoles, { error: () => t('Role must be sees or books') });
export const memberRole = role.meta({
  description:
    '`sees` reads the quotes, orders and papers of the customer; `books` also books on its account, decides about its quotes and changes its addresses',
  example: 'books',
});

const address = email(message('Please enter a valid email address')).meta({ example: 'office@example.com' });
/** Joins an address to a customer; one that is joined gets the other role. */
export const joinMember = z
  .object({ id, email: address, role: memberRole })
  .strict()
  .meta({ example: { email: 'office@example.com', role: 'books' } });
export type JoinMember = z.infer<typeof joinMember>;
export const removeMember = z.object({ id, email: address });
export type RemoveMember = z.infer<typeof removeMember>;
export const listMembers = byId;

export const member = z
  .object({
    email: z.string().meta({ description: 'In lower case', example: 'office@example.com' }),
    role: memberRole,
    createdAt: timestamp,
  })
  .meta({ id: 'CustomerMember' });
export type Member = z.infer<typeof member>;
export const members = z
  .object({ data: z.array(member).meta({ description: 'By address' }) })
  .meta({ id: 'CustomerMembers' });
export type Members = z.infer<typeof members>;

/** A customer as somebody who may see it in /my reads it. */
export const seenCustomer = z.object({
  id: z.int().meta({ example: 7 }),
  name: z.string().meta({ example: example.name }),
  company: textOrNull.meta({ example: example.company }),
  role: memberRole,
  isOwn: z.boolean().meta({ description: 'The address is that of the customer itself, which always books' }),
  onAccount: z.boolean().meta({ description: 'Pays later' }),
  hasStatements: z.boolean().meta({ description: 'There are statements by month' }),
});
