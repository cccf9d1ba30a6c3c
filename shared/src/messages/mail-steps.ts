import { type Message, message, said } from '../words/t.ts';
import { audienceOf, type TemplateTrigger } from './templates.ts';

/**
 * Mails about a step of a delivery, and reports, which their reader can switch off. All others are needed or were asked for: prices,
 * payments, PINs, links to sign in, what went wrong, and answers.
 */
const steps = {
  order_created: message('Your order is booked'),
  driver_assigned: message('A driver is assigned'),
  orders_planned: message('Deliveries are planned'),
  order_picked_up: message('Your items are picked up'),
  order_in_transit: message('Your delivery is on its way'),
  order_delayed: message('Your delivery is running late'),
  order_delivered: message('Your delivery has arrived'),
  recipient_booked: message('A delivery is coming to you'),
  recipient_on_the_way: message('Your delivery is on its way'),
  recipient_delayed: message('Your delivery is running late'),
  recipient_delivered: message('Your delivery has arrived'),
  report_sent: message('Reports by a rule'),
} satisfies Partial<Record<TemplateTrigger | 'report_sent', Message>>;
export type MailStep = keyof typeof steps;
export const mailSteps = Object.keys(steps).filter((step): step is MailStep => step in steps);
export const mailStepWords = said<MailStep>(steps);
export const isMailStep = (trigger: string): trigger is MailStep => Object.hasOwn(steps, trigger);
/** The steps of which the same reader is mailed. */
export const stepsLike = (step: MailStep): MailStep[] =>
  mailSteps.filter((other) => audienceOf(other) === audienceOf(step));
