import { Alert, Button, Card, Text, Textarea, Title } from '@mantine/core';
import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import { RATING_WORDS_MAX, STARS_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, useRef, useState } from 'react';
import { Stars } from '../../../../components/text/stars.tsx';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useAttempt } from '../../../../lib/forms/use-attempt.ts';
import { useReturnedForm } from '../../../../lib/page.ts';
import styles from './rate-delivery.module.css';

const choices = Array.from({ length: STARS_MAX }, (_, at) => at + 1);
const starsIn = (count: number) => t('{count, plural, one {# star} other {# stars}}', { count });

/** The stars and words that somebody gave; a mail leads to this place of the page. */
function Given({ rating, isNew }: { rating: NonNullable<DeliveryPage['rating']>; isNew: boolean }) {
  return (
    <>
      <div role="status">{isNew && <Text mb={4}>{t('Thank you for your rating.')}</Text>}</div>
      <Text fz="1.25rem">
        <Stars stars={rating.stars} />
      </Text>
      {rating.words && (
        <Text dir="auto" className="as-written">
          {keepNumbers(rating.words)}
        </Text>
      )}
    </>
  );
}

/** The stars that were chosen when the page came: in the mail, or in a form that was refused. */
const starsOf = (values: unknown): string =>
  typeof values === 'object' && values !== null && 'stars' in values ? String(values.stars) : '';

/** Asks once for a rating after the delivery, and shows it from then on. Works without scripts too. */
export function RateDelivery({ token, delivery }: { token: string; delivery: DeliveryPage }) {
  const { rating, canRate } = delivery;
  const form = useReturnedForm();
  const returned = form?.which === 'rating' ? form : undefined;
  const utils = trpc.useUtils();
  const attemptOf = useAttempt();
  const isBusy = useRef(false);
  const [isPending, setPending] = useState(false);
  const [wasSent, setSent] = useState(false);
  const [problem, setProblem] = useState(returned?.problem);
  if (!rating && !canRate) return null;

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy.current) return;
    const fields = new FormData(event.currentTarget);
    const stars = Number(fields.get('stars'));
    if (stars === 0) {
      setProblem(t('Choose from 1 to 5 stars'));
      event.currentTarget.querySelector<HTMLElement>('[name="stars"]')?.focus();
      return;
    }
    isBusy.current = true;
    setPending(true);
    setProblem(undefined);
    try {
      const input = { token, stars, words: String(fields.get('words') ?? '') };
      await utils.client.deliveryPage.rate.mutate(input, { context: { idempotencyKey: attemptOf(input) } });
      setSent(true);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      await utils.deliveryPage.get.invalidate({ token });
      isBusy.current = false;
      setPending(false);
    }
  };
  return (
    <Card
      padding="lg"
      component="section"
      id="rate"
      aria-labelledby="rate-title"
      className={rating ? undefined : 'no-print'}
    >
      <Title order={2} size="h3" id="rate-title" mb="sm">
        {rating ? t('Rating of this delivery') : t('How was your delivery?')}
      </Title>
      {problem && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {problem}
        </Alert>
      )}
      {rating ? (
        <Given rating={rating} isNew={wasSent} />
      ) : (
        <form
          method="post"
          action={`${paths.delivery(token)}#rate`}
          onSubmit={(event) => void send(event)}
          noValidate
          aria-label={t('Rate the delivery')}
        >
          <fieldset className={styles.stars}>
            <legend className="visually-hidden">{t('Stars')}</legend>
            {choices.map((count) => (
              <label key={count} className={styles.star}>
                <input
                  type="radio"
                  name="stars"
                  value={count}
                  defaultChecked={starsOf(returned?.values) === String(count)}
                  required
                />
                <span aria-hidden />
                <span className="visually-hidden">{starsIn(count)}</span>
              </label>
            ))}
          </fieldset>
          <Textarea
            label={t('Anything to add?')}
            placeholder={t('Optional')}
            name="words"
            rows={3}
            maxLength={RATING_WORDS_MAX}
            defaultValue={returned?.typed}
            mb="md"
          />
          <Button type="submit" loading={isPending}>
            {t('Send rating')}
          </Button>
        </form>
      )}
    </Card>
  );
}
