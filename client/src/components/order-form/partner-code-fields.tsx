import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { type PartnerCodeKind, readPartnerCode } from '@quickfleet/shared/base/scan/partner-code';
import { PARCELS_MAX, PARTNER_CODE_MAX, PARTNER_CODES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ZodForm } from '../../lib/forms/use-zod-form.ts';
import { WholeNumberInput } from '../forms/whole-number-input.tsx';
import { type CodesValues, type CodeValues, kindWord, newCode, wrongDigitIn } from './partner-code-values.ts';

type CodesForm = Pick<
  ZodForm<CodesValues>,
  | 'key'
  | 'getInputProps'
  | 'getInputNode'
  | 'getValues'
  | 'setFieldValue'
  | 'clearFieldError'
  | 'insertListItem'
  | 'removeListItem'
  | 'errors'
>;

interface CodeFieldsProps {
  form: CodesForm;
  row: CodeValues;
  at: number;
  onNext: () => void;
  onRemove: () => void;
}
function CodeFields({ form, row, at, onNext, onRemove }: CodeFieldsProps) {
  const [{ code, kind }, setTyped] = useState(row);
  const path = `partnerCodes.${at}`;
  const number = at + 1;
  const say = (now: Pick<CodeValues, 'code'> & { kind?: PartnerCodeKind | undefined }) => {
    setTyped({ ...row, ...now });
    form.setFieldValue(`${path}.kind`, now.kind, { forceUpdate: false });
  };
  const { error, onChange, ...input } = form.getInputProps(`${path}.code`);
  const wrong = wrongDigitIn({ code, kind });
  const known = kind ?? readPartnerCode(code)?.kind;
  const onKeyDown = (event: KeyboardEvent) => {
    // A scanner ends its code with Enter, which must not send the form.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (code.trim() !== '') onNext();
  };
  return (
    <div>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          key={form.key(`${path}.code`)}
          flex={1}
          aria-label={t('Code {number}', { number })}
          placeholder={t('Scan or type it')}
          description={known && kindWord(known)}
          inputWrapperOrder={['input', 'description', 'error']}
          maxLength={PARTNER_CODE_MAX}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          onKeyDown={onKeyDown}
          {...input}
          onChange={(event) => {
            say({ code: event.currentTarget.value, kind: undefined });
            onChange(event);
          }}
          error={wrong ?? error}
        />
        <WholeNumberInput
          key={form.key(`${path}.parcel`)}
          w={80}
          style={{ flex: 'none' }}
          aria-label={t('Parcel of code {number}', { number })}
          placeholder={t('Parcel')}
          min={1}
          max={PARCELS_MAX}
          {...form.getInputProps(`${path}.parcel`)}
        />
        <ActionIcon size="input-sm" aria-label={t('Remove code {number}', { number })} onClick={onRemove}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {wrong && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            say({ code, kind: 'other' });
            form.clearFieldError(`${path}.code`);
          }}
        >
          {t('Keep it as it is')}
        </Button>
      )}
    </div>
  );
}

/** What other companies print on the parcels, each with its kind, and the parcel that it is on. */
export function PartnerCodeFields({ form }: { form: CodesForm }) {
  const addButton = useRef<HTMLButtonElement>(null);
  const rows = form.getValues().partnerCodes;
  const focus = (at: number) => form.getInputNode(`partnerCodes.${at}.code`)?.focus();
  const isFull = rows.length >= PARTNER_CODES_MAX;
  const add = () => {
    flushSync(() => form.insertListItem('partnerCodes', newCode()));
    focus(form.getValues().partnerCodes.length - 1);
  };
  const remove = (row: CodeValues) => {
    const at = form.getValues().partnerCodes.findIndex(({ key }) => key === row.key);
    form.removeListItem('partnerCodes', at);
    addButton.current?.focus();
  };
  return (
    <Input.Wrapper
      label={t('Codes of other companies')}
      labelElement="div"
      description={t('Optional: what is printed on the parcels, and the number of the parcel')}
    >
      <Stack gap="xs" mt="xs">
        {rows.map((row, at) => (
          <CodeFields
            key={row.key}
            form={form}
            row={row}
            at={at}
            onNext={() => (at < rows.length - 1 || isFull ? focus(at + 1) : add())}
            onRemove={() => remove(row)}
          />
        ))}
        <Button
          ref={addButton}
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={add}
          disabled={isFull}
        >
          {t('Add a code')}
        </Button>
        {typeof form.errors['partnerCodes'] === 'string' && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {form.errors['partnerCodes']}
          </Text>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
