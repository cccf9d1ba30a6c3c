// Reads codes in a worker: the page's policy forbids WebAssembly, and its screen stays smooth. The server sends this
// file with its own policy (server/src/client.ts).
import { LABEL_READING } from '@quickfleet/shared/delivery/proof/label-reading';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

const ready = prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
const canvas = new OffscreenCanvas(1, 1);
const pen = canvas.getContext('2d', { willReadFrequently: true });

async function read(picture: ImageBitmap): Promise<string[]> {
  await ready;
  canvas.width = picture.width;
  canvas.height = picture.height;
  pen?.drawImage(picture, 0, 0);
  picture.close();
  const data = pen?.getImageData(0, 0, canvas.width, canvas.height);
  if (!data) return [];
  const found = await readBarcodes(data, LABEL_READING);
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}

/** `null` means that the reader could not be loaded. */
addEventListener('message', ({ data }: MessageEvent<ImageBitmap | 'ready?'>) => {
  const answer = data === 'ready?' ? ready.then(() => [] as string[]) : read(data);
  answer.then(
    (texts) => postMessage(texts),
    () => postMessage(null),
  );
});
