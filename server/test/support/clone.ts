import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface Clone {
  url: string;
  drop(): Promise<void>;
}

const adminOf = (templateUrl: string) => {
  const url = new URL(templateUrl);
  url.pathname = '/postgres';
  return url.toString();
};

async function asAdmin(templateUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminOf(templateUrl) });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A separate database for one test file, copied from the migrated template. */
export async function cloneDatabase(templateUrl: string): Promise<Clone> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  for (let attempt = 1; ; attempt++) {
    try {
      await asAdmin(templateUrl, `create database ${name} template quickfleet`);
      break;
    } catch (error) {
      // Two clones of one template at the same moment: PostgreSQL lets one wait by refusing it.
      if (attempt >= 40 || !(error instanceof Error && /being accessed by other users/.test(error.message)))
        throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  return { url: url.toString(), drop: () => asAdmin(templateUrl, `drop database if exists ${name} with (force)`) };
}
