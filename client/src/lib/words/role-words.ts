import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';

export const roleWords: Record<Role, { text: string; color: string; may: string }> = {
  admin: { text: t('Admin'), color: 'violet', may: t('Everything, this page included') },
  dispatcher: { text: t('Dispatcher'), color: 'blue', may: t('Quotes, orders, customers, mail') },
  driver: { text: t('Driver'), color: 'teal', may: t('Their own orders') },
  customer: { text: t('User'), color: 'gray', may: t('Signs in, sees nothing of the office') },
};
