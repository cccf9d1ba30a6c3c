import { t } from '@quickfleet/shared/words/t';
import { badRequest } from '../../../http/errors.ts';

/** A file that cannot be read, in a sentence for the person who sent it. */
export const unreadable = (message: string) => badRequest('IMPORT_UNREADABLE', message, [{ path: 'file', message }]);

export const damaged = () =>
  unreadable(t('This Excel file is damaged. Open it in Excel, save it again as .xlsx, and try once more'));
