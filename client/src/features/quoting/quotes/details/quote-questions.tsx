import { Box, Group, Text, Textarea } from '@mantine/core';
import { NOTES_MAX } from '@quickfleet/shared/limits';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, useState } from 'react';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { useAnswerQuestion } from '../work/agreement-mutations.ts';
import styles from './details.module.css';

type Question = NonNullable<Quote['questions']>[number];

function AnswerField({ quoteId, question }: { quoteId: number; question: Question }) {
  const answering = useAnswerQuestion();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (answering.isPending) return;
    if (!typed.trim()) return setProblem(t('Write the answer first'));
    answering.mutate(
      { id: quoteId, questionId: question.id, text: typed.trim() },
      { onError: (error) => setProblem(messageOf(error)) },
    );
  };
  return (
    <form onSubmit={send} noValidate>
      <Textarea
        label={t('Answer')}
        description={t("Shown on the customer's page, and sent by e-mail")}
        autosize
        minRows={2}
        autoComplete="off"
        maxLength={NOTES_MAX}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Group justify="flex-end" mt="xs">
        <PendingButton type="submit" size="xs" isPending={answering.isPending}>
          {answering.isPending ? t('Sending...') : t('Send answer')}
        </PendingButton>
      </Group>
    </form>
  );
}

/** What the customer asked, and what we answered; an open question has its field right there. */
export function QuoteQuestions({ quoteId, questions }: { quoteId: number; questions: readonly Question[] }) {
  return (
    <ol className={styles.questions} aria-label={t('Questions')}>
      {questions.map((question) => {
        const { id, text, askedAt, answer, answeredAt, answeredBy } = question;
        return (
          <li key={id} className={styles.entry} data-open={answer === null || undefined}>
            <Text size="sm" className="as-written">
              {keepNumbers(text)}
            </Text>
            <Text size="xs" c="dimmed">
              {t('Customer')}, <RelativeTime value={askedAt} />
            </Text>
            {answer !== null && answeredAt ? (
              <Box pl="sm" style={{ borderLeft: '3px solid var(--qf-route)' }}>
                <Text size="sm" className="as-written">
                  {keepNumbers(answer)}
                </Text>
                <Text size="xs" c="dimmed">
                  {answeredBy ?? t('Office')}, <RelativeTime value={answeredAt} />
                </Text>
              </Box>
            ) : (
              <AnswerField quoteId={quoteId} question={question} />
            )}
          </li>
        );
      })}
    </ol>
  );
}
