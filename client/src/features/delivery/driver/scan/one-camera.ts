let release: (() => void) | undefined;

/** A phone gives its camera to one use at a time: the next one ends the last. */
export function takeCamera(onTaken: () => void): void {
  if (release !== onTaken) release?.();
  release = onTaken;
}
