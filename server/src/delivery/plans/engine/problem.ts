// A day to plan, as plain numbers: minutes since the beginning of the day, places by their number in the table of ways.

export interface PlanStop {
  /** Its number in the table of ways. */
  place: number;
  /** It begins from here to here; Infinity where nothing is promised. */
  from: number;
  to: number;
  /** Minutes at the door. */
  service: number;
}

/** What is carried: a pickup and its delivery, or the one of them that belongs to this day. */
export interface PlanJob {
  pickup: PlanStop | null;
  delivery: PlanStop | null;
  parcels: number;
  kilos: number;
  /** Numbers of skills that its driver must have. */
  needs: readonly number[];
  /** The only driver that may have it, by their place in the list; null: any. */
  driver: number | null;
}

export interface PlanDriver {
  /** Where the day begins and ends; null: at the first stop, or the last one. */
  start: number | null;
  end: number | null;
  from: number;
  to: number;
  breaks: readonly { from: number; to: number }[];
  parcelsMax: number;
  kilosMax: number;
  skills: readonly number[];
  /** The stops as they are now, in their order. */
  given: readonly StopRef[];
  /** So many of the first of them keep their place. */
  fixed: number;
}
export interface StopRef {
  job: number;
  stop: 'pickup' | 'delivery';
}

export const planAims = ['time', 'balance', 'drivers'] as const;
export type PlanAim = (typeof planAims)[number];

export interface PlanProblem {
  /** Minutes and kilometres from each place to each other, row by row; large days have them as Float64Array. */
  minutes: ArrayLike<number>;
  kilometres: ArrayLike<number>;
  places: number;
  jobs: readonly PlanJob[];
  drivers: readonly PlanDriver[];
  aim: PlanAim;
}

/** One stop of a driver's day, in minutes. */
export interface PlannedVisit extends StopRef {
  arrivesAt: number;
  leavesAt: number;
  waitsMinutes: number;
  lateMinutes: number;
}
export interface PlannedRoute {
  driver: number;
  startsAt: number;
  endsAt: number;
  drivingMinutes: number;
  waitingMinutes: number;
  kilometres: number;
  parcelsPeak: number;
  visits: PlannedVisit[];
}
export const unplannedReasons = ['window', 'shift', 'load', 'needs', 'place'] as const;
export type UnplannedReason = (typeof unplannedReasons)[number];
export interface PlanAnswer {
  routes: PlannedRoute[];
  unplanned: { job: number; reason: UnplannedReason }[];
}
