import { ActionIcon, FileButton } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconBolt, IconBoltOff, IconDeviceMobile, IconX } from '@tabler/icons-react';
import styles from '../portal/driver.module.css';
import type { PageCamera } from './use-page-camera.ts';

interface CameraViewProps {
  camera: PageCamera;
  /** What the shutter's photo is of, for readers. */
  label: string;
  isBusy: boolean;
  onShoot: () => void;
  /** From the phone's own camera. */
  onFile: (file: File | null) => void;
  resetRef: React.RefObject<(() => void) | null>;
}

const side = { size: 48, variant: 'default', radius: 'xl' } as const;

/** What the camera sees, and its shutter under the thumb: one tap is the photo. */
export function CameraView({ camera, label, isBusy, onShoot, onFile, resetRef }: CameraViewProps) {
  const { video, torch, stop } = camera;
  return (
    <div className={styles.camera} data-camera>
      <video ref={video} playsInline muted aria-label={t('Camera')} />
      <div className={styles.shutterRow}>
        <ActionIcon {...side} aria-label={t('Close the camera')} onClick={stop}>
          <IconX size={22} aria-hidden />
        </ActionIcon>
        <button type="button" className={styles.shutter} aria-label={label} disabled={isBusy} onClick={onShoot} />
        {torch && (
          <ActionIcon {...side} aria-label={t('Light')} aria-pressed={torch.isOn} onClick={torch.toggle}>
            {torch.isOn ? <IconBolt size={22} aria-hidden /> : <IconBoltOff size={22} aria-hidden />}
          </ActionIcon>
        )}
        <FileButton resetRef={resetRef} accept="image/*" capture="environment" onChange={onFile}>
          {(props) => (
            <ActionIcon {...props} {...side} aria-label={t('The phone’s own camera')}>
              <IconDeviceMobile size={22} aria-hidden />
            </ActionIcon>
          )}
        </FileButton>
      </div>
    </div>
  );
}
