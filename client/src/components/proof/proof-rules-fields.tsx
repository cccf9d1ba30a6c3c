import { Fieldset, Select, SimpleGrid, Text } from '@mantine/core';
import type { GivenRules, GivenStopRules, ProofStop } from '@quickfleet/shared/company/proof-demands';
import type { ProofRulesIn } from '@quickfleet/shared/company/proof-rules';
import { inheritedRule, type ProofLevel } from '../../lib/words/proof-words.ts';

const stops: readonly { stop: ProofStop; title: string }[] = [
  { stop: 'pickup', title: 'At the pickup' },
  { stop: 'delivery', title: 'At the delivery' },
];
const INHERITED = '';
const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
const flags = [
  { name: 'leaveAtDoor', label: 'May be left at the door' },
  { name: 'pin', label: 'PIN told by e-mail' },
  { name: 'scan', label: 'Scan of each parcel' },
  { name: 'signerName', label: 'Name of the signer' },
  { name: 'signerRelation', label: 'Who the signer is' },
  { name: 'position', label: 'Position of the phone' },
] as const;
const photoChoices = [
  { value: 'none', label: 'None' },
  { value: 'one', label: 'One' },
  { value: 'each_item', label: 'One of each item' },
] as const;
const signatureChoices = [
  { value: 'required', label: 'Required' },
  { value: 'optional', label: 'Optional' },
  { value: 'photo_instead', label: 'A photo will do' },
] as const;

/** The same without a value that was taken back. */
function without(rules: GivenStopRules, name: keyof GivenStopRules): GivenStopRules {
  const { [name]: _, ...rest } = rules;
  return rest;
}
const asWord = (value: string | boolean): string => (value === true ? 'yes' : value === false ? 'no' : value);

interface StopFieldsProps {
  stop: ProofStop;
  rules: GivenStopRules;
  levels: readonly ProofLevel[];
  onChange: (rules: GivenStopRules) => void;
}

function StopFields({ stop, rules, levels, onChange }: StopFieldsProps) {
  const set = (name: keyof GivenStopRules, change: GivenStopRules | undefined) =>
    onChange(change ? { ...rules, ...change } : without(rules, name));
  /** The choices of one rule; the first inherits it and shows the inherited value. */
  const choicesOf = (name: keyof GivenStopRules, choices: readonly { value: string; label: string }[]) => {
    const { value, who } = inheritedRule(levels, stop, name);
    const label = choices.find((choice) => choice.value === asWord(value))?.label ?? '';
    const inherited = `${who ? `As set by ${who}` : 'Default'}: ${label.toLowerCase()}`;
    return {
      allowDeselect: false,
      data: [{ value: INHERITED, label: inherited }, ...choices],
      value: rules[name] === undefined ? INHERITED : asWord(rules[name]),
      size: 'sm',
    };
  };
  return (
    <SimpleGrid type="container" cols={{ base: 1, '500px': 2 }} spacing="sm">
      <Select
        label="Photos"
        {...choicesOf('photos', photoChoices)}
        onChange={(value) => {
          const photos = photoChoices.find((one) => one.value === value)?.value;
          set('photos', photos && { photos });
        }}
      />
      <Select
        label="Signature"
        {...choicesOf('signature', signatureChoices)}
        onChange={(value) => {
          const signature = signatureChoices.find((one) => one.value === value)?.value;
          set('signature', signature && { signature });
        }}
      />
      {flags.map(({ name, label }) => (
        <Select
          key={name}
          label={label}
          {...choicesOf(name, yesOrNo)}
          onChange={(value) => set(name, value ? { [name]: value === 'yes' } : undefined)}
        />
      ))}
    </SimpleGrid>
  );
}

interface ProofRulesFieldsProps {
  value: GivenRules;
  /** The levels that these rules override; none for the company itself. */
  levels: readonly ProofLevel[];
  onChange: (value: ProofRulesIn) => void;
}

/** What pickups and deliveries must prove; an unchanged field inherits its value. */
export function ProofRulesFields({ value, levels, onChange }: ProofRulesFieldsProps) {
  return (
    <>
      {stops.map(({ stop, title }) => (
        <Fieldset key={stop} legend={title} mb="sm" style={{ minWidth: 0 }}>
          <StopFields
            stop={stop}
            rules={value[stop] ?? {}}
            levels={levels}
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
