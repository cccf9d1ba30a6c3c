import { formatIn } from '@quickfleet/shared/base/time/zoned-time';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, message } from '@quickfleet/shared/words/t';
import type { Config } from '../../config.ts';
import type { MailBrand } from './mail-layout.ts';

/** What a mail says of the proof that goes with it; where it cannot, the sending puts other words in their place. */
export const attachedWords = message('The proof of delivery is attached as a PDF file.');

/** 'Mar 1, 2026': the day of a moment in a time zone, as the screens write it. */
export const dayInWords = (zone: string, at: Date): string =>
  formatIn(zone, localeOf(language()), { dateStyle: 'medium' }).format(at);

/**
 * Where every link of a mail begins. Never the address of the request, which a stranger chooses (docs/security.md,
 * T-25).
 */
export function publicUrl({ PUBLIC_URL, HOST, PORT }: Config): string {
  const isEveryAddress = HOST === '0.0.0.0' || HOST === '::';
  return PUBLIC_URL ?? `http://${isEveryAddress ? 'localhost' : HOST}:${PORT}`;
}

/** What every mail is headed and ended by. */
export const mailBrandOf = (config: Config): MailBrand => ({
  name: config.BRAND_NAME,
  supportEmail: config.SUPPORT_EMAIL,
  supportPhone: config.SUPPORT_PHONE,
  shades: config.shades,
  accent: config.accent,
  logo: config.logo && { ...config.logo, url: publicUrl(config) + config.logo.url },
});

/** An address in one line. */
export const inOneLine = (address: string) =>
  address
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ');
