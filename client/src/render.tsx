// The entry of the bundle that the server renders pages with (server/src/pages/rendering/renderer.ts).

import type { Me } from '@quickfleet/shared/delivery/my/my';
import type { ErrorBody } from '@quickfleet/shared/errors';
import type { Head, PageInput, RenderPage } from '@quickfleet/shared/page';
import { paths } from '@quickfleet/shared/paths';
import { getQueryKey } from '@trpc/react-query';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { App } from './app.tsx';
import { trpc } from './lib/api/trpc.ts';
import type { AnsweredCall, PageData } from './lib/page.ts';

/** /my is rendered for those who have no session (server/src/client.ts). */
const NOBODY: Me = { email: null, name: null, isAccount: false, customers: [] };

function dataOf({ path, tracked, quoted, mailed, form }: PageInput): PageData {
  const data: PageData = { renderedAt: Date.now(), calls: [] };
  if (form) data.form = form;
  const answered = (key: AnsweredCall['key'], answer: { refused?: ErrorBody | undefined; data: unknown }) =>
    data.calls?.push(answer.refused ? { key, refused: answer.refused } : { key, data: answer.data });
  if (path === paths.my) answered(getQueryKey(trpc.my.get, undefined, 'query'), { data: NOBODY });
  if (tracked) {
    const { trackingNumber, order, refused } = tracked;
    answered(getQueryKey(trpc.tracking.get, { trackingNumber }, 'query'), { refused, data: order });
  }
  if (quoted) {
    const { token, quote, refused } = quoted;
    answered(getQueryKey(trpc.quotePage.get, { token }, 'query'), { refused, data: quote });
  }
  if (mailed) {
    const { token, delivery, options, refused } = mailed;
    answered(getQueryKey(trpc.deliveryPage.get, { token }, 'query'), { refused, data: delivery });
    if (options) answered(getQueryKey(trpc.deliveryPage.options, { token }, 'query'), { data: options });
  }
  return data;
}

export const renderPage: RenderPage = async (input) => {
  const data = dataOf(input);
  const head: Head = { title: '', description: '' };
  let failure: unknown;
  const { prelude } = await prerender(
    <StrictMode>
      <Router ssrPath={input.path}>
        <App data={data} head={head} />
      </Router>
    </StrictMode>,
    {
      // One piece: what React would send later is put in place by inline scripts, which the page's policy forbids.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => {
        failure ??= error;
      },
    },
  );
  const html = await new Response(prelude).text();
  if (failure) throw failure;
  return { html, ...head, data };
};
