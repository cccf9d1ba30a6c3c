import { z } from 'zod';
import { message } from '../../words/t.ts';
import { company, email, personName, phone } from '../primitives.ts';

/** What a quote says of the person who asks. */
export const contact = z.object({
  name: personName(message('Customer name is required')),
  email: email(),
  phone,
  company,
});
export type Contact = z.infer<typeof contact>;
