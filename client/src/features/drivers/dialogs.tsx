/** Everything that opens over the order, in one piece that is loaded ahead. */
export { AddItemForm } from './add-item-form.tsx';
export { AskDialog } from './ask-dialog.tsx';
export { AttemptDialog } from './attempt-dialog.tsx';
export { EditItemDialog } from './edit-item-dialog.tsx';
export { SignatureDialog } from './signature-dialog.tsx';
