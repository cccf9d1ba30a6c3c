import { z } from 'zod';
import { day, email, flag, optionalEmail, optionalText, text } from '../base/primitives.ts';
import type { HourCycle } from '../base/time/zoned-time.ts';
import {
  ADDRESS_MAX,
  BRAND_NAME_MAX,
  DESCRIPTION_MAX,
  EMAIL_MAX,
  HOLIDAYS_MAX,
  NAME_MAX,
  OPEN_TIMES_MAX,
  PHONE_MAX,
  TERMS_MAX,
  URL_MAX,
} from '../limits.ts';
import { languages } from '../words/languages.ts';
import { message, t } from '../words/t.ts';
import { type OpenTime, spanOf, type Weekday, weekdays } from './business-hours.ts';

// The groups that a new owner fills in: who the company is, where, and how its mails leave. They belong to company.ts.

export const hourCycles = ['h12', 'h23'] as const satisfies readonly HourCycle[];

const WEBSITE_WORDS = () => t('Must be the address of a website, like https://www.example.com');
const website = z
  .union(
    [
      z.literal('').transform(() => null),
      z.null(),
      z
        .string()
        .trim()
        .max(URL_MAX, { error: WEBSITE_WORDS })
        .refine(
          (value) => {
            const url = URL.parse(value);
            return Boolean(url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '');
          },
          { error: WEBSITE_WORDS },
        ),
    ],
    { error: WEBSITE_WORDS },
  )
  .meta({ override: { type: ['string', 'null'], anyOf: undefined }, example: 'https://www.example.com' });

export const isTimeZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};
const ZONE_WORDS = () => t('Choose a time zone like Europe/Vienna');
const timeZone = z
  .string({ error: ZONE_WORDS })
  .trim()
  // An offset like +01:00 never changes its clocks, and no place has it for good.
  .refine((zone) => /^[A-Za-z]/.test(zone) && isTimeZone(zone), { error: ZONE_WORDS })
  .meta({ example: 'Europe/Vienna' });
export const COUNTRY_WORDS = () => t('Choose a country by its two letters, for example AT');
const country = z
  .string({ error: COUNTRY_WORDS })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, { error: COUNTRY_WORDS })
  .meta({ example: 'AT' });

const CLOCK_WORDS = () => t('Must be a time like 08:30');
const opening = z.string({ error: CLOCK_WORDS }).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: CLOCK_WORDS });
/** 24:00 is the end of a day. */
const closing = z.string({ error: CLOCK_WORDS }).regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: CLOCK_WORDS });
const openTime = z
  .strictObject({ from: opening.meta({ example: '08:00' }), to: closing.meta({ example: '18:00' }) })
  .refine(({ from, to }) => from !== to, { error: () => t('Opening and closing are the same time'), path: ['to'] });
const byClock = (one: OpenTime, other: OpenTime) => one.from.localeCompare(other.from);
const openTimes = z
  .array(openTime, { error: () => t('Must be a list of times') })
  .max(OPEN_TIMES_MAX, { error: () => t('At most {openTimesMax} times a day', { openTimesMax: OPEN_TIMES_MAX }) })
  .transform((times) => times.toSorted(byClock))
  .default([]);

const WEEK = 7 * 1440;
/** Where the company is already open when it opens, in order of the week; undefined for none. */
function findOverlap(weekly: Record<Weekday, readonly OpenTime[]>): string | undefined {
  const spans = weekdays.flatMap((day, at) =>
    weekly[day].map((time, place) => {
      const { from, to } = spanOf(time);
      return { path: `${day}.${place}`, from: at * 1440 + from, to: at * 1440 + to };
    }),
  );
  return spans.find(({ to }, at) => {
    const next = spans[at + 1];
    const begins = next ? next.from : (spans[0]?.from ?? 0) + WEEK;
    return spans.length > 1 && begins < to;
  })?.path;
}
/** Hours of each day of the week. */
export const weekly = z
  .strictObject(
    { mon: openTimes, tue: openTimes, wed: openTimes, thu: openTimes, fri: openTimes, sat: openTimes, sun: openTimes },
    {
      error: ({ code }) =>
        code === 'unrecognized_keys' ? t('Days are {days}', { days: weekdays.join(', ') }) : undefined,
    },
  )
  .superRefine((week, context) => {
    if (weekdays.every((day) => week[day].length === 0))
      context.addIssue({ code: 'custom', message: t('Enter the hours of at least one day') });
    const overlap = findOverlap(week)?.split('.');
    if (overlap) context.addIssue({ code: 'custom', path: overlap, message: t('These hours run into the next ones') });
  })
  .meta({
    description: 'A day that is absent is closed. Hours that end before they begin end on the next day',
    example: { mon: [{ from: '08:00', to: '18:00' }] },
  });
