import { QUESTIONS_MAX } from '@quickfleet/shared/limits';
import type { AnswerQuestion, AskQuestion } from '@quickfleet/shared/quoting/quote-page';
import type { Quote as QuoteView } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { actorOf, record } from '../../company/history/history.service.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import { keepPromise, makePromise } from '../promises/quotes.promises.ts';
import { mailCustomer, mailOffice } from '../quotes/quotes.mail.ts';
import { readQuote } from '../quotes/quotes.queries.ts';
import { lockQuote } from '../quotes/quotes.service.ts';
import { QuoteQuestion } from './quote-acceptance.entity.ts';
import { lockByToken } from './quotes.decide.ts';

/** The customer asks; the office gets it by mail and at the quote. Rejects with 404 and 409 TOO_MANY_QUESTIONS. */
export async function askByLink(ctx: AppContext, { token, text }: AskQuestion): Promise<void> {
  const quote = await lockByToken(ctx, token);
  if ((await ctx.em.count(QuoteQuestion, { quoteId: quote.id })) >= QUESTIONS_MAX)
    throw conflict('TOO_MANY_QUESTIONS', t('That is as many questions as fit here. Please call us instead.'));
  const question = ctx.em.create(QuoteQuestion, { quoteId: quote.id, text, askedAt: now(ctx) });
  await ctx.em.flush();
  await makePromise(ctx, quote, 'answer', question.id);
  record(ctx, { subject: 'quote', subjectId: quote.id, action: 'quote.asked', detail: text.slice(0, 200) });
  await mailOffice(ctx, quote, 'quote_question_office', () => ({ questionText: text }));
  await publish(ctx.em, { topic: 'quote', id: quote.id });
  await ctx.em.flush();
}

/**
 * Staff answer on the customer's page and by mail. Without `questionId` the oldest open question.
 *
 * @throws 404, 409 NO_OPEN_QUESTION, QUESTION_ALREADY_ANSWERED
 */
export async function answerQuestion(ctx: AppContext, { id, questionId, text }: AnswerQuestion): Promise<QuoteView> {
  const quote = await lockQuote(ctx, id);
  const question = await ctx.em.findOne(
    QuoteQuestion,
    questionId === undefined ? { quoteId: id, answeredAt: null } : { quoteId: id, id: questionId },
    { orderBy: { id: 'asc' } },
  );
  if (!question && questionId !== undefined) throw notFound('Question');
  if (!question) throw conflict('NO_OPEN_QUESTION', t('Every question about this quote is answered'));
  if (question.answeredAt)
    throw conflict(
      'QUESTION_ALREADY_ANSWERED',
      t('{answeredBy} has answered this question', { answeredBy: question.answeredBy ?? t('Somebody') }),
    );
  question.answer = text;
  question.answeredAt = now(ctx);
  question.answeredBy = actorOf(ctx).name;
  await keepPromise(ctx, quote, 'answer', question.id);
  record(ctx, { subject: 'quote', subjectId: id, action: 'quote.answered', detail: text.slice(0, 200) });
  await mailCustomer(ctx, quote, 'quote_answered', () => ({ questionText: question.text, answerText: text }));
  await publish(ctx.em, { topic: 'quote', id });
  await ctx.em.flush();
  return readQuote(ctx, id);
}
