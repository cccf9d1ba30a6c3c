import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

const kinds = `'pickup_photo', 'transit_photo', 'delivery_photo', 'pickup_signature', 'delivery_signature'`;
const reasons = `'cancelled', 'delivered', 'moved_on', 'reassigned', 'code_replaced', 'deleted', 'unassigned'`;

/** One rule for the other. Not read again for the rows that are there: what the old rule took, the new one takes. */
const replace = (column: 'kind' | 'after', values: string) => [
  `alter table "late_evidence" drop constraint "late_evidence_${column}_check";`,
  `alter table "late_evidence" add constraint "late_evidence_${column}_check" check (${column} in (${values})) not valid;`,
];

/** Photos of an item and pieces that were refused are kept with the order. */
export class RefusedEvidence extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const sql of [...replace('kind', `${kinds}, 'item_photo'`), ...replace('after', `${reasons}, 'refused'`)])
      this.addSql(sql);
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`update "late_evidence" set "kind" = 'pickup_photo' where "kind" = 'item_photo';`);
    this.addSql(`update "late_evidence" set "after" = 'moved_on' where "after" = 'refused';`);
    for (const sql of [...replace('kind', kinds), ...replace('after', reasons)]) this.addSql(sql);
  }
}
