import type { MultipartFile } from '@fastify/multipart';
import {
  UPLOAD_FIELD_BYTES_MAX,
  UPLOAD_FIELDS_MAX,
  UPLOAD_FILE_BYTES_MAX,
  UPLOAD_FILES_MAX,
  UPLOAD_REQUEST_BYTES_MAX,
} from '@quickfleet/shared/limits';
import type { FastifyRequest } from 'fastify';
import { badRequest, DomainError, tooLarge } from '../lib/errors.ts';

export interface FormFile {
  field: string;
  name: string | null;
  bytes: Buffer;
}
export interface Form {
  /** Text of form data; of a JSON body whatever it holds, for the schema to judge: null is not the word "null". */
  fields: Record<string, unknown>;
  files: FormFile[];
}

const limits = {
  fileSize: UPLOAD_FILE_BYTES_MAX,
  files: UPLOAD_FILES_MAX,
  fields: UPLOAD_FIELDS_MAX,
  fieldSize: UPLOAD_FIELD_BYTES_MAX,
  parts: UPLOAD_FILES_MAX + UPLOAD_FIELDS_MAX,
  fieldNameSize: 100,
};
const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
const isFormData = (request: FastifyRequest) =>
  request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false;
const safeField = (name: string) => !['__proto__', 'constructor', 'prototype'].includes(name);

async function readFile(part: MultipartFile, room: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.file) {
    size += chunk.length;
    if (size > room) throw tooLarge(`One request takes at most ${megabytes(UPLOAD_REQUEST_BYTES_MAX)} MB`);
    chunks.push(chunk);
  }
  // Fastify ends an over-long file early and calls that a success (docs/security.md, TR-11).
  if (part.file.truncated) throw tooLarge(`A photo can have at most ${megabytes(UPLOAD_FILE_BYTES_MAX)} MB`);
  return Buffer.concat(chunks);
}

async function readParts(request: FastifyRequest): Promise<Form> {
  const fields: Record<string, unknown> = {};
  const files: FormFile[] = [];
  let total = 0;
  for await (const part of request.parts({ limits })) {
    if (!safeField(part.fieldname)) throw badRequest('BAD_FORM', 'A field has a name that is not allowed');
    if (part.type === 'field') {
      if (part.valueTruncated || part.fieldnameTruncated) throw tooLarge('One of the fields is too long');
      fields[part.fieldname] = part.value;
      total += typeof part.value === 'string' ? part.value.length : 0;
      continue;
    }
    const bytes = await readFile(part, UPLOAD_REQUEST_BYTES_MAX - total);
    total += bytes.length;
    // A browser sends an empty file field for a picker that nothing was chosen in.
    if (bytes.length > 0 || part.filename) files.push({ field: part.fieldname, name: part.filename || null, bytes });
  }
  return { fields, files };
}

/**
 * Reads form data into plain text fields and picture bytes within the limits of a form (docs/security.md, T-16); a JSON
 * body is taken as a form without files. Over-long is 413, cut or malformed is 400.
 */
export async function readForm(request: FastifyRequest): Promise<Form> {
  if (!isFormData(request)) {
    const body = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body)) throw badRequest('BAD_FORM', 'Send an object or form data');
    return { fields: { ...body }, files: [] };
  }
  try {
    return await readParts(request);
  } catch (error) {
    // The rest of the body is discarded, or the connection would hang.
    request.raw.resume();
    if (error instanceof DomainError) throw error;
    if (
      error instanceof Error &&
      'statusCode' in error &&
      typeof error.statusCode === 'number' &&
      error.statusCode < 500
    )
      throw error;
    throw badRequest('BAD_FORM', 'The form data is cut off or damaged. Please send it again.');
  }
}
