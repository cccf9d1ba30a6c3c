import { TOAST_MS, UPLOAD_FILE_BYTES_MAX } from '@quickfleet/shared/limits';
import { showError, showSuccess } from '../../lib/toast.ts';
import { formatBytes } from '../../lib/words/format.ts';
import type { ImageUploadEvents } from '../photos/use-image-uploads.ts';

/** What staff read about the photos of a form. */
export const uploadToasts: ImageUploadEvents = {
  onUploaded: () => showSuccess('Success', 'Image uploaded successfully'),
  onUploadFailed: () => showError('Error', 'Failed to upload image'),
  onRejected: (file, reason) => {
    if (reason === 'type') showError('Error', 'Please upload an image file', TOAST_MS);
    else if (reason === 'size') showError('Error', `${file.name} is larger than ${formatBytes(UPLOAD_FILE_BYTES_MAX)}`);
    else showError('Error', `${file.name} is one photo too many for this item`);
  },
};

export const draftSaved = (): void =>
  showSuccess('Draft saved', 'It is kept in this browser and offered when you open the form again.');
export const nothingToSave = (): void => showError('Nothing to save yet', 'Change something first.', TOAST_MS);
