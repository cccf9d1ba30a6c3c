import { schemaResolver, useForm } from '@mantine/form';
import type { FormEvent } from 'react';
import type { z } from 'zod';
import { focusFirst } from './focus-first.ts';

// Taken from the hook itself: the package's own type exports do not resolve under nodenext.
type FormOptions<Values extends Record<string, unknown>> = Omit<
  NonNullable<Parameters<typeof useForm<Values>>[0]>,
  'initialValues' | 'validate'
>;

/**
 * A Mantine form that validates with a shared schema. Uncontrolled unless `mode` says otherwise, so give every field
 * `key={form.key(path)}`. `onSubmit(send)` checks, focuses the first invalid field, or hands the parsed values on;
 * `showErrors(issuesOf(error))` shows what the server found.
 */
export function useZodForm<Schema extends z.ZodType, Values extends Record<string, unknown>>(
  schema: Schema,
  initialValues: Values,
  options: FormOptions<Values> = {},
) {
  const form = useForm<Values>({
    mode: 'uncontrolled',
    ...options,
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
  });

  return {
    form,
    onSubmit: (
      send: (output: z.output<Schema>, values: Values) => void,
    ): ((event?: FormEvent<HTMLFormElement>) => void) =>
      form.onSubmit(
        (values) => send(schema.parse(values), values),
        (errors) => focusFirst(form, errors),
      ),
    showErrors: (errors: Record<string, string>): void => {
      form.setErrors(errors);
      focusFirst(form, errors);
    },
  };
}
export type ZodForm<Values extends Record<string, unknown>> = ReturnType<typeof useZodForm<z.ZodType, Values>>['form'];
