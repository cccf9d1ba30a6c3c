import { defineEntity, p } from '@mikro-orm/core';
import { amount, key } from '../../db/base.ts';
import { User } from '../../people/users/user.entity.ts';
import type { Earned } from './earnings.ts';

const PayApprovalSchema = defineEntity({
  name: 'PayApproval',
  tableName: 'pay_approvals',
  properties: {
    id: key,
    driver: () => p.manyToOne(User).deleteRule('cascade').index(),
    fromDay: p.date(),
    toDay: p.date(),
    currency: p.text(),
    total: amount,
    /** Frozen: of the days that no earlier approval has. */
    lines: p.json<Earned[]>(),
    approvedAt: p.datetime(3),
    approvedBy: p.text(),
  },
});
/** Days of a driver whose pay is settled. */
export class PayApproval extends PayApprovalSchema.class {}
PayApprovalSchema.setClass(PayApproval);
