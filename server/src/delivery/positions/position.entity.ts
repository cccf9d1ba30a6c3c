import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../people/users/user.entity.ts';

/** Where a driver who shares the position was; kept for POSITION_HOURS. */
export const DriverPosition = defineEntity({
  name: 'DriverPosition',
  tableName: 'driver_positions',
  properties: {
    driver: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** By the phone's clock, never later than the server's. */
    at: p.datetime(3).primary().index(),
    lat: p.double(),
    lng: p.double(),
    accuracy: p.integer().nullable(),
  },
});
