import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../../test/render.tsx';
import { Steady } from './steady.tsx';

const pressed = vi.fn();
/** Where a control is; jsdom lays nothing out. */
const topOf = (element: Element) => Number(element.getAttribute('data-top'));
const HEIGHT = 40;
beforeEach(() => {
  pressed.mockClear();
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, topOf(this), 100, HEIGHT);
  });
});

interface BarProps {
  isGuarded: boolean;
  controls: readonly [id: string, words: string, top: number][];
  meaning?: string;
}
function bar({ isGuarded, controls, meaning = '' }: BarProps) {
  return (
    <Steady isGuarded={isGuarded} meaning={meaning}>
      {controls.map(([id, words, top]) => (
        <button key={id} data-top={top} type="button" onClick={() => pressed(id)}>
          {words}
        </button>
      ))}
    </Steady>
  );
}
/** A finger, at the middle of where the control is now. */
const tap = (words: string) => {
  const button = screen.getByRole('button', { name: words });
  fireEvent.click(button, { detail: 1, clientX: 50, clientY: topOf(button) + HEIGHT / 2 });
};
const isOff = () => screen.getByRole('group').getAttribute('aria-disabled');

it('C620 a tap on what stayed as it was is answered at once, and nothing is called disabled', () => {
  const { rerender } = renderPart(bar({ isGuarded: false, controls: [['call', 'Call', 0]] }));
  rerender(bar({ isGuarded: true, controls: [['call', 'Call', 0]] }));
  expect(isOff()).toBeNull();
  tap('Call');
  expect(pressed.mock.calls).toEqual([['call']]);
});

it('C620 a tap on what moved under the finger, came, or says something else is held; its neighbours answer', () => {
  const before = [
    ['call', 'Call', 0],
    ['sign', 'Sign', 100],
    ['fail', 'Fail', 200],
  ] as const;
  const { rerender } = renderPart(bar({ isGuarded: false, controls: before.map(([...one]) => one) }));
  rerender(
    bar({
      isGuarded: true,
      controls: [
        ['call', 'Call', 0],
        ['undo', 'Undo', 100],
        ['sign', 'Sign', 200],
        ['fail', 'Give up', 300],
      ],
    }),
  );
  expect(isOff()).toBe('true');
  for (const words of ['Undo', 'Sign', 'Give up']) tap(words);
  expect(pressed).not.toHaveBeenCalled();
  tap('Call');
  expect(pressed.mock.calls).toEqual([['call']]);
});

it('C620 nothing is pressed where the same words act on something else, but a key is never held', () => {
  const controls: BarProps['controls'] = [['sign', 'Sign', 0]];
  const { rerender } = renderPart(bar({ isGuarded: false, controls, meaning: 'order 1' }));
  rerender(bar({ isGuarded: true, controls, meaning: 'order 2' }));
  tap('Sign');
  expect(pressed).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }), { detail: 0 });
  expect(pressed.mock.calls).toEqual([['sign']]);
  rerender(bar({ isGuarded: false, controls, meaning: 'order 2' }));
  tap('Sign');
  expect(pressed.mock.calls).toHaveLength(2);
});
