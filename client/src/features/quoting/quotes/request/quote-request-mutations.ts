import { IMAGES_PER_ITEM_MAX, TOAST_LONG_MS, UPLOAD_FILE_BYTES_MAX } from '@quickfleet/shared/limits';
import type { CreateQuote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { useMutation } from '@tanstack/react-query';
import type { ImageUploadEvents } from '../../../../components/photos/use-image-uploads.ts';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../../lib/toast.ts';
import { quoteWithin } from '../../../../lib/words/brand.ts';
import { formatBytes } from '../../../../lib/words/format.ts';

/** What only who fills the form in needs: its rules, and the key of its attempt. */
export const loadRequest = () => import('./request-schema.ts');
export const failureText = (error: unknown): string => messageOf(error, t('Failed to submit quote'));
export const showSubmissionFailed = (error: unknown): void =>
  showError(t('Submission Failed'), failureText(error), TOAST_LONG_MS);

/** Sends the visitor's request under the key of its attempt. */
export function useSubmitQuote() {
  const { client } = trpc.useUtils();
  return useMutation({
    // Offline it fails immediately instead of waiting silently.
    networkMode: 'always',
    mutationFn: async (request: CreateQuote) => {
      const { attemptKey, forgetAttempt } = await loadRequest();
      const quote = await client.quotes.create.mutate(request, { context: { idempotencyKey: attemptKey(request) } });
      forgetAttempt();
      return quote;
    },
    onSuccess: () => {
      showSuccess(
        t('Quote Submitted Successfully!'),
        t("We'll review your request and get back to you {within}", { within: quoteWithin }),
        TOAST_LONG_MS,
      );
    },
    onError: showSubmissionFailed,
  });
}

const refusals = {
  type: () => t('Please upload an image file'),
  size: (name: string) => t('{name} is larger than {size}', { name, size: formatBytes(UPLOAD_FILE_BYTES_MAX) }),
  count: () => t('One item can have at most {max} photos', { max: IMAGES_PER_ITEM_MAX }),
};

/** Toasts about photos that were refused or could not be uploaded. */
export const uploadToasts: ImageUploadEvents = {
  onUploadFailed: () => showError(t('Upload Failed'), t('Failed to upload image')),
  onRejected: (file, reason) => showError(t('Upload Failed'), refusals[reason](file.name)),
};
