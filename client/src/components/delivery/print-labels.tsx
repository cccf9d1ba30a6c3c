import { ActionIcon, Button, Menu } from '@mantine/core';
import { LABELS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconChevronDown, IconTag } from '@tabler/icons-react';
import { labelsLink } from '../../lib/addresses/paper-links.ts';
import { useLabelFormat } from '../../lib/hooks/use-label-format.ts';
import { Hint } from '../text/hint.tsx';
import { LabelSizes } from './label-sizes.tsx';

interface PrintLabelsProps {
  orders: readonly { id: number; parcels: number }[];
  text?: string;
}

/** One file with the labels of these orders, in the size that this browser prints, unless they are too many for one. */
export function PrintLabels({ orders, text = t('Print labels') }: PrintLabelsProps) {
  const [format] = useLabelFormat();
  const labels = orders.reduce((sum, { parcels }) => sum + parcels, 0);
  if (labels > LABELS_MAX)
    return (
      <Hint label={t('At most {max} labels per file, and these are {labels}', { max: LABELS_MAX, labels })}>
        <Button variant="default" data-disabled aria-disabled>
          {text}
        </Button>
      </Hint>
    );
  const ids = orders.map(({ id }) => id);
  return (
    <Button.Group>
      <Button variant="default" {...labelsLink(ids, format)} leftSection={<IconTag size={18} aria-hidden />}>
        {text}
      </Button>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('Size of labels')} title={t('Size of labels')}>
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <LabelSizes />
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
