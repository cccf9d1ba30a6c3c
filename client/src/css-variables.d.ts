import 'react';

declare module 'react' {
  // Custom properties are set through style; React's own type knows only the standard ones.
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
