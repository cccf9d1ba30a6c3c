import { t } from '@quickfleet/shared/words/t';
import { showError, showSuccess } from '../toast.ts';
import { messageOf } from './error-message.ts';

interface Report<Answer> {
  /** The text of the success toast. */
  done: string | ((answer: Answer) => string);
  /** The title of the error toast. */
  failed?: string;
  /** Errors that the form shows itself. */
  isShown?: (error: unknown) => boolean;
  /** What is read again, whatever the outcome; a returned promise keeps the mutation pending. */
  refresh?: () => unknown;
}

/** The usual end of a mutation: a toast for either outcome, and what is read again. */
export const reported = <Answer>({ done, failed = t('Error'), isShown, refresh }: Report<Answer>) => ({
  onSuccess: (answer: Answer) => showSuccess(t('Success'), typeof done === 'string' ? done : done(answer)),
  onError: (error: unknown) => {
    if (!isShown?.(error)) showError(failed, messageOf(error));
  },
  onSettled: () => refresh?.(),
});
