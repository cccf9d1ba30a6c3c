// Without a schema: the public form takes no library of schemas.
import { formatAmount } from '../../base/money/money.ts';
import { t } from '../../words/t.ts';

/** Below it a range in whole units would say too little. */
const WHOLE_FROM = 10;

interface Range {
  from: string | null;
  to: string | null;
  currency: string;
}
/** '$31.00', or 'about $40 to $55'. */
export function estimateWords({ from, to, currency }: Range): string | undefined {
  if (from === null || to === null) return undefined;
  if (from === to) return formatAmount(from, currency);
  if (Number(from) < WHOLE_FROM)
    return t('about {from} to {to}', { from: formatAmount(from, currency), to: formatAmount(to, currency) });
  const whole = (amount: number) => formatAmount(String(amount), currency).replace(/\.0+$/, '');
  return t('about {from} to {to}', { from: whole(Math.floor(Number(from))), to: whole(Math.ceil(Number(to))) });
}
