import { jobTemplates } from './defaults.jobs.ts';
import { orderTemplates } from './defaults.orders.ts';
import type { DefaultTemplate } from './defaults.parts.ts';
import { quoteTemplates } from './defaults.quotes.ts';

/**
 * What 'initialize' creates, and the fallback for a trigger without a template. Blank lines separate paragraphs; a
 * single line 'Label: link' is shown as a button, several lines 'Label: value' as a table.
 */
export const defaultTemplates: readonly DefaultTemplate[] = [...quoteTemplates, ...orderTemplates, ...jobTemplates];
