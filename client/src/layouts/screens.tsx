import { type ComponentType, type ReactNode, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { ErrorBoundary } from '../components/feedback/error-boundary.tsx';
import { SpinnerPage } from '../components/feedback/spinner-page.tsx';
import { answersTaps } from '../lib/loading/answers-taps.ts';
import { screenIsShown } from '../lib/loading/import-part.ts';

export interface Screen {
  path: string;
  page: ComponentType;
}

/** The page is in the document and answers presses; tests wait for `data-shown` (e2e/hydrated.ts). */
const show = (mark: HTMLSpanElement | null) => {
  screenIsShown();
  if (!mark) return;
  mark.dataset['shown'] = '';
  answersTaps();
};

/** A page's own boundary and spinner; moving on to another path recovers from a failure. */
export function Safe({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ErrorBoundary key={name}>
      <Suspense fallback={<SpinnerPage />}>
        {children}
        <span hidden ref={show} />
      </Suspense>
    </ErrorBoundary>
  );
}

export function Screens({ screens, missing: Missing }: { screens: readonly Screen[]; missing: ComponentType }) {
  return (
    <Switch>
      {screens.map(({ path, page: Page }) => (
        <Route key={path} path={path}>
          <Safe name={path}>
            <Page />
          </Safe>
        </Route>
      ))}
      <Route>
        <Safe name="not-found">
          <Missing />
        </Safe>
      </Route>
    </Switch>
  );
}
