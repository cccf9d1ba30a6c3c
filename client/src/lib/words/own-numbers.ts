import { t } from '@quickfleet/shared/words/t';

interface Numbered {
  externalId: string | null;
  metadata: Record<string, string>;
}

/** What other programs know a quote, an order or a customer by, as named values. */
export const ownNumbersOf = ({ externalId, metadata }: Numbered): { name: string; value: string }[] => [
  ...(externalId === null ? [] : [{ name: t('External ID'), value: externalId }]),
  ...Object.entries(metadata).map(([name, value]) => ({ name, value })),
];
