import { Fieldset, Select, SimpleGrid, Text } from '@mantine/core';
import type { GivenRules, GivenStopRules, ProofStop } from '@quickfleet/shared/proof-demands';
import type { ProofRulesIn } from '@quickfleet/shared/proof-rules';

const stops: readonly { stop: ProofStop; title: string }[] = [
  { stop: 'pickup', title: 'At the pickup' },
  { stop: 'delivery', title: 'At the delivery' },
];
const AS_BEFORE = '';
const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
const flags = [
  { name: 'pin', label: 'PIN told by e-mail' },
  { name: 'scan', label: 'Scan of each parcel' },
  { name: 'leaveAtDoor', label: 'May be left at the door' },
  { name: 'signerRelation', label: 'Who the signer is' },
  { name: 'position', label: 'Position of the phone' },
] as const;
const photoWords = [
  { value: 'none', label: 'None' },
  { value: 'one', label: 'One' },
  { value: 'each_item', label: 'One of each item' },
] as const;
const signatureWords = [
  { value: 'required', label: 'Required' },
  { value: 'optional', label: 'Optional' },
  { value: 'photo_instead', label: 'A photo will do' },
] as const;

/** The same without a value that was taken back. */
function without(rules: GivenStopRules, name: keyof GivenStopRules): GivenStopRules {
  const { [name]: _, ...rest } = rules;
  return rest;
}

interface StopFieldsProps {
  rules: GivenStopRules;
  /** What an empty field means: 'As the company says'. */
  asBefore: string;
  onChange: (rules: GivenStopRules) => void;
}

function StopFields({ rules, asBefore, onChange }: StopFieldsProps) {
  const set = (name: keyof GivenStopRules, change: GivenStopRules | undefined) =>
    onChange(change ? { ...rules, ...change } : without(rules, name));
  const empty = { value: AS_BEFORE, label: asBefore };
  const flagOf = (value: boolean | undefined) => (value === undefined ? AS_BEFORE : value ? 'yes' : 'no');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label="Photos"
        allowDeselect={false}
        data={[empty, ...photoWords]}
        value={rules.photos ?? AS_BEFORE}
        onChange={(value) => {
          const photos = photoWords.find((one) => one.value === value)?.value;
          set('photos', photos && { photos });
        }}
      />
      <Select
        label="Signature"
        allowDeselect={false}
        data={[empty, ...signatureWords]}
        value={rules.signature ?? AS_BEFORE}
        onChange={(value) => {
          const signature = signatureWords.find((one) => one.value === value)?.value;
          set('signature', signature && { signature });
        }}
      />
      {flags.map(({ name, label }) => (
        <Select
          key={name}
          label={label}
          allowDeselect={false}
          data={[empty, ...yesOrNo]}
          value={flagOf(rules[name])}
          onChange={(value) => set(name, value ? { [name]: value === 'yes' } : undefined)}
        />
      ))}
    </SimpleGrid>
  );
}

interface ProofRulesFieldsProps {
  value: GivenRules;
  asBefore: string;
  onChange: (value: ProofRulesIn) => void;
}

/** What pickups and deliveries must prove; an empty field leaves it to the next level. */
export function ProofRulesFields({ value, asBefore, onChange }: ProofRulesFieldsProps) {
  return (
    <>
      {stops.map(({ stop, title }) => (
        <Fieldset key={stop} legend={title} mb="sm">
          <StopFields
            rules={value[stop] ?? {}}
            asBefore={asBefore}
            onChange={(rules) => onChange({ ...value, [stop]: rules })}
          />
        </Fieldset>
      ))}
      <Text size="sm" c="dimmed">
        The driver’s phone asks for exactly this, and less is refused.
      </Text>
    </>
  );
}
