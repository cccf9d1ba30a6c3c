import { stopContact } from '@quickfleet/shared/base/contact/stop-contact';
import { type Contacts, contactInWords, type StopContact } from '@quickfleet/shared/base/contact/stop-person';
import { change } from '../../company/history/change-words.ts';
import type { Said } from '../../company/history/detail-words.ts';
import { notesInWords, notesToStore } from '../../company/leave-words.ts';
import { c } from '../../db/rows.ts';

const read = stopContact.transform((contact) => ({
  ...contact,
  notes: contact.notes && notesInWords(contact.notes),
}));
const contact = (sql: string) => c.json(read, sql).nullable();
/** The columns of a read: the people at the two stops, null where that is the customer. */
export const contactColumns = (alias: string) => ({
  pickupContact: contact(`${alias}.pickup_contact`),
  deliveryContact: contact(`${alias}.delivery_contact`),
});

const stored = (contact: StopContact | null): StopContact | null =>
  contact && { ...contact, notes: contact.notes && notesToStore(contact.notes) };
type Given = { [Name in keyof Contacts]?: Contacts[Name] | undefined };
/** The columns of a new row. */
export const newContacts = ({ pickupContact = null, deliveryContact = null }: Given): Contacts => ({
  pickupContact,
  deliveryContact,
});

const titles = { pickupContact: 'Pickup contact', deliveryContact: 'Delivery contact' } as const;
/** Writes the contacts that a change names; a line of history for each that differs. */
export function changeContacts(row: Given, given: Given): Said[] {
  const before = newContacts(row);
  const { pickupContact = before.pickupContact, deliveryContact = before.deliveryContact } = given;
  const after = newContacts({ pickupContact: stored(pickupContact), deliveryContact: stored(deliveryContact) });
  const lines = (['pickupContact', 'deliveryContact'] as const).flatMap((name) => {
    const [from, to] = [contactInWords(before[name]), contactInWords(after[name])];
    return from === to ? [] : [change(titles[name], from, to)];
  });
  if (lines.length > 0) Object.assign(row, after);
  return lines;
}
