import { Checkbox, NativeSelect, Stack, Textarea } from '@mantine/core';
import { type IncidentKind, incidentKinds, incidentKindWords } from '@quickfleet/shared/incident-words';
import { useState } from 'react';
import { ImagePicker } from './image-picker.tsx';

const kinds = incidentKinds.map((value) => ({ value, label: incidentKindWords[value] }));

export interface ClaimDraft {
  kind: IncidentKind;
  /** Keys of the items it is about. */
  items: string[];
  description: string;
  imageUrls: string[];
}
/** A claim while it is typed; `isBusy` while photos are on their way. */
export function useClaimDraft() {
  const [draft, setDraft] = useState<ClaimDraft>({ kind: 'damaged', items: [], description: '', imageUrls: [] });
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<ClaimDraft>) => setDraft((now) => ({ ...now, ...part }));
  return { draft, change, isBusy, setBusy };
}

interface ClaimFieldsProps {
  claim: ReturnType<typeof useClaimDraft>;
  /** What it may be about; `key` is what the draft holds. */
  items: readonly { key: string; name: string; quantity: number }[];
  /** What the words are called for whoever writes them. */
  wordsLabel: string;
  error?: string | undefined;
}

/** What is wrong, with which items, in words and photos: the same for the office and the customer. */
export function ClaimFields({ claim, items, wordsLabel, error }: ClaimFieldsProps) {
  const { draft, change, setBusy } = claim;
  return (
    <>
      <NativeSelect
        label="What is wrong"
        data={kinds}
        value={draft.kind}
        onChange={({ currentTarget: { value } }) => {
          const kind = incidentKinds.find((one) => one === value);
          if (kind) change({ kind });
        }}
      />
      {items.length > 1 && (
        <Checkbox.Group label="Which items" value={draft.items} onChange={(chosen) => change({ items: chosen })}>
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
        error={error}
        onChange={({ currentTarget: { value } }) => change({ description: value })}
      />
      <ImagePicker
        value={draft.imageUrls}
        onChange={(imageUrls) => change({ imageUrls })}
        onBusyChange={setBusy}
        itemName="Claim"
      />
    </>
  );
}
