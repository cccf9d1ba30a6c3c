import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const codeIn = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? '';

interface CodeInAddress {
  /** Resolves to why the code opened nothing. */
  open: (code: string) => Promise<string | undefined>;
  isUntried: (reason: string) => boolean;
  isReachable: boolean;
}

/**
 * Dispatch sends drivers /driver#code=…: the code is removed from the address and history, and tried. A code that does
 * not open anything is left in the field. One that could not be tried (`isUntried`) stays in the address and is tried
 * again once the server can be reached.
 */
export function useCodeInAddress({ open, isUntried, isReachable }: CodeInAddress): {
  code: string;
  isOpening: boolean;
  problem: string | undefined;
} {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isOpening, setOpening] = useState(false);
  const isUnderWay = useRef(false);
  const take = async () => {
    const found = codeIn(location.hash);
    if (!found || isUnderWay.current) return;
    isUnderWay.current = true;
    history.replaceState(history.state, '', location.pathname + location.search);
    setCode(found);
    setOpening(true);
    const reason = await open(found);
    // A code that worked is not offered again when the driver wants a different order.
    if (!reason) setCode('');
    if (reason && isUntried(reason))
      history.replaceState(history.state, '', `#${new URLSearchParams({ code: found })}`);
    setProblem(reason);
    setOpening(false);
    isUnderWay.current = false;
  };
  useLayoutEffect(() => {
    void take();
    const taken = () => void take();
    window.addEventListener('hashchange', taken);
    return () => window.removeEventListener('hashchange', taken);
  }, []);
  useEffect(() => {
    if (isReachable) void take();
  }, [isReachable]);
  return { code, isOpening, problem };
}
