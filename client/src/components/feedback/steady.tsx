import { Component, type ComponentPropsWithRef, createRef, type MouseEvent } from 'react';

const CONTROLS = 'a, button, input, select, textarea, label, summary, [role=button], [role=menuitem], [tabindex]';

/** A control as it was: where, and what it said. */
interface Seen {
  says: string;
  box: DOMRect;
}
type Shown = ReadonlyMap<Element, Seen>;

const saysOf = (element: Element): string =>
  [element.textContent, element.getAttribute('aria-label'), element.getAttribute('href')].join('\n');
const boxOf = (element: Element): DOMRect => {
  const { x, y, width, height } = element.getBoundingClientRect();
  // By the page: it may be scrolled in the meantime.
  return new DOMRect(x + scrollX, y + scrollY, width, height);
};
const look = (within: Element): Shown =>
  new Map([...within.querySelectorAll(CONTROLS)].map((one) => [one, { says: saysOf(one), box: boxOf(one) }]));

const SLACK_PX = 2;
const isSamePlace = (one: DOMRect, other: DOMRect): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) <= SLACK_PX);
/** Whether a control came, went, moved, or says something else. */
function hasMoved(before: Shown, after: Shown): boolean {
  if (before.size !== after.size) return true;
  return [...after].some(([element, now]) => {
    const then = before.get(element);
    return !then || then.says !== now.says || !isSamePlace(then.box, now.box);
  });
}
const isWithin = ({ x, y, width, height }: DOMRect, atX: number, atY: number): boolean =>
  atX >= x && atX <= x + width && atY >= y && atY <= y + height;

interface SteadyProps extends ComponentPropsWithRef<'div'> {
  /** For a moment after its content has changed. */
  isGuarded: boolean;
  /** What its controls act on, where they do not say it: while this is new none of them is pressed. */
  meaning?: string;
}
interface SteadyState {
  hasMoved: boolean;
}

/**
 * Actions whose content changes in place. While `isGuarded`, a finger that was on its way presses nothing but what was
 * under it before: the same control, saying the same.
 */
export class Steady extends Component<SteadyProps, SteadyState> {
  override state: SteadyState = { hasMoved: false };
  readonly #root = createRef<HTMLDivElement>();
  /** What the finger may have been on its way to. */
  #before: Shown | undefined;
  #isOtherMeaning = false;

  /** It took the place of something else: all of it is new. */
  override componentDidMount(): void {
    if (this.props.isGuarded) this.setState({ hasMoved: true });
  }

  override getSnapshotBeforeUpdate(was: SteadyProps): null {
    const { isGuarded, meaning } = this.props;
    if (isGuarded && !this.#before && this.#root.current) this.#before = look(this.#root.current);
    if (isGuarded && was.meaning !== meaning) this.#isOtherMeaning = true;
    if (!isGuarded) {
      this.#before = undefined;
      this.#isOtherMeaning = false;
    }
    return null;
  }

  override componentDidUpdate(): void {
    const { isGuarded } = this.props;
    const isMoved =
      isGuarded &&
      (this.state.hasMoved ||
        this.#isOtherMeaning ||
        (this.#before !== undefined &&
          this.#root.current !== null &&
          hasMoved(this.#before, look(this.#root.current))));
    if (isMoved !== this.state.hasMoved) this.setState({ hasMoved: isMoved });
  }

  /** A press of a key reads what a button says now (`detail` is 0); only a pointer can be about to press already. */
  readonly #stop = (event: MouseEvent): void => {
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    // A dialog that was opened from here stands elsewhere on the page, and has not moved.
    if (!event.currentTarget.contains(event.target)) return;
    const control = event.target.closest(CONTROLS);
    const then = control && this.#before?.get(control);
    const isSame =
      !this.#isOtherMeaning &&
      then &&
      then.says === saysOf(control) &&
      isWithin(then.box, event.clientX + scrollX, event.clientY + scrollY);
    if (isSame) return;
    event.preventDefault();
    event.stopPropagation();
  };

  override render() {
    const { isGuarded, meaning: _, ref: _ref, ...props } = this.props;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
      <div
        {...props}
        ref={this.#root}
        role="group"
        aria-disabled={(isGuarded && this.state.hasMoved) || undefined}
        {...(isGuarded && { onClickCapture: this.#stop })}
      />
    );
  }
}
