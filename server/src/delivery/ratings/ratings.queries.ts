import { nextMonth, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { deliveryReaders } from '@quickfleet/shared/delivery/tracking/delivery-token';
import type { ListRatings, Rating, RatingSummary, RatingsOfMonth } from '@quickfleet/shared/delivery/tracking/ratings';
import { STARS_MAX } from '@quickfleet/shared/limits';
import { type Page, readPage } from '../../db/paginate.ts';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import { type AppContext, now } from '../../http/context.ts';
import { dayIn } from '../../process/clock.ts';

const given = {
  by: c.oneOf(deliveryReaders, 'r."by"'),
  stars: c.int('r.stars'),
  words: c.text('r.words').nullable(),
  createdAt: c.time('r.created_at'),
};
/** The rating of an order `o` that counts. */
export const ratingOf = c.first(given, 'from ratings r where r.order_id = o.id and r.corrected_at is null');

const one = select(given);
/** The rating of a delivery that counts, if there is one. */
export const findRating = ({ em }: Pick<AppContext, 'em'>, orderId: number) =>
  readRow(em, one, 'select $columns from ratings r where r.order_id = ? and r.corrected_at is null', [orderId]);

const driver = {
  driverId: c.int('o.driver_id').nullable(),
  driverName: c
    .text(
      `case when d.id is not null then coalesce(nullif(concat_ws(' ', d.first_name, d.last_name), ''), d.username) end`,
    )
    .nullable(),
};
const listed = select({
  id: c.int('r.id'),
  orderId: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  ...driver,
  ...given,
});
const joins = 'join orders o on o.id = r.order_id left join users d on d.id = o.driver_id';

/** A month where the company is, and the moments that it goes from and to. */
function monthOf(ctx: AppContext, given: string | undefined): { month: string; from: Date; to: Date } {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const month = given ?? dayIn(zone, now(ctx)).slice(0, 7);
  return { month, from: startOfDay(`${month}-01`, zone), to: startOfDay(nextMonth(month), zone) };
}

/** Ratings of a month, newest first. Those of a delivery that was taken back do not count. */
export function findRatings(ctx: AppContext, input: ListRatings): Promise<Page<Rating>> {
  const { from, to } = monthOf(ctx, input.month);
  const where = new Where();
  where.and('r.corrected_at is null and r.created_at >= ? and r.created_at < ?', from, to);
  if (input.driverId)
    where.and('exists (select 1 from orders o where o.id = r.order_id and o.driver_id = ?)', input.driverId);
  const order = 'r.created_at desc, r.id desc';
  return readPage(
    ctx.em,
    { table: 'ratings', alias: 'r', joins, columns: listed, where, order, isSearch: false },
    input,
  );
}

const counted = select({ ...driver, stars: c.int('r.stars'), ratings: c.count() });
interface Counted {
  stars: number;
  ratings: number;
}
const total = (rows: readonly Counted[]) => rows.reduce((sum, { ratings }) => sum + ratings, 0);
const figuresOf = (rows: readonly Counted[]): { ratings: number; mean: number | null } => {
  const ratings = total(rows);
  const sum = rows.reduce((stars, row) => stars + row.stars * row.ratings, 0);
  return { ratings, mean: ratings === 0 ? null : Math.round((sum / ratings) * 100) / 100 };
};

/** How many ratings a month has, and what they are in the middle, over all and by driver: of the same rows as the list. */
export async function readRatingSummary(ctx: AppContext, input: RatingsOfMonth): Promise<RatingSummary> {
  const { month, from, to } = monthOf(ctx, input.month);
  const rows = await readRows(
    ctx.em,
    counted,
    `select $columns from ratings r ${joins}
     where r.corrected_at is null and r.created_at >= ? and r.created_at < ? group by o.driver_id, d.id, r.stars`,
    [from, to],
  );
  const drivers = [...Map.groupBy(rows, ({ driverId }) => driverId)].map(([driverId, of]) => ({
    driverId,
    driverName: of[0]?.driverName ?? null,
    ...figuresOf(of),
  }));
  const byStars = Array.from({ length: STARS_MAX }, (_, at) => STARS_MAX - at).map((stars) => ({
    stars,
    ratings: total(rows.filter((row) => row.stars === stars)),
  }));
  drivers.sort((a, b) => b.ratings - a.ratings || (a.driverId ?? 0) - (b.driverId ?? 0));
  return { month, ...figuresOf(rows), byStars, drivers };
}
