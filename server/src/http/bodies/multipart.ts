import {
  UPLOAD_FIELD_BYTES_MAX,
  UPLOAD_FIELDS_MAX,
  UPLOAD_FILE_BYTES_MAX,
  UPLOAD_FILES_MAX,
} from '@quickfleet/shared/limits';
import { isStaff } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import type { FastifyRequest } from 'fastify';
import type { ByteHolder } from '../../files/byte-budget.ts';
import type { ReceivedFile, Reception } from '../../files/incoming.ts';
import type { RequestContext } from '../context.ts';
import { badRequest, DomainError, tooLarge } from '../errors.ts';
import { networkOf } from '../limits.ts';
import { requireReadable } from './utf8.ts';

export interface FormFile extends ReceivedFile {
  field: string;
  name: string | null;
}
const FILE_NAME_MAX = 200;
/** What a file is called in histories: one line, and not longer than one. */
export const fileNameOf = ({ name }: Pick<FormFile, 'name'>): string =>
  (name ?? 'file')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .toWellFormed()
    .slice(-FILE_NAME_MAX) || 'file';

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

/** A phone without a current right may still upload evidence: it is no stranger. */
export function holderOf({ caller, request }: RequestContext): ByteHolder {
  const { user, key, sessionHash, grants, endedGrants = [] } = caller;
  return {
    isKnown:
      key !== undefined || isStaff(user?.role) || user?.role === 'driver' || grants.length + endedGrants.length > 0,
    address: networkOf(request.ip),
    session: key ? `key ${key.id}` : sessionHash,
  };
}

interface FormOptions {
  /** What a file that is too large is called. */
  word?: 'photo' | 'file';
  /** Fields that may be given several times: a list then. */
  lists?: readonly string[];
}
async function readParts(
  request: FastifyRequest,
  reception: Reception,
  { word = 'photo', lists = [] }: FormOptions,
): Promise<Form> {
  const fields: Record<string, unknown> = {};
  const files: FormFile[] = [];
  reception.announce(Number(request.headers['content-length'] ?? 0));
  for await (const part of request.parts({ limits })) {
    if (!safeField(part.fieldname)) throw badRequest('BAD_FORM', t('A field has a name that is not allowed'));
    if (part.type === 'field') {
      if (part.valueTruncated || part.fieldnameTruncated) throw tooLarge(t('One of the fields is too long'));
      const known = fields[part.fieldname];
      if (lists.includes(part.fieldname) && typeof part.value === 'string') {
        requireReadable(part.value);
        fields[part.fieldname] = [...(Array.isArray(known) ? known : []), part.value];
        reception.count(part.value.length);
        continue;
      }
      if (Object.hasOwn(fields, part.fieldname))
        throw badRequest('BAD_FORM', t('The field {fieldname} is given more than once', { fieldname: part.fieldname }));
      if (typeof part.value === 'string') requireReadable(part.value);
      fields[part.fieldname] = part.value;
      reception.count(typeof part.value === 'string' ? part.value.length : 0);
      continue;
    }
    const file = await reception.receive(part.file);
    // Fastify ends an over-long file early and calls that a success (docs/security.md, TR-11).
    if (part.file.truncated)
      throw tooLarge(
        t('A {kind, select, photo {photo} other {file}} can have at most {megabytes} MB', {
          kind: word,
          megabytes: megabytes(UPLOAD_FILE_BYTES_MAX),
        }),
      );
    // A browser sends an empty file field for a picker that nothing was chosen in.
    if (file.size > 0 || part.filename) files.push({ ...file, field: part.fieldname, name: part.filename || null });
  }
  return { fields, files };
}

/**
 * Reads form data into text fields and files on disk, within the limits of one form and of all uploads together
 * (docs/security.md, T-16), and passes it to `work`; afterwards the files are deleted. A JSON body counts as a form
 * without files. Too long is 413, cut or malformed is 400, beyond the sender's share is 429 and beyond everyone's 503.
 */
export async function withForm<T>(
  ctx: RequestContext,
  request: FastifyRequest,
  work: (form: Form) => Promise<T>,
  options: FormOptions = {},
): Promise<T> {
  if (!isFormData(request)) {
    const body = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body)) throw badRequest('BAD_FORM', t('Send an object or form data'));
    return work({ fields: { ...body }, files: [] });
  }
  const reception = ctx.services.incoming.open(holderOf(ctx));
  try {
    return await work(await readParts(request, reception, options).catch(refuse));
  } finally {
    await reception.close();
  }
}

/** A body that cannot be read to its end. */
function refuse(error: unknown): never {
  if (error instanceof DomainError) throw error;
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500)
    throw error;
  throw badRequest('BAD_FORM', t('The form data is cut off or damaged. Please send it again.'));
}
