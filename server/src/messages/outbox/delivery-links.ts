import { TRACKING_PREFIX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import type { Config } from '../../config.ts';
import type { Services } from '../../http/context.ts';
import { publicUrl } from '../templates/mail-values.ts';
import { mailboxIn } from './email.entity.ts';

// The link of a mail to the page of one delivery. It is derived from the secret, the order and the address of its
// reader, so that nothing is stored, each person has another one, and it ends when the order loses that address.

const KEY_DIGITS = 25;
const KEY_LENGTH = 20;
/** 100 bits in small letters and digits, which no mail program cuts. */
const shortened = (hash: string) =>
  BigInt(`0x${hash.slice(0, KEY_DIGITS)}`)
    .toString(36)
    .padStart(KEY_LENGTH, '0');

const DIGITS_ONLY = /\D/g;
/** One reader: a mailbox, or the digits of a phone number. */
const readerOf = (address: string) =>
  address.includes('@') ? mailboxIn(address) : address.replaceAll(DIGITS_ONLY, '');
const keysOf = (secrets: Services['secrets'], trackingNumber: string, address: string) =>
  secrets.lookupHashes(`delivery:${trackingNumber}:${readerOf(address)}`).map(shortened);

/** Every token that opens this order for the reader at this address, newest first: one for each secret in the list. */
export const deliveryTokens = (secrets: Services['secrets'], trackingNumber: string, address: string): string[] =>
  keysOf(secrets, trackingNumber, address).map((key) => trackingNumber.slice(TRACKING_PREFIX.length) + key);

/** The token that opens this order for the reader at this address. */
export function deliveryToken(secrets: Services['secrets'], trackingNumber: string, address: string): string {
  const [newest = ''] = deliveryTokens(secrets, trackingNumber, address);
  return newest;
}

const TOKEN = /^(\d{12})([0-9a-z]{20})$/;
/** The order that a token is about, and whether it is the one of a reader; undefined for what is no token. */
export function readDeliveryToken(
  secrets: Services['secrets'],
  token: string,
): { trackingNumber: string; isOf: (address: string) => boolean } | undefined {
  const [, digits, given = ''] = TOKEN.exec(token) ?? [];
  if (digits === undefined) return undefined;
  const trackingNumber = TRACKING_PREFIX + digits;
  return { trackingNumber, isOf: (address) => keysOf(secrets, trackingNumber, address).includes(given) };
}

/** Takes the place of the token in a stored mail, and is as long: a text message must not grow when it is sent. */
const MARK = '/t/hidden-link-track-';
const MARKED = new RegExp(`${MARK}(QF\\d{12})`, 'g');
/** The page of a delivery in a mail that is stored; the token is put in when the mail is sent or shown. */
export const deliveryUrlForMail = (config: Config, trackingNumber: string): string =>
  `${publicUrl(config)}${MARK}${trackingNumber}`;

/** The place of that page where its reader rates the delivery. Opening it rates nothing. */
export const rateUrlForMail = (config: Config, trackingNumber: string): string =>
  `${deliveryUrlForMail(config, trackingNumber)}#rate`;

/** The place of that page where the photos of the delivery are. */
export const photosUrlForMail = (config: Config, trackingNumber: string): string =>
  `${deliveryUrlForMail(config, trackingNumber)}#photos`;

/** A message as its reader gets it. */
export function withDeliveryLinks<Message extends { html: string; text: string }>(
  secrets: Services['secrets'],
  message: Message,
  recipient: string,
): Message {
  const put = (body: string) =>
    body.replaceAll(MARKED, (_, trackingNumber: string) =>
      paths.delivery(deliveryToken(secrets, trackingNumber, recipient)),
    );
  return { ...message, html: put(message.html), text: put(message.text) };
}

/** The same address for who is neither the customer nor the recipient, as the office is: public tracking. */
export const withoutDeliveryLink = (address: string): string =>
  address.replaceAll(MARKED, (_, trackingNumber: string) => paths.trackNumber(trackingNumber));
