/** What the signature of each stage is called, and what it does to the order. */
export const signatureWords = {
  pickup: {
    title: 'Pickup Customer Signature',
    done: 'picked up',
    confirm: 'Confirm pickup',
    after: 'The order then counts as picked up.',
  },
  delivery: {
    title: 'Delivery Customer Signature',
    done: 'delivered',
    confirm: 'Confirm delivery',
    after: 'This ends the order and cannot be undone.',
  },
} as const;
