/** Writes src/schema.ts, the types of every call, from the openapi.json at the top of the repository. */
import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const BLOB = ts.factory.createTypeReferenceNode(ts.factory.createIdentifier('Blob'));

const schema = await openapiTS(new URL('../openapi.json', import.meta.url), {
  // A field with a default may be left out of a request.
  defaultNonNullable: false,
  transform: ({ format }) => (format === 'binary' ? BLOB : undefined),
});
await writeFile(new URL('src/schema.ts', import.meta.url), astToString(schema));
