import { Menu } from '@mantine/core';
import { type LabelFormat, labelFormats } from '@quickfleet/shared/company/papers';
import { t } from '@quickfleet/shared/words/t';
import { useLabelFormat } from '../../lib/hooks/use-label-format.ts';

const words: Record<LabelFormat, string> = {
  '100x150': '100 × 150 mm',
  a6: 'A6',
  a4: t('A4 sheet, 4 labels'),
  letter: t('Letter sheet, 4 labels'),
};

/** The sizes of labels, for a menu; what is chosen holds for every label that this browser prints. */
export function LabelSizes() {
  const [format, setFormat] = useLabelFormat();
  const choose = (value: string) => setFormat(labelFormats.find((one) => one === value) ?? format);
  return (
    <Menu.RadioGroup value={format} onChange={choose}>
      <Menu.Label>{t('Size of labels')}</Menu.Label>
      {labelFormats.map((one) => (
        <Menu.RadioItem key={one} value={one} closeMenuOnClick={false}>
          {words[one]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
