import { Fieldset, Select, SimpleGrid, Text } from '@mantine/core';
import type { GivenRules, GivenStopRules, ProofStop } from '@quickfleet/shared/company/proof/proof-demands';
import type { ProofRulesIn } from '@quickfleet/shared/company/proof/proof-rules';
import { labelWithin } from '@quickfleet/shared/words/letters';
import { t } from '@quickfleet/shared/words/t';
import { asSetBy, inheritedRule, type ProofLevel } from '../../lib/words/proof-words.ts';

const stops: readonly { stop: ProofStop; title: string }[] = [
  { stop: 'pickup', title: t('At the pickup') },
  { stop: 'delivery', title: t('At the delivery') },
];
const INHERITED = '';
const yesOrNo = [
  { value: 'yes', label: t('Yes') },
  { value: 'no', label: t('No') },
];
const flags = [
  { name: 'leaveAtDoor', label: t('May be left at the door') },
  { name: 'pin', label: t('PIN told by e-mail') },
  { name: 'scan', label: t('Scan of each parcel') },
  { name: 'signerName', label: t('Name of the signer') },
  { name: 'signerRelation', label: t('Who the signer is') },
  { name: 'position', label: t('Position of the phone') },
] as const;
const photoChoices = [
  { value: 'none', label: t('None') },
  { value: 'one', label: t('One') },
  { value: 'each_item', label: t('One of each item') },
] as const;
const signatureChoices = [
  { value: 'required', label: t('Required') },
  { value: 'optional', label: t('Optional') },
  { value: 'photo_instead', label: t('A photo will do') },
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
    const inherited = `${who ? asSetBy(who) : t('Default')}: ${labelWithin(label)}`;
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
        label={t('Photos')}
        {...choicesOf('photos', photoChoices)}
        onChange={(value) => {
          const photos = photoChoices.find((one) => one.value === value)?.value;
          set('photos', photos && { photos });
        }}
      />
      <Select
        label={t('Signature')}
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
        {t('The driver’s phone asks for exactly this, and less is refused.')}
      </Text>
    </>
  );
}
