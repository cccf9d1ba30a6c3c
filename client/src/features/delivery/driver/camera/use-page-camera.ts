import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { readStored, store } from '../../../../lib/storage/local-store.ts';

/** Set once the driver has let this page use the camera: from then on it is on where a photo is due. */
const USED = 'qf.page-camera';
/** A stop that lies open on the seat keeps no camera running. */
const SLEEP_MS = 90_000;
const QUALITY = 0.9;

interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
}
interface TorchConstraint extends MediaTrackConstraintSet {
  torch?: boolean;
}

export interface PageCamera {
  video: RefObject<HTMLVideoElement | null>;
  is: 'off' | 'starting' | 'on';
  /** Undefined where the device has none. */
  torch: { isOn: boolean; toggle: () => void } | undefined;
  /** Resolves to whether there is a picture now; false where the camera is refused or missing. */
  start: () => Promise<boolean>;
  stop: () => void;
  /** What is in the picture, as a file; undefined before the first picture. */
  shoot: () => Promise<File | undefined>;
}

const isGranted = async (): Promise<boolean> => {
  if (readStored(USED) === null || !navigator.permissions) return false;
  const { state } = await navigator.permissions.query({ name: 'camera' });
  return state === 'granted';
};

/**
 * The phone's back camera inside the page. While `isDue`, it is on by itself where the driver used it before and still
 * allows it; it is off whenever the page is not looked at.
 */
export function usePageCamera(isDue: boolean): PageCamera {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream>(undefined);
  const asked = useRef(0);
  const [is, setIs] = useState<PageCamera['is']>('off');
  const [isLit, setLit] = useState(false);
  const [hasTorch, setHasTorch] = useState(false);

  const stop = useCallback(() => {
    asked.current += 1;
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = undefined;
    setIs('off');
    setLit(false);
  }, []);

  const start = useCallback(async (): Promise<boolean> => {
    if (!navigator.mediaDevices) return false;
    const own = ++asked.current;
    setIs('starting');
    try {
      const found = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1440 } },
        audio: false,
      });
      // It was closed, or asked for again, in the meantime.
      if (own !== asked.current) {
        for (const track of found.getTracks()) track.stop();
        return true;
      }
      stream.current = found;
      const [track] = found.getVideoTracks();
      const capabilities: TorchCapabilities = track?.getCapabilities?.() ?? {};
      setHasTorch(capabilities.torch === true);
      track?.addEventListener('ended', stop);
      store(USED, '1');
      setIs('on');
      return true;
    } catch {
      if (own === asked.current) setIs('off');
      return false;
    }
  }, [stop]);

  useEffect(() => {
    const shown = video.current;
    if (is !== 'on' || !shown) return;
    shown.srcObject = stream.current ?? null;
    void shown.play().catch(() => undefined);
    const sleep = setTimeout(stop, SLEEP_MS);
    const leave = () => document.hidden && stop();
    document.addEventListener('visibilitychange', leave);
    return () => {
      clearTimeout(sleep);
      document.removeEventListener('visibilitychange', leave);
    };
  }, [is, stop]);

  useEffect(() => {
    if (!isDue) return;
    let isOver = false;
    const begin = async () => {
      if (!document.hidden && !stream.current && (await isGranted()) && !isOver) await start();
    };
    const come = () => void begin();
    come();
    document.addEventListener('visibilitychange', come);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', come);
      stop();
    };
  }, [isDue, start, stop]);

  const toggle = () => {
    const [track] = stream.current?.getVideoTracks() ?? [];
    const light: TorchConstraint = { torch: !isLit };
    void track?.applyConstraints({ advanced: [light] }).then(
      () => setLit(!isLit),
      () => setHasTorch(false),
    );
  };

  const shoot = async (): Promise<File | undefined> => {
    const shown = video.current;
    if (!shown || shown.videoWidth === 0) return undefined;
    const canvas = document.createElement('canvas');
    canvas.width = shown.videoWidth;
    canvas.height = shown.videoHeight;
    canvas.getContext('2d')?.drawImage(shown, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return blob ? new File([blob], `photo-${Date.now()}.jpg`, { type: 'image/jpeg' }) : undefined;
  };

  return { video, is, torch: hasTorch ? { isOn: isLit, toggle } : undefined, start, stop, shoot };
}
