/** One chunk for all of them: a driver who has one has all. */
export const loadDialogs = () => import('./dialogs.tsx');
