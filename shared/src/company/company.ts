import { z } from 'zod';
import { currencyIn } from '../base/money/currency-in.ts';
import { quoteLine, quoteLineInput, taxRate } from '../base/money/quote-lines.ts';
import { rateKinds } from '../base/money/stop-rates.ts';
import {
  flag,
  normalPaymentUrl,
  optionalText,
  rowId,
  rowVersion,
  seenVersion,
  timestamp,
  whole,
} from '../base/primitives.ts';
import {
  ADDRESS_MAX,
  EMBED_ORIGINS_MAX,
  FREE_MINUTES_MAX,
  LINE_PRESETS_MAX,
  NAME_MAX,
  NOTES_MAX,
  PHONE_MAX,
  SETTLE_MINUTES_MAX,
  TERMS_MAX,
  URL_MAX,
} from '../limits.ts';
import { message, t } from '../words/t.ts';
import { accounting, accountingDefaults, accountingOut } from './billing/accounting.ts';
import { billing, billingDefaults, billingOut } from './billing/billing.ts';
import { defaultBrand } from './brand.ts';
import { usualHours } from './business-hours.ts';
import { planning, planningDefaults, planningOut } from './days/planning.ts';
import { mailServer, mailServerOut, ownGroups, ownGroupsOut } from './own-settings.ts';
import { pricing, pricingDefaults, pricingOut } from './pricing.ts';
import { promiseClocks } from './promise-clock.ts';
import { proofRules } from './proof/proof-rules.ts';
import {
  cancellation,
  cancellationDefaults,
  cancellationOut,
  recipients,
  recipientsDefaults,
  recipientsOut,
} from './recipients.ts';

// The company's settings, in groups. A group is an object of inputs, the values it has until somebody sets them, and
// the form in which it is answered; the row keeps only what was set.

/** The `{…}` placeholders of the default payment link; they are filled in when a quote is priced. */
export const paymentUrlNames = ['quoteId', 'reference', 'total', 'currency'] as const;
export type PaymentUrlValues = Record<(typeof paymentUrlNames)[number], string>;
/** The payment link of one quote; null when what comes out is no address that a mail may show. */
export const fillPaymentUrl = (pattern: string, values: PaymentUrlValues): string | null =>
  normalPaymentUrl(
    pattern.replaceAll(/\{(\w+)\}/g, (all, name: string) =>
      Object.hasOwn(values, name) ? encodeURIComponent(values[name as keyof PaymentUrlValues]) : all,
    ),
  );
const SAMPLE: PaymentUrlValues = { quoteId: '1', reference: 'K7M-3QF', total: '1.00', currency: 'USD' };
const patternWords = () =>
  t('The payment link must be an https:// address; it may hold {names}', {
    names: paymentUrlNames.map((name) => `{${name}}`).join(', '),
  });
const defaultPaymentUrl = z
  .union(
    [
      z.literal('').transform(() => null),
      z.null(),
      z
        .string()
        .trim()
        .max(URL_MAX, { error: () => t('The payment URL is too long') })
        .refine(
          (value) => {
            const filled = fillPaymentUrl(value, SAMPLE);
            return filled !== null && !/[{}]|%7B|%7D/i.test(filled);
          },
          { error: patternWords },
        ),
    ],
    { error: patternWords },
  )
  .meta({
    override: { type: ['string', 'null'], anyOf: undefined },
    example: 'https://pay.example.com/?ref={reference}&amount={total}',
  });

const days = (min: number, max: number) =>
  whole(min, max, () => t('A whole number of days from {min} to {max}', { min, max }));
const hours = whole(1, 240, message('A whole number of hours from 1 to 240'));

const FREE_WORDS = () =>
  t('A whole number of minutes from 0 to {freeMinutesMax}', { freeMinutesMax: FREE_MINUTES_MAX });
