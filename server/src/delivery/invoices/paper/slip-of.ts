import { formatDecimal, unitsOf } from '@quickfleet/shared/base/money/money';
import { isQrIban } from '@quickfleet/shared/company/bank-account';
import type { Buyer, Seller } from '@quickfleet/shared/delivery/invoices/invoices';
import { language } from '@quickfleet/shared/words/t';
import { inLetters } from '../../../company/papers/letters.ts';
import type { Slip, SlipParty } from './slip.ts';
import { slipReference } from './slip-reference.ts';

const AMOUNT_MAX = 999_999_999_99n;
/** A slip takes Latin letters alone. */
const isLatin = (sign: string): boolean => /[\u0020-\u007e\u00a0-\u00ff]/u.test(sign);
const latin = (text: string, max: number): string =>
  inLetters(text, isLatin, '').replaceAll(/\s+/g, ' ').trim().slice(0, max).trim();
function partyOf({ name, address }: Seller | Buyer): SlipParty | null {
  if (address === null) return null;
  const party = {
    name: latin(name, 70),
    address: latin(address.street, 70),
    zip: latin(address.postcode, 16),
    city: latin(address.town, 35),
    country: address.country,
  };
  return party.name && party.zip && party.city ? party : null;
}

interface Payable {
  id: number;
  seller: Seller;
  buyer: Buyer;
  currency: string;
  due: string;
  qrIban: string | null;
  message: string;
}
/**
 * The payment slip of an invoice in francs: with the QR-IBAN and its reference, else with the IBAN of Switzerland or
 * Liechtenstein. null where there is no such account, no address in parts, or another currency.
 */
export function slipOf({ id, seller, buyer, currency, due, qrIban, message }: Payable): Slip | null {
  const units = unitsOf(due, currency);
  const account = qrIban ?? seller.iban;
  const hasReference = account !== null && isQrIban(account);
  const creditor = partyOf(seller);
  if (currency !== 'CHF' || units <= 0n || units > AMOUNT_MAX || creditor === null) return null;
  if (account === null || !/^(?:CH|LI)/.test(account)) return null;
  const spoken = language();
  return {
    account,
    amount: formatDecimal(units, 2),
    creditor,
    debtor: partyOf(buyer),
    reference: hasReference ? slipReference(id) : null,
    message: latin(message, 140),
    language: spoken === 'de' ? 'DE' : spoken === 'fr' ? 'FR' : 'EN',
  };
}
