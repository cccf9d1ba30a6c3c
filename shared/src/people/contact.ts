import { z } from 'zod';
import { company, email, personName, phone } from '../base/primitives.ts';
import { message } from '../words/t.ts';

/** What a quote says of the person who asks. */
export const contact = z.object({
  name: personName(message('Customer name is required')),
  email: email(),
  phone,
  company,
});
export type Contact = z.infer<typeof contact>;
