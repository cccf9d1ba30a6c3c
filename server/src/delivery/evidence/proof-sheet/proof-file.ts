import { type About, bytesOf, createDocument, type PaperPicture } from '../../../pdf/document.ts';
import type { Host } from '../../../process/heavy/protocol.ts';
import { drawProof } from './proof.ts';
import type { Jpeg, Proof } from './proof-content.ts';
import { A4 } from './proof-sheet.ts';

/** Heavy work: the proof as a file. It asks for each photo by its key, one in memory at a time. */
export async function* drawProofFile(
  { about, proof, logo }: { about: About; proof: Proof; logo: PaperPicture | null },
  host: Host<string, Jpeg | 'gone' | 'damaged'>,
): AsyncGenerator<Buffer> {
  const doc = createDocument(about, A4);
  const load = (key: string) => {
    host.count();
    return host.ask(key);
  };
  yield* bytesOf(
    doc,
    drawProof(doc, proof, load, async () => logo),
  );
}
