import { type Brand, defaultBrand, hoursInWords, mailtoOf } from '@quickfleet/shared/company/brand';
import { t } from '@quickfleet/shared/words/t';

/** On the server: the company that the bundle was loaded for (server/src/pages/rendering/renderer.ts). */
declare const QUICKFLEET_BRAND: Brand | undefined;

function readBrand(): Brand {
  if (typeof QUICKFLEET_BRAND !== 'undefined') return QUICKFLEET_BRAND;
  const slot = typeof document === 'undefined' ? '' : document.getElementById('quickfleet-brand')?.textContent;
  if (!slot) return defaultBrand;
  try {
    // Written by our own server into this page; whatever it leaves out keeps its default.
    const written: Partial<Brand> = JSON.parse(slot);
    return { ...defaultBrand, ...written };
  } catch {
    return defaultBrand;
  }
}

/** What the pages show of this company. */
export const brand = readBrand();

const { claims } = brand.site;
/** The company in a few words, as far as it claims them. */
export const inBrief = {
  delivery: claims.sameDay ? t('Same-day delivery') : t('Delivery'),
  care: claims.insured ? t('insured and secure') : t('secure'),
};

/** A mail to support; the subject names what it is about, e.g. a tracking number. */
export const supportMailto = (subject?: string): string => mailtoOf(brand.supportEmail, subject);

const within = (hours: number): string =>
  t('within {time}', { time: hoursInWords(hours, brand.promises.clock, brand.hours) });
/** 'within 24 hours': until there is a price. */
export const quoteWithin = within(brand.promises.quoteHours);
/** 'within 2 hours': until there is an answer. */
export const answerWithin = within(brand.promises.answerHours);
