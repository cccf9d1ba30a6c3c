/** Everything that opens over the order but the pad, in one piece that is loaded ahead. */

export { AttemptDialog } from '../attempts/attempt-dialog.tsx';
export { ChargeDialog } from '../charges/charge-dialog.tsx';
export { CollectCard, CollectRow } from '../collect/collect-card.tsx';
export { DelayDialog } from '../delays/delay-dialog.tsx';
export { EditItemDialog } from '../items/edit-item-dialog.tsx';
export { AddItemForm } from '../items/item-fields.tsx';
export { AskDialog } from './ask-dialog.tsx';
