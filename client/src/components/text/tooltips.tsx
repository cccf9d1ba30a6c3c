import { useMergedRef } from '@mantine/hooks';
import { TOOLTIP_OPEN_MS, TOOLTIP_SKIP_MS } from '@quickfleet/shared/limits';
import { cloneElement, type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { HintLook, type HintProps } from './hint.tsx';
import styles from './tooltips.module.css';

/** Between a tooltip and what it is about, and the least between it and the window's edge, in pixels. */
const GAP = 6;
const EDGE = 8;
/** Closes the tooltip that is open: there is one at a time. */
let closeOpen: (() => void) | undefined;
/** When the last one closed, by `performance.now()`. */
let closedAt = Number.NEGATIVE_INFINITY;

/** Above what it is about, or below it where there is no room. */
function Bubble({ id, label, target }: { id: string; label: string; target: HTMLElement }) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element) return;
    const about = target.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    const middle = about.left + about.width / 2;
    const left = Math.max(EDGE, Math.min(middle - width / 2, document.documentElement.clientWidth - width - EDGE));
    const above = about.top - GAP - height;
    element.style.left = `${left}px`;
    element.style.top = `${above < EDGE ? about.bottom + GAP : above}px`;
    element.style.setProperty('--arrow', `${middle - left}px`);
    element.toggleAttribute('data-below', above < EDGE);
  }, [target, label]);
  return createPortal(
    <div ref={bubble} id={id} role="tooltip" className={styles.tooltip}>
      {label}
    </div>,
    document.body,
  );
}

/** Opens for a mouse that rests on it and for the focus of the keyboard, and closes by Escape and when it scrolls away. */
function Tooltip({ label, ref, children, ...others }: HintProps) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement>();
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    let timer = 0;
    const close = () => {
      clearTimeout(timer);
      if (closeOpen !== close) return;
      closeOpen = undefined;
      closedAt = performance.now();
      setTarget(undefined);
    };
    const open = () => {
      clearTimeout(timer);
      if (closeOpen !== close) closeOpen?.();
      closeOpen = close;
      setTarget(element);
    };
    const rest = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      if (closeOpen !== undefined || performance.now() - closedAt < TOOLTIP_SKIP_MS) open();
      else timer = window.setTimeout(open, TOOLTIP_OPEN_MS);
    };
    const focus = () => element.matches(':focus-visible') && open();
    element.addEventListener('pointerenter', rest);
    element.addEventListener('pointerleave', close);
    element.addEventListener('focus', focus);
    element.addEventListener('blur', close);
    return () => {
      close();
      element.removeEventListener('pointerenter', rest);
      element.removeEventListener('pointerleave', close);
      element.removeEventListener('focus', focus);
      element.removeEventListener('blur', close);
    };
  }, []);
  useEffect(() => {
    if (!target) return;
    const close = () => closeOpen?.();
    const closeByKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    document.addEventListener('keydown', closeByKey);
    document.addEventListener('scroll', close, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', closeByKey);
      document.removeEventListener('scroll', close, { capture: true });
    };
  }, [target]);
  const merged = useMergedRef(watch, ref, children.props.ref);
  return (
    <>
      {cloneElement(children, { ...others, ref: merged, ...(target ? { 'aria-describedby': id } : {}) })}
      {target && <Bubble id={id} label={label} target={target} />}
    </>
  );
}

/** Hints become tooltips, which share their delays. Small, and without the library that places menus: every screen has it. */
export function Tooltips({ children }: { children: ReactNode }) {
  return <HintLook value={Tooltip}>{children}</HintLook>;
}
