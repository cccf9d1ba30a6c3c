import { jobTemplates } from './defaults.jobs.ts';
import { orderTemplates } from './defaults.orders.ts';
import type { DefaultTemplate } from './defaults.parts.ts';
import { quoteTemplates } from './defaults.quotes.ts';

/**
 * What 'initialize' creates, and what is sent for a trigger that has no template of its own. Blank lines part
 * paragraphs; a line 'Label: link' by itself is shown as a button, several lines 'Label: value' as a table.
 */
export const defaultTemplates: readonly DefaultTemplate[] = [...quoteTemplates, ...orderTemplates, ...jobTemplates];
