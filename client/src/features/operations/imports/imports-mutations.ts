import type { ImportKind } from '@quickfleet/shared/operations/import-fields';
import { type Import, importOut } from '@quickfleet/shared/operations/imports';
import { API_BASE } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { useMutation } from '@tanstack/react-query';
import { sendForm } from '../../../lib/api/http.ts';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { reported } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';

interface Chosen {
  kind: ImportKind;
  file: File;
}

/** Sends a file to be checked. The form shows what is wrong with it. */
export function useSendFile(onSent: (sent: Import) => void) {
  const utils = trpc.useUtils();
  return useMutation({
    mutationFn: ({ kind, file }: Chosen) => {
      const form = new FormData();
      form.append('kind', kind);
      form.append('file', file);
      return sendForm(`${API_BASE}/imports`, form, {
        parse: (json) => importOut.parse(json),
        headers: { 'idempotency-key': newIdempotencyKey() },
      });
    },
    onSuccess: onSent,
    onSettled: () => utils.imports.list.invalidate(),
  });
}

export function useImportMutations() {
  const utils = trpc.useUtils();
  const refresh = () => utils.imports.invalidate();
  const change = trpc.imports.change.useMutation(
    reported({ done: t('The file is checked again'), failed: t('The columns could not be changed'), refresh }),
  );
  const commit = trpc.imports.commit.useMutation(
    reported({
      done: ({ valid }) => t('{count, plural, one {# row goes in} other {# rows go in}}', { count: valid }),
      failed: t('The import could not be started'),
      refresh,
    }),
  );
  const cancel = trpc.imports.cancel.useMutation(
    reported({ done: t('Import cancelled'), failed: t('The import could not be cancelled'), refresh }),
  );
  const undo = trpc.imports.undo.useMutation(
    reported({ done: t('The import is being undone'), failed: t('The import could not be undone'), refresh }),
  );
  return { change, commit, cancel, undo };
}
