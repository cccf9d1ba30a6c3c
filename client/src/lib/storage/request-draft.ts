/** Where this browser keeps the public request that is not sent yet. */
export const REQUEST_DRAFT = 'quickfleet-quote-draft';
