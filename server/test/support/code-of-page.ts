import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * The code blocks of one language on a page of documentation, without those in which readers put their own key. A test
 * that runs them shows that the page is right.
 */
export async function codeOf(page: string, language: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))]
    .map(([, code = '']) => code)
    .filter((code) => !code.includes('qf_…'));
}
