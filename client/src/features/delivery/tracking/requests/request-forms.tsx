import { Button, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { zoneName } from '@quickfleet/shared/base/time/zoned-time';
import { leavePlaces, leavePlaceWords, type RequestKind } from '@quickfleet/shared/company/request-kinds';
import { NAME_MAX, PHONE_MAX, REQUEST_TEXT_MAX } from '@quickfleet/shared/limits';
import { type Window, windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { imageTypes } from '../../../../lib/api/upload.ts';
import { showField } from '../../../../lib/forms/focus-first.ts';
import { brand } from '../../../../lib/words/brand.ts';

/** What a form asks for; the kind says which of the fields it has. */
export interface Wish {
  kind: RequestKind;
  window?: Window;
  place?: (typeof leavePlaces)[number];
  text?: string;
  /** Of the place; it is uploaded before the request is sent. */
  photo?: File;
  name?: string;
  phone?: string;
  email?: string;
}

const buttons: Readonly<Record<RequestKind, string>> = {
  window: t('Ask for this time'),
  leave_at: t('Leave it there'),
  note: t('Send to the driver'),
  contact: t('Save the contact'),
  cancel: t('Cancel the delivery'),
};

/** What is still missing, by field, in the words of the server. */
const missingIn = ({ kind, text = '', name = '', phone = '' }: Wish): Record<string, string> => ({
  ...(kind === 'note' && !text.trim() ? { text: t('Write a note for the driver') } : {}),
  ...(kind === 'leave_at' && !text.trim() ? { text: t('Say with whom or where') } : {}),
  ...(kind === 'contact' && !name.trim() ? { name: t('Enter a name') } : {}),
  ...(kind === 'contact' && !phone.trim() ? { phone: t('Enter a phone number') } : {}),
});

/** The zone is said once under the field, and whole hours have no minutes: a phone would cut what is longer. */
const shortly = (window: Window): string =>
  windowInWords(window, brand.timeZone, brand.hourCycle)
    .replaceAll(/:00(?= [AP]M)/g, '')
    .replace(` ${zoneName(new Date(window.to), brand.timeZone)}`, '');

/** A photo of the place, with scripts off too. */
export const PhotoField = ({
  error,
  onChoose,
}: {
  error?: string | undefined;
  onChoose?: (photo: File | undefined) => void;
}) => (
  <TextInput
    type="file"
    name="photo"
    label={t('Photo of the place')}
    description={t('Optional. Only the driver and our office see it.')}
    accept={imageTypes.join(',')}
    error={error}
    onChange={(event) => onChoose?.(event.currentTarget.files?.[0])}
  />
);

interface RequestFormProps {
  kind: RequestKind;
  windows: readonly Window[];
  /** What the server found wrong, by field. */
  errors: Readonly<Record<string, string>>;
  isPending: boolean;
  onSend: (wish: Wish) => void;
  onClose: () => void;
}

/** The form of one thing that a customer or recipient asks for. */
export function RequestForm({ kind, windows, errors: refused, isPending, onSend, onClose }: RequestFormProps) {
  const [missing, setMissing] = useState<Record<string, string>>({});
  const errors = { ...refused, ...missing };
  const [chosen, setChosen] = useState(0);
  const [place, setPlace] = useState<Wish['place']>('neighbour');
  const [typed, setTyped] = useState({ text: '', name: '', phone: '', email: '' });
  const [photo, setPhoto] = useState<File>();
  const type = (part: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...part }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { text, name, phone, email } = typed;
    const window = windows[chosen];
    const wishes: Record<RequestKind, Wish> = {
      window: { kind, ...(window ? { window } : {}) },
      leave_at: { kind, text, ...(place ? { place } : {}), ...(photo ? { photo } : {}) },
      note: { kind, text },
      contact: { kind, name, phone, email },
      cancel: { kind, text },
    };
    const lacks = missingIn(wishes[kind]);
    flushSync(() => setMissing(lacks));
    if (Object.keys(lacks).length === 0) onSend(wishes[kind]);
    else showField(event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]'));
  };
  const text = { value: typed.text, maxLength: REQUEST_TEXT_MAX, error: errors['text'] };
  return (
    <form onSubmit={submit} noValidate aria-label={buttons[kind]}>
      <Stack gap="sm">
        {kind === 'window' && (
          <NativeSelect
            label={t('When should it come?')}
            description={t('Times are in {zoneName}.', {
              zoneName: zoneName(new Date(windows[chosen]?.to ?? Date.now()), brand.timeZone),
            })}
            data={windows.map((window, at) => ({
              value: String(at),
              label: shortly(window),
            }))}
            value={String(chosen)}
            error={errors['window']}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          />
        )}
        {kind === 'leave_at' && (
          <>
            <NativeSelect
              label={t('Where to leave it')}
              data={leavePlaces.map((value) => ({ value, label: leavePlaceWords[value] }))}
              value={place}
              error={errors['place']}
              onChange={({ currentTarget: { value } }) => setPlace(leavePlaces.find((one) => one === value))}
            />
            <TextInput
              label={place === 'neighbour' ? t('Name and door of the neighbour') : t('Describe the place')}
              withAsterisk
              {...text}
              onChange={(event) => type({ text: event.currentTarget.value })}
            />
            <PhotoField error={errors['photoUrl']} onChoose={setPhoto} />
          </>
        )}
        {kind === 'note' && (
          <Textarea
            label={t('Note for the driver')}
            description={t('A gate code, the floor, where to park.')}
            withAsterisk
            rows={3}
            {...text}
            onChange={(event) => type({ text: event.currentTarget.value })}
          />
        )}
        {kind === 'contact' && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={t('Name')}
              withAsterisk
              autoComplete="off"
              maxLength={NAME_MAX}
              value={typed.name}
              error={errors['name']}
              onChange={(event) => type({ name: event.currentTarget.value })}
            />
            <TextInput
              label={t('Phone')}
              type="tel"
              withAsterisk
              autoComplete="off"
              maxLength={PHONE_MAX}
              value={typed.phone}
              error={errors['phone']}
              onChange={(event) => type({ phone: event.currentTarget.value })}
            />
            <TextInput
              label={t('E-mail')}
              type="email"
              autoComplete="off"
              description={t('Gets the mails about this delivery in place of you.')}
              value={typed.email}
              error={errors['email']}
              onChange={(event) => type({ email: event.currentTarget.value })}
            />
          </SimpleGrid>
        )}
        {kind === 'cancel' && (
          <Textarea
            label={t('Why?')}
            placeholder={t('Optional')}
            rows={2}
            {...text}
            onChange={(event) => type({ text: event.currentTarget.value })}
          />
        )}
        <div>
          <Button type="submit" loading={isPending} color={kind === 'cancel' ? 'red' : undefined} me="xs">
            {buttons[kind]}
          </Button>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {t('Back')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
