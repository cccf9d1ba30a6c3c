import type { CompanySettings } from '@quickfleet/shared/company/company';
import type { Action } from '@quickfleet/shared/permissions';
import { message, said } from '@quickfleet/shared/words/t';
import type { OrderCall } from '../../../delivery/orders/orders.create.ts';
import type { AppContext } from '../../../http/context.ts';
import type { Issue } from '../../../http/errors.ts';
import type { NumberedKind } from '../../../http/own-numbers.ts';
import type { RowCells } from './row-cells.ts';

/** What a row has become. */
export interface Made {
  id: number;
  version: number;
  /** It was there before, and nothing was made. */
  isKnown: boolean;
  /** The customer that was made with it. */
  customerId: number | null;
}

/** What a row says, once its cells are right. */
export interface RowInput {
  /** The same for what says the same. */
  content: object;
  email: string | null;
  externalId: string | null;
  /** What will happen, in words. */
  summary: string;
  /** What may be wrong, and keeps nothing out. */
  doubts?: readonly Issue[];
  /** The same for what depends on the company: days on which it is closed. */
  findDoubts?(ctx: AppContext, quoting: CompanySettings['quoting']): Issue[];
  /** What it breaks of the rules that no schema knows. */
  findFaults(ctx: AppContext, quoting: CompanySettings['quoting']): Promise<Issue[]>;
  /** Calls the ordinary service. */
  make(ctx: AppContext): Promise<Made>;
  /** The call of that service, where many are made together. */
  orderCall?(ctx: AppContext): Promise<OrderCall>;
}

/** A row that is to be made, with the context of its call. */
export interface RowCall {
  ctx: AppContext;
  input: RowInput;
}

export interface Kind {
  /** The ordinary call that makes the same: who may not call it does not import. */
  action: Action;
  table: string;
  /** As a sentence names one of them. */
  word: string;
  /** Whose externalId is unique; undefined for what has none. */
  numbered?: NumberedKind;
  /** The input of the ordinary call, or what is wrong with the cells. */
  read(cells: RowCells): { input: RowInput } | { issues: Issue[] };
  /** Which rows of one of our own tables exist, by what is in the cells, and where; they are not read any further. */
  findExisting?(ctx: AppContext, rows: readonly ReadonlyMap<string, string>[]): Promise<Map<number, string>>;
  /** Which of the rows are there already, by their place, and where. */
  findKnown?(ctx: AppContext, inputs: readonly RowInput[]): Promise<Map<number, string>>;
  /** Makes many by the same rules as `make`, in one transaction and in the order of the rows. */
  makeTogether?(calls: readonly RowCall[]): Promise<Made[]>;
  /** Takes one back. Answers why it is kept instead, if so. */
  takeBack(ctx: AppContext, id: number, version: number | null): Promise<string | null>;
}

/** Why what was made of a row is not taken back. */
export const kept = said({
  changed: message('Kept: it was changed since it was imported'),
  used: message('Kept: something else refers to it'),
});
