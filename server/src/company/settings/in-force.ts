import { shadesOf } from '@quickfleet/shared/company/accent';
import type { Brand } from '@quickfleet/shared/company/brand';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import { type LockablePath, variableOf } from '@quickfleet/shared/company/own-settings';
import type { Config } from '../../config.ts';

/** The values that the environment has set, by group and name, with the variable of each. */
export function lockedOf({ fromEnvironment, SANDBOX }: Config): Partial<Record<LockablePath, string>> {
  const set = Object.entries(variableOf).filter(([, name]) => fromEnvironment.has(name));
  // A sandbox sends no mail, whatever the environment says.
  return Object.fromEntries(set.map(([path, name]) => [path, SANDBOX && name === 'SMTP_URL' ? 'SANDBOX' : name]));
}

/** The host of a mail server's address; null without one. */
export const hostOf = (url: string | null | undefined): string | null => URL.parse(url ?? '')?.hostname ?? null;

/** The settings as they apply: what the environment sets takes the place of what was stored. */
export function inForce(config: Config, settings: CompanySettings): CompanySettings {
  const isSet = (name: (typeof variableOf)[LockablePath]) => config.fromEnvironment.has(name);
  const { profile, locale, mail, registration, company, billing } = settings;
  return {
    ...settings,
    profile: {
      ...profile,
      name: isSet('BRAND_NAME') ? config.BRAND_NAME : profile.name,
      phone: isSet('SUPPORT_PHONE') ? config.SUPPORT_PHONE : profile.phone,
      email: isSet('SUPPORT_EMAIL') ? config.SUPPORT_EMAIL : profile.email,
      // One value each, which the papers' group stores.
      legalName: company.name,
      address: company.address,
    },
    billing: { ...billing, taxNumber: company.taxNumber },
    locale: {
      ...locale,
      timeZone: isSet('BUSINESS_TIMEZONE') ? config.BUSINESS_TIMEZONE : locale.timeZone,
      country: isSet('BUSINESS_COUNTRY') ? config.BUSINESS_COUNTRY : locale.country,
    },
    mail: {
      ...mail,
      smtpHost: isSet('SMTP_URL') ? hostOf(config.SMTP_URL) : mail.smtpHost,
      from: isSet('MAIL_FROM') ? (config.MAIL_FROM ?? null) : mail.from,
      officeEmail: isSet('ADMIN_EMAIL') ? (config.ADMIN_EMAIL ?? null) : mail.officeEmail,
    },
    registration: {
      ...registration,
      isOpen: isSet('ALLOW_REGISTRATION') ? config.ALLOW_REGISTRATION : registration.isOpen,
    },
  };
}

/** Who the company is before the law; null while it has not said anything of that. */
function imprintOf(
  { name, address }: CompanySettings['company'],
  billing: CompanySettings['billing'],
): Brand['imprint'] {
  const { representedBy, registerNumber, vatId } = billing;
  const said = { legalName: name, address, representedBy, registerNumber, vatId };
  return Object.values(said).some((value) => value !== null) ? said : null;
}

/** What the process goes by, out of the settings as they apply; all but the mail server, which is sealed. */
export const configOf = ({
  profile,
  company,
  billing,
  locale,
  hours,
  look,
  site,
  mail,
  registration,
  tracking,
  promises,
  pricing,
}: CompanySettings) =>
  ({
    BRAND_NAME: profile.name,
    SUPPORT_PHONE: profile.phone,
    SUPPORT_EMAIL: profile.email,
    BUSINESS_TIMEZONE: locale.timeZone,
    BUSINESS_COUNTRY: locale.country,
    MAIL_FROM: mail.from ?? undefined,
    ADMIN_EMAIL: mail.officeEmail ?? undefined,
    ALLOW_REGISTRATION: registration.isOpen,
    secondFactor: registration.secondFactor,
    trackingLevel: tracking.level,
    replyTo: mail.replyTo,
    hourCycle: locale.hourCycle,
    language: locale.language,
    hours,
    areaServed: profile.areaServed,
    imprint: imprintOf(company, billing),
    promises,
    priceZones: pricing.zones,
    accent: look.accent,
    shades: look.accent === null ? null : shadesOf(look.accent),
    site,
    website: profile.website,
  }) satisfies Partial<Config>;
