import { badRequest } from '../../../http/errors.ts';

/** A file that cannot be read, in a sentence for the person who sent it. */
export const unreadable = (message: string) => badRequest('IMPORT_UNREADABLE', message, [{ path: 'file', message }]);
