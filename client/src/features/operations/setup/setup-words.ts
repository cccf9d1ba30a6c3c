import type { SetupStep } from '@quickfleet/shared/company/own-settings';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';

export const stepNames: Readonly<Record<SetupStep, string>> = {
  profile: t('Name, phone and address'),
  look: t('Logo'),
  place: t('Place, time and money'),
  hours: t('Business hours'),
  billing: t('Tax and bank account'),
  mail: t('Mail server'),
  driver: t('First driver'),
  samples: t('Sample data'),
};

export const stepAddress = (step: SetupStep | 'done'): string => `${paths.adminWelcome}?step=${step}`;
