import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadReader, type Reader } from './read-codes.ts';

const PAUSE_MS = 150;
/** The same code counts again once it was out of the picture for as long. */
const FORGET_MS = 1200;

const sentenceFor = (error: unknown): string => {
  if (error instanceof DOMException && error.name === 'NotAllowedError')
    return 'The camera is not allowed here. Allow it in the settings of the browser, or type the number.';
  if (error instanceof DOMException) return 'No camera found. Type the number instead.';
  return 'The scanner has not been loaded yet, which takes a connection once. Type the number instead.';
};

export type CameraState = { is: 'starting' } | { is: 'looking' } | { is: 'failed'; why: string };

/** Shows the back camera in the video element and calls `onCode` once for every code that comes into the picture. */
export function useCamera(onCode: (text: string) => void): {
  video: RefObject<HTMLVideoElement | null>;
  camera: CameraState;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<CameraState>({ is: 'starting' });
  const report = useEffectEvent(onCode);

  useEffect(() => {
    const shown = video.current;
    let stream: MediaStream | undefined;
    let reader: Reader | undefined;
    let isOver = false;
    const lastSeen = new Map<string, number>();
    const see = (texts: string[]) => {
      const now = performance.now();
      for (const text of texts) {
        const before = lastSeen.get(text);
        lastSeen.set(text, now);
        if (before === undefined || now - before > FORGET_MS) report(text);
      }
    };
    const look = async () => {
      if (!shown) return;
      if (!navigator.mediaDevices) throw new DOMException('No camera outside https', 'NotFoundError');
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
        audio: false,
      });
      if (isOver) return stop();
      shown.srcObject = stream;
      await shown.play();
      reader = await loadReader();
      if (isOver) return stop();
      setCamera({ is: 'looking' });
      while (!isOver) {
        see(await reader.read(shown));
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    const stop = () => {
      reader?.close();
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    look().catch((error: unknown) => {
      stop();
      if (!isOver) setCamera({ is: 'failed', why: sentenceFor(error) });
    });
    return () => {
      isOver = true;
      stop();
    };
  }, []);

  return { video, camera };
}
