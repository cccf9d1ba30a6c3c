import { schemaResolver, useForm } from '@mantine/form';
import { type FormEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { z } from 'zod';
import { useTakenOver } from '../hooks/use-taken-over.ts';
import { focusFirst } from './focus-first.ts';

interface FormEvents<Values, Output> {
  onChange?: (values: Values) => void;
  onChecked: (output: Output) => void;
  /** The rules could not be loaded, so nothing could be checked. */
  onUnchecked: (error: unknown, values: Values) => void;
}

/**
 * `useZodForm` for a page that the server renders: the rules are loaded with the first check (load them earlier, say on
 * focus, and nobody waits), and what was typed before hydration is taken over. Give the form `ref={root}`.
 */
export function useUncontrolledForm<Schema extends z.ZodType, Values extends Record<string, unknown>>(
  load: () => Promise<Schema>,
  root: RefObject<HTMLFormElement | null>,
  initialValues: Values,
  events: FormEvents<Values, z.output<Schema>>,
) {
  // Checking takes its time: the events that are called afterwards are those of the latest render.
  const latest = useRef(events);
  useLayoutEffect(() => {
    latest.current = events;
  });
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues,
    onValuesChange: (values) => events.onChange?.(values),
    validate: async (values) => schemaResolver(await load(), { sync: true })(values),
  });

  // React keeps what an uncontrolled field holds at hydration, but no change event was seen by the form.
  useTakenOver(() => {
    for (const field of root.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input[data-path], textarea[data-path]',
    ) ?? []) {
      const { path } = field.dataset;
      if (path && field.value !== field.defaultValue)
        form.setFieldValue(path, field.value as never, { forceUpdate: false });
    }
  });
  const isChecking = useRef(false);
  const check = async () => {
    if (isChecking.current) return;
    isChecking.current = true;
    try {
      const { hasErrors, errors } = await form.validate();
      if (hasErrors) focusFirst(form, errors);
      else latest.current.onChecked((await load()).parse(form.getValues()));
    } catch (error) {
      latest.current.onUnchecked(error, form.getValues());
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
