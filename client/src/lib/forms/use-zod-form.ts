import { schemaResolver, useForm } from '@mantine/form';
import type { FormEvent } from 'react';
import type { z } from 'zod';
import { issuesOf } from '../api/error-message.ts';
import { focusFirst } from './focus-first.ts';

// Taken from the hook itself: the package's own type exports do not resolve under nodenext.
type FormOptions<Values extends Record<string, unknown>> = Omit<
  NonNullable<Parameters<typeof useForm<Values>>[0]>,
  'initialValues' | 'validate'
>;

/**
 * A Mantine form that validates with a shared schema. Uncontrolled unless `mode` says otherwise, so give every field
 * `key={form.key(path)}`. `onSubmit(send)` checks, focuses the first invalid field, or hands the parsed values on.
 * `onSend(send)` also shows at its fields what the server finds wrong; `showErrors` does so by hand.
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

  type Send<Answer> = (output: z.output<Schema>, values: Values) => Answer;
  const onSubmit = (send: Send<void>): ((event?: FormEvent<HTMLFormElement>) => void) =>
    form.onSubmit(
      (values) => send(schema.parse(values), values),
      (errors) => focusFirst(form, errors),
    );
  const showErrors = (errors: Record<string, string>): void => {
    form.setErrors(errors);
    focusFirst(form, errors);
  };
  return {
    form,
    onSubmit,
    showErrors,
    onSend: (send: Send<Promise<unknown>>, errorsOf: (error: unknown) => Record<string, string> = issuesOf) =>
      onSubmit((output, values) => void send(output, values).catch((error: unknown) => showErrors(errorsOf(error)))),
  };
}
export type ZodForm<Values extends Record<string, unknown>> = ReturnType<typeof useZodForm<z.ZodType, Values>>['form'];
