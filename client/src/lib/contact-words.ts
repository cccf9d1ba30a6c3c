/** An address on one line. */
export const oneLine = (address: string): string => address.replaceAll(/\s*\n\s*/g, ', ');

const digitsOf = (phone: string): string => phone.replace(/[^+\d]/g, '');
/** What a phone calls, without what people write between the digits. */
export const telUrl = (phone: string): string => `tel:${digitsOf(phone)}`;
export const smsUrl = (phone: string): string => `sms:${digitsOf(phone)}`;
