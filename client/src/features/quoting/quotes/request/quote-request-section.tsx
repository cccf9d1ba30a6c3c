import { Button, Container, Group, Text, Title } from '@mantine/core';
import { QUANTITY_DEFAULT } from '@quickfleet/shared/limits';
import { SPEED_DEFAULT } from '@quickfleet/shared/quoting/speed';
import { t } from '@quickfleet/shared/words/t';
import { IconHistory } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ItemValues } from '../../../../components/delivery-form/delivery-values.ts';
import { readStoredForm, type StoredForm, storeForm } from '../../../../components/delivery-form/draft/stored-form.ts';
import { useOnLeave } from '../../../../lib/forms/use-on-leave.ts';
import { useIsHydrated } from '../../../../lib/hooks/use-is-hydrated.ts';
import { lazyExtra } from '../../../../lib/loading/lazy-named.ts';
import { useReturnedForm } from '../../../../lib/page.ts';
import { readRequest } from '../../../../lib/storage/last-request.ts';
import { store } from '../../../../lib/storage/local-store.ts';
import { REQUEST_DRAFT } from '../../../../lib/storage/request-draft.ts';
import { quoteWithin } from '../../../../lib/words/brand.ts';
import { emptyQuote, type QuoteValues, quoteFrom } from '../fields/quote-values.ts';
import styles from './quote-request.module.css';
import { QuoteRequestForm } from './quote-request-form.tsx';
import type { SubmittedQuote } from './quote-submitted.tsx';
import { RequestSummary, WhatHappensNext } from './request-summary.tsx';

const KEPT_DAYS = 14;

/** The unfinished request, kept in this browser until it is sent. */
const readDraft = (): StoredForm<QuoteValues> | null => readStoredForm(REQUEST_DRAFT, KEPT_DAYS, quoteFrom) ?? null;
const clearDraft = () => store(REQUEST_DRAFT, null);

const isUntouched = ({ name, description, quantity, imageUrls }: ItemValues) =>
  name === '' && description === '' && quantity === QUANTITY_DEFAULT && imageUrls.length === 0;
/** Whether there is nothing worth keeping. */
const isEmpty = ({ speedType, speedDate: _, items, ...typed }: QuoteValues) =>
  speedType === SPEED_DEFAULT &&
  Object.values(typed).every((part) => (typeof part === 'string' ? part : Object.values(part).join('')) === '') &&
  items.every(isUntouched);

/** Without storage a reload starts over; nothing else depends on the draft. */
function saveDraft(values: QuoteValues): void {
  if (isEmpty(values)) clearDraft();
  else storeForm(REQUEST_DRAFT, values);
}

const LastRequestNote = lazyExtra(() => import('./last-request-note.tsx').then((m) => m.LastRequestNote));
const PriceEstimate = lazyExtra(() => import('./price-estimate.tsx').then((m) => m.PriceEstimate));
const SAVE_AFTER_MS = 300;
const neverChanges = () => () => {};

/** The page as it was built knows no draft: it is read once, right after the first paint. */
function useStoredDraft(): StoredForm<QuoteValues> | null {
  const [read] = useState(() => {
    let draft: StoredForm<QuoteValues> | null | undefined;
    return () => {
      if (draft === undefined) draft = readDraft();
      return draft;
    };
  });
  return useSyncExternalStore(neverChanges, read, () => null);
}

interface QuoteRequestSectionProps {
  onSubmitted: (quote: SubmittedQuote) => void;
  target?: '_blank';
}

/** The form with its saved draft, and a summary next to it. */
export function QuoteRequestSection({ onSubmitted, target }: QuoteRequestSectionProps) {
  const stored = useStoredDraft();
  const isHydrated = useIsHydrated();
  const [returned] = useState(useReturnedForm());
  const [sent] = useState(() => (returned?.values ? quoteFrom(returned.values) : undefined));
  // What the server has just sent back is newer than what this browser kept.
  const draft = sent ? null : stored;
  const [startedOver, setStartedOver] = useState<QuoteValues>();
  const [fallback] = useState(() => emptyQuote());
  const initial = startedOver ?? sent ?? draft?.values ?? fallback;
  const [shown, setShown] = useState<QuoteValues>();
  const latest = useRef<QuoteValues>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = () => {
    clearTimeout(timer.current);
    if (latest.current) saveDraft(latest.current);
    latest.current = undefined;
  };
  const remember = (values: QuoteValues) => {
    latest.current = values;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setShown(values);
      save();
    }, SAVE_AFTER_MS);
  };
  useEffect(() => {
    // The draft has taken the place of the fields that were there before it was read.
    if (draft) clearTimeout(timer.current);
    if (draft) latest.current = undefined;
  }, [draft]);
  useOnLeave(save);

  const forget = () => {
    clearTimeout(timer.current);
    latest.current = undefined;
    clearDraft();
  };
  const startOver = () => {
    forget();
    setShown(undefined);
    setStartedOver(emptyQuote());
  };

  return (
    <section id="quote-form" className={styles.section} aria-labelledby="quote-form-title">
      <Container size="lg">
        <div className={styles.head}>
          <Title order={2} id="quote-form-title">
            {t('Get a quote')}
          </Title>
          <Text c="dimmed">
            {t("Tell us what you're sending and where. We'll reply with a price {within}.", { within: quoteWithin })}
          </Text>
        </div>
        <div className={styles.columns}>
          <div>
            {isHydrated && readRequest() !== null && (
              <Suspense>
                <LastRequestNote />
              </Suspense>
            )}
            {draft && !startedOver && (
              <Group className={styles.restored} gap="xs" role="status">
                <IconHistory size={20} aria-hidden />
                <Text size="sm" flex={1} miw={200}>
                  {t('We kept what you typed last time.')}
                  {draft.hasLostPhotos && ` ${t('Please add your photos again.')}`}
                </Text>
                <Button variant="default" size="xs" onClick={startOver}>
                  {t('Start over')}
                </Button>
              </Group>
            )}
            <QuoteRequestForm
              key={startedOver ? 'fresh' : draft ? 'restored' : 'empty'}
              initial={initial}
              target={target}
              problem={startedOver ? undefined : returned?.problem}
              onChange={remember}
              hint={
                shown && (
                  <Suspense>
                    <PriceEstimate values={shown} />
                  </Suspense>
                )
              }
              onSubmitted={(quote) => {
                forget();
                onSubmitted(quote);
              }}
            />
          </div>
          <aside className={styles.aside} aria-label={t('Your request')}>
            <RequestSummary values={shown ?? initial} />
            <h3 className={styles.asideTitle}>{t('What happens next')}</h3>
            <WhatHappensNext />
          </aside>
        </div>
      </Container>
    </section>
  );
}