/** A saved line for prices, and for charges at a stop where `atStop` says so. */
const linePreset = quoteLineInput.extend({
  atStop: z
    .union([z.null(), z.enum(rateKinds)], { error: () => t('Must be fixed, hour, typed or null') })
    .optional()
    .meta({
      description:
        'What drivers may charge for at a stop: `fixed` once, `hour` by the minute at this price for an hour, `typed` an amount that they type; null is not for stops',
      example: 'hour',
    }),
  freeMinutes: whole(0, FREE_MINUTES_MAX, FREE_WORDS)
    .optional()
    .meta({ description: 'Of `hour`: minutes that cost nothing', example: 15 }),
});
const linePresetOut = quoteLine
  .extend({
    atStop: z.enum(rateKinds).nullable().optional().meta({ example: 'hour' }),
    freeMinutes: z.number().int().optional().meta({ example: 15 }),
  })
  .meta({ id: 'LinePreset' });

const quoting = z.strictObject({
  currency: currencyIn,
  pricesIncludeTax: flag,
  defaultTaxRate: taxRate,
  validDays: days(1, 365).meta({ example: 14 }),
  terms: optionalText(TERMS_MAX).meta({ example: 'Goods are insured up to 5,000.' }),
  linePresets: z.array(linePreset, { error: () => t('Must be a list of lines') }).max(LINE_PRESETS_MAX, {
    error: () => t('At most {linePresetsMax} presets', { linePresetsMax: LINE_PRESETS_MAX }),
  }),
  defaultPaymentUrl,
  remindBeforeEnd: flag,
  remindBeforeEndDays: days(1, 30),
  remindSilent: flag,
  remindSilentDays: days(1, 90),
});
const company = z.strictObject({
  name: optionalText(NAME_MAX).meta({ example: 'QuickFleet Ltd' }),
  address: optionalText(ADDRESS_MAX).meta({ example: '9 Depot Street\nSpringfield' }),
  taxNumber: optionalText(NAME_MAX).meta({ example: 'GB 123 4567 89' }),
  paymentTerms: optionalText(NOTES_MAX).meta({ example: 'Payable within 14 days.' }),
  phone: optionalText(PHONE_MAX).meta({ example: '+1 555 0100' }),
});
const promises = z.strictObject({
  quoteHours: hours.meta({ example: 24 }),
  answerHours: hours.meta({ example: 2 }),
  clock: z.enum(promiseClocks, { error: () => t('Must be clock or business') }).meta({ example: 'clock' }),
});

const kept = whole(0, 36_500, message('A whole number of days from 0 to 36500'));
const retention = z.strictObject({
  photoDays: kept.meta({ example: 730 }),
  signatureDays: kept.meta({ example: 730 }),
  positionDays: kept.meta({ example: 730 }),
});
const keptOut = (what: string) =>
  z
    .number()
    .int()
    .meta({ description: `Days after an order ended until its ${what} are deleted; 0 keeps them`, example: 730 });
const retentionOut = z.object({
  photoDays: keptOut('photos'),
  signatureDays: keptOut('signatures'),
  positionDays: keptOut('positions'),
});

const mail = z.strictObject({ proofAttached: flag, ...mailServer });
const SETTLE_WORDS = () =>
  t('Must be a whole number of minutes from 0 to {settleMinutesMax}', { settleMinutesMax: SETTLE_MINUTES_MAX });
const notices = z.strictObject({
  recipientMails: flag,
  settleMinutes: whole(0, SETTLE_MINUTES_MAX, SETTLE_WORDS),
});

const ORIGIN_WORDS = () => t('Must be the address of a site, like https://shop.example.com');
/** A site by its scheme, host and port; http is for trying it on one's own machine. */
const siteOrigin = z
  .string({ error: ORIGIN_WORDS })
  .trim()
  .max(URL_MAX, { error: ORIGIN_WORDS })
  .transform((typed, context) => {
    // An empty line of the field.
    if (typed === '') return '';
    const url = URL.parse(typed);
    const isLocal = url?.protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
    const isPlain = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
    // A wildcard or another sign in the host would be a pattern in the header that it goes into.
    const isHost = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url?.hostname ?? '');
    if (url && isPlain && isHost && (isLocal || url.protocol === 'https:')) return url.origin;
    context.addIssue({ code: 'custom', message: ORIGIN_WORDS() });
    return z.NEVER;
  })
  .meta({ override: { type: 'string' }, example: 'https://shop.example.com' });
