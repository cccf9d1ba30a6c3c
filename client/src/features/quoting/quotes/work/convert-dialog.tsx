import { Button, Group, Stack, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { ConvertQuote } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { windowOfSpeed } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { Dialog, DialogFooter } from '../../../../components/feedback/dialog/dialog.tsx';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import {
  draftOf,
  noDraft,
  typedWindow,
  windowErrors,
  windowOfDraft,
} from '../../../../components/window-field/window-draft.ts';
import { WindowFields } from '../../../../components/window-field/window-field.tsx';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { brand } from '../../../../lib/words/brand.ts';

const check = z.object({
  pickupWindow: typedWindow({ needsTimes: true }),
  deliveryWindow: typedWindow({ needsTimes: true }),
});
export type PromisedWindows = Pick<ConvertQuote, 'pickupWindow' | 'deliveryWindow'>;

export interface ConvertDialogProps {
  quote: Quote | undefined;
  isPending: boolean;
  /** Resolves to what the server found wrong with the windows; empty where nothing is. */
  onConvert: (quote: Quote, windows: PromisedWindows) => Promise<Record<string, string>>;
  onClose: () => void;
}

function ConvertForm({ quote, isPending, onConvert, onClose }: ConvertDialogProps & { quote: Quote }) {
  const { form, onSubmit, showErrors } = useZodForm(check, {
    pickupWindow: noDraft,
    deliveryWindow: draftOf(windowOfSpeed(quote, new Date(), brand.timeZone, brand.hours)),
  });
  const send = async (typed: z.output<typeof check>) => {
    const windows = {
      pickupWindow: windowOfDraft(typed.pickupWindow),
      deliveryWindow: windowOfDraft(typed.deliveryWindow),
    };
    const errors = windowErrors(await onConvert(quote, windows));
    if (Object.keys(errors).length > 0) showErrors(errors);
  };
  return (
    <form onSubmit={onSubmit((typed) => void send(typed))} noValidate>
      <Stack gap="lg">
        <Text>
          {t(
            'The order of {name} for {amount} is created, and {email} gets the e-mail about it, which cannot be taken back.',
            {
              name: quote.customer.name || t('Unknown'),
              amount: formatAmount(quote.price ?? '0', quote.currency),
              email: quote.customer.email,
            },
          )}
        </Text>
        <WindowFields form={form} needsTimes />
      </Stack>
      <DialogFooter>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('Cancel')}
          </Button>
          <PendingButton type="submit" isPending={isPending}>
            {isPending ? t('Converting...') : t('Create order')}
          </PendingButton>
        </Group>
      </DialogFooter>
    </form>
  );
}

/** Asks before a paid quote becomes an order, and for when: prefilled from the quote's speed, to be left empty too. */
export function ConvertDialog(props: ConvertDialogProps) {
  const shown = usePrevious(props.quote);
  return (
    <Dialog
      opened={props.quote !== undefined}
      onClose={props.onClose}
      title={t('Convert quote #{id} to an order?', { id: shown?.id ?? '' })}
      size="md"
      zIndex={300}
      closeOnClickOutside={false}
    >
      {shown && <ConvertForm key={shown.id} {...props} quote={shown} />}
    </Dialog>
  );
}
