import { Alert } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle } from '@tabler/icons-react';
import { showField } from '../../../../lib/forms/focus-first.ts';
import type { QuoteForm } from '../fields/quote-values.ts';
import styles from './quote-request.module.css';

const valueAt = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), values);
const isMissing = (value: unknown) => value === undefined || value === null || String(value).trim() === '';

/** What to do about the fields with errors: fill in the empty ones, correct the others. */
export function errorTitle(paths: readonly string[], values: unknown): string {
  const missing = paths.filter((path) => isMissing(valueAt(values, path))).length;
  const count = paths.length;
  if (missing === 0) return t('Please correct {count, plural, one {# field} other {# fields}}', { count });
  if (missing === count) return t('Please fill in {count, plural, one {# field} other {# fields}}', { count });
  return t('Please fix {count, plural, one {# field} other {# fields}}', { count });
}

/** In the order of the form. */
const order = ['customer', 'pickupAddress', 'deliveryAddress', 'speedDate', 'items', 'notes'];
const placeOf = (path: string) => order.indexOf(path.split('.')[0] ?? '');

const worded = (path: string, error: unknown) => {
  const [, at] = /^items\.(\d+)\./.exec(path) ?? [];
  return at === undefined
    ? String(error)
    : t('Item {number}: {error}', { number: Number(at) + 1, error: String(error) });
};

interface ErrorSummaryProps {
  form: QuoteForm;
  /** Another reason than the fields: photos that are uploading, a refusal by the server. */
  obstacle: { title: string; text: string } | undefined;
}

/** What keeps the request from being sent; each line leads to its field. */
export function ErrorSummary({ form, obstacle }: ErrorSummaryProps) {
  const errors = Object.entries(form.errors)
    .filter(([, error]) => Boolean(error))
    .sort(([a], [b]) => placeOf(a) - placeOf(b));
  if (errors.length === 0 && !obstacle) return null;
  const title = errorTitle(
    errors.map(([path]) => path),
    form.getValues(),
  );
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={errors.length > 0 ? title : obstacle?.title}
    >
      {obstacle && <p className={styles.obstacle}>{obstacle.text}</p>}
      {errors.length > 0 && (
        <ul className={styles.errors}>
          {errors.map(([path, error]) => (
            <li key={path}>
              <button type="button" className={styles.errorLink} onClick={() => showField(form.getInputNode(path))}>
                {worded(path, error)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
