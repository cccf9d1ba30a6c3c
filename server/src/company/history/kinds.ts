// A kind of value or sentence of history: what is stored of it, and how it is said.

import type { HourCycle } from '@quickfleet/shared/base/time/zoned-time';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';

/** How something is said. */
export interface Telling {
  clocks: { BUSINESS_TIMEZONE: string; hourCycle: HourCycle };
  /** The English text that is stored with the values, for programs: amounts, days and codes as they have them. */
  isStored: boolean;
}
export interface Kind<Values> {
  /** Undefined for values of another release that cannot be read. */
  say: (given: unknown, how: Telling) => string | undefined;
  /** The type of its values, which nothing holds. */
  values?: Values;
}
export function kind<Shape extends z.ZodRawShape>(
  shape: Shape,
  say: (values: z.infer<z.ZodObject<Shape>>, how: Telling) => string,
): Kind<z.infer<z.ZodObject<Shape>>> {
  const schema = z.object(shape);
  return {
    say: (given, how) => {
      const { data } = schema.safeParse(given);
      return data && say(data, how);
    },
  };
}
/** 'Price: 84.50', with the colon as a language writes it. */
export const labelled = (label: string, text: string): string => t('{label}: {text}', { label, text });

/** The values of any kind of a table, with the name of the kind. */
export type AnyOf<Kinds> = {
  [Name in keyof Kinds]: Kinds[Name] extends Kind<infer Values> ? { readonly is: Name } & Readonly<Values> : never;
}[keyof Kinds];

const named = z.looseObject({ is: z.string() });
/** Says a value of one of the kinds; undefined for none of them. */
export function sayOne(kinds: Readonly<Record<string, Kind<unknown>>>, given: unknown, how: Telling) {
  const name = named.safeParse(given).data?.is;
  return name !== undefined && Object.hasOwn(kinds, name) ? kinds[name]?.say(given, how) : undefined;
}
