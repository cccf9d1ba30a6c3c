// Runs once, when the pages are built: writes the pages that stand before any script has come, as HTML by the name of
// their frame.
import { type Frame, paths } from '@quickfleet/shared/paths';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { App } from './app.tsx';
import { built } from './lib/use-document-title.ts';

const standing: Partial<Record<Frame, string>> = {
  home: paths.home,
  track: paths.track,
  auth: paths.signIn,
  adminAuth: paths.adminSignIn,
  driver: paths.driver,
};

async function render(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <Router ssrPath={path}>
        <App />
      </Router>
    </StrictMode>,
    {
      // One piece: what React would send later is put in place by inline scripts, which the page's policy forbids.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => {
        console.error(error);
        process.exitCode = 1;
      },
    },
  );
  return new Response(prelude).text();
}

const pages: Record<string, { html: string; title: string; description: string }> = {};
for (const [frame, path] of Object.entries(standing)) pages[frame] = { html: await render(path), ...built };
process.stdout.write(JSON.stringify(pages));
