import { Menu } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import type { LabelPaper } from '../../lib/addresses/paper-links.ts';
import { labelPapers, useLabelFormat } from '../../lib/hooks/use-label-format.ts';

const zpl = (size: string, dpi: number) => t('{size}, ZPL, {dpi} dpi', { size, dpi });
const words: Record<LabelPaper, string> = {
  '100x150': '100 × 150 mm',
  a6: 'A6',
  a4: t('A4 sheet, 4 labels'),
  letter: t('Letter sheet, 4 labels'),
  'zpl 100x150 203': zpl('100 × 150 mm', 203),
  'zpl 100x150 300': zpl('100 × 150 mm', 300),
  'zpl 4x6 203': zpl('4 × 6 in', 203),
  'zpl 4x6 300': zpl('4 × 6 in', 300),
};

/** The sizes of labels, for a menu; what is chosen holds for every label that this browser prints. */
export function LabelSizes() {
  const [format, setFormat] = useLabelFormat();
  const choose = (value: string) => setFormat(labelPapers.find((one) => one === value) ?? format);
  return (
    <Menu.RadioGroup value={format} onChange={choose}>
      <Menu.Label>{t('Size of labels')}</Menu.Label>
      {labelPapers.map((one) => (
        <Menu.RadioItem key={one} value={one} closeMenuOnClick={false}>
          {words[one]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
