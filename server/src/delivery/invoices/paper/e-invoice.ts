import type { Invoice as Document } from '@e-invoice-eu/core';
import { amountOf, isNothing, unitsOf } from '@quickfleet/shared/base/money/money';
import { plainVatId } from '@quickfleet/shared/company/billing/billing-terms';
import type { TaxSum } from '@quickfleet/shared/delivery/invoices/invoice-totals';
import type { InvoiceKind, TaxCategory } from '@quickfleet/shared/delivery/invoices/invoice-words';
import type { Buyer, InvoiceLine, Seller } from '@quickfleet/shared/delivery/invoices/invoices';
import { addressOf, type Identifier, registerOf, type Specification } from './specification.ts';

/** An issued invoice in the values of the standard. */
export interface Issued {
  kind: InvoiceKind;
  number: string;
  issuedOn: string;
  dueOn: string | null;
  servedFrom: string | null;
  servedTo: string | null;
  currency: string;
  seller: Seller;
  buyer: Buyer;
  lines: InvoiceLine[];
  taxes: TaxSum[];
  net: string;
  tax: string;
  gross: string;
  rounding: string;
  paid: string;
  due: string;
  note: string | null;
  terms: string | null;
  /** The invoice of a credit note. */
  preceding: { number: string; issuedOn: string } | null;
  /** Why there is no tax, by category, in the reader's words. */
  reasons: Partial<Record<TaxCategory, string>>;
}

const VAT = { 'cbc:ID': 'VAT' };
/** Codes of the standard for its reasons (VATEX). */
const reasonCodes: Partial<Record<TaxCategory, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

const endpoint = (at: Identifier | null) =>
  at === null ? {} : { 'cbc:EndpointID': at.value, 'cbc:EndpointID@schemeID': at.scheme };
const postal = ({ address }: Seller | Buyer) => ({
  'cbc:StreetName': address?.street ?? '',
  'cbc:CityName': address?.town ?? '',
  'cbc:PostalZone': address?.postcode ?? '',
  'cac:Country': { 'cbc:IdentificationCode': address?.country ?? '' },
});

function sellerParty(seller: Seller, isOutside: boolean, at: Identifier | null) {
  const { taxNumber, email, phone, name, representedBy } = seller;
  const vatId = seller.vatId === null ? null : plainVatId(seller.vatId);
  // Who has neither a register nor a VAT number on the invoice is known by the number of the tax office (BR-CO-26). It
  // stands for the register (BT-30): the library loses a seller's own identifier (BT-29) in CII.
  const known = vatId === null || isOutside ? (taxNumber ?? vatId) : null;
  const register = registerOf(seller) ?? (known === null ? null : { value: known });
  const schemes = [
    ...(vatId !== null && !isOutside ? [{ 'cbc:CompanyID': vatId, 'cac:TaxScheme': VAT }] : []),
    ...(taxNumber === null ? [] : [{ 'cbc:CompanyID': taxNumber, 'cac:TaxScheme': { 'cbc:ID': 'FC' } }]),
  ];
  return {
    ...endpoint(at),
    'cac:PartyName': { 'cbc:Name': name },
    'cac:PostalAddress': postal(seller),
    ...(schemes.length > 0 ? { 'cac:PartyTaxScheme': schemes } : {}),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': name,
      ...(register === null ? {} : { 'cbc:CompanyID': register.value }),
      ...(register?.scheme ? { 'cbc:CompanyID@schemeID': register.scheme } : {}),
    },
    'cac:Contact': {
      'cbc:Name': representedBy ?? name,
      ...(phone === null ? {} : { 'cbc:Telephone': phone }),
      ...(email === null ? {} : { 'cbc:ElectronicMail': email }),
    },
  };
}
function buyerParty(buyer: Buyer, isOutside: boolean, at: Identifier | null) {
  return {
    ...endpoint(at),
    'cac:PostalAddress': postal(buyer),
    ...(buyer.vatId === null || isOutside
      ? {}
      : { 'cac:PartyTaxScheme': { 'cbc:CompanyID': buyer.vatId, 'cac:TaxScheme': VAT } }),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': buyer.name },
    ...(buyer.email === null ? {} : { 'cac:Contact': { 'cbc:ElectronicMail': buyer.email } }),
  };
}

