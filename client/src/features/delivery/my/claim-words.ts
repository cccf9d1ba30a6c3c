import type { IncidentState } from '@quickfleet/shared/delivery/proof/incident-words';

export { incidentKindWords } from '@quickfleet/shared/delivery/proof/incident-words';

/** What a customer reads of the state of a claim. */
export const claimStates: Record<IncidentState, string> = {
  open: 'we’re looking into it',
  waiting: 'we’re waiting for someone else’s answer',
  settled: 'settled',
};
