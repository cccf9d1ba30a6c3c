import { ActionIcon } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconBulb, IconBulbOff, IconDeviceMobile, IconX } from '@tabler/icons-react';
import styles from '../portal/driver.module.css';
import type { PageCamera } from './use-page-camera.ts';

const side = { size: 48, variant: 'default', radius: 'xl' } as const;

interface CameraViewProps {
  camera: PageCamera;
  /** Opens the phone's own camera. */
  onChoose: () => void;
}

/** What the camera sees; its shutter is the button of the bar that opened it. */
export function CameraView({ camera: { video, torch, close }, onChoose }: CameraViewProps) {
  return (
    <div className={styles.camera} data-camera>
      <video ref={video} playsInline muted aria-label={t('Camera')} />
      <div className={styles.cameraTools}>
        <ActionIcon {...side} aria-label={t('Close the camera')} onClick={close}>
          <IconX size={22} aria-hidden />
        </ActionIcon>
        {torch && (
          <ActionIcon {...side} aria-label={t('Light')} aria-pressed={torch.isOn} onClick={torch.toggle}>
            {torch.isOn ? <IconBulb size={22} aria-hidden /> : <IconBulbOff size={22} aria-hidden />}
          </ActionIcon>
        )}
        <ActionIcon {...side} aria-label={t('The phone’s own camera')} onClick={onChoose}>
          <IconDeviceMobile size={22} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}
