import { z } from 'zod';

/** The people who sign in; `customer` is the ordinary user that registration makes. */
export const roles = ['admin', 'dispatcher', 'driver', 'customer'] as const;
export const role = z.enum(roles);
export type Role = (typeof roles)[number];

export const isStaff = (of: Role | undefined): boolean => of === 'admin' || of === 'dispatcher';
