import type { IncidentState } from '@quickfleet/shared/delivery/proof/incident-words';
import { t } from '@quickfleet/shared/words/t';

export { incidentKindWords } from '@quickfleet/shared/delivery/proof/incident-words';

/** What a customer reads of the state of a claim. */
export const claimStates: Record<IncidentState, string> = {
  open: t('we’re looking into it'),
  waiting: t('we’re waiting for someone else’s answer'),
  settled: t('settled'),
};
