import { orderTemplates } from './defaults.orders.ts';
import { type DefaultTemplate, text } from './defaults.parts.ts';
import { quoteTemplates } from './defaults.quotes.ts';
import { recipientTemplates } from './defaults.recipients.ts';

const job = [
  'Job: {{trackingNumber}}',
  'Customer: {{customerName}}',
  'Pickup: {{pickupAddress}}',
  'Pickup time: {{pickupWindow}}',
  'Delivery: {{deliveryAddress}}',
  'Delivery time: {{deliveryWindow}}',
  'Day: {{deliveryDate}}',
  'Items: {{itemCount}}',
  'Notes: {{driverNotes}}',
].join('\n');
const openJob = 'Open the job: {{jobUrl}}';

/** Mails to drivers about their jobs. */
const jobTemplates: readonly DefaultTemplate[] = [
  {
    trigger: 'driver_job_assigned',
    type: 'driver',
    name: 'New job (driver)',
    subject: 'New job {{trackingNumber}}',
    content: text('Hello {{driverName}},', 'You have a new job.', job, openJob),
  },
  {
    trigger: 'driver_job_changed',
    type: 'driver',
    name: 'Job changed (driver)',
    subject: 'Job {{trackingNumber}} has changed',
    content: text(
      'Hello {{driverName}},',
      'One of your jobs has changed: {{whatChanged}}. These are the current details.',
      job,
      openJob,
    ),
  },
  {
    trigger: 'driver_job_removed',
    type: 'driver',
    name: 'Job removed (driver)',
    subject: 'Job {{trackingNumber}} is no longer yours',
    content: text(
      'Hello {{driverName}},',
      'This job is no longer yours: {{whatChanged}}.',
      'Job: {{trackingNumber}}\nPickup: {{pickupAddress}}\nDelivery: {{deliveryAddress}}\nDay: {{deliveryDate}}',
    ),
  },
  {
    trigger: 'driver_job_list',
    type: 'driver',
    name: 'Several jobs changed (driver)',
    subject: 'Changes to {{itemCount}} of your jobs',
    content: text(
      'Hello {{driverName}},',
      'Your plan has changed. These jobs are new, changed or no longer yours.',
      '{{jobList}}',
    ),
  },
];
/** What a list says of each job. */
export const jobOfList = text(
  [
    '{{whatChanged}}: {{trackingNumber}}',
    'Customer: {{customerName}}',
    'Pickup: {{pickupAddress}}',
    'Pickup time: {{pickupWindow}}',
    'Delivery: {{deliveryAddress}}',
    'Delivery time: {{deliveryWindow}}',
    'Day: {{deliveryDate}}',
    'Notes: {{driverNotes}}',
  ].join('\n'),
  openJob,
);

/**
 * What 'initialize' creates, and the fallback for a trigger without a template. Blank lines separate paragraphs; a
 * single line 'Label: link' is shown as a button, several lines 'Label: value' as a table.
 */
export const defaultTemplates: readonly DefaultTemplate[] = [
  ...quoteTemplates,
  ...orderTemplates,
  ...recipientTemplates,
  ...jobTemplates,
];