const embeds = z.strictObject({
  origins: z
    .array(siteOrigin, { error: () => t('Must be a list of addresses') })
    .max(EMBED_ORIGINS_MAX, {
      error: () => t('At most {embedOriginsMax} sites', { embedOriginsMax: EMBED_ORIGINS_MAX }),
    })
    .transform((origins) => [...new Set(origins.filter(Boolean))])
    .meta({ override: { type: 'array', items: { type: 'string' } }, example: ['https://shop.example.com'] }),
});

const positions = z.strictObject({ isOn: flag, customersSee: flag });
const positionsOut = z.object({
  isOn: z.boolean().meta({ description: 'Drivers may share their position while their day runs', example: true }),
  customersSee: z.boolean().meta({
    description: 'Customers see how far away the driver is, from the pickup to the delivery',
    example: true,
  }),
});

const quotingOut = z.object({
  currency: z.string().meta({ description: 'ISO 4217', example: 'USD' }),
  pricesIncludeTax: z.boolean(),
  defaultTaxRate: z.string().meta({ description: 'Percent, a decimal string', example: '0' }),
  validDays: z.number().int().meta({ example: 14 }),
  terms: z.string().nullable().meta({ description: 'What a customer agrees to', example: null }),
  linePresets: z.array(linePresetOut),
  defaultPaymentUrl: z.string().nullable().meta({
    description: 'Filled in for each quote: {quoteId}, {reference}, {total}, {currency}',
    example: null,
  }),
  remindBeforeEnd: z.boolean(),
  remindBeforeEndDays: z.number().int().meta({ example: 2 }),
  remindSilent: z.boolean(),
  remindSilentDays: z.number().int().meta({ example: 4 }),
});
const companyOut = z.object({
  name: z.string().nullable().meta({ description: 'null shows the brand name', example: null }),
  address: z.string().nullable().meta({ example: null }),
  taxNumber: z.string().nullable().meta({ example: null }),
  paymentTerms: z.string().nullable().meta({ example: null }),
  phone: z.string().nullable().meta({ description: 'null shows the support phone', example: null }),
});
const promisesOut = z.object({
  quoteHours: z.number().int().meta({ description: 'Hours until a price is sent, by `clock`', example: 24 }),
  answerHours: z.number().int().meta({ description: 'Hours until a question is answered, by `clock`', example: 2 }),
  clock: z.enum(promiseClocks).meta({
    description: '`clock`: every hour counts; `business`: only the hours in which the company is open',
    example: 'clock',
  }),
});

/** Every group: a new one is added here, and nowhere else. */
export const companyGroups = {
  quoting,
  company,
  promises,
  retention,
  proof: proofRules,
  mail,
  notices,
  embeds,
  pricing,
  positions,
  planning,
  recipients,
  billing,
  accounting,
  cancellation,
  ...ownGroups,
} as const;
const groupsOut = {
  quoting: quotingOut,
  company: companyOut,
  promises: promisesOut,
  retention: retentionOut,
  proof: proofRules,
  mail: z.object({
    proofAttached: z
      .boolean()
      .meta({ description: 'The mail of a delivery has the proof as PDF, up to 7 MB', example: false }),
    ...mailServerOut,
  }),
  notices: z.object({
    recipientMails: z.boolean().meta({
      description: 'The person at the delivery is mailed too, unless the customer’s setting says no',
      example: true,
    }),
    settleMinutes: z.int().meta({
      description: 'Minutes that notices about assigning and planning wait for more changes; 0 sends each immediately',
      example: 3,
    }),
  }),
  embeds: z.object({
    origins: z.array(z.string()).meta({
      description: 'Sites that may show the tracking field and the quote form in their pages',
      example: ['https://shop.example.com'],
    }),
  }),
  pricing: pricingOut,
  positions: positionsOut,
  planning: planningOut,
  recipients: recipientsOut,
  billing: billingOut,
  accounting: accountingOut,
  cancellation: cancellationOut,
  ...ownGroupsOut,
};
export type CompanyGroup = keyof typeof companyGroups;
export type CompanySettings = { [Group in CompanyGroup]: z.infer<(typeof groupsOut)[Group]> };

