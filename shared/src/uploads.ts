import { z } from 'zod';

/** A stored photo; `url` is what quotes and items take in `imageUrls`. */
export const uploadedFile = z
  .object({
    url: z.string(),
    name: z.string().nullable(),
    type: z.string(),
    size: z.number().int(),
    width: z.number().int(),
    height: z.number().int(),
  })
  .meta({ id: 'UploadedFile' });
export const uploadedOne = z.object({ file: uploadedFile });
export const uploadedMany = z.object({ files: z.array(uploadedFile) });
export type UploadedFile = z.infer<typeof uploadedFile>;
