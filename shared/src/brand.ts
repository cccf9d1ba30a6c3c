import { z } from 'zod';

/** What the pages show of this company; the server writes it into every page, so the first paint needs no call. */
export const brand = z.object({
  name: z.string(),
  supportPhone: z.string(),
  supportEmail: z.string(),
  publicUrl: z.string(),
  timeZone: z.string(),
  allowRegistration: z.boolean(),
  isDemo: z.boolean(),
  build: z.string(),
});
export type Brand = z.infer<typeof brand>;
/** A phone number as a link takes it. */
export const telOf = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
export const defaultBrand: Brand = {
  name: 'QuickFleet',
  supportPhone: '+1 (555) 010-0199',
  supportEmail: 'support@quickfleet.example',
  publicUrl: '',
  timeZone: 'UTC',
  allowRegistration: true,
  isDemo: false,
  build: 'dev',
};
