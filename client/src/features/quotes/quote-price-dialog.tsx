import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { paymentUrl as paymentUrlSchema } from '@quickfleet/shared/primitives';
import { canPriceQuote } from '@quickfleet/shared/quote-status';
import type { Quote } from '@quickfleet/shared/quotes';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PendingButton } from '../../components/pending-button.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { formatMoney } from '../../lib/format.ts';
import { useKept } from '../../lib/use-kept.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { parsePrice, priceForm } from './price-text.ts';
import { useQuote } from './quote-cache.ts';
import { useQuoteWork } from './quote-work.tsx';

/** The price as it will be saved, and the link to try, while both are still being typed. */
function Preview({ price, url }: { price: string; url: string }) {
  const amount = parsePrice(price);
  const link = paymentUrlSchema.safeParse(url).data;
  return (
    <Group gap="md" mih={26}>
      <Text size="sm" role="status" className="tabular">
        {amount === undefined ? (
          <Text span c="dimmed" inherit>
            The price as it will be saved shows here.
          </Text>
        ) : (
          <>
            Will be saved as <strong>{formatMoney(amount)}</strong>
          </>
        )}
      </Text>
      {link && (
        <Anchor href={link} target="_blank" rel="noopener noreferrer" size="sm">
          <Group gap={4} component="span" wrap="nowrap">
            Open the link <IconExternalLink size={16} aria-hidden />
          </Group>
        </Anchor>
      )}
    </Group>
  );
}

function PriceForm({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const { change, isBusy } = useQuoteWork();
  const [base] = useState(quote);
  const { form, onSubmit } = useZodForm(priceForm, { price: base.price ?? '', paymentUrl: base.paymentUrl ?? '' });
  const [typed, setTyped] = useState(form.getValues());
  form.watch('price', ({ value }) => setTyped((values) => ({ ...values, price: value })));
  form.watch('paymentUrl', ({ value }) => setTyped((values) => ({ ...values, paymentUrl: value })));
  const isPending = isBusy(quote.id);
  // A frame later: the dialog notes first which button has the focus, and gives it back there.
  useEffect(() => {
    const frame = requestAnimationFrame(() => form.getInputNode('price')?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  const send = async (input: { price: string; paymentUrl: string }) => {
    const done = `Quote #${quote.id} is sent for ${formatMoney(input.price)}`;
    if ((await change(base, input, done)) !== 'failed') onClose();
  };

  return (
    <form onSubmit={onSubmit((input) => void send(input))} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {quote.customer.name} asked for {quote.items.length === 1 ? '1 item' : `${quote.items.length} items`}. Saving
          sends the quote to {quote.customer.email}.
        </Text>
        <TextInput
          key={form.key('price')}
          label="Price"
          withAsterisk
          required
          leftSection="$"
          inputMode="decimal"
          min={0}
          step={0.01}
          autoComplete="off"
          placeholder="1,250.50"
          data-autofocus
          {...form.getInputProps('price')}
        />
        <TextInput
          key={form.key('paymentUrl')}
          label="Payment URL"
          withAsterisk
          required
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          description="A public https:// address, without a password"
          {...form.getInputProps('paymentUrl')}
        />
        <Preview price={typed.price} url={typed.paymentUrl} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <PendingButton type="submit" isPending={isPending}>
            {isPending ? 'Saving...' : 'Save & Send'}
          </PendingButton>
        </Group>
      </Stack>
    </form>
  );
}

function PriceContent({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuote(id);
  // The form stays when the quote is priced under it: saving says so.
  const [wasDraft, setWasDraft] = useState(false);
  const isDraft = query.data !== undefined && canPriceQuote(query.data.status);
  if (isDraft && !wasDraft) setWasDraft(true);

  if (query.isPending) return <SkeletonRows rows={3} />;
  if (query.data === undefined)
    return (
      <ErrorState
        title={`Quote #${id} could not be loaded`}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  if (!isDraft && !wasDraft) return <Text>This quote is {query.data.status}; its price is set already.</Text>;
  return <PriceForm quote={query.data} onClose={onClose} />;
}

export function QuotePriceDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const shown = useKept(id);
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title="Set Price & Payment Link" size="md">
      {shown !== undefined && <PriceContent key={shown} id={shown} onClose={onClose} />}
    </Dialog>
  );
}
