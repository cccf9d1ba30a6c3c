import '@fontsource-variable/inter/index.css';
import './styles/base.css';
import './lib/leave-guard.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { preloadHome } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// The home page comes with its content; every other page is an empty frame.
if (root.hasChildNodes()) {
  // What cannot be loaded is told by the page itself.
  await preloadHome().catch(() => {});
  hydrateRoot(root, app);
} else createRoot(root).render(app);
