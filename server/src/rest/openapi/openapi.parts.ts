import { id } from '@quickfleet/shared/base/primitives';
import { z } from 'zod';

// What the descriptions of the routes that are no procedures are made of.

export const binary = z.unknown().meta({ override: { type: 'string', format: 'binary' } });

export const files = z.array(binary).max(10);

export const inPath = (name: string, description: string, itself: number) => ({
  path: z.object({ [name]: id.meta({ description, example: itself }) }),
});

export const body = (schema: z.ZodType, ...types: ('application/json' | 'multipart/form-data')[]) => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
});

export const form = (fields: z.ZodRawShape) => body(z.object(fields), 'multipart/form-data');

export const json = (schema: z.ZodType) => ({ description: 'OK', content: { 'application/json': { schema } } });

export const call = <T extends object>(
  operationId: string,
  tag: string,
  summary: string,
  description: string,
  more: T,
) => ({
  operationId,
  tags: [tag],
  summary,
  ...(description ? { description } : {}),
  ...more,
});
