import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiDocument } from '../../src/rest/openapi/openapi.ts';

/** Checks JSON against the schemas of an OpenAPI document. Fastify brings ajv along. */
export function createChecker(document: ApiDocument): (pointer: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema(document, 'api');
  const known = new Map<string, ValidateFunction>();
  return (pointer) => {
    const ref = `api#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const check = known.get(ref) ?? ajv.compile({ $ref: ref });
    known.set(ref, check);
    return check;
  };
}

/** Whether a schema is one of JSON Schema 2020-12 itself; answers what is wrong with it. */
export function schemaErrors(schema: object): string | undefined {
  const ajv = new Ajv2020({ strict: false });
  return ajv.validateSchema(schema) === true ? undefined : ajv.errorsText(ajv.errors);
}
