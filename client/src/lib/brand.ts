import { type Brand, defaultBrand, telOf } from '@quickfleet/shared/brand';

function readBrand(): Brand {
  // While a page is built there is no page yet; the server writes the company's own values over the defaults.
  if (typeof document === 'undefined') return defaultBrand;
  const slot = document.getElementById('quickfleet-brand')?.textContent;
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

export const supportTel = telOf(brand.supportPhone);
/** A mail to support; the subject names what it is about, e.g. a tracking number. */
export const supportMailto = (subject?: string): string =>
  `mailto:${brand.supportEmail}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`;
