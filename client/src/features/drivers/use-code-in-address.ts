import { useLayoutEffect, useState } from 'react';

const codeIn = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? '';

/**
 * Dispatch sends drivers /driver#code=…: the code is taken out of the address, so that it stays in no history, and
 * tried. A code that does not open anything is left in the field.
 */
export function useCodeInAddress(open: (code: string) => Promise<string | undefined>): {
  code: string;
  isOpening: boolean;
  problem: string | undefined;
} {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isOpening, setOpening] = useState(false);
  useLayoutEffect(() => {
    const take = async () => {
      const found = codeIn(location.hash);
      if (!found) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      setCode(found);
      setOpening(true);
      const reason = await open(found);
      // A code that worked is not offered again when the driver wants a different order.
      if (!reason) setCode('');
      setProblem(reason);
      setOpening(false);
    };
    void take();
    const taken = () => void take();
    window.addEventListener('hashchange', taken);
    return () => window.removeEventListener('hashchange', taken);
  }, []);
  return { code, isOpening, problem };
}
