import { useEffect, useRef, useState } from 'react';

const MARK = 'printing';

/** Prints one sheet, rendered only while printing, instead of the page; `title` names the file. */
export function usePrint(title: string) {
  const [isPrinting, setPrinting] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isPrinting) return;
    let isOver = false;
    const before = document.title;
    const end = () => setPrinting(false);
    const start = async () => {
      // A photo that is not loaded would print as an empty frame.
      await Promise.allSettled([...(sheet.current?.querySelectorAll('img') ?? [])].map((photo) => photo.decode()));
      if (isOver) return;
      document.title = title;
      document.body.dataset[MARK] = 'sheet';
      window.addEventListener('afterprint', end, { once: true });
      window.print();
    };
    void start();
    return () => {
      isOver = true;
      window.removeEventListener('afterprint', end);
      delete document.body.dataset[MARK];
      document.title = before;
    };
  }, [isPrinting, title]);

  return { isPrinting, sheet, print: () => setPrinting(true) };
}