const holidays = z
  .array(z.strictObject({ day: day(message('Choose a day')), name: text(message('Name the holiday'), NAME_MAX) }), {
    error: () => t('Must be a list of holidays'),
  })
  .max(HOLIDAYS_MAX, { error: () => t('At most {holidaysMax} holidays', { holidaysMax: HOLIDAYS_MAX }) })
  .transform((list) => list.toSorted((one, other) => one.day.localeCompare(other.day)))
  .superRefine((list, context) => {
    const at = list.findIndex(({ day }, index) => day === list[index - 1]?.day);
    if (at > 0)
      context.addIssue({
        code: 'custom',
        path: [at, 'day'],
        message: t('{day} is there twice', { day: list[at]?.day ?? '' }),
      });
  });

const ACCENT_WORDS = () => t('Must be a colour like #7c3aed');
const accent = z
  .union(
    [
      z.literal('').transform(() => null),
      z.null(),
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^#[0-9a-f]{6}$/, { error: ACCENT_WORDS }),
    ],
    { error: ACCENT_WORDS },
  )
  .meta({ override: { type: ['string', 'null'], anyOf: undefined }, example: '#7c3aed' });

const LOGO_WORDS = () => t('Upload a PNG, JPEG or GIF, and give the address that the upload answered');
/** The address of an upload. No SVG is one, and not every mail program shows a WebP. */
const logoUrl = z
  .union(
    [
      z.literal('').transform(() => null),
      z.null(),
      z
        .string()
        .trim()
        .max(URL_MAX, { error: LOGO_WORDS })
        .regex(/\/files\/[0-9a-f]{32}\.(?:png|jpg|gif)$/, { error: LOGO_WORDS }),
    ],
    { error: LOGO_WORDS },
  )
  .meta({
    override: { type: ['string', 'null'], anyOf: undefined },
    example: '/files/0f1e2d3c4b5a69788796a5b4c3d2e1f0.png',
  });

