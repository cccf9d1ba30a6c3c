import { Alert, Button, Card, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import type { ChangeImport, Import } from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { WholeNumberInput } from '../../../components/forms/whole-number-input.tsx';

type Change = Omit<ChangeImport, 'id'>;
interface ImportReadingProps {
  shown: Import;
  isPending: boolean;
  onChange: (change: Change) => void;
}

/** What only a person knows of the days of a file. */
function DayQuestion({ isPending, onChange }: Omit<ImportReadingProps, 'shown'>) {
  return (
    <Alert color="amber" icon={<IconHelpCircle aria-hidden />} title={t('Which comes first in the days of this file?')}>
      <Text size="sm">{t('Days like 4/3/2027 can be read two ways. Your answer is for the whole file.')}</Text>
      <Group gap="sm" mt="sm">
        <Button variant="default" loading={isPending} onClick={() => onChange({ dayOrder: 'dmy' })}>
          {t('The day: 4 March')}
        </Button>
        <Button variant="default" loading={isPending} onClick={() => onChange({ dayOrder: 'mdy' })}>
          {t('The month: April 3')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Shops write where a parcel goes, and never where it is fetched. */
function PickupQuestion({ isPending, onChange }: Omit<ImportReadingProps, 'shown'>) {
  const [address, setAddress] = useState('');
  const use = (pickupAddress: string) => onChange({ constants: { pickupAddress } });
  return (
    <Alert color="amber" icon={<IconHelpCircle aria-hidden />} title={t('Where are these orders picked up?')}>
      <Text size="sm">{t('The file does not say it. Your answer is for all rows without one.')}</Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (address.trim() !== '') use(address.trim());
        }}
      >
        <Group gap="sm" mt="sm" align="flex-end">
          <Button variant="default" loading={isPending} onClick={() => use('company')}>
            {t('At our own address')}
          </Button>
          <TextInput
            label={t('Another address')}
            flex="1 1 220px"
            maw={420}
            autoComplete="off"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isPending} disabled={address.trim() === ''}>
            {t('Use it')}
          </Button>
        </Group>
      </form>
    </Alert>
  );
}
const lacksPickup = ({ kind, columns, constants }: Import): boolean =>
  (kind === 'orders' || kind === 'quotes') &&
  !constants['pickupAddress'] &&
  !columns.some(({ field }) => field === 'pickupAddress');

function HiddenRows({ shown, isPending, onChange }: ImportReadingProps) {
  const { hiddenRows: count, includeHidden } = shown;
  return (
    <Group gap="sm">
      <Text size="sm">
        {includeHidden
          ? t('{count, plural, one {# hidden row is} other {# hidden rows are}} included.', { count })
          : t('{count, plural, one {# hidden row is} other {# hidden rows are}} left out.', { count })}
      </Text>
      <Button
        variant="default"
        size="compact-md"
        loading={isPending}
        onClick={() => onChange({ includeHidden: !includeHidden })}
      >
        {includeHidden ? t('Leave hidden rows out') : t('Include hidden rows')}
      </Button>
    </Group>
  );
}

/** Which sheet is read, and which of its rows has the heads. */
function Place({ shown, isPending, onChange }: ImportReadingProps) {
  const [headRow, setHeadRow] = useState(String(shown.headRow));
  const isChanged = headRow !== String(shown.headRow) && Number(headRow) >= 1;
  return (
    <Group gap="sm" align="flex-end">
      {shown.sheets.length > 1 && (
        <NativeSelect
          label={t('Sheet')}
          data={shown.sheets}
          value={shown.sheet ?? ''}
          disabled={isPending}
          onChange={(event) => onChange({ sheet: event.currentTarget.value })}
        />
      )}
      <WholeNumberInput
        label={t('Row with the heads')}
        min={1}
        maw={180}
        value={headRow}
        onChange={(event) => setHeadRow(event.currentTarget.value)}
      />
      {isChanged && (
        <Button variant="default" loading={isPending} onClick={() => onChange({ headRow: Number(headRow) })}>
          {t('Read again')}
        </Button>
      )}
    </Group>
  );
}

/** How a file is read: what is asked of it, what it lacks, and what can be said of it until its rows go in. */
export function ImportReading(props: ImportReadingProps) {
  const { shown } = props;
  const mayChange = shown.state === 'checked' || shown.state === 'checking';
  const warnings = shown.warnings.filter(({ row }) => row === null);
  return (
    <Card padding="md" mt="md" component="section" aria-labelledby="import-reading-title">
      <Title order={2} size="h4" id="import-reading-title" mb="sm">
        {t('How the file is read')}
      </Title>
      <Stack gap="sm">
        {shown.shop && <Text size="sm">{t('Recognized as an export of {shop}.', { shop: shown.shop })}</Text>}
        {mayChange && shown.questions.includes('dayOrder') && <DayQuestion {...props} />}
        {mayChange && lacksPickup(shown) && <PickupQuestion {...props} />}
        {shown.dayOrder && (
          <Text size="sm">
            {shown.dayOrder === 'dmy'
              ? t('Days are read with the day first, like 4/3/2027 for 4 March.')
              : t('Days are read with the month first, like 4/3/2027 for April 3.')}
          </Text>
        )}
        {warnings.length > 0 && (
          <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} title={t('Please check')}>
            {warnings.map(({ message }) => (
              <Text key={message} size="sm">
                {message}
              </Text>
            ))}
          </Alert>
        )}
        {mayChange && shown.hiddenRows > 0 && <HiddenRows {...props} />}
        {mayChange && <Place key={`${shown.sheet} ${shown.headRow}`} {...props} />}
      </Stack>
    </Card>
  );
}
