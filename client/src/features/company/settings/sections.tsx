import { SimpleGrid, Switch } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { ProofRulesFields } from '../../../components/proof/proof-rules-fields.tsx';
import { OptionalLines, OptionalText, WholeNumber } from './fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useGroup } from './use-group.ts';

interface SectionProps {
  company: CompanySettingsView;
}

/** What goes with the mails to customers. */
export function MailSection({ company }: SectionProps) {
  const { values, set, form } = useGroup('mail', company);
  return (
    <SettingsForm
      id="mail"
      title="Mails to customers"
      text="The mail of a delivery always has a link to its proof, which opens for 30 days."
      {...form}
    >
      <Switch
        label="Attach the proof of delivery"
        description="As a PDF file of up to 7 MB; if it is larger, the mail contains only the link, and says so."
        checked={values.proofAttached}
        onChange={(event) => set({ proofAttached: event.currentTarget.checked })}
      />
    </SettingsForm>
  );
}

/** Who gets mails about a delivery, in addition to the customer. */
export function NoticesSection({ company }: SectionProps) {
  const { values, set, form } = useGroup('notices', company);
  return (
    <SettingsForm
      id="notices"
      title="Mails to recipients"
      text="The person at the delivery, where they have an e-mail address that is not the customer's."
      {...form}
    >
      <Switch
        label="Mail recipients too"
        description="When it is booked, on the way, delivered or could not be delivered. Each customer can be left out."
        checked={values.recipientMails}
        onChange={(event) => set({ recipientMails: event.currentTarget.checked })}
      />
    </SettingsForm>
  );
}

/** The letterhead of quotes, receipts and statements. */
export function PapersSection({ company }: SectionProps) {
  const { field, form } = useGroup('company', company);
  return (
    <SettingsForm
      id="papers"
      title="Company papers"
      text="Shown at the top of quotes, receipts, statements and the customer's page."
      {...form}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <OptionalText label="Registered name" {...field('name')} />
        <OptionalText label="Tax number" {...field('taxNumber')} />
      </SimpleGrid>
      <OptionalLines label="Address" {...field('address')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <OptionalText label="Phone" type="tel" {...field('phone')} />
        <OptionalLines
          label="Payment terms"
          placeholder="Payable within 14 days"
          minRows={1}
          {...field('paymentTerms')}
        />
      </SimpleGrid>
    </SettingsForm>
  );
}

/** How soon the office replies; only business hours count. */
export function PromisesSection({ company }: SectionProps) {
  const { field, form } = useGroup('promises', company);
  return (
    <SettingsForm
      id="promises"
      title="Promises"
      text="Response times for quotes and questions. Only business hours count, and a delivery for today gets its price before you close. The office is notified once when a deadline is missed. Changes apply to new requests and to those still in time; answered and overdue ones keep their deadline."
      {...form}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumber label="A price within" min={1} max={240} unit="hours" {...field('quoteHours')} />
        <WholeNumber label="An answer within" min={1} max={240} unit="hours" {...field('answerHours')} />
      </SimpleGrid>
    </SettingsForm>
  );
}

/** What every pickup and delivery must prove, unless a customer or an order has its own rules. */
export function ProofSection({ company }: SectionProps) {
  const { values, set, form } = useGroup('proof', company);
  return (
    <SettingsForm
      id="proof"
      title="Proof of pickup and delivery"
      text="Customers and orders can have their own rules. A field you leave unchanged uses the default: customer signature."
      {...form}
    >
      <ProofRulesFields value={values} levels={[]} onChange={set} />
    </SettingsForm>
  );
}

/** How long evidence is kept; its hashes stay, so that histories can always be checked. */
export function RetentionSection({ company }: SectionProps) {
  const { field, form } = useGroup('retention', company);
  const days = { min: 0, max: 36_500, unit: 'days' };
  return (
    <SettingsForm
      id="retention"
      title="How long evidence is kept"
      text="Counted from the end of an order; 0 keeps it forever. Deleted content cannot be restored; its hash stays in the order's history."
      {...form}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <WholeNumber label="Photos" {...days} {...field('photoDays')} />
        <WholeNumber label="Signatures" {...days} {...field('signatureDays')} />
        <WholeNumber label="Positions" {...days} {...field('positionDays')} />
      </SimpleGrid>
    </SettingsForm>
  );
}
