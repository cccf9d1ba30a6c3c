import { z } from 'zod';
import { contactIn, contactOut } from '../base/contact/stop-contact.ts';
import { placeIn, placeOut } from '../base/place/places.ts';
import { address, byId, id, optionalText, rowId, textOrNull, timestamp } from '../base/primitives.ts';
import { example } from '../examples.ts';
import { ADDRESS_LABEL_MAX } from '../limits.ts';
import { message, t } from '../words/t.ts';

// The addresses that are kept for a customer's next orders, each with the person there. Staff and the customer's own
// people change the same ones.

/** What an address is offered for. */
export const addressUses = ['pickup', 'delivery', 'both'] as const;
export type AddressUse = (typeof addressUses)[number];

const use = z
  .enum(addressUses, { error: () => t('Use must be pickup, delivery or both') })
  .meta({ description: 'What it is offered for', example: 'both' });
const contactWords = { description: 'The person there; null when that is the customer' };
export const newAddress = z.object({
  label: optionalText(ADDRESS_LABEL_MAX).meta({ description: 'What people call it', example: 'Warehouse' }),
  use: use.default('both'),
  address: address(message('Address is required')).meta({ example: example.deliveryAddress }),
  contact: contactIn.meta(contactWords),
});
export type NewAddress = z.infer<typeof newAddress>;
/** Absent stays as it is; a contact replaces the one before as a whole. */
export const addressChanges = newAddress.partial().extend({ use: use.optional() });
export type AddressChanges = z.infer<typeof addressChanges>;

const examples = {
  label: 'Warehouse',
  use: 'both',
  address: example.deliveryAddress,
  contact: { name: 'Sam Porter', phone: '+1 555 0177' },
};
const named = byId.extend({
  addressId: id.meta({ description: 'One of this customer’s saved addresses', example: 3 }),
});
export const saveAddress = newAddress.extend({ id, place: placeIn }).meta({ example: examples });
export type SaveAddress = z.infer<typeof saveAddress>;
export const changeAddress = addressChanges
  .extend({ ...named.shape, place: placeIn })
  .meta({ example: { label: 'Warehouse' } });
export type ChangeAddress = z.infer<typeof changeAddress>;
export const removeAddress = named;
export type RemoveAddress = z.infer<typeof removeAddress>;

const customerId = id.optional().meta({
  description: 'A customer that one books for; without it, the one of one’s own address',
  example: 7,
});
export const saveMine = newAddress.extend({ customerId }).meta({ example: { customerId: 7, ...examples } });
export type SaveMine = z.infer<typeof saveMine>;
export const changeMine = addressChanges.extend({ id }).meta({ example: { label: 'Warehouse' } });
export type ChangeMine = z.infer<typeof changeMine>;

export const savedAddress = z
  .object({
    id: rowId,
    label: textOrNull.meta({ description: 'What people call it', example: 'Warehouse' }),
    use,
    address: z.string().meta({ example: example.deliveryAddress }),
    contact: contactOut.meta(contactWords),
    place: placeOut.nullable().optional().meta({ description: 'Where it is, for staff and keys; null: nobody knows' }),
    createdAt: timestamp,
  })
  .meta({ id: 'SavedAddress' });
export type SavedAddress = z.infer<typeof savedAddress>;
