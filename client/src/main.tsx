import './styles/other-fonts.css';
import './styles/base.css';
import './lib/forms/leave-guard.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { answersTaps } from './lib/loading/answers-taps.ts';
import { readPageData } from './lib/page.ts';
import { preloadPage } from './routes.tsx';

// The page's policy allows no code made of text, which zod would try once for every page and then do without.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const app = (
  <StrictMode>
    <App data={readPageData()} />
  </StrictMode>
);
// Waiting for the page's own part spares everybody a spinner between two paints; React would throw a rendered page away
// if it were changed before that part has come. The page itself reports what cannot be loaded.
await preloadPage(location.pathname).catch(() => {});
// A transition takes over a rendered page in short steps, between which a slow phone scrolls and answers a press.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app));
else {
  // Where nothing was rendered, nothing waits for the scripts.
  answersTaps();
  createRoot(root).render(app);
}
