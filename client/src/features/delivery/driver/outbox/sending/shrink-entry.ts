import { shrinkImage } from '../../../../../lib/files/shrink-image.ts';
import type { Entry, KeptAction, KeptPhoto } from '../storing/entries.ts';
import type { Vault } from '../storing/vault.ts';

async function shrink(photo: KeptPhoto): Promise<KeptPhoto> {
  if (photo.isShrunk) return photo;
  const small = await shrinkImage(new File([photo.blob], photo.name, { type: photo.blob.type }));
  return { blob: small, name: small.name, isShrunk: true };
}

function withPhotos(action: KeptAction, photos: KeptPhoto[]): KeptAction {
  const [photo] = photos;
  if (action.kind === 'photo' && photo) return { ...action, photo };
  return action.kind === 'editItem' || action.kind === 'attempt' ? { ...action, photos } : action;
}
const photosOf = (entry: Entry): readonly KeptPhoto[] => {
  if (entry.kind === 'photo') return [entry.photo];
  return entry.kind === 'editItem' || entry.kind === 'attempt' ? entry.photos : [];
};

/** Shrinks the photos of entries one by one and stores the result: a retry must send the same bytes. */
export class Shrinker {
  readonly #vault: Vault;
  readonly #running = new Map<number, Promise<Entry>>();
  #last: Promise<unknown> = Promise.resolve();
  constructor(vault: Vault) {
    this.#vault = vault;
  }

  ready(entry: Entry): Promise<Entry> {
    if (photosOf(entry).every((photo) => photo.isShrunk)) return Promise.resolve(entry);
    const running = this.#running.get(entry.seq);
    if (running) return running;
    const work = this.#last.then(() => this.#shrink(entry)).finally(() => this.#running.delete(entry.seq));
    this.#last = work.catch(() => undefined);
    this.#running.set(entry.seq, work);
    return work;
  }

  async #shrink(entry: Entry): Promise<Entry> {
    const photos: KeptPhoto[] = [];
    for (const photo of photosOf(entry)) photos.push(await shrink(photo));
    await this.#vault.commit({ amend: { seq: entry.seq, change: (action) => withPhotos(action, photos) } });
    return { ...withPhotos(entry, photos), seq: entry.seq };
  }
}
