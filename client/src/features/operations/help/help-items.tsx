import { Menu } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconHelp, IconSparkles } from '@tabler/icons-react';

interface HelpItemsProps {
  onHelp: () => void;
  onNews: () => void;
}

/** The help in the menu of one's name: a phone has no key for it. */
export function HelpItems({ onHelp, onNews }: HelpItemsProps) {
  return (
    <>
      <Menu.Item leftSection={<IconHelp size={18} aria-hidden />} onClick={onHelp}>
        {t('Help for this screen')}
      </Menu.Item>
      <Menu.Item leftSection={<IconSparkles size={18} aria-hidden />} onClick={onNews}>
        {t('What’s new')}
      </Menu.Item>
    </>
  );
}
