import type { Key } from '@quickfleet/shared/words/keys';
import { piecesOf } from '@quickfleet/shared/words/say';
import { language, type Message, wordsOf } from '@quickfleet/shared/words/t';
import { Fragment, type ReactNode } from 'react';

/** `t` with elements as values: `rich('Read our {terms}.', { terms: <Anchor href="/terms">{t('terms')}</Anchor> })`. */
export const rich = (key: Key | Message, values: Readonly<Record<string, ReactNode>>): ReactNode =>
  // The pieces of a message keep their order for as long as it is the same message.
  piecesOf<ReactNode>(wordsOf(key), values, language()).map((piece, index) => <Fragment key={index}>{piece}</Fragment>);
