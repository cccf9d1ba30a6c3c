import { z } from 'zod';
import { t } from '../words/t.ts';
import { quoteStatuses } from './quote-status.ts';

/** Apart from the states themselves, which public pages read without the checking library. */
export const quoteStatus = z.enum(quoteStatuses, {
  error: () => t('status must be one of {quoteStatuses}', { quoteStatuses: quoteStatuses.join(', ') }),
});
