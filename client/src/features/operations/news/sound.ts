import { readStored, store } from '../../../lib/storage/local-store.ts';

const keyOf = (userId: number) => `quickfleet-sound-${userId}`;
/** Whether a person wants to hear what is new, in this browser. Off until they say so. */
export const wantsSound = (userId: number): boolean => readStored(keyOf(userId)) === 'on';
export const storeSound = (userId: number, isOn: boolean): boolean => store(keyOf(userId), isOn ? 'on' : null);

const NOTES = [880, 1175];
const NOTE_S = 0.16;
/** Two short notes. A browser that has not been clicked in yet stays silent. */
export function playSound(): void {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.15;
  volume.connect(audio.destination);
  for (const [place, pitch] of NOTES.entries()) {
    const note = audio.createOscillator();
    note.frequency.value = pitch;
    note.connect(volume);
    note.start(audio.currentTime + place * NOTE_S);
    note.stop(audio.currentTime + (place + 1) * NOTE_S);
    if (place === NOTES.length - 1) note.addEventListener('ended', () => void audio.close());
  }
}
