import type { HealthCheck } from '@quickfleet/shared/operations/doctor';
import { t } from '@quickfleet/shared/words/t';
import type { Config } from '../../config.ts';
import type { Reader } from '../../db/rows.ts';
import type { FileStore } from '../../files/files.ts';

/** The installation under check, from its own server or from a command. */
export interface Patient {
  config: Config;
  files: FileStore;
  now: Date;
  read: Reader;
}

/** Collects the findings of one area. */
export class Findings {
  readonly checks: HealthCheck[] = [];
  readonly #area: HealthCheck['area'];
  constructor(area: HealthCheck['area']) {
    this.#area = area;
  }
  ok(name: string, finding: string): void {
    this.#add(name, 'ok', finding, null);
  }
  warn(name: string, finding: string, advice: string): void {
    this.#add(name, 'warn', finding, advice);
  }
  fail(name: string, finding: string, advice: string): void {
    this.#add(name, 'fail', finding, advice);
  }
  #add(name: string, state: HealthCheck['state'], finding: string, advice: string | null): void {
    this.checks.push({ area: this.#area, name, state, finding, advice });
  }
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];
export function bytesText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${UNITS[step]}`;
}

export function ageText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 120) return t('{count, plural, one {# minute} other {# minutes}}', { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 72
    ? t('{count, plural, one {# hour} other {# hours}}', { count: hours })
    : t('{count, plural, one {# day} other {# days}}', { count: Math.round(hours / 24) });
}
