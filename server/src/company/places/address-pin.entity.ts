import { defineEntity, p } from '@mikro-orm/core';

const AddressPinSchema = defineEntity({
  name: 'AddressPin',
  tableName: 'address_pins',
  properties: {
    /** md5 of the address in small letters, as the indexes of orders have it. */
    addressHash: p.text().primary(),
    lat: p.double(),
    lng: p.double(),
    createdAt: p.datetime(3),
  },
});
/** Where an address is, as somebody set it. */
export class AddressPin extends AddressPinSchema.class {}
AddressPinSchema.setClass(AddressPin);
