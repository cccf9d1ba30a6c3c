import type { ComponentType } from 'react';
import { lazyExtra } from '../../lib/loading/lazy-named.ts';

/**
 * A part with the company's map, loaded only by a browser that can draw it. The server draws no map: where this is
 * called, `import.meta.env.SSR` decides, so that its bundle holds none.
 */
export const lazyMap = <Props extends { onFail: () => void }>(load: () => Promise<ComponentType<Props>>) =>
  lazyExtra(() => import('./load-map.ts').then(({ loadMap }) => loadMap(load)));
