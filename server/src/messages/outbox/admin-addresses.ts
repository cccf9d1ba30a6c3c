import type { WorkContext } from '../../http/context.ts';

/** The e-mail address of every active admin, or ADMIN_EMAIL when none has one. */
export async function adminAddresses({ em, services }: WorkContext): Promise<string[]> {
  const admins = await em.execute<{ email: string }[]>(
    `select distinct lower(trim(email)) as email from users where role = 'admin' and is_active and trim(email) <> ''`,
  );
  return admins.length > 0 ? admins.map(({ email }) => email) : [services.config.ADMIN_EMAIL ?? []].flat();
}
