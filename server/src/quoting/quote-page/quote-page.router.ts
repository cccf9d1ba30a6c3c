import { success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/quoting/quote-page';
import type { AppContext } from '../../http/context.ts';
import { each } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { acceptByLink, declineByLink } from './quotes.decide.ts';
import { changeDateByLink, countVisit, readByLink, watchByLink } from './quotes.page.ts';
import { askByLink } from './quotes.questions.ts';

const tags = ['quote page'];
/** Each change answers the page as it stands afterwards. */
const thenRead = async <Input extends { token: string }>(
  ctx: AppContext,
  input: Input,
  change: (ctx: AppContext, input: Input) => Promise<void>,
) => {
  await change(ctx, input);
  return readByLink(ctx, input.token);
};

export const quotePageRouter = router({
  get: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/q/{token}',
        tags,
        summary: 'What a customer’s link shows',
        description:
          'The link alone is the right to it. Reading changes nothing. 60 reads a minute and 20 wrong links in 10 minutes for one address.',
      },
    })
    .input(shared.byToken)
    .output(shared.customerQuote)
    .query(({ ctx, input }) => readByLink(ctx, input.token)),
  accept: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/q/{token}/accept',
        tags,
        summary: 'Accept the quote as it was shown',
        description:
          'Freezes the agreed version. 409 `QUOTE_REVISION_CHANGED` when there is a newer version, `QUOTE_EXPIRED` after the last day, `QUOTE_ALREADY_DECIDED` when it is decided, `QUOTE_ACCEPT_BY_MAIL` with the form’s link for a quote on account. `signature` is the address of an uploaded drawing.',
      },
    })
    .input(shared.acceptQuote)
    .output(shared.customerQuote)
    .mutation(({ ctx, input }) => thenRead(ctx, input, acceptByLink)),
  decline: procedure
    .meta({
      openapi: { method: 'POST', path: '/q/{token}/decline', tags, summary: 'Decline the quote, with a reason' },
    })
    .input(shared.declineQuote)
    .output(shared.customerQuote)
    .mutation(({ ctx, input }) => thenRead(ctx, input, declineByLink)),
  ask: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/q/{token}/questions',
        tags,
        summary: 'Ask the office about the quote',
        description: 'The answer comes on the same page and by e-mail.',
      },
      status: 201,
    })
    .input(shared.askQuestion)
    .output(shared.customerQuote)
    .mutation(({ ctx, input }) => thenRead(ctx, input, askByLink)),
  changeDate: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/q/{token}/date',
        tags,
        summary: 'Wish for another day, before the quote is accepted',
      },
    })
    .input(shared.changeDate)
    .output(shared.customerQuote)
    .mutation(({ ctx, input }) => thenRead(ctx, input, changeDateByLink)),
  seen: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/q/{token}/views',
        tags,
        summary: 'Count that a person looks at the page',
        description:
          'Called by the page once it is visible. One person counts once in half an hour, staff and programs never.',
      },
    })
    .input(shared.seenPage)
    .output(success)
    .mutation(({ ctx, input }) => countVisit(ctx, input)),
  /** Live: one message when the quote changed. An addition, never a dependency. */
  onChange: procedure
    .input(shared.byToken)
    .output(each(shared.quoteEvent))
    .subscription(({ ctx, input, signal }) => watchByLink(ctx, input.token, signal)),
});
