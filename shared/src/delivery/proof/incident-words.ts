// What a claim can be about and where it stands, without a schema: the tracking page loads these words.

export const incidentKinds = ['damaged', 'missing', 'wrong_item', 'not_delivered', 'late', 'other'] as const;
export type IncidentKind = (typeof incidentKinds)[number];
export const incidentKindWords: Readonly<Record<IncidentKind, string>> = {
  damaged: 'Something is damaged',
  missing: 'Something is missing',
  wrong_item: 'I got the wrong item',
  not_delivered: 'It never arrived',
  late: 'It came too late',
  other: 'Something else',
};
export const incidentStates = ['open', 'waiting', 'settled'] as const;
export type IncidentState = (typeof incidentStates)[number];
export const incidentStateWords: Readonly<Record<IncidentState, string>> = {
  open: 'Open',
  waiting: 'Waiting',
  settled: 'Settled',
};
