const wellFormed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/**
 * A value as JSON for PostgreSQL, which refuses half of a character, as a text that was cut may end with: it becomes the
 * mark of a character that is unknown, as in a parameter that is text.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  // Only half a character, or somebody's own backslash, is written so.
  return text.includes('\\ud') ? JSON.stringify(value, wellFormed) : text;
}
