import { t } from '@quickfleet/shared/words/t';
import { showError, showSuccess } from '../toast.ts';
import { messageOf } from './error-message.ts';

interface Report<Answer, Sent> {
  /** The sentence of the success toast; without one there is none. */
  done?: string | ((answer: Answer, sent: Sent) => string);
  /** Its title. */
  title?: string;
  /** Why nothing was done, where an answer says so: an error toast takes the place of the other one. */
  refused?: (answer: Answer) => string | undefined;
  /** The title of the error toast. */
  failed?: string;
  /** Errors that the form shows itself. */
  isShown?: (error: unknown) => boolean;
  /** What follows a success, after its toast: a dialog closes. */
  onDone?: (answer: Answer) => void;
  /** What is read again, whatever the outcome; a returned promise keeps the mutation pending. */
  refresh?: (error: unknown) => unknown;
}

/** Says in a toast that something failed, and why. */
export const failedAs =
  (title: string) =>
  (error: unknown): void =>
    showError(title, messageOf(error));

/** Why each of several was refused, the same reason once; undefined where none was. */
export const saidOnce = (refusals: readonly { reason: string }[]): string | undefined =>
  [...new Set(refusals.map(({ reason }) => reason))].join(' ') || undefined;

/** The usual end of a mutation: a toast for either outcome, and what is read again. */
export const reported = <Answer, Sent>({
  done,
  refused,
  title = t('Success'),
  failed = t('Error'),
  isShown,
  onDone,
  refresh,
}: Report<Answer, Sent>) => ({
  onSuccess: (answer: Answer, sent: Sent) => {
    const why = refused?.(answer);
    if (why !== undefined) showError(failed, why);
    else if (done !== undefined) showSuccess(title, typeof done === 'string' ? done : done(answer, sent));
    onDone?.(answer);
  },
  onError: (error: unknown) => {
    if (!isShown?.(error)) failedAs(failed)(error);
  },
  onSettled: (_: unknown, error: unknown) => refresh?.(error),
});
