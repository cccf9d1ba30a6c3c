import { TOAST_MS } from '@quickfleet/shared/limits';
import { showError } from '../../../../lib/toast.ts';

export const showNumberMissing = (): void => showError('Error', 'Please enter a tracking number', TOAST_MS);
