import { TOAST_MS, UPLOAD_FILE_BYTES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { showError, showSuccess } from '../../lib/toast.ts';
import { formatBytes } from '../../lib/words/format.ts';
import type { ImageUploadEvents } from '../photos/use-image-uploads.ts';

/** What staff read about the photos of a form. */
export const uploadToasts: ImageUploadEvents = {
  onUploaded: () => showSuccess(t('Success'), t('Image uploaded successfully')),
  onUploadFailed: () => showError(t('Error'), t('Failed to upload image')),
  onRejected: (file, reason) => {
    if (reason === 'type') showError(t('Error'), t('Please upload an image file'), TOAST_MS);
    else if (reason === 'size')
      showError(
        t('Error'),
        t('{name} is larger than {size}', { name: file.name, size: formatBytes(UPLOAD_FILE_BYTES_MAX) }),
      );
    else showError(t('Error'), t('{name} is one photo too many for this item', { name: file.name }));
  },
};

export const draftSaved = (): void =>
  showSuccess(t('Draft saved'), t('It is kept in this browser and offered when you open the form again.'));
export const nothingToSave = (): void => showError(t('Nothing to save yet'), t('Change something first.'), TOAST_MS);
