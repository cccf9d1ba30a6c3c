import { t } from '../../words/t.ts';

/** What a price that stands alone is for, as it is kept and answered. */
export const PRICE_LINE = 'Delivery';
/** The name of a line for its reader; all others are as the company wrote them. */
export const lineName = ({ label }: { label: string }): string => (label === PRICE_LINE ? t('Delivery') : label);
