// Types for packages that ship none, limited to what we use.

declare module 'linebreak' {
  /** The places where a line may end, by Unicode's rules (UAX 14). */
  class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }

  // biome-ignore lint/style/noDefaultExport: it is theirs
  export { LineBreaker as default };
}
declare module 'fontverter' {
  /** The same font in another container. */
  export function convert(font: Buffer, to: 'truetype' | 'woff' | 'woff2'): Promise<Buffer>;
}

declare module 'bidi-js' {
  interface Levels {
    /** By place in the text; odd where it runs from right to left. */
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  }
  /** Unicode's bidirectional algorithm (UAX 9). */
  function bidiFactory(): {
    getEmbeddingLevels(text: string, base?: 'ltr' | 'rtl'): Levels;
    /** The places of the text in the order in which they are seen. */
    getReorderedIndices(text: string, levels: Levels): number[];
    getMirroredCharacter(character: string): string | null;
  };

  // biome-ignore lint/style/noDefaultExport: it is theirs
  export { bidiFactory as default };
}

declare namespace PDFKit.Mixins {
  interface PDFImage {
    /** A picture that is put into the file once, and then drawn by `image` as often as it is given there. */
    openImage(src: Buffer): ImageSrc;
  }
}
