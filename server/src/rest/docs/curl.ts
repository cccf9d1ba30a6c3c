import type { Operation } from '../openapi.ts';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How a caller shows who they are: a key where one is taken, else the cookie, else nothing. */
function credentials({ security = [] }: Operation): string[] {
  if (security.some((requirement) => Object.keys(requirement).length === 0)) return [];
  if (security.some((requirement) => 'apiKey' in requirement)) return ['-H "Authorization: Bearer $QUICKFLEET_KEY"'];
  return ['-b cookies.txt'];
}

/** One command that a reader can copy and change. */
export function curlOf(method: string, path: string, operation: Operation, base: string): string {
  const parameters = (operation.parameters ?? []).flatMap((parameter) => ('$ref' in parameter ? [] : [parameter]));
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const found = parameters.find((parameter) => parameter.name === name);
    return encodeURIComponent(String(found?.example ?? 1));
  });
  const parts = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(base + filled)}`, ...credentials(operation)];
  if (
    ['auth', 'drivers'].some((name) => operation.operationId.startsWith(name)) &&
    /Login|Register|Access/.test(operation.operationId)
  )
    parts.push('-c cookies.txt');
  const content = operation.requestBody?.content ?? {};
  const jsonBody = content['application/json'];
  const form = content['multipart/form-data'];
  if (jsonBody) {
    parts.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(jsonBody.example))}`);
  } else if (form) {
    const fields = isRecord(form.example) ? Object.entries(form.example) : [];
    for (const [name, value] of fields)
      parts.push(`-F ${quote(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`);
    for (const [name, schema] of Object.entries(form.schema.properties ?? {})) {
      if (schema.format === 'binary' || schema.items?.format === 'binary')
        parts.push(`-F '${name}=@${name === 'signature' ? 'signature.png' : 'photo.jpg'}'`);
    }
  }
  return parts.join(' \\\n  ');
}
