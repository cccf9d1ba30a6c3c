import { describe, expect, it } from 'vitest';
import { imageTypeOf } from './image-type.ts';

const head = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('what a file is by its first bytes', () => {
  it.each([
    ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['image/jpeg', '\xff\xd8\xff\xe1\0\0Exif'],
    ['image/gif', 'GIF89a\x01\0'],
    ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
    ['image/heic', '\0\0\0\x24ftypheic\0\0\0\0mif1heic'],
    ['image/heic', '\0\0\0\x1cftypmif1\0\0\0\0mif1heic'],
    [undefined, '\0\0\0\x1cftypmp42\0\0\0\0'],
    [undefined, 'RIFF\x24\0\0\0WAVEfmt '],
    [undefined, 'not really a picture'],
    [undefined, ''],
  ])('%s', (type, text) => {
    expect(imageTypeOf(head(text))).toBe(type);
  });
});
