import { t } from '@quickfleet/shared/words/t';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { takeCamera } from './one-camera.ts';

// Reading the codes of a label from the camera's picture: by the browser itself where it can, else by ZXing in
// WebAssembly, which is loaded when it is first needed and then kept by the portal's service worker.

interface Reader {
  /** What the codes in the camera's picture say; none is an empty list. */
  read: (video: HTMLVideoElement) => Promise<string[]>;
  close: () => void;
}

/** https://wicg.github.io/shape-detection-api/ */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}
const FORMATS = ['qr_code', 'code_128'];
/** A phone's picture is larger than a label needs, and reading it takes as long as it is large. */
const SIDE_MAX = 1280;

async function browserReader(): Promise<Reader | undefined> {
  const detectorClass = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (!detectorClass) return undefined;
  const known = await detectorClass.getSupportedFormats().catch((): string[] => []);
  if (!FORMATS.every((format) => known.includes(format))) return undefined;
  const detector = new detectorClass({ formats: FORMATS });
  return { read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue), close: () => {} };
}

/** One question to the worker at a time; `null` means that it has no reader. */
function ask(worker: Worker, question: ImageBitmap | 'ready?'): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The reader of labels could not be loaded'));
    worker.onmessage = ({ data }: MessageEvent<string[] | null>) => (data ? resolve(data) : fail());
    worker.onerror = fail;
    worker.postMessage(question, question === 'ready?' ? [] : [question]);
  });
}

async function zxingReader(): Promise<Reader> {
  const worker = new Worker(new URL('./label-reader.worker.ts', import.meta.url), { type: 'module' });
  const close = () => worker.terminate();
  try {
    await ask(worker, 'ready?');
  } catch (error) {
    close();
    throw error;
  }
  const read: Reader['read'] = async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0) return [];
    const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
    const [resizeWidth, resizeHeight] = [Math.round(width * scale), Math.round(height * scale)];
    return ask(worker, await createImageBitmap(video, { resizeWidth, resizeHeight }));
  };
  return { read, close };
}

/** Rejects when neither is available: offline before the reader was ever loaded. */
const loadReader = async (): Promise<Reader> => (await browserReader()) ?? (await zxingReader());

const PAUSE_MS = 150;
/** The same code counts again once it was out of the picture for as long. */
const FORGET_MS = 1200;

const sentenceFor = (error: unknown): string => {
  if (error instanceof DOMException && error.name === 'NotAllowedError')
    return t('The camera is not allowed here. Allow it in the settings of the browser, or type the number.');
  if (error instanceof DOMException) return t('No camera found. Type the number instead.');
  return t('The scanner has not been loaded yet, which takes a connection once. Type the number instead.');
};

type CameraState = { is: 'starting' } | { is: 'looking' } | { is: 'failed'; why: string };

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
      takeCamera(stop);
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
