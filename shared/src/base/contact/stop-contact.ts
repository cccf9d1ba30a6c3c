import { z } from 'zod';
import { example } from '../../examples.ts';
import { NAME_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { company, notes, optionalEmail, optionalText, phone, textOrNull } from '../primitives.ts';
import { contactFields, type StopContact } from './stop-person.ts';

// The person at a stop, when that is not the customer.

const given = z.object({
  name: optionalText(NAME_MAX).meta({ example: 'Sam Porter' }),
  company,
  phone,
  email: optionalEmail().meta({ example: 'sam@example.com' }),
  notes,
});
const out = z.object({
  name: textOrNull.meta({ example: 'Sam Porter' }),
  company: textOrNull.meta({ example: example.company }),
  phone: textOrNull.meta({ example: example.phone }),
  email: textOrNull.meta({ example: 'sam@example.com' }),
  notes: textOrNull.meta({ example: 'Ring twice' }),
});
/** A contact with all its fields; null for one that says nothing, which is the customer. */
export function contactOf(fields: z.input<typeof given> | null | undefined): StopContact | null {
  if (!fields) return null;
  const { name = null, company: firm = null, phone: number = null, email: mail = null, notes: words = null } = fields;
  const whole = { name, company: firm, phone: number, email: mail || null, notes: words };
  return contactFields.some((field) => whole[field] !== null) ? whole : null;
}

export const contactIn = z
  .union([z.null(), given], { error: () => t('Must be a contact or null') })
  .transform((contact) => contactOf(contact))
  .optional();
/** Absent in a change: stays as it is. A contact replaces the one before as a whole. */
export const contactsIn = {
  pickupContact: contactIn.meta({ description: 'The person at the pickup; null when that is the customer' }),
  deliveryContact: contactIn.meta({ description: 'The person at the delivery; null when that is the customer' }),
};
export const contactOut = out.nullable();
export const contactsOut = {
  pickupContact: contactOut.meta({ description: 'The person at the pickup; null when that is the customer' }),
  deliveryContact: contactOut.meta({ description: 'The person at the delivery; null when that is the customer' }),
};
export const stopContact = out;
