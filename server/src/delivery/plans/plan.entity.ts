import { defineEntity, p } from '@mikro-orm/core';
import type { MoveStep } from '@quickfleet/shared/delivery/planning/planning-moves';
import type { CreatePlan, PlanResult } from '@quickfleet/shared/delivery/planning/plans';
import { key } from '../../db/base.ts';
import type { Applied, Seen } from './plans.seen.ts';

export const storedStates = ['planning', 'ready', 'applied', 'failed'] as const;

const PlanSchema = defineEntity({
  name: 'Plan',
  tableName: 'plans',
  properties: {
    id: key,
    day: p.date(),
    state: p
      .text()
      .$type<(typeof storedStates)[number]>()
      .check(`state in (${storedStates.map((state) => `'${state}'`).join(', ')})`),
    input: p.json().$type<CreatePlan>(),
    result: p.json().$type<PlanResult>().nullable(),
    /** What it rests on (`plans.seen.ts`). */
    seen: p.json().$type<Seen>().nullable(),
    /** The stops of each driver as they were: done and open ones, in their order. */
    former: p.json().$type<FormerDay[]>().nullable(),
    /** What of it was applied; the days of the other drivers still can be. */
    applied: p.json().$type<Applied>().nullable(),
    undo: p.json().$type<MoveStep[]>().nullable(),
    createdAt: p.datetime(3).index(),
    appliedAt: p.datetime(3).nullable(),
  },
});
export interface FormerDay {
  driverId: number;
  stops: { orderId: number; stop: 'pickup' | 'delivery'; isDone: boolean }[];
}
/** A proposal for a day, and what is needed to apply it and to take it back. */
export class Plan extends PlanSchema.class {}
PlanSchema.setClass(Plan);
