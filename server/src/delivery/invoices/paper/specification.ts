import { plainVatId } from '@quickfleet/shared/company/billing/billing-terms';
import type { Buyer, Party, Seller } from '@quickfleet/shared/delivery/invoices/invoices';

// By whose rules an electronic invoice in UBL is written, and where its parties are reached.

/** A value with the list that it is of. */
export interface Identifier {
  scheme: string;
  value: string;
}
/** Lists of electronic addresses (EAS) that are VAT numbers, by the letters that these begin with. */
const VAT_SCHEMES: Readonly<Record<string, string>> = {
  ...{ AT: '9914', BE: '9925', BG: '9926', CH: '9927', CY: '9928', CZ: '9929', DE: '9930', EE: '9931', EL: '9933' },
  ...{ ES: '9920', FI: '0213', FR: '9957', GB: '9932', HR: '9934', HU: '9910', IE: '9935', IT: '0211', LI: '9936' },
  ...{ LT: '9937', LU: '9938', LV: '9939', MT: '9943', NL: '9944', PL: '9945', PT: '9946', RO: '9947', SI: '9949' },
  SK: '9950',
};
/** Lists of company registers that Peppol wants by name, with the form that their numbers have. */
const REGISTERS: Readonly<Record<string, readonly [scheme: string, form: RegExp]>> = {
  DK: ['0184', /^\d{8}$/],
  NL: ['0106', /^\d{8}$/],
};
const MAIL = 'EM';

/** The own electronic address, or the e-mail address. */
export function addressOf({ electronicAddress, email }: Party): Identifier | null {
  const [, scheme, value] = /^(\d{4}):(.+)$/.exec(electronicAddress ?? '') ?? [];
  if (scheme && value) return { scheme, value };
  const mail = electronicAddress ?? email;
  return mail === null ? null : { scheme: MAIL, value: mail };
}
/** The address in Peppol, which knows no e-mail: the own one, or the VAT number. */
function peppolAddressOf(party: Party): Identifier | null {
  const own = addressOf(party);
  if (own && own.scheme !== MAIL) return own;
  const value = plainVatId(party.vatId ?? '');
  const scheme = VAT_SCHEMES[value.slice(0, 2)];
  return scheme === undefined ? null : { scheme, value };
}

/** The number in a company register: with its list where Peppol wants it, else as it is written. */
export function registerOf({ registerNumber, vatId, address }: Seller): { value: string; scheme?: string } | null {
  const [scheme, form] = REGISTERS[address?.country ?? ''] ?? [];
  if (scheme === undefined || form === undefined) return registerNumber === null ? null : { value: registerNumber };
  // A Danish VAT number is DK and the number of the register.
  const numbers = [registerNumber, address?.country === 'DK' ? (vatId?.slice(2) ?? null) : null];
  const value = numbers.map((number) => number?.replaceAll(/\D/g, '') ?? '').find((digits) => form.test(digits));
  return value === undefined ? null : { scheme, value };
}

/** The rules of a document: its name in the standard, and where its parties are reached. */
export interface Specification {
  /** BT-24. */
  id: string;
  seller: Identifier | null;
  buyer: Identifier | null;
}
const CORE = 'urn:cen.eu:en16931:2017';

/**
 * XRechnung for a buyer in Germany, Peppol BIS Billing where both are reached through Peppol, else the standard alone.
 * Peppol wants of a Greek seller what its tax office gives, and of a Danish or Dutch one the number of the register.
 */
export function specificationOf({ seller, buyer }: { seller: Seller; buyer: Buyer }): Specification {
  const byMail = { seller: addressOf(seller), buyer: addressOf(buyer) };
  if (buyer.address?.country === 'DE' && seller.phone !== null && seller.email !== null)
    return { id: `${CORE}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`, ...byMail };
  const inPeppol = { seller: peppolAddressOf(seller), buyer: peppolAddressOf(buyer) };
  const from = seller.address?.country;
  const isKept = from !== 'GR' && (!Object.hasOwn(REGISTERS, from ?? '') || registerOf(seller) !== null);
  return isKept && inPeppol.seller && inPeppol.buyer
    ? { id: `${CORE}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`, ...inPeppol }
    : { id: CORE, ...byMail };
}
