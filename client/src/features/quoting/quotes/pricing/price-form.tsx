import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { currencySign, decimalsOf, formatAmount } from '@quickfleet/shared/base/money/money';
import { payWays, payWords } from '@quickfleet/shared/base/money/pay-by';
import { PRICE_LINE } from '@quickfleet/shared/base/money/price-line';
import { paymentUrl as paymentUrlSchema } from '@quickfleet/shared/base/primitives';
import { type CompanySettingsView, fillPaymentUrl } from '@quickfleet/shared/company/company';
import { NOTES_MAX } from '@quickfleet/shared/limits';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { AmountInput } from '../../../../components/forms/amount-input.tsx';
import { showField } from '../../../../lib/forms/focus-first.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { todayInZone } from '../../../../lib/words/format.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import { parsePrice, priceForm } from '../work/price-text.ts';
import { useQuoteWork } from '../work/quote-work.tsx';
import type { QuoteChanges } from '../work/quotes-mutations.ts';
import { LineEditor } from './line-editor.tsx';
import { draftOf, type LineDraft, type LineErrors, parseLine } from './line-values.ts';
import { LiveTotals, totalsOrProblem } from './live-totals.tsx';
import { PriceHint } from './price-hint.tsx';
import { payHint, taxHint } from './price-hints.ts';
import { linesByRule, priceChanges } from './price-lines.ts';
import { QuoteSummary } from './quote-summary.tsx';
import { RulePrice } from './rule-price.tsx';

/** The price as it will be saved, and the link to try, while both are still being typed. */
function Preview({
  amount,
  link,
  currency,
}: {
  amount: string | undefined;
  link: string | undefined;
  currency: string;
}) {
  return (
    <Group gap="md" mih={26}>
      <Text size="sm" role="status" className="tabular">
        {amount === undefined ? (
          <Text span c="dimmed" inherit>
            {t('The price as it will be saved shows here.')}
          </Text>
        ) : (
          rich('Will be saved as {amount}', { amount: <strong>{formatAmount(amount, currency)}</strong> })
        )}
      </Text>
      {link && (
        <Anchor href={link} target="_blank" rel="noopener noreferrer" size="sm">
          <Group gap={4} component="span" wrap="nowrap">
            {t('Open the link')} <IconExternalLink size={16} aria-hidden />
          </Group>
        </Anchor>
      )}
    </Group>
  );
}

/** The company's own link for this quote; what is not known yet stays as it is written. */
const linkOf = (template: string, { id, reference, currency }: Quote, total: string | undefined): string =>
  (total !== undefined &&
    fillPaymentUrl(template, { quoteId: String(id), reference: reference ?? '', total, currency })) ||
  template.replaceAll('{quoteId}', String(id)).replaceAll('{reference}', reference ?? '{reference}');

