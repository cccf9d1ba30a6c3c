import '@fontsource-variable/inter/index.css';
import './styles/base.css';
import './lib/leave-guard.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { preloadPage } from './routes.tsx';

// The page's policy allows no code made of text, which zod would try once for every page and then do without.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// The page's own part is on its way with the frame: waiting for it spares everybody a spinner between two paints, and
// the prerendered home page would be thrown away without it. What cannot be loaded is told by the page itself.
await preloadPage(location.pathname).catch(() => {});
if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);
