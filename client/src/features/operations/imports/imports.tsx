import { importRowStates } from '@quickfleet/shared/operations/imports';
import { z } from 'zod';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useUrlState } from '../../../lib/addresses/url-state.ts';
import { ImportDetail } from './import-detail.tsx';
import { ImportList } from './import-list.tsx';
import { SendFile } from './send-file.tsx';

const view = z.object({
  /** The import that is open, which of its rows are shown, and which page. */
  import: urlNumber.optional(),
  rows: z.enum(importRowStates).optional(),
  page: urlNumber.default(1),
});

/** Files of orders, quotes, customers and addresses: sent, checked, imported, undone. */
export function Imports() {
  const [{ import: id, rows, page }, setView] = useUrlState(view);
  const open = (opened: number) => setView({ import: String(opened), rows: undefined, page: undefined });
  return id === undefined ? (
    <>
      <SendFile onSent={(sent) => open(sent.id)} />
      <ImportList page={page} onPage={(at, how) => setView({ page: String(at) }, how)} onOpen={open} />
    </>
  ) : (
    <ImportDetail
      id={id}
      state={rows}
      page={page}
      onView={setView}
      onBack={() => setView({ import: undefined, rows: undefined, page: undefined })}
    />
  );
}