/** A line may be two hundredths away from quantity times price. */
const SLACK = 0.02;
/**
 * The library takes prices of two decimals: a finer one is that of a hundred pieces. Where a currency without decimals
 * rounds the line further than the standard's rules allow, the price is that of the whole quantity.
 */
function priceOf({ unitPrice, unit, quantity, net }: InvoiceLine, currency: string) {
  if (Math.abs(Number(quantity) * Number(unitPrice) - Number(net)) > SLACK)
    return {
      'cbc:PriceAmount': amountOf(unitsOf(net.replace('-', ''), currency), currency),
      'cbc:PriceAmount@currencyID': currency,
      'cbc:BaseQuantity': quantity.replace('-', ''),
      'cbc:BaseQuantity@unitCode': unit,
    };
  const [whole = '0', fraction = ''] = unitPrice.split('.');
  if (/^\d{0,2}0*$/.test(fraction))
    return {
      'cbc:PriceAmount': `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`,
      'cbc:PriceAmount@currencyID': currency,
    };
  const digits = `${whole}${fraction.padEnd(4, '0')}`.replace(/^0+(?=\d{3})/, '');
  return {
    'cbc:PriceAmount': `${digits.slice(0, -2)}.${digits.slice(-2)}`,
    'cbc:PriceAmount@currencyID': currency,
    'cbc:BaseQuantity': '100',
    'cbc:BaseQuantity@unitCode': unit,
  };
}
const percentOf = (category: TaxCategory, rate: string) => (category === 'O' ? {} : { 'cbc:Percent': rate });

function lineOf(line: InvoiceLine, currency: string) {
  const [tax] = line.taxes;
  const category = tax?.category ?? 'Z';
  return {
    'cbc:ID': String(line.id),
    'cbc:InvoicedQuantity': line.quantity,
    'cbc:InvoicedQuantity@unitCode': line.unit,
    'cbc:LineExtensionAmount': line.net,
    'cbc:LineExtensionAmount@currencyID': currency,
    ...(line.deliveredOn === null
      ? {}
      : { 'cac:InvoicePeriod': { 'cbc:StartDate': line.deliveredOn, 'cbc:EndDate': line.deliveredOn } }),
    'cac:Item': {
      ...(line.trackingNumber === null ? {} : { 'cbc:Description': line.trackingNumber }),
      'cbc:Name': line.description,
      'cac:ClassifiedTaxCategory': {
        'cbc:ID': category,
        ...percentOf(category, tax?.rate ?? '0'),
        'cac:TaxScheme': VAT,
      },
    },
    'cac:Price': priceOf(line, currency),
  };
}

/** The sums are ours: the library takes any, so that they are checked here (BR-CO-10, 13, 14, 15 and 16). */
function checkSums({ lines, taxes, net, tax, gross, rounding, paid, due, currency }: Issued): void {
  const sum = (amounts: readonly string[]) => amounts.reduce((all, one) => all + unitsOf(one, currency), 0n);
  const units = (amount: string) => unitsOf(amount, currency);
  const isRight =
    sum(lines.map((line) => line.net)) === units(net) &&
    sum(taxes.map(({ amount }) => amount)) === units(tax) &&
    sum(taxes.map(({ base }) => base)) === units(net) &&
    units(net) + units(tax) === units(gross) &&
    units(gross) + units(rounding) - units(paid) === units(due);
  if (!isRight) throw new Error('The sums of the invoice do not add up');
}

