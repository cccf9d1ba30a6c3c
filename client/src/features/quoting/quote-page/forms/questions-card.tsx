import { Button, Card, Text, Textarea, Title } from '@mantine/core';
import { NOTES_MAX } from '@quickfleet/shared/limits';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { useRef, useState } from 'react';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { showField } from '../../../../lib/forms/focus-first.ts';
import { brand } from '../../../../lib/words/brand.ts';
import styles from '../quote-page.module.css';
import { PageForm } from './page-form.tsx';

interface QuestionsCardProps {
  token: string | undefined;
  quote: CustomerQuote;
  typed?: string | undefined;
  problem: string | undefined;
  isPending: boolean;
  /** Resolves to whether it was taken. */
  onAsk: (text: string) => Promise<boolean>;
}

/** What was asked and answered, and room for the next question. */
export function QuestionsCard({ token, quote, typed = '', problem, isPending, onAsk }: QuestionsCardProps) {
  const { questions, outcome, canAsk, customerName } = quote;
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const send = async ({ text = '' }: Record<string, string>) => {
    setError(text.trim() ? undefined : t('Write your question first'));
    if (!text.trim()) return showField(field.current);
    if (!isPending && (await onAsk(text.trim())) && field.current) field.current.value = '';
  };
  return (
    <Card
      padding="lg"
      component="section"
      aria-labelledby="questions"
      className={`${styles.rest} ${questions.length === 0 ? 'no-print' : ''}`}
    >
      <Title order={2} size="h3" id="questions" mb={questions.length > 0 ? 'md' : 4}>
        {t('Questions')}
      </Title>
      {questions.length > 0 && (
        <ol className={styles.thread} aria-label={t('Questions and answers')}>
          {questions.map(({ id, text, askedAt, answer, answeredAt }) => (
            <li key={id} className={styles.entry}>
              <div className={styles.question}>
                <p dir="auto" className="as-written">
                  {keepNumbers(text)}
                </p>
                <p className={styles.quiet}>
                  {canAsk ? t('You') : customerName}, <RelativeTime value={askedAt} />
                </p>
              </div>
              {answer !== null && answeredAt ? (
                <div className={styles.reply}>
                  <p dir="auto" className="as-written">
                    {keepNumbers(answer)}
                  </p>
                  <p className={styles.quiet}>
                    {brand.name}, <RelativeTime value={answeredAt} />
                  </p>
                </div>
              ) : (
                <p className={styles.quiet}>{t('The answer comes here and by e-mail.')}</p>
              )}
            </li>
          ))}
        </ol>
      )}
      {canAsk && (
        <div className="no-print">
          {questions.length === 0 && (
            <Text c="dimmed" mb="md">
              {t('Something unclear? Ask here: the answer comes to this page and by e-mail.')}
            </Text>
          )}
          <PageForm
            token={token}
            name="ask"
            label={t('Ask a question')}
            problem={problem}
            onSend={(fields) => void send(fields)}
          >
            <Textarea
              ref={field}
              name="text"
              id="ask"
              label={outcome ? t('Ask for a new price') : t('Your question')}
              rows={3}
              maxLength={NOTES_MAX}
              defaultValue={typed}
              error={error}
              onChange={() => setError(undefined)}
            />
            <Button type="submit" variant="default" disabled={isPending} style={{ justifySelf: 'start' }}>
              {isPending ? t('Sending...') : t('Send question')}
            </Button>
          </PageForm>
        </div>
      )}
    </Card>
  );
}
