import { type ComponentType, useEffect } from 'react';

interface Connection {
  saveData?: boolean;
}

/** Somebody who saves data is not sent a map. */
function savesData(): boolean {
  const connection: Connection | undefined = Reflect.get(navigator, 'connection');
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // A browser has few of them.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

function NoMap({ onFail }: { onFail: () => void }) {
  useEffect(onFail, [onFail]);
  return null;
}

/** Loads a map where it can be drawn: it is ten times as heavy as the page. */
export const loadMap = async <Props extends { onFail: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> => (savesData() || !hasWebGl() ? NoMap : load());
