import { Migration } from '@mikro-orm/migrations';

const job = `Job: {{trackingNumber}}
Customer: {{customerName}}
Pickup: {{pickupAddress}}
Pickup time: {{pickupWindow}}
Delivery: {{deliveryAddress}}
Delivery time: {{deliveryWindow}}
Day: {{deliveryDate}}
Items: {{itemCount}}
Notes: {{driverNotes}}`;
const added = [
  {
    trigger: 'driver_job_assigned',
    name: 'New job (driver)',
    subject: 'New job {{trackingNumber}}',
    content: `Hello {{driverName}},\n\nYou have a new job.\n\n${job}\n\nOpen the job: {{jobUrl}}`,
  },
  {
    trigger: 'driver_job_changed',
    name: 'Job changed (driver)',
    subject: 'Job {{trackingNumber}} has changed',
    content: `Hello {{driverName}},\n\nOne of your jobs has changed: {{whatChanged}}. This is how it stands now.\n\n${job}\n\nOpen the job: {{jobUrl}}`,
  },
  {
    trigger: 'driver_job_removed',
    name: 'Job removed (driver)',
    subject: 'Job {{trackingNumber}} is no longer yours',
    content:
      'Hello {{driverName}},\n\nPlease do not drive this job any more: {{whatChanged}}.\n\nJob: {{trackingNumber}}\nPickup: {{pickupAddress}}\nDelivery: {{deliveryAddress}}\nDay: {{deliveryDate}}',
  },
];
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The access code of a mail to a driver, and the templates of these mails where templates were made already. */
export class DriverMail extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "emails" add "code_sealed" text null;`);
    for (const { trigger, name, subject, content } of added)
      this.addSql(`with added as (
        insert into "email_templates" ("name", "type", "trigger", "subject", "content", "enabled", "created_at", "updated_at", "version")
        select ${[name, 'driver', trigger, subject, content].map(quoted).join(', ')}, true, now(), now(), 1
         where exists (select 1 from "email_templates") and not exists (select 1 from "email_templates" where "trigger" = ${quoted(trigger)} and "type" = 'driver')
        returning *)
      insert into "template_versions" ("template_id", "version", "name", "type", "trigger", "subject", "content", "saved_at", "saved_by")
      select "id", "version", "name", "type", "trigger", "subject", "content", now(), 'QuickFleet' from added;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`delete from "email_templates" where "type" = 'driver';`);
    this.addSql(`alter table "emails" drop column "code_sealed";`);
  }
}
