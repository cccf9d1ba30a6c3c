import { p } from '@mikro-orm/core';

/** Columns that every changeable row has; `version` makes a stale write fail instead of overwriting. */
export const stamps = {
  createdAt: p.datetime(3).onCreate(() => new Date()),
  updatedAt: p
    .datetime(3)
    .onCreate(() => new Date())
    .onUpdate(() => new Date()),
  version: p.integer().version().default(1),
};
export const key = p.integer().primary().autoincrement();
