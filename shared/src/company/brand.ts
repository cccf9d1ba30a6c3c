import { z } from 'zod';
import { t } from '../words/t.ts';
import type { Shades } from './accent.ts';
import { type BusinessHours, usualHours } from './business-hours.ts';

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
  areaServed: z.string().nullable(),
  /** Business hours until a price is sent, and until a question is answered. */
  promises: z.object({ quoteHours: z.number(), answerHours: z.number() }),
  /** Where the logo is and how large it is drawn, in pixels; a wide one has the company's name in it. null: the mark. */
  logo: z.object({ url: z.string(), width: z.number(), height: z.number(), isWide: z.boolean() }).nullable(),
  /** Ten shades of the accent colour; null for the product's own. */
  shades: z.custom<Shades>().nullable(),
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
/** '24 hours': how long a promise takes. */
export const hoursInWords = (hours: number): string =>
  t('{count, plural, one {# hour} other {# hours}}', { count: hours });
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
  areaServed: null,
  promises: { quoteHours: 24, answerHours: 2 },
  logo: null,
  shades: null,
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
