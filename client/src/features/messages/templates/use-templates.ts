import { type Template, template } from '@quickfleet/shared/messages/templates';
import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { z } from 'zod';
import { statusOf } from '../../../lib/api/error-message.ts';
import { sendJson } from '../../../lib/api/http.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { loadedManually, loadFailed, manualFetchFailed } from './template-mutations.ts';

const templates = z.array(template);

/** The plain REST call: it gets through where something between has spoiled the other way. */
const fetchManually = (): Promise<Template[]> =>
  sendJson('/api/email-templates', null, { method: 'GET', parse: (json) => templates.parse(json) });

/** Every template. When the first way yields nothing, a manual fetch is attempted. */
export function useTemplates() {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: getQueryKey(trpc.templates.list, undefined, 'query'),
    queryFn: async (): Promise<Template[]> => {
      try {
        const found = await client.templates.list.query();
        if (found.length > 0) return found;
      } catch (error) {
        // The session is over: the page goes to the sign-in, and a second call would say the same.
        if (statusOf(error) === 401) throw error;
        loadFailed();
      }
      try {
        const found = await fetchManually();
        if (found.length > 0) loadedManually();
        return found;
      } catch (error) {
        manualFetchFailed(error);
        throw error;
      }
    },
  });
}
