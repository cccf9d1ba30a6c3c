import { z } from 'zod';
import { timestamp } from '../base/primitives.ts';

export const checkStates = ['ok', 'warn', 'fail'] as const;
export const checkState = z.enum(checkStates);
export type CheckState = z.infer<typeof checkState>;

/** One thing that was looked at. */
export const healthCheck = z
  .object({
    area: z
      .enum(['Server', 'Disk', 'Secrets', 'Web', 'Mail', 'Database', 'Files', 'Queue', 'Backups'])
      .meta({ example: 'Backups' }),
    name: z.string().meta({ example: 'Target' }),
    state: checkState.meta({ example: 'warn' }),
    /** What was found, one sentence. */
    finding: z.string().meta({
      description: 'What was found',
      example: 'Backups go to /var/lib/quickfleet/backups, on the same disk as the data.',
    }),
    /** What to do about it; null when it is as it should be. */
    advice: z.string().nullable().meta({
      description: 'What to do about it; null when it is as it should be',
      example: 'Set BACKUP_DIR to a folder on another disk or machine.',
    }),
  })
  .meta({ id: 'HealthCheck' });
export type HealthCheck = z.infer<typeof healthCheck>;

export const healthReport = z
  .object({
    checkedAt: timestamp,
    release: z.string().meta({ example: '1.0.0' }),
    state: checkState.meta({ example: 'warn' }),
    checks: z.array(healthCheck),
  })
  .meta({ id: 'HealthReport' });
export type HealthReport = z.infer<typeof healthReport>;

/** The worst of them. */
export const worstOf = (checks: readonly { state: CheckState }[]): CheckState =>
  checks.some(({ state }) => state === 'fail') ? 'fail' : checks.some(({ state }) => state === 'warn') ? 'warn' : 'ok';
