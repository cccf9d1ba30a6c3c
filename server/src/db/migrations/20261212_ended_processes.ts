import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** Runs of the server that ended by a fault, and the jobs that were running then. */
export class EndedProcesses extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(
      `create table "process_ends" ("id" serial primary key, "at" timestamptz(3) not null, "reason" text not null);`,
    );
    this.addSql(
      `create table "job_ends" ("id" serial primary key, "subject" text not null, "task" text not null, "job_id" bigint not null, "ends" int not null, "ended_at" timestamptz(3) not null, "set_aside_at" timestamptz(3) null, constraint "job_ends_subject_unique" unique ("subject"));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(BRIEFLY);
    this.addSql(`drop table "job_ends";`);
    this.addSql(`drop table "process_ends";`);
  }
}
