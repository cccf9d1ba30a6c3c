/** Text in HTML; everything that is not markup made here goes through it. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The little Markdown of our own descriptions: paragraphs, **bold** and `code`. */
export const prose = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map(
      (paragraph) =>
        `<p>${escapeHtml(paragraph)
          .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
          .replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`,
    )
    .join('');

export const json = (value: unknown): string => escapeHtml(JSON.stringify(value, null, 2));
