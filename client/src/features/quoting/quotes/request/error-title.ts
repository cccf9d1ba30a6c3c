const valueAt = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), values);
const isMissing = (value: unknown) => value === undefined || value === null || String(value).trim() === '';

const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);

/** What keeps the request from being sent: fields that are empty, and fields that hold something that cannot be. */
export function errorTitle(paths: readonly string[], values: unknown): string {
  const missing = paths.filter((path) => isMissing(valueAt(values, path))).length;
  const wrong = paths.length - missing;
  if (wrong === 0) return counted(missing, 'One thing is missing', 'things are missing');
  if (missing === 0) return counted(wrong, 'One thing needs to be corrected', 'things need to be corrected');
  return `${missing} missing, ${wrong} to be corrected`;
}
