import { Menu } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useState } from 'react';
import { playSound, storeSound, wantsSound } from './sound.ts';

/** Whether new quotes, claims and failures make a sound in this browser. */
export function SoundChoice({ userId }: { userId: number }) {
  const [isOn, setOn] = useState(() => wantsSound(userId));
  const Icon = isOn ? IconBell : IconBellOff;
  const change = () => {
    const next = !isOn;
    setOn(next);
    storeSound(userId, next);
    if (next) playSound();
  };
  return (
    <Menu.Item closeMenuOnClick={false} leftSection={<Icon size={18} aria-hidden />} onClick={change}>
      {t('Sound for new work: {isOn, select, yes {on} other {off}}', { isOn: isOn ? 'yes' : 'no' })}
    </Menu.Item>
  );
}
