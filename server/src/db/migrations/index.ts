import { Initial } from './20261121_initial.ts';
import { Lists } from './20261121_lists.ts';
import { Mail } from './20261121_mail.ts';
import { SignatureKind } from './20261121_signature.ts';
import { BackupRuns } from './20261122_backup_runs.ts';
import { Company } from './20261122_company.ts';
import { Counters } from './20261122_counters.ts';
import { DeletedQuotes } from './20261122_deleted_quotes.ts';
import { DriverDays } from './20261122_driver_days.ts';
import { DriverMail } from './20261122_driver_mail.ts';
import { DriverShifts } from './20261122_driver_shifts.ts';
import { Evidence } from './20261122_evidence.ts';
import { EvidenceChain } from './20261122_evidence_chain.ts';
import { Figures } from './20261122_figures.ts';
import { OfficeNotes } from './20261122_office_notes.ts';
import { OrderWindows } from './20261122_order_windows.ts';
import { QuoteAgreement } from './20261122_quote_agreement.ts';
import { RecurringJobs } from './20261122_recurring_jobs.ts';
import { SavedViews } from './20261122_saved_views.ts';
import { SecretMark } from './20261122_secret_mark.ts';
import { Sorts } from './20261122_sorts.ts';

/** In order; a new migration is added at the end and never changed once it was released. */
export const migrations = [
  { name: '20261121_initial', class: Initial },
  { name: '20261121_mail', class: Mail },
  { name: '20261121_signature', class: SignatureKind },
  { name: '20261121_lists', class: Lists },
  { name: '20261122_deleted_quotes', class: DeletedQuotes },
  { name: '20261122_evidence', class: Evidence },
  { name: '20261122_secret_mark', class: SecretMark },
  { name: '20261122_backup_runs', class: BackupRuns },
  { name: '20261122_counters', class: Counters },
  { name: '20261122_sorts', class: Sorts },
  { name: '20261122_order_windows', class: OrderWindows },
  { name: '20261122_saved_views', class: SavedViews },
  { name: '20261122_driver_mail', class: DriverMail },
  { name: '20261122_figures', class: Figures },
  { name: '20261122_driver_days', class: DriverDays },
  { name: '20261122_office_notes', class: OfficeNotes },
  { name: '20261122_driver_shifts', class: DriverShifts },
  { name: '20261122_recurring_jobs', class: RecurringJobs },
  { name: '20261122_evidence_chain', class: EvidenceChain },
  { name: '20261122_company', class: Company },
  { name: '20261122_quote_agreement', class: QuoteAgreement },
];
