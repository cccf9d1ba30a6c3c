import { saveFile } from './save-file.ts';

/** Hands a text to the browser as a download. */
export const downloadText = (name: string, text: string, type = 'text/csv;charset=utf-8'): void =>
  saveFile(new Blob([text], { type }), name);
