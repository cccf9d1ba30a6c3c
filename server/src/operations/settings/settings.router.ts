import { type Setting, settings } from '@quickfleet/shared/company/settings';
import { environment } from '../../config.ts';
import type { AppContext } from '../../http/context.ts';
import { procedure, router } from '../../http/trpc.ts';

/**
 * What may be read out. A variable that is missing here only says whether it is set, so a new one never leaks by being
 * forgotten.
 */
const readable = new Set<string>([
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_WAIT',
  'ADMIN_USERNAME',
  'MAIL_FROM',
  'ADMIN_EMAIL',
  'BRAND_NAME',
  'SUPPORT_PHONE',
  'SUPPORT_EMAIL',
  'BUSINESS_TIMEZONE',
  'BUSINESS_COUNTRY',
  'GEOCODER_URL',
  'GEOCODER_KIND',
  'GEOCODER_PER_SECOND',
  'ROUTING_URL',
  'ROUTING_KIND',
  'ALLOW_REGISTRATION',
  'MAIL_RETENTION_DAYS',
  'HISTORY_RETENTION_DAYS',
  'TRUST_PROXY',
  'LIMIT_SCALE',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'PUSH_SERVICES',
  'MAP_STYLE_URL',
  'MAP_PMTILES_PATH',
  'VROOM_URL',
  'WEBHOOKS_ALLOW_HOSTS',
  'BACKUP_TIME',
  'BACKUP_DIR',
  'BACKUP_KEEP',
  'BACKUP_WAL',
  'QUICKFLEET_ROLE',
  'FILES_STORE',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_PREFIX',
  'S3_REGION',
  'S3_FORCE_PATH_STYLE',
  'BACKUP_PASSPHRASE_FILE',
  'EXPORT_DIR',
  'SANDBOX',
  'LOG_LEVEL',
]);

const isAbsent = (value: unknown) => value === undefined || value === null;

/** The environment as it was read at the start; never the text of a secret. */
function readSettings(ctx: AppContext): Setting[] {
  const { config } = ctx.services;
  const present = new Map<string, unknown>(Object.entries(config));
  return Object.entries(environment.shape).map(([name, schema]) => {
    const fallback: unknown = schema.safeParse(undefined).data;
    // What the environment leaves open may follow the company's settings, which are on their own screen.
    const value = config.fromEnvironment.has(name) ? present.get(name) : fallback;
    const isSecret = !readable.has(name);
    const state = isAbsent(value) ? 'unset' : value === fallback ? 'default' : 'set';
    return {
      name,
      description: schema.description ?? '',
      value: isSecret || isAbsent(value) ? null : String(value),
      state,
      isSecret,
    };
  });
}

export const settingsRouter = router({
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/settings',
        tags: ['settings'],
        summary: 'What the environment set, without secrets',
      },
    })
    .output(settings)
    .query(({ ctx }) => ({ data: readSettings(ctx) })),
});
