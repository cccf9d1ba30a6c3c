// What a claim can be about and where it stands, without a schema: the tracking page loads these words.
import { message, said } from '../../words/t.ts';

export const incidentKinds = ['damaged', 'missing', 'wrong_item', 'not_delivered', 'late', 'other'] as const;
export type IncidentKind = (typeof incidentKinds)[number];
export const incidentKindWords: Readonly<Record<IncidentKind, string>> = said({
  damaged: message('Something is damaged'),
  missing: message('Something is missing'),
  wrong_item: message('I got the wrong item'),
  not_delivered: message('It never arrived'),
  late: message('It came too late'),
  other: message('Something else'),
});
/** Who has opened a claim. */
export const incidentOpeners = ['customer', 'recipient', 'staff'] as const;
export type IncidentOpener = (typeof incidentOpeners)[number];

export const incidentStates = ['open', 'waiting', 'settled'] as const;
export type IncidentState = (typeof incidentStates)[number];
export const incidentStateWords: Readonly<Record<IncidentState, string>> = said({
  open: message('Open (a state)'),
  waiting: message('Waiting'),
  settled: message('Settled'),
});
