import { type Template, type TemplateVersion, template } from '@quickfleet/shared/messages/templates';
import { t } from '@quickfleet/shared/words/t';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { z } from 'zod';
import { useSwitch } from '../../../lib/addresses/use-switch.ts';
import { codeOf, messageOf, statusOf } from '../../../lib/api/error-message.ts';
import { sendJson } from '../../../lib/api/http.ts';
import { failedAs } from '../../../lib/api/reported.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../../lib/toast.ts';
import { differencesBetween } from './template-values.ts';

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

export const loadFailed = (): void =>
  showError(t('Error loading templates'), t('Could not load email templates. Please try again.'));
export const loadedManually = (): void => showSuccess(t('Templates loaded manually'));
export const manualFetchFailed = failedAs(t('Manual fetch failed'));
export const emailRequired = (): void => showError(t('Email required'));
export const invalidEmail = (message: string): void => showError(t('Invalid email'), message);

/** Refetches the list after a change, because another template may have changed too. */
function useRefreshTemplates() {
  const utils = trpc.useUtils();
  return () => void utils.templates.list.invalidate();
}

/** Puts one changed template in its place of the list. */
function useReplace() {
  const utils = trpc.useUtils();
  return (id: number, change: (template: Template) => Template) =>
    utils.templates.list.setData(undefined, (all) =>
      all?.map((template) => (template.id === id ? change(template) : template)),
    );
}

export function useInitializeTemplates() {
  const utils = trpc.useUtils();
  return trpc.templates.initialize.useMutation({
    onSuccess: (all) => {
      utils.templates.list.setData(undefined, all);
      showSuccess(t('Templates Initialized'), t('{length} templates are ready', { length: all.length }));
    },
    onError: (error) => showError(t('Initialization failed'), messageOf(error)),
  });
}

/** The panel handles a stale save; only other failures are shown here. */
export function useSaveTemplate() {
  const replace = useReplace();
  const refresh = useRefreshTemplates();
  return trpc.templates.update.useMutation({
    onSuccess: (saved) => {
      replace(saved.id, () => saved);
      showSuccess(t('Template saved'), saved.name);
      refresh();
    },
    onError: (error) => {
      if (codeOf(error) !== 'STALE_VERSION') showError(t('Save failed'), messageOf(error));
    },
  });
}

/** The other version could not be read. */
export const compareFailed = failedAs(t('Save failed'));

/** Restores a version; resolves to 'overtaken' if another user has changed the text since it was shown. */
export function useRestoreVersion() {
  const { client, templates } = trpc.useUtils();
  const replace = useReplace();
  const restoring = useMutation({
    mutationFn: async ({
      template: { id, version: presentVersion },
      version,
      seen,
    }: {
      template: Template;
      version: number;
      seen: TemplateVersion;
    }) => {
      try {
        return await client.templates.restore.mutate({ id, version, presentVersion });
      } catch (error) {
        if (codeOf(error) !== 'STALE_VERSION') throw error;
        const present = await client.templates.get.query({ id });
        replace(id, () => present);
        if (differencesBetween(seen, present).length > 0) return 'overtaken' as const;
        return client.templates.restore.mutate({ id, version, presentVersion: present.version });
      }
    },
    onSuccess: (outcome, { version }) => {
      if (outcome === 'overtaken') return;
      replace(outcome.id, () => outcome);
      showSuccess(
        t('Template saved'),
        t('Version {version} of {name} is back, as version {newest}', {
          version,
          name: outcome.name,
          newest: outcome.version,
        }),
      );
    },
    onError: (error) => showError(t('Save failed'), messageOf(error)),
    onSettled: (_, __, { template }) => templates.versions.invalidate({ id: template.id }),
  });
  return {
    isRestoring: restoring.isPending,
    restore: (template: Template, version: number, seen: TemplateVersion) =>
      restoring.mutateAsync({ template, version, seen }).catch(() => 'failed' as const),
  };
}

export function useToggleTemplate() {
  const { client } = trpc.useUtils();
  const replace = useReplace();
  const refresh = useRefreshTemplates();
  return useSwitch({
    save: (id, enabled) => client.templates.update.mutate({ id, enabled }),
    isOn: (saved) => saved.enabled,
    show: (id, enabled) => replace(id, (template) => ({ ...template, enabled })),
    onSaved: (saved) => {
      replace(saved.id, () => saved);
      showSuccess(
        t('Status Updated'),
        saved.enabled ? t('{name} is on', { name: saved.name }) : t('{name} is off', { name: saved.name }),
      );
    },
    onFailed: (error) => showError(t('Update Failed'), messageOf(error)),
    onSettled: refresh,
  });
}

/** A failed test e-mail is shown, logged and rethrown. */
export function useTestEmail() {
  const utils = trpc.useUtils();
  const send = trpc.templates.test.useMutation();
  return {
    isSending: send.isPending,
    send: async (id: number, testEmail: string) => {
      try {
        const sent = await send.mutateAsync({ id, testEmail });
        showSuccess(t('Test email sent'), sent.message);
        void utils.mailbox.invalidate();
        return sent;
      } catch (error) {
        console.error('Failed to send test email', messageOf(error));
        showError(t('Failed to send test email'), messageOf(error));
        throw error;
      }
    },
  };
}
