/** Where the portal lands when an order is left. Apart from the day, which is loaded after the first view. */
export const NEXT_STOP = 'next-stop';
