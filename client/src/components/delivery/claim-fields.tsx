import { Checkbox, NativeSelect, Stack, Textarea } from '@mantine/core';
import { type IncidentKind, incidentKinds, incidentKindWords } from '@quickfleet/shared/delivery/proof/incident-words';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { ImagePicker } from '../photos/image-picker.tsx';

const kinds = [
  { value: '', label: t('Choose what is wrong') },
  ...incidentKinds.map((value) => ({ value, label: incidentKindWords[value] })),
];

export interface ClaimDraft {
  /** Nothing is preselected. */
  kind: IncidentKind | null;
  /** Keys of the items it is about. */
  items: string[];
  description: string;
  imageUrls: string[];
}
/** A claim while it is typed; `isBusy` while photos are on their way. */
export function useClaimDraft() {
  const [draft, setDraft] = useState<ClaimDraft>({ kind: null, items: [], description: '', imageUrls: [] });
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<ClaimDraft>) => setDraft((now) => ({ ...now, ...part }));
  return { draft, change, isBusy, setBusy };
}

interface ClaimFieldsProps {
  claim: ReturnType<typeof useClaimDraft>;
  /** What it may be about; `key` is what the draft holds. */
  items: readonly { key: string; name: string; quantity: number }[];
  /** The label of the description. */
  wordsLabel: string;
  areWordsRequired?: boolean;
  errors?: { kind?: string | undefined; description?: string | undefined };
}

/** What is wrong, with which items, in words and photos: the same for the office and the customer. */
export function ClaimFields({ claim, items, wordsLabel, areWordsRequired = false, errors = {} }: ClaimFieldsProps) {
  const { draft, change, setBusy } = claim;
  return (
    <>
      <NativeSelect
        label={t('What is wrong')}
        data={kinds}
        withAsterisk
        aria-required
        value={draft.kind ?? ''}
        error={errors.kind}
        onChange={({ currentTarget: { value } }) =>
          change({ kind: incidentKinds.find((one) => one === value) ?? null })
        }
      />
      {items.length > 1 && (
        <Checkbox.Group label={t('Which items')} value={draft.items} onChange={(chosen) => change({ items: chosen })}>
          <Stack gap={6} mt={6}>
            {items.map(({ key, name, quantity }) => (
              <Checkbox key={key} value={key} label={`${quantity} × ${name}`} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Textarea
        label={wordsLabel}
        autosize
        minRows={3}
        value={draft.description}
        withAsterisk={areWordsRequired}
        aria-required={areWordsRequired}
        error={errors.description}
        onChange={({ currentTarget: { value } }) => change({ description: value })}
      />
      <ImagePicker
        value={draft.imageUrls}
        onChange={(imageUrls) => change({ imageUrls })}
        onBusyChange={setBusy}
        itemName={t('Claim')}
      />
    </>
  );
}
