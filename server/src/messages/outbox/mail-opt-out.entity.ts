import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';

const MailOptOutSchema = defineEntity({
  name: 'MailOptOut',
  tableName: 'mail_opt_outs',
  properties: {
    id: key,
    /** In lower case. */
    address: p.text(),
    trigger: p.text(),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'mail_opt_outs_once', properties: ['address', 'trigger'] }],
});
/** An address that wants no mails about a step. */
export class MailOptOut extends MailOptOutSchema.class {}
MailOptOutSchema.setClass(MailOptOut);