const FROM_WORDS = () => t('Must be an e-mail address, or a name and an address like Acme <mail@acme.example>');
const NAMED = /^([^<>"@,;:\\\r\n]{1,100})<([^<>]{3,254})>$/;
const mailbox = email();
/** An address that mails come from, with or without a name. */
const sender = z
  .union(
    [
      z.literal('').transform(() => null),
      z.null(),
      z
        .string()
        .trim()
        .max(EMAIL_MAX + NAME_MAX, { error: FROM_WORDS })
        .refine((value) => mailbox.safeParse(NAMED.exec(value)?.[2] ?? value).success, { error: FROM_WORDS }),
    ],
    { error: FROM_WORDS },
  )
  .meta({ override: { type: ['string', 'null'], anyOf: undefined }, example: 'Acme <mail@acme.example>' });

const SMTP_WORDS = () =>
  t(
    'Must be an address like smtps://user:password@mail.example.com; characters like @ : / ? # % in user and password are percent-encoded (%40 for @)',
  );
/**
 * The address of a mail server, whole and without options: those of the mail library can start a program of the server.
 */
function isMailServer(value: string): boolean {
  const url = URL.parse(value);
  if (!url || !/^smtps?:$/.test(url.protocol) || !/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/i.test(url.hostname)) return false;
  if (!/^\/?$/.test(url.pathname) || /[?#]/.test(value)) return false;
  try {
    return [url.username, url.password].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}
const smtpUrl = z
  .union(
    [
      z.literal('').transform(() => null),
      z.null(),
      z.string().trim().max(URL_MAX, { error: SMTP_WORDS }).refine(isMailServer, { error: SMTP_WORDS }),
    ],
    { error: SMTP_WORDS },
  )
  .meta({
    override: { type: ['string', 'null'], anyOf: undefined, writeOnly: true },
    description: 'Is never read out: `smtpHost` names the server',
    example: 'smtps://mailer:secret@mail.example.com',
  });

const ignored = z.string().nullable().optional();

/** What a tracking number alone shows. */
export const trackingLevels = ['open', 'verified'] as const;
export type TrackingLevel = (typeof trackingLevels)[number];

/** The steps of the first run, in their order. Time comes before what is dated with it. */
export const setupSteps = ['profile', 'look', 'place', 'hours', 'billing', 'mail', 'driver', 'samples'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Who needs a second factor at the sign-in. */
export const secondFactorRules = ['optional', 'staff'] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];

export const ownGroups = {
  profile: z.strictObject({
    name: text(message('Enter the name of the company'), BRAND_NAME_MAX).meta({ example: 'Acme Couriers' }),
    legalName: optionalText(NAME_MAX).meta({ example: 'Acme Couriers Ltd' }),
    phone: text(message('Enter a phone number'), PHONE_MAX).meta({ example: '+1 555 0100' }),
    email: email().meta({ example: 'hello@acme.example' }),
    address: optionalText(ADDRESS_MAX).meta({ example: '9 Depot Street\nSpringfield' }),
    areaServed: optionalText(NAME_MAX).meta({ example: 'Springfield and 50 miles around' }),
    website,
  }),
  locale: z.strictObject({
    timeZone,
    language: z
      .enum(languages, { error: () => t('Choose one of {languages}', { languages: languages.join(', ') }) })
      .meta({ example: 'en' }),
    hourCycle: z.enum(hourCycles, { error: () => t('Choose h12 or h23') }).meta({ example: 'h12' }),
    country,
  }),
  hours: z.strictObject({
    weekly,
    holidays: holidays.meta({ example: [{ day: '2026-12-25', name: 'Christmas Day' }] }),
    sameDayUntil: z
      .union([z.literal('').transform(() => null), z.null(), opening], { error: CLOCK_WORDS })
      .meta({ override: { type: ['string', 'null'], anyOf: undefined }, example: '14:00' }),
  }),
  look: z.strictObject({ logoUrl, accent }),
  site: z.strictObject({
    headline: optionalText(NAME_MAX).meta({ example: 'Springfield’s couriers' }),
    intro: optionalText(DESCRIPTION_MAX).meta({ example: 'We deliver in Springfield on the same day.' }),
    privacy: optionalText(TERMS_MAX).meta({ example: 'We keep your name and address to deliver.' }),
    terms: optionalText(TERMS_MAX).meta({ example: 'Goods are insured up to 5,000.' }),
    sections: z
      .strictObject({ services: flag.optional(), whyChoose: flag.optional(), contact: flag.optional() })
      .meta({ description: 'A section that is absent stays as it is', example: { whyChoose: false } }),
    claims: z
      .strictObject({
        sameDay: flag.optional(),
        insured: flag.optional(),
        weekend: flag.optional(),
        roundTheClock: flag.optional(),
        record: flag.optional(),
      })
      .meta({ description: 'A claim that is absent stays as it is', example: { insured: false } }),
  }),
  registration: z.strictObject({
    isOpen: flag,
    secondFactor: z
      .enum(secondFactorRules, {
        error: () =>
          t('secondFactor is one of {secondFactorRules}', { secondFactorRules: secondFactorRules.join(', ') }),
      })
      .meta({ example: 'staff' }),
  }),
  tracking: z.strictObject({
    level: z
      .enum(trackingLevels, {
        error: () => t('level is one of {trackingLevels}', { trackingLevels: trackingLevels.join(', ') }),
      })
      .meta({ example: 'verified' }),
  }),
  setup: z.strictObject({
    checked: z
      .array(
        z.enum(setupSteps, { error: () => t('A step is one of {setupSteps}', { setupSteps: setupSteps.join(', ') }) }),
        {
          error: () => t('Must be a list of steps'),
        },
      )
      .transform((steps) => setupSteps.filter((step) => steps.includes(step)))
      .meta({ override: { type: 'array', items: { type: 'string', enum: [...setupSteps] } }, example: ['hours'] }),
    isDismissed: flag,
    isShown: flag,
  }),
} as const;

/** What `mail` has besides what goes with the mails. */
export const mailServer = {
  smtpUrl,
  /** Answered, and not to be set. */
  smtpHost: ignored.meta({ description: 'Read-only', example: null }),
  from: sender,
  replyTo: optionalEmail().meta({ example: 'hello@acme.example' }),
  officeEmail: optionalEmail().meta({ example: 'office@acme.example' }),
};

const own = (what: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${what}; null: as the product has it`, example: null });
const times = z.array(
  z.object({ from: z.string().meta({ example: '08:00' }), to: z.string().meta({ example: '18:00' }) }),
);
export const ownGroupsOut = {
  profile: z.object({
    name: z.string().meta({ description: 'What people see everywhere', example: 'QuickFleet' }),
    legalName: z
      .string()
      .nullable()
      .meta({ description: 'The registered name: the same value as `company.name`', example: null }),
    phone: z.string().meta({ description: 'On the public pages and in mails', example: '+1 (555) 010-0199' }),
    email: z.string().meta({ description: 'On the public pages and in mails', example: 'support@quickfleet.example' }),
    address: z.string().nullable().meta({ description: 'The same value as `company.address`', example: null }),
    areaServed: z.string().nullable().meta({ description: 'On the home page', example: null }),
    website: z.string().nullable().meta({ description: 'On papers', example: null }),
  }),
  locale: z.object({
    timeZone: z.string().meta({ description: 'Of days, months and all times', example: 'UTC' }),
    language: z.enum(languages).meta({ example: 'en' }),
    hourCycle: z.enum(hourCycles).meta({ description: '3:30 PM, or 15:30', example: 'h12' }),
    country: z.string().meta({ description: 'Of phone numbers that name none', example: 'US' }),
  }),
  hours: z.object({
    weekly: z.object({ mon: times, tue: times, wed: times, thu: times, fri: times, sat: times, sun: times }),
    holidays: z.array(
      z.object({
        day: z.string().meta({ example: '2026-12-25' }),
        name: z.string().meta({ example: 'Christmas Day' }),
      }),
    ),
    sameDayUntil: z.string().nullable().meta({
      description: 'What is asked for "today" later than this is for the next working day; null: until closing',
      example: null,
    }),
  }),
  look: z.object({
    logoUrl: z.string().nullable().meta({
      description:
        'The logo, on all pages, in mails, on papers and as the icon of the tabs: the address of an upload (`POST /upload`) of at most 500 kB as PNG, JPEG or GIF. null: the product’s own mark',
      example: '/files/0f1e2d3c4b5a69788796a5b4c3d2e1f0.png',
    }),
    accent: z.string().nullable().meta({
      description: 'The colour of buttons, links and marks; its lightness is corrected. null: the product’s own',
      example: '#7c3aed',
    }),
  }),
  site: z.object({
    headline: own('The first words of the home page'),
    intro: own('What is below them'),
    privacy: own('The privacy policy'),
    terms: own('The terms of service'),
    sections: z.object({ services: z.boolean(), whyChoose: z.boolean(), contact: z.boolean() }).meta({
      description: 'Sections of the home page that are shown',
    }),
    claims: z
      .object({
        sameDay: z.boolean(),
        insured: z.boolean(),
        weekend: z.boolean(),
        roundTheClock: z.boolean(),
        record: z.boolean(),
      })
      .meta({
        description:
          'What the standard texts of the public pages say: delivery on the same day, insured packages, support at weekends and around the clock, and the record (five stars, 99.9% delivered)',
      }),
  }),
  registration: z.object({
    isOpen: z.boolean().meta({ description: 'Whether strangers may register as ordinary users', example: true }),
    secondFactor: z.enum(secondFactorRules).meta({
      description: 'Who needs a second factor at the sign-in: `staff` is every admin and dispatcher',
      example: 'optional',
    }),
  }),
  tracking: z.object({
    level: z.enum(trackingLevels).meta({
      description:
        'What a tracking number alone shows: `open` all, `verified` steps and window; the rest needs the mail’s link, the postcode or a mailed code',
      example: 'open',
    }),
  }),
  setup: z.object({
    checked: z.array(z.enum(setupSteps)).meta({
      description: 'Steps of the first run that somebody found right as they are',
      example: ['hours'],
    }),
    isDismissed: z.boolean().meta({ description: 'The dashboard shows its checklist no longer', example: false }),
    isShown: z.boolean().meta({ description: 'The dashboard led to the first run, and does not again', example: true }),
  }),
} as const;
export const mailServerOut = {
  smtpHost: z.string().nullable().meta({
    description: 'The mail server; null without one: mails wait in the mailbox',
    example: 'mail.example.com',
  }),
  from: z.string().nullable().meta({ description: 'null: the name and e-mail address of the profile', example: null }),
  replyTo: z.string().nullable().meta({ description: 'Where answers to mails go, if not to `from`', example: null }),
  officeEmail: z.string().nullable().meta({
    description: 'Where mails for the office go: new quotes, failed attempts, claims',
    example: null,
  }),
} as const;

/** Values that an environment variable sets; where it is set, it wins. */
export const variableOf = {
  'profile.name': 'BRAND_NAME',
  'profile.phone': 'SUPPORT_PHONE',
  'profile.email': 'SUPPORT_EMAIL',
  'locale.timeZone': 'BUSINESS_TIMEZONE',
  'locale.country': 'BUSINESS_COUNTRY',
  'mail.smtpUrl': 'SMTP_URL',
  'mail.from': 'MAIL_FROM',
  'mail.officeEmail': 'ADMIN_EMAIL',
  'registration.isOpen': 'ALLOW_REGISTRATION',
} as const;
export type LockablePath = keyof typeof variableOf;
