import type { SetupStep } from '@quickfleet/shared/company/own-settings';
import { paths } from '@quickfleet/shared/paths';

export const stepNames: Readonly<Record<SetupStep, string>> = {
  profile: 'Name, phone and address',
  look: 'Logo',
  place: 'Place, time and money',
  hours: 'Business hours',
  mail: 'Mail server',
  driver: 'First driver',
  samples: 'Sample data',
};

export const stepAddress = (step: SetupStep | 'done'): string => `${paths.adminWelcome}?step=${step}`;

/** Whether this tab was led to the first run already: afterwards the dashboard can be opened. */
export const led = { isDone: false };
