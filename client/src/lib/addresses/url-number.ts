import { z } from 'zod';

/** A page number or an id in the address. */
export const urlNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);
