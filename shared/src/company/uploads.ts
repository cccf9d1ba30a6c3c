import { z } from 'zod';
import { integer, textOrNull } from '../base/primitives.ts';
import { example } from '../examples.ts';

/** A stored photo; `url` is what quotes and items take in `imageUrls`. */
export const uploadedFile = z
  .object({
    url: z.string().meta({ example: example.photo }),
    name: textOrNull.meta({ example: 'photo.jpg' }),
    type: z.string().meta({ example: 'image/jpeg' }),
    size: integer.meta({ example: 184320 }),
    width: integer.meta({ example: 1600 }),
    height: integer.meta({ example: 1200 }),
  })
  .meta({ id: 'UploadedFile' });
export const uploadedOne = z.object({ file: uploadedFile });
export const uploadedMany = z.object({ files: z.array(uploadedFile) });
export type UploadedFile = z.infer<typeof uploadedFile>;
