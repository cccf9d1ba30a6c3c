import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { launch, type Measured } from './processes.ts';
import { type SignedIn, signIn } from './sign-in.ts';

export const PASSWORD = 'measured-by-the-bench-1';

interface Ours {
  url: string;
  databaseUrl: string;
  startMs: number;
  filledMs: number;
}
/** The product as it runs, with its own database, and somebody signed in to it. */
export type Company = SignedIn & { ours: Measured<Ours> };

export interface CompanyOptions {
  /** Where the databases of all sizes are kept. */
  keep: string;
  orders: number;
  quotes?: number;
  smtpUrl?: string;
  /** How many migrations `locks` reverts and runs again. */
  migrations?: number;
  /** A separate folder, whose company has what reports count. */
  isOfReports?: boolean;
  /** A second server on the database of another one. */
  databaseUrl?: string;
  flags?: readonly string[];
}

function folderOf({ keep, orders, quotes, databaseUrl, isOfReports }: CompanyOptions): string {
  const name = quotes ? `quotes-${quotes}` : `${isOfReports ? 'reports' : 'orders'}-${orders}`;
  return join(resolve(keep), databaseUrl ? 'second' : name);
}

export async function startOurs(options: CompanyOptions): Promise<Company> {
  const { orders, quotes, smtpUrl, databaseUrl, migrations, flags = [] } = options;
  const dir = folderOf(options);
  await mkdir(dir, { recursive: true });
  const environment = {
    MALLOC_ARENA_MAX: '1',
    BENCH_DIR: dir,
    BENCH_ORDERS: String(orders),
    BENCH_QUOTES: quotes ? String(quotes) : '',
    BENCH_SMTP_URL: smtpUrl ?? '',
    BENCH_MIGRATIONS: String(migrations ?? 0),
    BENCH_DATABASE_URL: databaseUrl ?? '',
    BENCH_PASSWORD: PASSWORD,
  };
  const ours = await launch<Ours>('ours.ts', environment, flags);
  return { ...(await signIn(ours.ready.url, 'bench', PASSWORD)), ours };
}
