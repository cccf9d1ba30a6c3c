import { Anchor, Button, TextInput } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { t } from '@quickfleet/shared/words/t';
import { IconCheck, IconSignature } from '@tabler/icons-react';
import { Suspense, useId, useRef, useState } from 'react';
import type { SignaturePadHandle } from '../../../../components/signature/signature-pad.tsx';
import { showField } from '../../../../lib/forms/focus-first.ts';
import { useIsHydrated } from '../../../../lib/hooks/use-is-hydrated.ts';
import { lazyExtra } from '../../../../lib/loading/lazy-named.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import styles from '../quote-page.module.css';
import { PageForm } from './page-form.tsx';

const SignatureField = lazyExtra(() => import('./signature-field.tsx').then((m) => m.SignatureField));

interface AcceptFormProps {
  token: string | undefined;
  quote: CustomerQuote;
  /** What a plain form came back with. */
  typed?: string | undefined;
  problem: string | undefined;
  isPending: boolean;
  onAccept: (input: { name: string; signature: Blob | undefined }) => void;
}

/** The one thing to decide: a typed name, the terms ticked, and a drawn signature for who wants one. */
export function AcceptForm({ token, quote, typed = '', problem, isPending, onAccept }: AcceptFormProps) {
  const [nameError, setNameError] = useState<string>();
  const [termsError, setTermsError] = useState<string>();
  const [wantsPad, setWantsPad] = useState(false);
  const isHydrated = useIsHydrated();
  const nameField = useRef<HTMLInputElement>(null);
  const termsField = useRef<HTMLInputElement>(null);
  const pad = useRef<SignaturePadHandle>(null);
  const termsErrorId = useId();
  const total = formatAmount(quote.total ?? '0', quote.currency);

  const send = async ({ name = '', termsAccepted }: Record<string, string>) => {
    if (isPending) return;
    const isNamed = name.trim() !== '';
    setNameError(isNamed ? undefined : t('Type your name to accept'));
    setTermsError(termsAccepted ? undefined : t('Tick this to accept'));
    if (!isNamed) return showField(nameField.current);
    if (!termsAccepted) return showField(termsField.current);
    const isDrawn = pad.current && !pad.current.isEmpty();
    onAccept({ name: name.trim(), signature: isDrawn ? await pad.current?.toPng() : undefined });
  };

  const amount = <strong className="tabular">{total}</strong>;
  return (
    <PageForm
      token={token}
      name="accept"
      label={t('Accept the quote')}
      hidden={{ revision: quote.revision }}
      problem={problem}
      onSend={(fields) => void send(fields)}
    >
      <TextInput
        ref={nameField}
        name="name"
        label={t('Your full name')}
        description={t('Typing your name counts as your signature')}
        withAsterisk
        aria-required
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="done"
        maxLength={NAME_MAX}
        defaultValue={typed}
        error={nameError}
        onChange={() => setNameError(undefined)}
      />
      <div>
        <label className={styles.agree}>
          {/* Another version is another agreement: its box begins empty. */}
          <input
            key={quote.revision}
            ref={termsField}
            type="checkbox"
            name="termsAccepted"
            value="true"
            aria-invalid={termsError ? true : undefined}
            aria-describedby={termsError ? termsErrorId : undefined}
            onChange={() => setTermsError(undefined)}
          />
          <span>
            {quote.terms
              ? rich('I accept this quote for {total} and the terms shown below the price.', { total: amount })
              : rich('I accept this quote for {total} and the {terms}.', {
                  total: amount,
                  terms: (
                    <Anchor href={paths.terms} target="_blank" inherit underline="always">
                      {t('Terms of Service')}
                    </Anchor>
                  ),
                })}
          </span>
        </label>
        {termsError && (
          <p className={styles.problem} id={termsErrorId}>
            {termsError}
          </p>
        )}
      </div>
      {wantsPad && (
        <Suspense fallback={<p className={styles.quiet}>{t('Loading the signature pad…')}</p>}>
          <SignatureField ref={pad} onClear={() => pad.current?.clear()} />
        </Suspense>
      )}
      <Button type="submit" size="lg" fullWidth disabled={isPending} leftSection={<IconCheck size={20} aria-hidden />}>
        {isPending ? t('Accepting...') : t('Accept for {total}', { total })}
      </Button>
      {isHydrated && !wantsPad && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconSignature size={18} aria-hidden />}
          onClick={() => setWantsPad(true)}
        >
          {t('Sign by hand as well')}
        </Button>
      )}
    </PageForm>
  );
}
