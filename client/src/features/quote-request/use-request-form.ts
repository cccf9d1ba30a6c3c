import { schemaResolver, useForm } from '@mantine/form';
import type { CreateQuote } from '@quickfleet/shared/quotes';
import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusFirst } from '../../lib/focus-first.ts';
import type { RequestValues } from './request-values.ts';

/** The rules come with the first touch of the form: the page stands without them, and most of its visitors only look. */
export const loadRules = () => import('./request-schema.ts').then(({ requestSchema }) => requestSchema());

interface RequestFormEvents {
  onChange: (values: RequestValues) => void;
  onChecked: (request: CreateQuote) => void;
  /** The rules could not be loaded, so nothing could be checked or sent. */
  onUnchecked: (error: unknown) => void;
}

/** `useZodForm` for rules that arrive later. */
export function useRequestForm(root: RefObject<HTMLFormElement | null>, initialValues: RequestValues, events: RequestFormEvents) {
  // Checking takes its time: who hears of the outcome must know what has happened since the press.
  const latest = useRef(events);
  useLayoutEffect(() => {
    latest.current = events;
  });
  const form = useForm<RequestValues>({
    mode: 'uncontrolled',
    initialValues,
    onValuesChange: events.onChange,
    validate: async (values) => schemaResolver(await loadRules(), { sync: true })(values),
  });

  // The page stands before it is alive, and people type at once: what the fields hold by then is taken over.
  useEffect(() => {
    for (const field of root.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[data-path], textarea[data-path]') ?? []) {
      const { path } = field.dataset;
      if (path && field.value !== field.defaultValue) form.setFieldValue(path, field.value, { forceUpdate: false });
    }
  }, []);
  const isChecking = useRef(false);
  const check = async () => {
    if (isChecking.current) return;
    isChecking.current = true;
    try {
      const { hasErrors, errors } = await form.validate();
      if (hasErrors) focusFirst(form, errors);
      else latest.current.onChecked((await loadRules()).parse(form.getValues()));
    } catch (error) {
      latest.current.onUnchecked(error);
    } finally {
      isChecking.current = false;
    }
  };

  return {
    form,
    submit: (event: FormEvent) => {
      event.preventDefault();
      void check();
    },
    showErrors: (errors: Record<string, string>) => {
      form.setErrors(errors);
      focusFirst(form, errors);
    },
  };
}
export type RequestForm = ReturnType<typeof useRequestForm>['form'];
