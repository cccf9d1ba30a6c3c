// Reading the codes of a label from the camera's picture: by the browser itself where it can, else by ZXing in
// WebAssembly, which is loaded when it is first needed and then kept by the portal's service worker.

export interface Reader {
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
export const loadReader = async (): Promise<Reader> => (await browserReader()) ?? (await zxingReader());
