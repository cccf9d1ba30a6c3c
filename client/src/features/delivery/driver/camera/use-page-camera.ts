import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { readStored, store } from '../../../../lib/storage/local-store.ts';
import { takeCamera } from '../scan/one-camera.ts';

/** Set while the driver uses the camera of this page: it is on then wherever a photo is due. */
const USED = 'qf.page-camera';
/** A stop that lies open on the seat keeps no camera running. */
const SLEEP_MS = 90_000;
/** How long a shutter that was pressed waits for the first picture. */
const PICTURE_MS = 5000;
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
  /** The browser has no camera for this page, or the driver refused it. */
  isRefused: boolean;
  /** Undefined where the device has none. */
  torch: { isOn: boolean; toggle: () => void } | undefined;
  /** Resolves to whether there is a camera now. */
  start: () => Promise<boolean>;
  /** Off, and it stays off until it is asked for again. */
  close: () => void;
  /** What is in the picture, as a file, and the camera is off; undefined where no picture comes. */
  shoot: () => Promise<File | undefined>;
}

/** Whether the driver used it before and still allows it. */
async function isGranted(): Promise<boolean> {
  if (readStored(USED) === null) return false;
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted';
  } catch {
    // A browser that does not know the question asks the driver at each start.
    return false;
  }
}

const hasPicture = (video: HTMLVideoElement) =>
  video.videoWidth > 0
    ? Promise.resolve(true)
    : new Promise<boolean>((resolve) => {
        const answer = () => resolve(video.videoWidth > 0);
        for (const event of ['loadeddata', 'emptied'] as const) video.addEventListener(event, answer, { once: true });
        setTimeout(answer, PICTURE_MS);
      });

/** The picture of this moment as a file. */
async function pictureOf(video: HTMLVideoElement): Promise<File | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  return blob ? new File([blob], `photo-${Date.now()}.jpg`, { type: 'image/jpeg' }) : undefined;
}

/**
 * The phone's back camera inside the page. While `isDue`, it starts without a tap where the driver used it before and
 * still allows it; it is off whenever nobody looks at the page.
 */
export function usePageCamera(isDue: boolean): PageCamera {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream>(undefined);
  const asked = useRef(0);
  const [is, setIs] = useState<PageCamera['is']>('off');
  const [isRefused, setRefused] = useState(() => !navigator.mediaDevices);
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
    takeCamera(stop);
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
      setRefused(false);
      setIs('on');
      return true;
    } catch {
      if (own !== asked.current) return true;
      setIs('off');
      setRefused(true);
      return false;
    }
  }, [stop]);

  const close = useCallback(() => {
    store(USED, null);
    stop();
  }, [stop]);

  useEffect(() => stop, [stop]);

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
    if (!shown || !(await hasPicture(shown))) return undefined;
    const file = await pictureOf(shown);
    stop();
    return file;
  };

  return { video, is, isRefused, torch: hasTorch ? { isOn: isLit, toggle } : undefined, start, close, shoot };
}
