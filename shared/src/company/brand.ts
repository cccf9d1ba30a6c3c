import { z } from 'zod';
import { t } from '../words/t.ts';
import type { Shades } from './accent.ts';
import { type BusinessHours, spanOf, usualHours } from './business-hours.ts';
import { type PromiseClock, promiseClocks } from './promise-clock.ts';

/** What the pages show of this company; the server writes it into every page, so the first paint needs no call. */
export const brand = z.object({
  name: z.string(),
  supportPhone: z.string(),
  /** null when it is not sure what to dial. */
  supportTel: z.string().nullable(),
  /** Of a phone number that names none. */
  country: z.string(),
  supportEmail: z.string(),
  publicUrl: z.string(),
  timeZone: z.string(),
  /** How hours are written. */
  hourCycle: z.enum(['h12', 'h23']),
  hours: z.custom<BusinessHours>(),
  /** 'Mon-Fri 8AM-6PM' */
  hoursText: z.string(),
  /** '2PM': until when what is ordered is delivered the same day; null: until the company closes. */
  sameDayText: z.string().nullable(),
  areaServed: z.string().nullable(),
  /** What the company says of itself before the law; null while that is nothing. */
  imprint: z
    .object({
      legalName: z.string().nullable(),
      address: z.string().nullable(),
      representedBy: z.string().nullable(),
      registerNumber: z.string().nullable(),
      vatId: z.string().nullable(),
    })
    .nullable(),
  /** Hours until a price is sent, and until a question is answered, and whether only business hours count. */
  promises: z.object({ quoteHours: z.number(), answerHours: z.number(), clock: z.enum(promiseClocks) }),
  /** Where the logo is and how large it is drawn, in pixels; a wide one has the company's name in it. null: the mark. */
  logo: z.object({ url: z.string(), width: z.number(), height: z.number(), isWide: z.boolean() }).nullable(),
  /** Ten shades of the accent colour; null for the product's own. */
  shades: z.custom<Shades>().nullable(),
  /** The accent as its owner chose it, that under the pointer, and what can be read on both. */
  accent: z.object({ fill: z.string(), hover: z.string(), text: z.string() }).nullable(),
  site: z.object({
    headline: z.string().nullable(),
    intro: z.string().nullable(),
    privacy: z.string().nullable(),
    terms: z.string().nullable(),
    sections: z.object({ services: z.boolean(), whyChoose: z.boolean(), contact: z.boolean() }),
    /** What the standard texts say of the company. */
    claims: z.object({
      sameDay: z.boolean(),
      insured: z.boolean(),
      weekend: z.boolean(),
      roundTheClock: z.boolean(),
      record: z.boolean(),
    }),
  }),
  /** Where the map comes from: a style of the company's choice, or our own over its file. null: pages show no map. */
  map: z.object({ kind: z.enum(['style', 'pmtiles']), url: z.string() }).nullable(),
  allowRegistration: z.boolean(),
  /** What a ribbon on every page says; null without one. */
  ribbon: z.string().nullable(),
  build: z.string(),
});
export type Brand = z.infer<typeof brand>;
export type BrandLogo = NonNullable<Brand['logo']>;
export type BrandMap = NonNullable<Brand['map']>;
/** A link that begins a mail to one address, and to nobody that the address names besides. */
export const mailtoOf = (address: string, subject?: string): string => {
  const at = address.lastIndexOf('@');
  const parts = at < 0 ? [address] : [address.slice(0, at), address.slice(at + 1)];
  const recipient = parts.map((part) => encodeURIComponent(part.toWellFormed())).join('@');
  return `mailto:${recipient}${subject ? `?subject=${encodeURIComponent(subject.toWellFormed())}` : ''}`;
};
const HOURS_PER_DAY = 24;
/** How many hours the company is open on a day on which it is, on average. */
function hoursOfDay({ weekly }: BusinessHours): number {
  const open = Object.values(weekly).filter((spans) => spans.length > 0);
  const minutes = open.flat().reduce((sum, time) => {
    const { from, to } = spanOf(time);
    return sum + to - from;
  }, 0);
  return open.length === 0 ? HOURS_PER_DAY : minutes / 60 / open.length;
}
/**
 * How long a promise takes: '24 hours' by the clock; by business hours '2 business hours', or 'one business day' where
 * it takes as long as the company is open on a day.
 */
export function hoursInWords(hours: number, clock: PromiseClock, business: BusinessHours): string {
  if (clock === 'clock') return t('{count, plural, one {# hour} other {# hours}}', { count: hours });
  const day = hoursOfDay(business);
  if (hours < day) return t('{count, plural, one {# business hour} other {# business hours}}', { count: hours });
  return t('{count, plural, one {one business day} other {# business days}}', { count: Math.ceil(hours / day) });
}
export const defaultBrand: Brand = {
  name: 'QuickFleet',
  supportPhone: '+1 (555) 010-0199',
  supportTel: 'tel:+15550100199',
  country: 'US',
  supportEmail: 'support@quickfleet.example',
  publicUrl: '',
  timeZone: 'UTC',
  hourCycle: 'h12',
  hours: usualHours,
  hoursText: 'Mon-Fri 8AM-6PM',
  sameDayText: null,
  areaServed: null,
  imprint: null,
  promises: { quoteHours: 24, answerHours: 2, clock: 'clock' },
  logo: null,
  shades: null,
  accent: null,
  site: {
    headline: null,
    intro: null,
    privacy: null,
    terms: null,
    sections: { services: true, whyChoose: true, contact: true },
    claims: { sameDay: true, insured: true, weekend: true, roundTheClock: true, record: true },
  },
  map: null,
  allowRegistration: true,
  ribbon: null,
  build: 'dev',
};

/** Whether a value of the company is still what the product begins with. */
export const isMadeUp = (name: 'name' | 'phone' | 'email', value: string): boolean =>
  value === { name: defaultBrand.name, phone: defaultBrand.supportPhone, email: defaultBrand.supportEmail }[name];
