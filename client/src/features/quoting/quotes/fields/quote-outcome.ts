import { quoteFacts } from '@quickfleet/shared/quoting/quote-status';
// What a quote's row says besides its status: the outcome, when a reply is due, and whether the customer has seen it.
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { IconBan, IconClockOff } from '@tabler/icons-react';
import { formatRelative, formatWeekday, todayInZone } from '../../../../lib/words/format.ts';
import { spanOf } from '../../../../lib/words/span.ts';
import type { StatusLook } from '../../../../lib/words/status-look.ts';

export const outcomeLook: Record<NonNullable<Quote['outcome']>, StatusLook> = {
  declined: { color: 'gray', icon: IconBan },
  expired: { color: 'amber', icon: IconClockOff },
};

export const outcomeWords: Record<NonNullable<Quote['outcome']>, string> = {
  declined: t('declined'),
  expired: t('expired'),
};

/** A customer who pays later, or at the door, has agreed: nothing has to be paid before the order is made. */
export const canBookOnAccount = ({
  status,
  onAccount,
  payBy,
}: Pick<Quote, 'status' | 'onAccount'> & Partial<Pick<Quote, 'payBy'>>): boolean =>
  status === 'accepted' && (onAccount || payBy === 'cash');

/** A sent quote that is neither paid nor converted; a new price makes a new version. */
export const canReprice = ({ status }: Pick<Quote, 'status'>): boolean => quoteFacts[status].isPayable;
/** The office may record a decision made by phone while the quote is open. */
export const canDecideOnBehalf = ({ status, outcome }: Pick<Quote, 'status' | 'outcome'>): boolean =>
  quoteFacts[status].isOffered && outcome === null;
export const canRenew = ({ status, outcome, revision }: Pick<Quote, 'status' | 'outcome' | 'revision'>): boolean =>
  revision > 0 && quoteFacts[status].isPayable && (outcome === 'expired' || quoteFacts[status].isOffered);

const MINUTE = 60_000;
/** 'Price due in 40 min', 'Answer overdue 2 h'; `isLate` and `isSoon` colour it. */
export function dueOf(
  { dueAt, dueKind }: Pick<Quote, 'dueAt' | 'dueKind'>,
  now: number,
): { text: string; isLate: boolean; isSoon: boolean } | undefined {
  if (!dueAt) return undefined;
  const left = Date.parse(dueAt) - now;
  const about = { kind: dueKind ?? 'price', ...spanOf(Math.abs(left)) };
  return left >= 0
    ? {
        text: t(
          '{kind, select, answer {Answer} other {Price}} due in {unit, select, min {{count} min} h {{count} h} other {{count, plural, one {# day} other {# days}}}}',
          about,
        ),
        isLate: false,
        isSoon: left < 2 * 60 * MINUTE,
      }
    : {
        text: t(
          '{kind, select, answer {Answer} other {Price}} overdue {unit, select, min {{count} min} h {{count} h} other {{count, plural, one {# day} other {# days}}}}',
          about,
        ),
        isLate: true,
        isSoon: false,
      };
}

/** 'Seen twice, last yesterday'; undefined while nothing was sent that could be seen. */
export function viewsWords(
  { views, lastViewedAt, status, outcome }: Pick<Quote, 'views' | 'lastViewedAt' | 'status' | 'outcome'>,
  now: number,
): string | undefined {
  if (views === 0 || !lastViewedAt) return status === 'sent' && outcome === null ? t('Not seen yet') : undefined;
  const last = formatRelative(lastViewedAt, now);
  return views === 1
    ? t('Seen once, {last}', { last })
    : t('Seen {views, plural, =2 {twice} other {# times}}, last {last}', { views, last });
}

/** 'Valid until Sunday, December 6', or since when it is not. */
export function validWords(validUntil: string | null, now: Date = new Date()): string | undefined {
  if (!validUntil) return undefined;
  return validUntil < todayInZone(now)
    ? t('Was valid until {day}', { day: formatWeekday(validUntil) })
    : t('Valid until {day}', { day: formatWeekday(validUntil) });
}
