import type accounting from './de/accounting.json';
import type board from './de/board.json';
import type common from './de/common.json';
import type doctor from './de/doctor.json';
import type driver from './de/driver.json';
import type history from './de/history.json';
import type invoices from './de/invoices.json';
import type mails from './de/mails.json';
import type messages from './de/messages.json';
import type office from './de/office.json';
import type officeRefusals from './de/office-refusals.json';
import type orders from './de/orders.json';
import type papers from './de/papers.json';
import type people from './de/people.json';
import type publicPages from './de/public.json';
import type quoting from './de/quoting.json';
import type refusals from './de/refusals.json';
import type reportNotes from './de/report-notes.json';
import type reports from './de/reports.json';
import type settings from './de/settings.json';
import type shared from './de/shared.json';
import type visitor from './de/visitor.json';

/** Every text that the product says, as its code says it; a misspelt one is a fault of the types. */
export type Key = keyof (typeof accounting &
  typeof board &
  typeof common &
  typeof doctor &
  typeof driver &
  typeof history &
  typeof invoices &
  typeof mails &
  typeof messages &
  typeof office &
  typeof officeRefusals &
  typeof orders &
  typeof papers &
  typeof people &
  typeof publicPages &
  typeof quoting &
  typeof refusals &
  typeof reportNotes &
  typeof reports &
  typeof settings &
  typeof shared &
  typeof visitor);
