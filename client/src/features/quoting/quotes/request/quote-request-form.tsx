import { useTakenOver } from '../../../../lib/hooks/use-taken-over.ts';
// The visitor's form: fields in four parts, checked by the shared schema, sent once.

import { Button } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import type { CreateQuote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { IconSend } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { ContactFields } from '../../../../components/delivery-form/contact-fields.tsx';
import { AddressFields, NotesField } from '../../../../components/delivery-form/delivery-fields.tsx';
import { usePendingPhotos } from '../../../../components/delivery-form/draft/use-pending-photos.ts';
import { ItemList } from '../../../../components/delivery-form/items/item-list.tsx';
import { SpeedField } from '../../../../components/delivery-form/speed-field.tsx';
import { issuesOf } from '../../../../lib/api/error-message.ts';
import { showField } from '../../../../lib/forms/focus-first.ts';
import { useUncontrolledForm } from '../../../../lib/forms/use-uncontrolled-form.ts';
import { preloadToasts } from '../../../../lib/toast.ts';
import { quoteWithin } from '../../../../lib/words/brand.ts';
import type { QuoteValues } from '../fields/quote-values.ts';
import { ErrorSummary } from './error-summary.tsx';
import { QuantityInput } from './quantity-input.tsx';
import styles from './quote-request.module.css';
import {
  failureText,
  loadRequest,
  showSubmissionFailed,
  uploadToasts,
  useSubmitQuote,
} from './quote-request-mutations.ts';
import type { SubmittedQuote } from './quote-submitted.tsx';

/** The rules are loaded on first focus, because most visitors only look. */
const loadRules = () => loadRequest().then(({ requestSchema }) => requestSchema());
/** What sending needs is fetched while there is a network; a failure is shown when the form is sent. */
const prepare = () => {
  void loadRules().catch(() => {});
  void import('./quote-submitted.tsx').catch(() => {});
  preloadToasts();
};

/** A photo dropped next to the field must not replace the page. */
const keepPage = (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault();

interface QuoteRequestFormProps {
  initial: QuoteValues;
  onChange: (values: QuoteValues) => void;
  onSubmitted: (quote: SubmittedQuote) => void;
  /** Why the same form was refused when the browser sent it without scripts. */
  problem?: string | undefined;
  /** Next to the button, once there is something to say. */
  hint?: ReactNode;
  /** Where the plain form opens the quote. */
  target?: '_blank' | undefined;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}

export function QuoteRequestForm({ initial, onChange, onSubmitted, problem, hint, target }: QuoteRequestFormProps) {
  const submission = useSubmitQuote();
  const photos = usePendingPhotos();
  const [wasStopped, setStopped] = useState(false);
  const [doubt, setDoubt] = useState<{ title: string; text: string }>();
  // Dropping is mentioned only where there is a mouse.
  const [canDrop, setCanDrop] = useState(false);
  const reason = submission.isError ? failureText(submission.error) : submission.isIdle ? problem : undefined;
  const refused = reason === undefined ? undefined : { title: t('Your request was not sent'), text: reason };
  const root = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // A mouse that was over the form before hydration fires no enter event.
  useTakenOver(() => {
    if (root.current?.matches(':hover') && matchMedia('(hover: hover)').matches) setCanDrop(true);
  });

  const send = async (request: CreateQuote) => {
    setStopped(photos.obstacle !== undefined);
    if (submission.isPending || photos.obstacle) return;
    const { doubtAbout } = await loadRequest();
    const asked = doubtAbout(request);
    if (asked && asked.text !== doubt?.text) {
      setDoubt(asked);
      return showField(button.current);
    }
    submission.mutate(request, {
      onSuccess: ({ id, reference, customerUrl, wantedDay, estimate }) =>
        onSubmitted({
          name: t('Quote {number}', { number: reference ?? `#${id}` }),
          path: customerUrl ? new URL(customerUrl).pathname : undefined,
          request: { ...request, wantedDay },
          estimate,
          at: Date.now(),
        }),
      onError: (error) => {
        const issues = issuesOf(error);
        if (Object.keys(issues).length > 0) showErrors(issues);
        else button.current?.focus();
      },
    });
  };
  const {
    form: unnamed,
    submit,
    showErrors,
  } = useUncontrolledForm(loadRules, root, initial, {
    onChange,
    onChecked: (request) => void send(request),
    onUnchecked: showSubmissionFailed,
  });
  // Without scripts the browser sends the form itself, and calls each field by its path (server/src/pages/request-form.ts).
  const form = {
    ...unnamed,
    getInputProps: (path: string) => ({ name: path, ...unnamed.getInputProps(path) }),
  };

  return (
    <form
      ref={root}
      method="post"
      action={paths.home}
      target={target}
      encType="multipart/form-data"
      className={styles.form}
      onSubmit={submit}
      noValidate
      onFocus={prepare}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setCanDrop(true)}
      onDragEnter={() => setCanDrop(true)}
      onDragOver={keepPage}
      onDrop={keepPage}
    >
      <Part title={t('Your details')}>
        <ContactFields form={form} labels={{ name: t('Full Name'), phone: t('Phone Number') }} isOwn />
      </Part>
      <Part title={t('Pickup and delivery')}>
        <AddressFields form={form} isOwn />
        <SpeedField form={form} isForVisitor />
      </Part>
      <Part title={t('What are you sending?')}>
        <ItemList
          form={form}
          photos={photos}
          addText={t('Add Another Item')}
          Figures={QuantityInput}
          picker={{ canDrop, ...uploadToasts }}
        />
      </Part>
      <Part title={t('Anything else?')}>
        <NotesField form={form} />
      </Part>
      <ErrorSummary form={form} obstacle={(wasStopped ? photos.obstacle : undefined) ?? refused ?? doubt} />
      <div className={styles.submit}>
        {hint}
        <Button
          ref={button}
          type="submit"
          size="lg"
          leftSection={<IconSend size={20} aria-hidden />}
          disabled={submission.isPending}
        >
          {submission.isPending ? t('Submitting...') : t('Submit Quote Request')}
        </Button>
        <p className={styles.note}>{t("Free, no obligation. We'll reply {within}.", { within: quoteWithin })}</p>
      </div>
    </form>
  );
}
