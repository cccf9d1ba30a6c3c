import { Checkbox, Input, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { type EventObject, eventObjects, eventTypes } from '@quickfleet/shared/messages/events';
import { labelWithin } from '@quickfleet/shared/words/letters';
import { t } from '@quickfleet/shared/words/t';
import type { ReactNode } from 'react';

const titles: Record<EventObject, string> = {
  quote: t('Quotes'),
  order: t('Orders'),
  customer: t('Customers'),
  claim: t('Claims'),
  payment: t('Payments'),
};
const typesOf = (kind: EventObject): string[] => eventTypes.filter((type) => type.startsWith(`${kind}.`));

interface EventTypesFieldProps {
  value: readonly string[];
  onChange: (types: string[]) => void;
  error?: ReactNode;
}

/** Every type, or some, by what they are about. */
export function EventTypesField({ value, onChange, error }: EventTypesFieldProps) {
  const isAll = value.includes('*');
  const isChosen = (kind: EventObject, type: string) => value.includes(type) || value.includes(`${kind}.*`);
  const set = (kind: EventObject, types: readonly string[]) =>
    onChange([...value.filter((type) => !type.startsWith(`${kind}.`)), ...types]);
  return (
    <>
      <Radio.Group
        label={t('Events')}
        withAsterisk
        value={isAll ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? ['*'] : [])}
      >
        <Stack gap={6} mt="xs">
          <Radio value="all" label={t('All events')} description={t('Also the types of later releases')} />
          <Radio value="some" label={t('Only these')} />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <div>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {eventObjects.map((kind) => {
              const types = typesOf(kind);
              const chosen = types.filter((type) => isChosen(kind, type));
              return (
                <div key={kind}>
                  <Checkbox
                    label={
                      <Text span size="sm" fw={600}>
                        {titles[kind]}
                      </Text>
                    }
                    aria-label={t('All of {titles}', { titles: labelWithin(titles[kind]) })}
                    checked={chosen.length === types.length}
                    indeterminate={chosen.length > 0 && chosen.length < types.length}
                    onChange={({ currentTarget }) => set(kind, currentTarget.checked ? [`${kind}.*`] : [])}
                  />
                  <Checkbox.Group
                    value={chosen}
                    onChange={(next) => set(kind, next)}
                    aria-label={titles[kind]}
                    mt={6}
                    ml={28}
                  >
                    <Stack gap={6}>
                      {types.map((type) => (
                        <Checkbox key={type} size="xs" value={type} label={<span className="mono">{type}</span>} />
                      ))}
                    </Stack>
                  </Checkbox.Group>
                </div>
              );
            })}
          </SimpleGrid>
          {error && (
            <Input.Error mt="xs" role="alert">
              {error}
            </Input.Error>
          )}
        </div>
      )}
    </>
  );
}
