import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { KnownPlace } from '@quickfleet/shared/base/place/places';
import { typedPlace } from '@quickfleet/shared/base/place/typed-place';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { brand } from '../../lib/words/brand.ts';
import { PinSlot } from '../map/pin-slot.tsx';

const known: Record<KnownPlace['source'], string> = {
  pin: t('The place was set by hand.'),
  proof: t('The place is known from your drivers’ proofs.'),
  file: t('The place is from the address file.'),
  service: t('The place is from the map service.'),
  typed: t('The address says its place itself.'),
};

interface PlaceLineProps {
  place: KnownPlace | null | undefined;
  /** Of which address: for who does not see the line. */
  what: string;
  isPending: boolean;
  /** Places that a map shows while this one is not known: of the order's other address. */
  near?: readonly KnownPlace[];
  /** null forgets what was set; true when it is saved. Absent: it cannot be changed. */
  onSet?: ((place: string | null) => Promise<boolean>) | undefined;
}
/** Where an address is and who says so; or that nobody knows, with a field, and the company's map, to set it. */
export function PlaceLine({ place, what, near = [], isPending, onSet }: PlaceLineProps) {
  const [typed, setTyped] = useState<string>();
  if (place === undefined) return null;
  const save = async (text: string | null) => {
    if (!isPending && (await onSet?.(text))) setTyped(undefined);
  };
  const setWords = brand.map ? t('Set on map') : t('Set the place');
  if (typed === undefined)
    return (
      <Group gap="xs">
        <Text size="sm" {...(place ? { c: 'dimmed' } : { fw: 550 })}>
          {place ? known[place.source] : t('Nobody knows the place of this address.')}
        </Text>
        {onSet && (
          <Button size="compact-sm" variant="subtle" onClick={() => setTyped('')} aria-label={`${setWords}, ${what}`}>
            {setWords}
          </Button>
        )}
      </Group>
    );
  return (
    <Stack gap={4}>
      <PinSlot
        title={t('Map: {what}', { what })}
        pin={(typed === '' ? place : typedPlace(typed, 'place')) ?? undefined}
        near={near}
        onPin={({ lat, lng }) => setTyped(`${lat.toFixed(6)}, ${lng.toFixed(6)}`)}
      />
      <TextInput
        label={t('Coordinates, a plus code or a link of a map')}
        placeholder="52.5200, 13.4050"
        value={typed}
        maxLength={2000}
        autoComplete="off"
        dir="ltr"
        autoFocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return;
          event.preventDefault();
          void save(typed.trim());
        }}
      />
      <Group gap="xs">
        <Button
          size="compact-sm"
          onClick={() => void save(typed.trim())}
          loading={isPending}
          disabled={typed.trim() === ''}
        >
          {t('Save')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setTyped(undefined)}>
          {t('Cancel')}
        </Button>
        {place?.source === 'pin' && (
          <Button size="compact-sm" variant="subtle" onClick={() => void save(null)}>
            {t('Forget the place')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
