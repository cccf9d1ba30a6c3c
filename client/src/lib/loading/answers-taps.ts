/**
 * What is on the page answers presses from now on. Taps from before are carried out (client/public/before-paint.js);
 * saying it again does nothing.
 */
export const answersTaps = (): void => void dispatchEvent(new Event('shown'));
