import { SECOND_PRESS_MS, wasSentSince } from '../api/one-press.ts';

/** How far apart two clicks of a double click may be: a mouse as on desktop systems, a finger less exactly. */
const SAME_PLACE_PX = { mouse: 4, touch: 8 } as const;
const NOWHERE = { x: Number.NEGATIVE_INFINITY, y: Number.NEGATIVE_INFINITY };

/**
 * Ignores the second press of somebody who pressed a form's button twice, in every form: what the first one sent has
 * often emptied the form already, or put another button under the pointer. Typing or pressing elsewhere in between makes
 * it another wish. Gives what ends the guard.
 */
export function guardSecondPresses(): () => void {
  let first: { form: EventTarget | null; at: number; x: number; y: number } | undefined;
  let pointer = NOWHERE;
  const isSecond = (): boolean =>
    first !== undefined && performance.now() - first.at < SECOND_PRESS_MS && wasSentSince(first.at);
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const onClick = (event: MouseEvent & Partial<Pick<PointerEvent, 'pointerType'>>) => {
    // A press of a key has no place, nor that of the click before it: the form's own event follows.
    if (event.detail === 0) {
      pointer = NOWHERE;
      return;
    }
    pointer = { x: event.clientX, y: event.clientY };
    const reach = SAME_PLACE_PX[event.pointerType === 'mouse' ? 'mouse' : 'touch'];
    const isSamePlace = first && Math.hypot(first.x - pointer.x, first.y - pointer.y) <= reach;
    if (!isSamePlace) first = undefined;
    else if (isSecond()) swallow(event);
  };
  const onSubmit = (event: SubmitEvent) => {
    if (first?.form === event.target && isSecond()) swallow(event);
    else first = { form: event.target, at: performance.now(), ...pointer };
  };
  const onInput = () => {
    first = undefined;
  };

  window.addEventListener('click', onClick, true);
  window.addEventListener('submit', onSubmit, true);
  window.addEventListener('input', onInput, true);
  return () => {
    window.removeEventListener('click', onClick, true);
    window.removeEventListener('submit', onSubmit, true);
    window.removeEventListener('input', onInput, true);
  };
}
