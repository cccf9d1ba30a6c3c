import type { Language } from '@quickfleet/shared/words/languages';
import { language, message } from '@quickfleet/shared/words/t';
import { invoiceTemplates } from './defaults.invoices.ts';
import { orderTemplates } from './defaults.orders.ts';
import { type DefaultTemplate, only, templateIn, type WrittenTemplate } from './defaults.parts.ts';
import { quoteTemplates } from './defaults.quotes.ts';
import { recipientTemplates } from './defaults.recipients.ts';

const job = [
  message('Job: {trackingNumber}'),
  message('Customer: {customerName}'),
  message('Pickup: {pickupAddress}'),
  message('Pickup time: {pickupWindow}'),
  message('Delivery: {deliveryAddress}'),
  message('Delivery time: {deliveryWindow}'),
  message('Day: {deliveryDate}'),
  message('Items: {itemCount}'),
  message('Notes: {driverNotes}'),
];
const openJob = message('Open the job: {jobUrl}');

/** Mails to drivers about their jobs. */
const jobTemplates: readonly WrittenTemplate[] = [
  {
    trigger: 'driver_job_assigned',
    type: 'driver',
    name: message('New job (driver)'),
    subject: message('New job {trackingNumber}'),
    content: [message('Hello {driverName},'), message('You have a new job.'), job, openJob],
  },
  {
    trigger: 'driver_job_changed',
    type: 'driver',
    name: message('Job changed (driver)'),
    subject: message('Job {trackingNumber} has changed'),
    content: [
      message('Hello {driverName},'),
      message('One of your jobs has changed: {whatChanged}. These are the current details.'),
      job,
      openJob,
    ],
  },
  {
    trigger: 'driver_job_removed',
    type: 'driver',
    name: message('Job removed (driver)'),
    subject: message('Job {trackingNumber} is no longer yours'),
    content: [
      message('Hello {driverName},'),
      message('This job is no longer yours: {whatChanged}.'),
      [
        message('Job: {trackingNumber}'),
        message('Pickup: {pickupAddress}'),
        message('Delivery: {deliveryAddress}'),
        message('Day: {deliveryDate}'),
      ],
    ],
  },
  {
    trigger: 'driver_job_list',
    type: 'driver',
    name: message('Several jobs changed (driver)'),
    subject: message('Changes to {itemCount} of your jobs'),
    content: [
      message('Hello {driverName},'),
      message('Your plan has changed. These jobs are new, changed or no longer yours.'),
      only('jobList'),
    ],
  },
];
/** What a list says of each job. */
export const jobOfList = [
  [
    message('{whatChanged}: {trackingNumber}'),
    message('Customer: {customerName}'),
    message('Pickup: {pickupAddress}'),
    message('Pickup time: {pickupWindow}'),
    message('Delivery: {deliveryAddress}'),
    message('Delivery time: {deliveryWindow}'),
    message('Day: {deliveryDate}'),
    message('Notes: {driverNotes}'),
  ],
  openJob,
];

const written = [...quoteTemplates, ...orderTemplates, ...invoiceTemplates, ...recipientTemplates, ...jobTemplates];
const inLanguages = new Map<Language, readonly DefaultTemplate[]>();
/**
 * What 'initialize' creates, and the fallback for a trigger without a template, in the present language. Blank lines separate paragraphs; a
 * single line 'Label: link' is shown as a button, several lines 'Label: value' as a table.
 */
export function defaultTemplates(): readonly DefaultTemplate[] {
  const known = inLanguages.get(language()) ?? written.map(templateIn);
  inLanguages.set(language(), known);
  return known;
}

/** The name of a template as history stores it: the key of its words. */
export const keyOfName = (trigger: string): string | undefined => {
  const found = written.find((known) => known.trigger === trigger);
  return found && String(found.name);
};
