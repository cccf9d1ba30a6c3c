import { Menu } from '@mantine/core';
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
        Help for this screen
      </Menu.Item>
      <Menu.Item leftSection={<IconSparkles size={18} aria-hidden />} onClick={onNews}>
        What’s new
      </Menu.Item>
    </>
  );
}
