import { Checkbox, Input, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { type EventObject, eventObjects, eventTypes } from '@quickfleet/shared/messages/events';
import type { ReactNode } from 'react';

const titles: Record<EventObject, string> = {
  quote: 'Quotes',
  order: 'Orders',
  customer: 'Customers',
  claim: 'Claims',
  payment: 'Payments',
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
  const set = (kind: EventObject, types: readonly string[]) =>
    onChange([...value.filter((type) => !type.startsWith(`${kind}.`)), ...types]);
  return (
    <>
      <Radio.Group
        label="Events"
        withAsterisk
        value={isAll ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? ['*'] : [])}
      >
        <Stack gap={6} mt="xs">
          <Radio value="all" label="All events" description="Also the types of later releases" />
          <Radio value="some" label="Only these" />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <div>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {eventObjects.map((kind) => {
              const types = typesOf(kind);
              const chosen = types.filter((type) => value.includes(type));
              return (
                <div key={kind}>
                  <Checkbox
                    label={
                      <Text span size="sm" fw={600}>
                        {titles[kind]}
                      </Text>
                    }
                    aria-label={`All of ${titles[kind].toLowerCase()}`}
                    checked={chosen.length === types.length}
                    indeterminate={chosen.length > 0 && chosen.length < types.length}
                    onChange={({ currentTarget }) => set(kind, currentTarget.checked ? types : [])}
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
