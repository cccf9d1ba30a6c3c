import { Checkbox, NativeSelect, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { requestKinds, requestKindWords } from '@quickfleet/shared/company/request-kinds';
import { CANCELLATION_HOURS_MAX, REQUEST_MINUTES_MAX, SETTLE_MINUTES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { AmountInput } from '../../../components/forms/amount-input.tsx';
import { ProofRulesFields } from '../../../components/proof/proof-rules-fields.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { OptionalLines, OptionalText, WholeNumber } from './fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useGroup } from './use-group.ts';

interface SectionProps {
  company: CompanySettingsView;
}

/** What goes with the mails to customers. */
export function MailSection({ company }: SectionProps) {
  const { values, set, form } = useGroup('mail', company, ['proofAttached']);
  return (
    <SettingsForm
      id="mail"
      title={t('Mails to customers')}
      text={t('The mail of a delivery always has a link to its proof, which opens for 30 days.')}
      {...form}
    >
      <Switch
        label={t('Attach the proof of delivery')}
        description={t('As a PDF file of up to 7 MB; if it is larger, the mail contains only the link, and says so.')}
        checked={values.proofAttached}
        onChange={(event) => set({ proofAttached: event.currentTarget.checked })}
      />
    </SettingsForm>
  );
}

/** Who gets mails about a delivery, in addition to the customer, and how long those about planning wait. */
export function NoticesSection({ company }: SectionProps) {
  const { values, set, field, form } = useGroup('notices', company);
  const hasSms = trpc.mailbox.channels.useQuery().data?.sms === true;
  return (
    <SettingsForm
      id="notices"
      title={t('Notices')}
      text={t(
        "Recipients are the people at the delivery, where they have an e-mail address that is not the customer's.",
      )}
      {...form}
    >
      <Switch
        label={t('Mail recipients too')}
        description={t(
          'When it is booked, on the way, delivered or could not be delivered. Each customer can be left out.{hasSms, select, yes { Those with a phone number get an SMS as well.} other {}}',
          { hasSms: hasSms ? 'yes' : 'no' },
        )}
        checked={values.recipientMails}
        onChange={(event) => set({ recipientMails: event.currentTarget.checked })}
      />
      <WholeNumber
        label={t('Minutes before a change of the plan is mailed')}
        description={t(
          'Customers and drivers get one mail when the plan has settled. 0 mails every change, at most {max}.',
          { max: SETTLE_MINUTES_MAX },
        )}
        min={0}
        max={SETTLE_MINUTES_MAX}
        unit="min"
        {...field('settleMinutes')}
      />
    </SettingsForm>
  );
}

/** Whether drivers may share where they are, and who sees it. */
export function PositionsSection({ company }: SectionProps) {
  const { values, set, form } = useGroup('positions', company);
  return (
    <SettingsForm
      id="positions"
      title={t('Positions of drivers')}
      text={t(
        'A driver decides each day whether to share it, sees it all the time and can stop. It is deleted after 24 hours.',
      )}
      {...form}
    >
      <Switch
        label={t('Drivers may share their position')}
        description={t('While their day runs and the portal is open. The office sees them under Drivers on the road.')}
        checked={values.isOn}
        onChange={(event) => set({ isOn: event.currentTarget.checked })}
      />
      <Switch
        label={t('Show customers how far away the driver is')}
        description={t(
          'From the pickup to the delivery: how many stops come first, and about where once theirs is the next one.',
        )}
        checked={values.customersSee}
        disabled={!values.isOn}
        onChange={(event) => set({ customersSee: event.currentTarget.checked })}
      />
    </SettingsForm>
  );
}

/** What customers and recipients may ask for by the link in their mail. */
export function RecipientsSection({ company }: SectionProps) {
  const { values, set, field, form } = useGroup('recipients', company);
  const kinds = requestKinds.map((kind) => ({ kind, label: requestKindWords[kind] }));
  return (
    <SettingsForm
      id="recipients"
      title={t('Requests about a delivery')}
      text={t(
        'By the link in their mail, customers and recipients can change these things. Only customers can cancel, and only before the pickup.',
      )}
      {...form}
    >
      <Checkbox.Group
        label={t('They can ask for')}
        value={values.kinds}
        onChange={(chosen) => set({ kinds: requestKinds.filter((kind) => chosen.includes(kind)) })}
      >
        <Stack gap={6} mt={6}>
          {kinds.map(({ kind, label }) => (
            <Checkbox key={kind} value={kind} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox.Group
        label={t('Staff confirm first')}
        description={t('Everything else is done immediately.')}
        value={values.confirmed}
        onChange={(chosen) => set({ confirmed: requestKinds.filter((kind) => chosen.includes(kind)) })}
      >
        <Stack gap={6} mt={6}>
          {kinds.map(({ kind, label }) => (
            <Checkbox key={kind} value={kind} label={label} disabled={!values.kinds.includes(kind)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <WholeNumber
        label={t('Until how long before the promised window')}
        description={t('0 lets them ask until the delivery. After a failed attempt they can always ask.')}
        min={0}
        max={REQUEST_MINUTES_MAX}
        unit="min"
        {...field('untilMinutes')}
      />
    </SettingsForm>
  );
}

/** What it costs when a merchant's program cancels an order late. */
export function CancellationSection({ company }: SectionProps) {
  const { values, set, field, form } = useGroup('cancellation', company);
  const { value: _, onChange: _change, ...fee } = field('fee');
  return (
    <SettingsForm
      id="cancellation"
      title={t('Cancelling late')}
      text={t(
        'Merchants can cancel an order with their API key until it is picked up. A late cancellation adds this charge to the order.',
      )}
      {...form}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <AmountInput
          label={t('Amount to pay')}
          description={
            company.quoting.pricesIncludeTax
              ? t('With its tax. Empty: it costs nothing')
              : t('Without tax. Empty: it costs nothing')
          }
          rightSection={
            <Text size="sm" c="dimmed">
              {company.quoting.currency}
            </Text>
          }
          rightSectionWidth={56}
          {...fee}
          value={values.fee ?? ''}
          onChange={(amount) => set({ fee: amount || null })}
        />
        <WholeNumber
          label={t('Less than so many hours before the pickup')}
          description={t('Counted to the beginning of the pickup window')}
          min={0}
          max={CANCELLATION_HOURS_MAX}
          unit={t('hours')}
          {...field('hoursBefore')}
        />
      </SimpleGrid>
    </SettingsForm>
  );
}

/** The letterhead of quotes, receipts and statements. */
export function PapersSection({ company }: SectionProps) {
  const { field, form } = useGroup('company', company);
  return (
    <SettingsForm
      id="papers"
      title={t('Company papers')}
      text={t("Shown at the top of quotes, receipts, statements and the customer's page.")}
      {...form}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <OptionalText label={t('Registered name')} {...field('name')} />
        <OptionalText label={t('Tax number')} {...field('taxNumber')} />
      </SimpleGrid>
      <OptionalLines label={t('Address')} {...field('address')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <OptionalText label={t('Phone')} type="tel" {...field('phone')} />
        <OptionalLines
          label={t('Payment terms')}
          placeholder={t('Payable within 14 days')}
          minRows={1}
          {...field('paymentTerms')}
        />
      </SimpleGrid>
    </SettingsForm>
  );
}

/** How soon the office replies, and by which hours that counts. */
export function PromisesSection({ company }: SectionProps) {
  const { values, set, field, form } = useGroup('promises', company);
  return (
    <SettingsForm
      id="promises"
      title={t('Promises')}
      text={t(
        'Response times for quotes and questions. A delivery for today gets its price before you close. The office is notified once when a deadline is missed. Changes apply to new requests and to those still in time; answered and overdue ones keep their deadline.',
      )}
      {...form}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumber label={t('A price within')} min={1} max={240} unit={t('hours')} {...field('quoteHours')} />
        <WholeNumber label={t('An answer within')} min={1} max={240} unit={t('hours')} {...field('answerHours')} />
      </SimpleGrid>
      <NativeSelect
        label={t('Which hours count')}
        description={
          values.clock === 'clock'
            ? t('24 hours are 24 hours, at night and on weekends too')
            : t('Only while you are open; every text tells customers so')
        }
        data={[
          { value: 'clock', label: t('All hours') },
          { value: 'business', label: t('Business hours') },
        ]}
        value={values.clock}
        onChange={(event) => set({ clock: event.currentTarget.value === 'business' ? 'business' : 'clock' })}
      />
    </SettingsForm>
  );
}

/** What every pickup and delivery must prove, unless a customer or an order has its own rules. */
export function ProofSection({ company }: SectionProps) {
  const { values, set, form } = useGroup('proof', company);
  return (
    <SettingsForm
      id="proof"
      title={t('Proof of pickup and delivery')}
      text={t(
        'Customers and orders can have their own rules. A field you leave unchanged uses the default: customer signature.',
      )}
      {...form}
    >
      <ProofRulesFields value={values} levels={[]} onChange={set} />
    </SettingsForm>
  );
}

/** How long evidence is kept; its hashes stay, so that histories can always be checked. */
export function RetentionSection({ company }: SectionProps) {
  const { field, form } = useGroup('retention', company);
  const days = { min: 0, max: 36_500, unit: t('days') };
  return (
    <SettingsForm
      id="retention"
      title={t('How long evidence is kept')}
      text={t(
        "Counted from the end of an order; 0 keeps it forever. Deleted content cannot be restored; its hash stays in the order's history.",
      )}
      {...form}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <WholeNumber label={t('Photos')} {...days} {...field('photoDays')} />
        <WholeNumber label={t('Signatures')} {...days} {...field('signatureDays')} />
        <WholeNumber label={t('Positions')} {...days} {...field('positionDays')} />
      </SimpleGrid>
    </SettingsForm>
  );
}
