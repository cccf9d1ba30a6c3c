import { defineEntity, p } from '@mikro-orm/core';
import type { DriverWork } from '@quickfleet/shared/company/days/driver-work';
import type { DriverPay } from '@quickfleet/shared/people/money/driver-pay';
import { type Role, roles } from '@quickfleet/shared/roles';
import type { Language } from '@quickfleet/shared/words/languages';
import { key, stamps } from '../../db/base.ts';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: key,
    username: p.text(),
    passwordHash: p.text().hidden(),
    role: p
      .text()
      .$type<Role>()
      .check(`role in (${roles.map((role) => `'${role}'`).join(', ')})`),
    firstName: p.text().nullable(),
    lastName: p.text().nullable(),
    email: p.text().nullable(),
    phone: p.text().nullable(),
    /** Of the screens; null is what the browser asks for. */
    language: p.text().$type<Language>().nullable(),
    isActive: p.boolean().default(true),
    /** By what a driver is paid; absent values pay nothing. */
    pay: p.json<Partial<DriverPay>>().nullable(),
    /** Links to a new password go to the address; not after its user changed it without the current password. */
    isEmailTrusted: p.boolean().default(true),
    /** The address that its user proved by a mailed link, in lower case; it counts while it is `email`. */
    provenEmail: p.text().nullable(),
    signedInAt: p.datetime(3).nullable(),
    /** What a plan knows of a driver (shared/company/days/driver-work.ts). */
    vehicle: p.json<NonNullable<DriverWork['vehicle']>>().nullable(),
    startsFrom: p.text().nullable(),
    endsAt: p.text().nullable(),
    skills: p.json<string[]>().defaultRaw(`'[]'`),
    workingHours: p.json<NonNullable<DriverWork['workingHours']>>().nullable(),
    ...stamps,
  },
  uniques: [
    {
      name: 'users_username_lower',
      expression: 'create unique index "users_username_lower" on "users" (lower("username"))',
    },
  ],
});
/** Somebody who signs in: staff, a driver or an ordinary user. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
