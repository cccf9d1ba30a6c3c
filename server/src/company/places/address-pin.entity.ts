import { defineEntity, p } from '@mikro-orm/core';

const AddressPinSchema = defineEntity({
  name: 'AddressPin',
  tableName: 'address_pins',
  properties: {
    /** md5 of the address in small letters, as the indexes of orders have it. */
    addressHash: p.text().primary(),
    /** md5 of the address however its words are parted; null where a release before set it. */
    sameHash: p.text().nullable(),
    lat: p.double(),
    lng: p.double(),
    createdAt: p.datetime(3),
  },
  indexes: [{ name: 'address_pins_same', properties: ['sameHash'] }],
});
/** Where an address is, as somebody set it. */
export class AddressPin extends AddressPinSchema.class {}
AddressPinSchema.setClass(AddressPin);
