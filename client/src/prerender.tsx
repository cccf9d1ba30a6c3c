// Runs once, when the pages are built: writes the home page as HTML, so that it stands before any script has come.
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { App } from './app.tsx';

const { prelude } = await prerender(
  <StrictMode>
    <Router ssrPath="/">
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
process.stdout.write(await new Response(prelude).text());
