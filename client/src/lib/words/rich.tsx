import type { Key } from '@quickfleet/shared/words/keys';
import { hasRightToLeft } from '@quickfleet/shared/words/right-to-left';
import { piecesOf } from '@quickfleet/shared/words/say';
import { language, type Message, wordsOf } from '@quickfleet/shared/words/t';
import { Fragment, type ReactNode } from 'react';

/** A name in a sentence of elements: with a direction of its own. */
const directed = (piece: ReactNode): ReactNode =>
  typeof piece === 'string' && hasRightToLeft(piece) ? <bdi>{piece}</bdi> : piece;

/** `t` with elements as values: `rich('Read our {terms}.', { terms: <Anchor href="/terms">{t('terms')}</Anchor> })`. */
export const rich = (key: Key | Message, values: Readonly<Record<string, ReactNode>>): ReactNode => {
  const named = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, directed(value)]));
  // The pieces of a message keep their order for as long as it is the same message.
  return piecesOf<ReactNode>(wordsOf(key), named, language()).map((piece, index) => (
    <Fragment key={index}>{piece}</Fragment>
  ));
};