/** The document in the names of UBL, from which the library writes every form; without rules it is the standard alone. */
export function documentOf(issued: Issued, rules?: Specification): Document {
  checkSums(issued);
  const { currency, seller, buyer, taxes, kind, preceding } = issued;
  const isOutside = taxes.some(({ category }) => category === 'O');
  const period = issued.servedFrom !== null && issued.servedTo !== null;
  const document = {
    'ubl:Invoice': {
      ...(rules ? { 'cbc:CustomizationID': rules.id } : {}),
      'cbc:ID': issued.number,
      'cbc:IssueDate': issued.issuedOn,
      ...(issued.dueOn === null ? {} : { 'cbc:DueDate': issued.dueOn }),
      'cbc:InvoiceTypeCode': kind === 'credit_note' ? '381' : '380',
      ...(issued.note === null ? {} : { 'cbc:Note': [issued.note] }),
      'cbc:DocumentCurrencyCode': currency,
      'cbc:BuyerReference': buyer.buyerReference ?? buyer.orderReference ?? issued.number,
      ...(period
        ? { 'cac:InvoicePeriod': { 'cbc:StartDate': issued.servedFrom, 'cbc:EndDate': issued.servedTo } }
        : {}),
      ...(buyer.orderReference === null ? {} : { 'cac:OrderReference': { 'cbc:ID': buyer.orderReference } }),
      ...(preceding === null
        ? {}
        : {
            'cac:BillingReference': [
              { 'cac:InvoiceDocumentReference': { 'cbc:ID': preceding.number, 'cbc:IssueDate': preceding.issuedOn } },
            ],
          }),
      'cac:AccountingSupplierParty': {
        'cac:Party': sellerParty(seller, isOutside, rules ? rules.seller : addressOf(seller)),
      },
      'cac:AccountingCustomerParty': {
        'cac:Party': buyerParty(buyer, isOutside, rules ? rules.buyer : addressOf(buyer)),
      },
      'cac:Delivery': deliveryOf(issued),
      'cac:PaymentMeans': [paymentOf(issued)],
      ...(issued.terms === null ? {} : { 'cac:PaymentTerms': { 'cbc:Note': issued.terms } }),
      'cac:TaxTotal': [
        {
          'cbc:TaxAmount': issued.tax,
          'cbc:TaxAmount@currencyID': currency,
          'cac:TaxSubtotal': taxes.map(({ base, amount, category, rate }) => ({
            'cbc:TaxableAmount': base,
            'cbc:TaxableAmount@currencyID': currency,
            'cbc:TaxAmount': amount,
            'cbc:TaxAmount@currencyID': currency,
            'cac:TaxCategory': {
              'cbc:ID': category,
              'cbc:Percent': rate,
              ...(reasonCodes[category] ? { 'cbc:TaxExemptionReasonCode': reasonCodes[category] } : {}),
              ...(issued.reasons[category] ? { 'cbc:TaxExemptionReason': issued.reasons[category] } : {}),
              'cac:TaxScheme': VAT,
            },
          })),
        },
      ],
      'cac:LegalMonetaryTotal': totalsOf(issued),
      'cac:InvoiceLine': issued.lines.map((line) => lineOf(line, currency)),
    },
  };
  // Its codes are unions of all that there are: what we have was checked where it came in, and the library checks again.
  const plain: Document = JSON.parse(JSON.stringify(document));
  return plain;
}

/** How it is paid (UNCL 4461): by SEPA, by another transfer, or as both agreed. */
function paymentOf({ seller, currency, number }: Issued) {
  const { iban, bic, name } = seller;
  const code = iban === null ? '1' : iban.startsWith('CH') || currency !== 'EUR' ? '30' : '58';
  return {
    'cbc:PaymentMeansCode': code,
    'cbc:PaymentID': number,
    ...(iban === null
      ? {}
      : {
          'cac:PayeeFinancialAccount': {
            'cbc:ID': iban,
            'cbc:Name': name,
            ...(bic === null ? {} : { 'cac:FinancialInstitutionBranch': { 'cbc:ID': bic } }),
          },
        }),
  };
}
/** Within the Union the standard wants to know where and when it was delivered, and the form of CII in any case. */
const deliveryOf = ({ servedTo, issuedOn, buyer }: Issued) => ({
  'cbc:ActualDeliveryDate': servedTo ?? issuedOn,
  'cac:DeliveryLocation': { 'cac:Address': postal(buyer) },
});

function totalsOf({ net, gross, paid, rounding, due, currency }: Issued) {
  const amounts = {
    'cbc:LineExtensionAmount': net,
    'cbc:TaxExclusiveAmount': net,
    'cbc:TaxInclusiveAmount': gross,
    ...(isNothing(paid) ? {} : { 'cbc:PrepaidAmount': paid }),
    ...(isNothing(rounding) ? {} : { 'cbc:PayableRoundingAmount': rounding }),
    'cbc:PayableAmount': due,
  };
  return Object.fromEntries(
    Object.entries(amounts).flatMap(([name, amount]) => [
      [name, amountOf(unitsOf(amount, currency), currency)],
      [`${name}@currencyID`, currency],
    ]),
  );
}
