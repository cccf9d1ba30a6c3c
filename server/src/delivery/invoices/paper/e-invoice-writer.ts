import { type Invoice as Document, FormatFactoryService, invoiceSchema, ValidationService } from '@e-invoice-eu/core';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';

// The library's own service compiles its schema for each file that it writes, which takes longer than all the rest.

const silent = { log: () => undefined, warn: () => undefined, error: () => undefined };
const formats = new FormatFactoryService();
const validation = new ValidationService(silent);
type Formatter = ReturnType<typeof formats.createFormatService>;

/** The forms that we write. */
export type Form = 'CII' | 'UBL' | 'Factur-X-EN16931';
const checks = new Map<Form, ValidateFunction<Document>>();
function checkOf(form: Form, formatter: Formatter): ValidateFunction<Document> {
  const known = checks.get(form);
  if (known) return known;
  const schema = structuredClone(invoiceSchema);
  formatter.patchSchema(schema);
  const check = new Ajv2019({ strict: true, allErrors: true, useDefaults: true }).compile<Document>(schema);
  checks.set(form, check);
  return check;
}

/**
 * The document in one of the forms; with a paper it is inside of it.
 *
 * @throws ValidationError of the library where the document is not one of the standard
 */
export async function writeDocument(
  document: Document,
  form: Form,
  pdf?: { buffer: Uint8Array; filename: string; mimetype: string },
): Promise<string | Uint8Array> {
  const formatter = formats.createFormatService(form, silent);
  const checked = validation.validate('invoice', checkOf(form, formatter), structuredClone(document));
  formatter.fillInvoiceDefaults(checked);
  const format = formats.normalizeFormat(form);
  return formatter.generate(checked, { format, lang: 'en', noWarnings: true, ...(pdf ? { pdf } : {}) });
}
