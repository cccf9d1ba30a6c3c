import { Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { ConvertQuote } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { windowOfSpeed } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { z } from 'zod';
import { DialogOf } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { FitPanel } from '../../../../components/planning/fit-panel.tsx';
import { fitAsked } from '../../../../components/planning/use-fit.ts';
import {
  draftOf,
  noDraft,
  planOf,
  typedWindow,
  windowErrors,
  windowOfDraft,
} from '../../../../components/window-field/window-draft.ts';
import { WindowFields } from '../../../../components/window-field/window-field.tsx';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { brand } from '../../../../lib/words/brand.ts';

const check = z.object({
  pickupWindow: typedWindow({ needsTimes: true }),
  deliveryWindow: typedWindow({ needsTimes: true }),
});
export type PromisedWindows = Pick<ConvertQuote, 'pickupWindow' | 'deliveryWindow'>;

const ASK_AFTER_MS = 500;

export interface ConvertDialogProps {
  quote: Quote | undefined;
  isPending: boolean;
  /** Resolves to what the server found wrong with the windows; empty where nothing is. */
  onConvert: (quote: Quote, windows: PromisedWindows) => Promise<Record<string, string>>;
  onClose: () => void;
}

function ConvertForm({ quote, isPending, onConvert, onClose }: ConvertDialogProps & { quote: Quote }) {
  const initial = {
    pickupWindow: noDraft,
    deliveryWindow: draftOf(windowOfSpeed(quote, new Date(), brand.timeZone, brand.hours)),
  };
  const [windows, setWindows] = useState(initial);
  const ask = useDebouncedCallback(setWindows, ASK_AFTER_MS);
  const { form, onSubmit, showErrors } = useZodForm(check, initial, { onValuesChange: ask });
  const send = async (typed: z.output<typeof check>) => {
    const promised = {
      pickupWindow: windowOfDraft(typed.pickupWindow),
      deliveryWindow: windowOfDraft(typed.deliveryWindow),
    };
    const errors = windowErrors(await onConvert(quote, promised));
    if (Object.keys(errors).length > 0) showErrors(errors);
  };
  return (
    <DialogForm
      focusesCancel
      onSubmit={onSubmit((typed) => void send(typed))}
      onCancel={onClose}
      send={t('Create order')}
      sending={t('Converting...')}
      isPending={isPending}
    >
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
      <FitPanel
        asked={fitAsked({
          ...quote,
          ...{ deliveryDate: quote.wantedDay },
          ...planOf(windows.pickupWindow, windows.deliveryWindow),
        })}
      />
    </DialogForm>
  );
}

/** Asks before a paid quote becomes an order, and for when: prefilled from the quote's speed, to be left empty too. */
export function ConvertDialog(props: ConvertDialogProps) {
  return (
    <DialogOf
      of={props.quote}
      onClose={props.onClose}
      title={(shown) => t('Convert quote #{id} to an order?', { id: shown.id })}
      size="md"
      zIndex={300}
    >
      {(shown) => <ConvertForm key={shown.id} {...props} quote={shown} />}
    </DialogOf>
  );
}
