import type { Role } from '@quickfleet/shared/roles';

export const roleWords: Record<Role, { text: string; color: string; may: string }> = {
  admin: { text: 'Admin', color: 'violet', may: 'Everything, this page included' },
  dispatcher: { text: 'Dispatcher', color: 'blue', may: 'Quotes, orders, customers, mail' },
  driver: { text: 'Driver', color: 'teal', may: 'Their own orders' },
  customer: { text: 'User', color: 'gray', may: 'Signs in, sees nothing of the office' },
};
