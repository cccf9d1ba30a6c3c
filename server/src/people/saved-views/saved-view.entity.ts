import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';
import { User } from '../users/user.entity.ts';

const SavedViewSchema = defineEntity({
  name: 'SavedView',
  tableName: 'saved_views',
  properties: {
    id: key,
    user: () => p.manyToOne(User).deleteRule('cascade'),
    list: p.text(),
    name: p.text(),
    query: p.text(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
  },
  uniques: [{ name: 'saved_views_once', properties: ['user', 'list', 'name'] }],
});
/** The filters of a list that somebody keeps under a name. */
export class SavedView extends SavedViewSchema.class {}
SavedViewSchema.setClass(SavedView);
