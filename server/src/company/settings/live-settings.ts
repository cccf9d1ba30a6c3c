import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { Services } from '../../http/context.ts';
import { inBackground } from '../../process/outside/background.ts';
import { retryPauses } from '../../process/retry-pauses.ts';
import type { Secrets } from '../../security/secrets.ts';
import type { StoredSettings } from './company.entity.ts';
import { readSettings, settingsOf } from './company.service.ts';
import { configOf, inForce } from './in-force.ts';
import { readLogo } from './logo.ts';

// The part of the process's settings that the company has in its hands: `services.config` follows the row, in every
// process and without a restart. A variable that the environment sets stays as it is.

/** What each process reads last: one reading after the other, so that an older one never comes out on top. */
const readings = new WeakMap<Config, Promise<void>>();

/** Goes by a row of settings. Answers false when its mail server cannot be read, because the secret is another one. */
export function applySettings(
  config: Config,
  secrets: Pick<Secrets, 'open'>,
  { stored, smtpUrlSealed: sealed }: { stored: StoredSettings; smtpUrlSealed: string | null },
): boolean {
  const url = sealed === null ? undefined : secrets.open(sealed);
  if (!config.fromEnvironment.has('SMTP_URL')) config.SMTP_URL = url;
  Object.assign(config, configOf(inForce(config, settingsOf(stored))));
  return sealed === null || url !== undefined;
}

async function read({ config, orm, secrets, log }: Services): Promise<void> {
  const em = orm.em.fork();
  const row = await readSettings(em);
  const logo = await readLogo(em, row.stored.look?.logoUrl ?? null);
  if (!applySettings(config, secrets, row))
    log.error('the mail server of the settings was sealed with a secret that is gone; enter it again');
  config.logo = logo;
}

/** Reads the settings; from then on this process goes by them. */
export async function loadSettings(services: Services): Promise<void> {
  const reading = (readings.get(services.config) ?? Promise.resolve()).then(() => read(services));
  readings.set(
    services.config,
    reading.catch(() => undefined),
  );
  await reading;
}

/** The same, until the database answers. */
async function reloadSettings(services: Services): Promise<void> {
  for (const wait of retryPauses())
    try {
      return await loadSettings(services);
    } catch (error) {
      services.log.warn({ err: error }, 'the settings could not be read, trying again');
      await pause(wait, undefined, { ref: false });
    }
}

/** Goes by the settings from now on, and by what anybody changes in them, in any process. */
export async function followSettings(services: Services): Promise<void> {
  await loadSettings(services);
  services.events.onSettings(() => inBackground('Reading the settings', () => reloadSettings(services)));
}
