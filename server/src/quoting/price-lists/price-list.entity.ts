import { defineEntity, p } from '@mikro-orm/core';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import type { PriceList as PriceListView } from '@quickfleet/shared/quoting/pricing/price-lists';
import { amount, key, stamps } from '../../db/base.ts';

const PriceListSchema = defineEntity({
  name: 'PriceList',
  tableName: 'price_lists',
  properties: {
    id: key,
    name: p.text(),
    /** Days of delivery, both included. */
    validFrom: p.date().nullable(),
    validTo: p.date().nullable(),
    /** As the settings keep them: what is absent is the default. */
    rules: p.json<Partial<CompanySettings['pricing']>>(),
    minimum: amount.nullable(),
    fuelSurcharge: p.json<PriceListView['fuelSurcharge']>(),
    ...stamps,
  },
});
/** Price rules for some customers (`billing.priceListId`). */
export class PriceList extends PriceListSchema.class {}
PriceListSchema.setClass(PriceList);
