import { serve } from './server.ts';

// What compiles the sources ahead loads this one too.
if (import.meta.main) await serve();
