import { MantineProvider } from '@mantine/core';
import type { AppRouter } from '@quickfleet/server/router';
import { QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import type { ReactElement } from 'react';
import { Toaster } from '../src/components/feedback/toaster.tsx';
import { onePressLink } from '../src/lib/api/one-press.ts';
import { createQueryClient } from '../src/lib/api/query-client.ts';
import { AuthProvider } from '../src/lib/api/session.tsx';
import { trpc } from '../src/lib/api/trpc.ts';
import { themeIn } from '../src/theme.ts';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;
type AnswersOf<In, Out> = {
  [Name in keyof In & keyof Out]?: Out[Name] | ((input: In[Name]) => Out[Name] | Promise<Out[Name]>);
};
/** What the server answers, by router and procedure: a value, or a function of the input that may throw `refusal(…)`. */
const { theme, cssVariables } = themeIn({ shades: null, accent: null });

export type Answers = { [Name in keyof Inputs & keyof Outputs]?: AnswersOf<Inputs[Name], Outputs[Name]> };

export interface Call {
  /** As in the router: `quotes.update`. */
  path: string;
  input: unknown;
}
export interface Rendered extends RenderResult {
  user: UserEvent;
  /** Every call so far, subscriptions left out. */
  calls: Call[];
}

/** The error that the client gets when the server refuses with this status, code and sentence. */
export const refusal = (
  httpStatus: number,
  reason: string,
  message: string,
  issues?: { path: string; message: string }[],
) => TRPCClientError.from({ error: { message, code: -32_600, data: { httpStatus, reason, issues } } } as never);

function answering(answers: Answers, calls: Call[]): TRPCLink<AppRouter> {
  const answer = async (path: string, input: unknown): Promise<unknown> => {
    const [router = '', procedure = ''] = path.split('.');
    const given: unknown = Reflect.get(Reflect.get(answers, router) ?? {}, procedure);
    if (given === undefined && path === 'auth.session') return { user: null };
    if (given === undefined) throw new Error(`The test gives no answer to ${path}`);
    return typeof given === 'function' ? given(input) : given;
  };
  return () =>
    ({ op }) =>
      observable((observer) => {
        // A live stream that never says anything.
        if (op.type === 'subscription') return;
        calls.push({ path: op.path, input: op.input });
        answer(op.path, op.input).then(
          (data) => {
            observer.next({ result: { type: 'data', data } });
            observer.complete();
          },
          (error) => observer.error(TRPCClientError.from(error)),
        );
      });
}

/** Shows a part of the client as the app would, with a server that says what the test wants it to say. */
export function renderPart(part: ReactElement, { answers = {} }: { answers?: Answers } = {}): Rendered {
  const calls: Call[] = [];
  const queryClient = createQueryClient(
    () => {},
    () => {},
  );
  const trpcClient = trpc.createClient({ links: [onePressLink, answering(answers, calls)] });
  const shown = render(part, {
    wrapper: ({ children }) => (
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <AuthProvider>
              {children}
              <Toaster />
            </AuthProvider>
          </QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    ),
  });
  return { ...shown, user: userEvent.setup(), calls };
}
