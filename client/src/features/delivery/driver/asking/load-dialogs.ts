/** Comes first: it is what most drivers tap first. */
export const loadPad = () => import('../signing/signature-dialog.tsx');
/** One chunk for all the others: a driver who has one has all. */
export const loadDialogs = () => import('./dialogs.tsx');