const { mon, tue, wed, thu, fri, sat, sun } = usualHours.weekly;
const usualWeek = {
  mon: [...mon],
  tue: [...tue],
  wed: [...wed],
  thu: [...thu],
  fri: [...fri],
  sat: [...sat],
  sun: [...sun],
};
/** What a group says until somebody sets it. */
export const companyDefaults: CompanySettings = {
  quoting: {
    currency: 'USD',
    pricesIncludeTax: false,
    defaultTaxRate: '0',
    validDays: 14,
    terms: null,
    linePresets: [],
    defaultPaymentUrl: null,
    remindBeforeEnd: true,
    remindBeforeEndDays: 2,
    remindSilent: true,
    remindSilentDays: 4,
  },
  company: { name: null, address: null, taxNumber: null, paymentTerms: null, phone: null },
  promises: defaultBrand.promises,
  retention: { photoDays: 730, signatureDays: 730, positionDays: 730 },
  proof: {},
  mail: { proofAttached: false, smtpHost: null, from: null, replyTo: null, officeEmail: null },
  notices: { recipientMails: true, settleMinutes: 3 },
  embeds: { origins: [] },
  pricing: pricingDefaults,
  planning: planningDefaults,
  positions: { isOn: false, customersSee: false },
  recipients: recipientsDefaults,
  billing: billingDefaults,
  accounting: accountingDefaults,
  cancellation: cancellationDefaults,
  profile: {
    name: defaultBrand.name,
    legalName: null,
    phone: defaultBrand.supportPhone,
    email: defaultBrand.supportEmail,
    address: null,
    areaServed: null,
    website: null,
  },
  locale: { timeZone: defaultBrand.timeZone, language: 'en', hourCycle: 'h12', country: defaultBrand.country },
  hours: { weekly: usualWeek, holidays: [], sameDayUntil: null },
  look: { logoUrl: null, accent: null },
  site: defaultBrand.site,
  registration: { isOpen: defaultBrand.allowRegistration, secondFactor: 'optional' },
  tracking: { level: 'open' },
  setup: { checked: [], isDismissed: false, isShown: false },
};

const readOnly = z.unknown().optional().meta({ description: 'Read-only: ignored' });
/** Partial: a group or a value that is absent stays as it is. What was read can be sent back; unknown names are refused. */
export const updateCompany = z
  .strictObject({
    quoting: quoting.partial().optional(),
    company: company.partial().optional(),
    promises: promises.partial().optional(),
    retention: retention.partial().optional(),
    proof: proofRules.strict().optional(),
    mail: mail.partial().optional(),
    notices: notices.partial().optional(),
    embeds: embeds.partial().optional(),
    pricing: pricing.partial().optional(),
    positions: positions.partial().optional(),
    planning: planning.partial().optional(),
    recipients: recipients.partial().optional(),
    billing: billing.partial().optional(),
    accounting: accounting.partial().optional(),
    cancellation: cancellation.partial().optional(),
    profile: ownGroups.profile.partial().optional(),
    locale: ownGroups.locale.partial().optional(),
    hours: ownGroups.hours.partial().optional(),
    look: ownGroups.look.partial().optional(),
    site: ownGroups.site.partial().optional(),
    registration: ownGroups.registration.partial().optional(),
    tracking: ownGroups.tracking.partial().optional(),
    setup: ownGroups.setup.partial().optional(),
    version: seenVersion,
    // Of the answer, and not to be set.
    id: readOnly,
    updatedAt: readOnly,
    locked: readOnly,
  })
  .meta({ example: { quoting: { validDays: 30 } } });
export type UpdateCompany = z.infer<typeof updateCompany>;

export const companySettings = z
  .object({
    id: rowId,
    ...groupsOut,
    locked: z.record(z.string(), z.string()).meta({
      description: 'Values that an environment variable sets, by group and name, with the name of the variable',
      example: { 'profile.name': 'BRAND_NAME' },
    }),
    updatedAt: timestamp,
    version: rowVersion,
  })
  .meta({ id: 'CompanySettings' });
export type CompanySettingsView = z.infer<typeof companySettings>;
