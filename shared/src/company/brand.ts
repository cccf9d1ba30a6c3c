import { z } from 'zod';

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
  allowRegistration: z.boolean(),
  /** What a ribbon on every page says; null without one. */
  ribbon: z.string().nullable(),
  build: z.string(),
});
export type Brand = z.infer<typeof brand>;
/** A link that begins a mail to one address, and to nobody that the address names besides. */
export const mailtoOf = (address: string, subject?: string): string => {
  const at = address.lastIndexOf('@');
  const parts = at < 0 ? [address] : [address.slice(0, at), address.slice(at + 1)];
  const recipient = parts.map((part) => encodeURIComponent(part.toWellFormed())).join('@');
  return `mailto:${recipient}${subject ? `?subject=${encodeURIComponent(subject.toWellFormed())}` : ''}`;
};
export const defaultBrand: Brand = {
  name: 'QuickFleet',
  supportPhone: '+1 (555) 010-0199',
  supportTel: 'tel:+15550100199',
  country: 'US',
  supportEmail: 'support@quickfleet.example',
  publicUrl: '',
  timeZone: 'UTC',
  allowRegistration: true,
  ribbon: null,
  build: 'dev',
};
