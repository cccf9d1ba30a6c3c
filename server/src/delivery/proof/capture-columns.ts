import { p } from '@mikro-orm/core';

export interface Position {
  lat: number;
  lng: number;
  accuracy: number | null;
}

/** When, where, by which phone and by whom something was taken: the columns of everything that proves something. */
export const captureColumns = {
  /** By the phone's clock, as far as that can be right. */
  takenAt: p.datetime(3).nullable(),
  receivedAt: p.datetime(3),
  position: p.json<Position>().nullable(),
  deviceId: p.text().nullable(),
  deviceName: p.text().nullable(),
  /** Seconds the phone's clock was ahead, where that was too much. */
  clockOffBy: p.integer().nullable(),
  by: p.text(),
};
