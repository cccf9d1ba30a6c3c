const OWN = '/files/';

/** Where the small version of a stored photo is, a tenth of its bytes; any other address stays what it is. */
export const smallImage = (url: string): string => (url.startsWith(OWN) ? `${url}?size=thumb` : url);
