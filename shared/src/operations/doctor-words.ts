// The areas and names of checks as people read them; on the wire they stay as they are, for programs.
import { message, said, t } from '../words/t.ts';
import type { HealthCheck } from './doctor.ts';

export const areaWords: Readonly<Record<HealthCheck['area'], string>> = said({
  Server: message('Server'),
  Disk: message('Disk'),
  Secrets: message('Secrets'),
  Web: message('Web'),
  Mail: message('Mail'),
  Database: message('Database'),
  Files: message('Files'),
  Queue: message('Queue'),
  Backups: message('Backups'),
});

const names: Readonly<Record<string, string>> = said({
  'API keys': message('API keys'),
  'Address file': message('Address file'),
  Age: message('Age'),
  'Any second': message('Any second'),
  Backups: message('Backups'),
  Bloat: message('Bloat'),
  Bucket: message('Bucket'),
  Certificate: message('Certificate'),
  Checksums: message('Checksums'),
  Clock: message('Clock'),
  Connections: message('Connections'),
  Data: message('Data'),
  Database: message('Database'),
  Durability: message('Durability'),
  Encoding: message('Encoding'),
  'Failed mails': message('Failed mails'),
  Geocoder: message('Geocoder'),
  'Given up': message('Given up'),
  Indexes: message('Indexes'),
  Jobs: message('Jobs'),
  'Jobs set aside': message('Jobs set aside'),
  'Left-over files': message('Left-over files'),
  Locale: message('Locale'),
  Log: message('Log'),
  'Mail server': message('Mail server'),
  Memory: message('Memory'),
  Nightly: message('Nightly'),
  'Not checked': message('Not checked'),
  Office: message('Office'),
  'Open files': message('Open files'),
  Owner: message('Owner'),
  Permissions: message('Permissions'),
  Photos: message('Photos'),
  Placeholders: message('Placeholders'),
  Proxy: message('Proxy'),
  'Rate limits': message('Rate limits'),
  'Room for all': message('Room for all'),
  Restarts: message('Restarts'),
  'Routing service': message('Routing service'),
  Schema: message('Schema'),
  Search: message('Search'),
  Secrets: message('Secrets'),
  'Slow queries': message('Slow queries'),
  'SMS service': message('SMS service'),
  Target: message('Target'),
  'Transaction numbers': message('Transaction numbers'),
  'Two stores': message('Two stores'),
  Version: message('Version'),
  Versions: message('Versions'),
  Webhooks: message('Webhooks'),
  'Waiting mails': message('Waiting mails'),
});
/** The names of settings and protocols are the same in every language. */
export const checkName = (name: string): string => names[name] ?? name;

/** '2 failures and 1 warning', without what there is none of. */
export function findingsInWords(failures: number, warnings: number): string {
  const failed = t('{count, plural, one {# failure} other {# failures}}', { count: failures });
  const warned = t('{count, plural, one {# warning} other {# warnings}}', { count: warnings });
  if (failures > 0 && warnings > 0) return t('{failures} and {warnings}', { failures: failed, warnings: warned });
  return failures > 0 ? failed : warned;
}