/** A price and Enter are enough; lines, validity and terms are there for who wants them. */
export function PriceForm({
  quote,
  company: { quoting, billing },
  onClose,
}: {
  quote: Quote;
  company: CompanySettingsView;
  onClose: () => void;
}) {
  const { change, isBusy } = useQuoteWork();
  const [base] = useState(quote);
  const { currency, id } = base;
  // Whatever the present price was typed as: what is typed now follows the setting.
  const rule = { currency, pricesIncludeTax: quoting.pricesIncludeTax };
  const [payBy, setPayBy] = useState(base.payBy);
  const hasLink = payBy === 'link';
  const way = useRef(payBy);
  way.current = payBy;
  const [schema] = useState(() => priceForm(currency, () => way.current !== 'link'));
  const [first, ...further] = useState(() => linesByRule(base, rule))[0];
  const template = base.paymentUrl === null ? (quoting.defaultPaymentUrl ?? '') : '';
  const { form, onSubmit } = useZodForm(schema, {
    price: first?.unitPrice ?? '',
    paymentUrl: base.paymentUrl ?? template,
  });
  const [typed, setTyped] = useState(form.getValues());
  form.watch('price', ({ value }) => setTyped((values) => ({ ...values, price: value })));
  form.watch('paymentUrl', ({ value }) => setTyped((values) => ({ ...values, paymentUrl: value })));
  const [lines, setLines] = useState<readonly LineDraft[]>(() => further.map(draftOf));
  const [errors, setErrors] = useState<Record<number, LineErrors>>({});
  const [hasEditor, setHasEditor] = useState(lines.length > 0);
  const [validUntil, setValidUntil] = useState(base.validUntil ?? '');
  const [terms, setTerms] = useState(base.terms ?? quoting.terms ?? '');
  const isPending = isBusy(quote.id);
  const root = useRef<HTMLFormElement>(null);
  const isReprice = base.status !== 'draft';

  const priced = parsePrice(typed.price, currency);
  const parsed = lines.map(parseLine);
  const good = parsed.flatMap(({ line }) => line ?? []);
  const baseLine = {
    label: first?.label ?? PRICE_LINE,
    quantity: first?.quantity ?? '1',
    unitPrice: priced ?? '0',
    taxRate: first?.taxRate ?? quoting.defaultTaxRate,
  };
  const isOneLine = lines.length === 0;
  const totals = priced === undefined && isOneLine ? undefined : totalsOrProblem([baseLine, ...good], rule);
  const total = totals?.total;

  // The company's payment link follows the typed price until another link is typed.
  const [auto, setAuto] = useState(template);
  const wanted = template ? linkOf(template, base, total) : '';
  const isAuto = hasLink && template !== '' && typed.paymentUrl === auto;
  useEffect(() => {
    if (!isAuto || wanted === auto) return;
    setAuto(wanted);
    setTyped((values) => ({ ...values, paymentUrl: wanted }));
    form.setFieldValue('paymentUrl', wanted);
  }, [isAuto, wanted, auto, form]);

  // A frame later: the dialog notes first which button has the focus, and gives it back there.
  useEffect(() => {
    const frame = requestAnimationFrame(() => form.getInputNode('price')?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  const send = async (input: { price: string; paymentUrl?: string | undefined }) => {
    const wrong = Object.fromEntries(
      lines.flatMap((line, at) => {
        const found = parsed[at]?.errors;
        return found ? [[line.key, found]] : [];
      }),
    );
    flushSync(() => setErrors(wrong));
    if (Object.keys(wrong).length > 0 || totals?.problem)
      return showField(root.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
    const priceLines = [{ ...baseLine, unitPrice: input.price }, ...good];
    const changes: QuoteChanges = {
      ...priceChanges(base, priceLines, rule),
      ...(payBy === base.payBy ? {} : { payBy }),
      ...(!hasLink || isAuto ? {} : { paymentUrl: input.paymentUrl }),
      ...(validUntil && validUntil !== base.validUntil ? { validUntil } : {}),
      ...(terms.trim() !== (base.terms ?? quoting.terms ?? '') ? { terms: terms.trim() || null } : {}),
    };
    const done = t('Quote #{id} is sent for {amount}', { id, amount: formatAmount(total ?? '0', currency) });
    if ((await change(base, changes, done)) !== 'failed') onClose();
  };
  const link =
    !hasLink || (isAuto && total === undefined) ? undefined : paymentUrlSchema.safeParse(typed.paymentUrl).data;

  return (
    <DialogForm
      ref={root}
      onSubmit={onSubmit((input) => void send(input))}
      onCancel={onClose}
      send={t('Save & Send')}
      sending={t('Saving...')}
      isPending={isPending}
      aside={
        total !== undefined && (
          <Text className="tabular">
            {rich('Total {amount}', { amount: <strong>{formatAmount(total, currency)}</strong> })}
          </Text>
        )
      }
    >
      <QuoteSummary quote={quote} />
      <Text size="sm">
        {t('{name} asked for {count, plural, one {# item} other {# items}}. Saving sends the quote to {email}.', {
          name: quote.customer.name,
          count: quote.items.length,
          email: quote.customer.email,
        })}
      </Text>
      {isReprice && (
        <Alert color="blue" p="xs">
          {base.status === 'accepted'
            ? t('This makes version {revision}. The customer sees what changed, and has to accept again.', {
                revision: base.revision + 1,
              })
            : t('This makes version {revision}. The customer sees what changed.', { revision: base.revision + 1 })}
        </Alert>
      )}
      <NativeSelect
        label={t('How the customer pays')}
        data={payWays.map((value) => ({ value, label: payWords[value] }))}
        value={payBy}
        description={payHint(payBy, quote.customer.name, billing)}
        onChange={(event) => setPayBy(payWays.find((one) => one === event.currentTarget.value) ?? 'link')}
      />
      <RulePrice quote={base} onUse={(price) => form.setFieldValue('price', price)} />
      <PriceHint id={id} />
      <AmountInput
        key={form.key('price')}
        label={t('Price')}
        description={taxHint(rule, quoting.defaultTaxRate)}
        withAsterisk
        required
        leftSection={currencySign(currency)}
        min={0}
        step={10 ** -decimalsOf(currency)}
        placeholder={formatAmount('1250.5', currency, { isBare: true })}
        data-autofocus
        {...form.getInputProps('price')}
      />
      {hasLink && (
        <TextInput
          key={form.key('paymentUrl')}
          label={t('Payment URL')}
          withAsterisk
          required
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          description={
            isAuto ? t("The company's own link, filled in") : t('A public https:// address, without a password')
          }
          {...form.getInputProps('paymentUrl')}
        />
      )}
      {hasEditor ? (
        <LineEditor
          lines={lines}
          errors={errors}
          presets={quoting.linePresets}
          defaultTaxRate={quoting.defaultTaxRate}
          hasTax={Number(quoting.defaultTaxRate) > 0 || base.lines.some(({ taxRate }) => Number(taxRate) > 0)}
          currencySign={currencySign(currency)}
          onChange={setLines}
        />
      ) : (
        <Group>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setHasEditor(true)}
          >
            {t('Add line')}
          </Button>
        </Group>
      )}
      <details>
        <summary>{t('Validity and terms')}</summary>
        <Stack gap="sm" mt="sm">
          <TextInput
            type="date"
            label={t('Valid until')}
            description={t('Left empty: {days} days from sending', { days: quoting.validDays })}
            min={todayInZone()}
            maw={260}
            value={validUntil}
            onChange={(event) => setValidUntil(event.currentTarget.value)}
          />
          <Textarea
            label={t('Terms')}
            autosize
            minRows={2}
            maxLength={NOTES_MAX}
            value={terms}
            onChange={(event) => setTerms(event.currentTarget.value)}
          />
        </Stack>
      </details>
      {isOneLine && <Preview amount={total} link={link} currency={currency} />}
      {totals && (!isOneLine || totals.problem || Number(baseLine.taxRate) > 0) && (
        <LiveTotals totals={totals} {...rule} />
      )}
    </DialogForm>
  );
}
