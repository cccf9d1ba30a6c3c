import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReadLabel, readLabel } from '@quickfleet/shared/base/scan/parcel-number';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { TRACKING_EXAMPLE } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { hideToast } from '../../../../lib/toast.ts';
import { useCamera } from './use-camera.ts';

export interface ScanAnswer {
  text: string;
  isRight: boolean;
}
interface ScanDialogProps {
  title: string;
  /** The order of which parcels may be typed by their number alone. */
  trackingNumber?: string | undefined;
  /** Handles what a label says and returns the answer to show; undefined closes the dialog. */
  onLabel: (label: ReadLabel) => Promise<ScanAnswer | undefined>;
  onClose: () => void;
}

function Scanner({ trackingNumber, onLabel, onClose }: Omit<ScanDialogProps, 'title'>) {
  const [answer, setAnswer] = useState<ScanAnswer>();
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isBusy = useRef(false);
  useEffect(hideToast, []);

  const take = async (label: ReadLabel) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const given = await onLabel(label);
      if (!given) return onClose();
      navigator.vibrate?.(given.isRight ? 60 : [60, 60, 60]);
      setAnswer(given);
    } finally {
      isBusy.current = false;
    }
  };
  const { video, camera } = useCamera((text) => {
    const label = readLabel(text);
    if (label) void take(label);
    else setAnswer({ text: t('This code is not one of our labels.'), isRight: false });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = input.current?.value.trim() ?? '';
    const isParcel = trackingNumber !== undefined && /^\d{1,3}$/.test(typed) && Number(typed) > 0;
    const label = isParcel ? { trackingNumber, parcel: Number(typed) } : readLabel(typed);
    setProblem(label ? undefined : t('A tracking number looks like {example}.', { example: TRACKING_EXAMPLE }));
    if (label) void take(label);
  };

  return (
    <Stack gap="md">
      {camera.is === 'failed' ? (
        <Text role="alert">{camera.why}</Text>
      ) : (
        <div>
          <video
            ref={video}
            playsInline
            muted
            aria-label={t('Camera')}
            style={{ width: '100%', aspectRatio: '4 / 3', objectFit: 'cover', background: '#000', borderRadius: 10 }}
          />
          <Text c="dimmed" ta="center" mt={6}>
            {camera.is === 'starting' ? t('Starting the camera…') : t('Point the camera at the label’s code.')}
          </Text>
        </div>
      )}
      <Text
        role="status"
        p="sm"
        fw={600}
        bg={answer?.isRight ? 'var(--mantine-color-teal-light)' : 'var(--mantine-color-red-light)'}
        style={{ borderRadius: 10 }}
        hidden={!answer}
      >
        {answer?.text}
      </Text>
      <form onSubmit={submit} noValidate>
        <Stack gap="xs">
          <TextInput
            ref={input}
            label={trackingNumber ? t('Or type the parcel’s number') : t('Or type the tracking number')}
            placeholder={trackingNumber ? '2' : formatTracking(TRACKING_EXAMPLE)}
            error={problem}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
          />
          <Button type="submit" variant="default">
            {t('Use this number')}
          </Button>
        </Stack>
      </form>
      <Button variant="default" onClick={onClose}>
        {t('Close')}
      </Button>
    </Stack>
  );
}

export function ScanDialog({ title, onClose, ...scan }: ScanDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <Scanner {...scan} onClose={onClose} />
    </Modal>
  );
}
