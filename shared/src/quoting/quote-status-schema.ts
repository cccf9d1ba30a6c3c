import { z } from 'zod';
import { quoteStatuses } from './quote-status.ts';

/** Apart from the states themselves, which public pages read without the checking library. */
export const quoteStatus = z.enum(quoteStatuses, { error: `status must be one of ${quoteStatuses.join(', ')}` });
