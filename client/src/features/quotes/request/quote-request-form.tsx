// The visitor's form: fields in four parts, checked by the shared schema, sent once.
import { Button } from '@mantine/core';
import type { CreateQuote } from '@quickfleet/shared/quotes';
import { IconSend } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ContactFields } from '../../../components/delivery-form/contact-fields.tsx';
import { AddressFields, NotesField } from '../../../components/delivery-form/delivery-fields.tsx';
import { ItemList } from '../../../components/delivery-form/item-list.tsx';
import { useOpenPhotos } from '../../../components/delivery-form/use-open-photos.ts';
import { issuesOf } from '../../../lib/error-message.ts';
import { preloadToasts } from '../../../lib/toast.ts';
import { useIsHydrated } from '../../../lib/use-is-hydrated.ts';
import { useLateForm } from '../../../lib/use-late-form.ts';
import type { QuoteValues } from '../fields/quote-values.ts';
import { SpeedField } from '../fields/speed-field.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { QuantityInput } from './quantity-input.tsx';
import styles from './quote-request.module.css';
import { failureText, showSubmissionFailed, uploadToasts, useSubmitQuote } from './quote-request-mutations.ts';

/**
 * The rules come with the first touch of the form: the page stands without them, and most of its visitors only look.
 */
const loadRules = () => import('./request-schema.ts').then(({ requestSchema }) => requestSchema());
/** What sending needs is fetched while there is a network; a failure is shown when the form is sent. */
const prepare = () => {
  void loadRules().catch(() => {});
  preloadToasts();
};

/** A photo dropped beside its place must not take the page away. */
const keepPage = (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault();

export interface SubmittedQuote {
  /** What the customer calls it: 'Quote K7M-3QF'. */
  name: string;
  /** The page of the quote: the end of the link that the answer carries. */
  path: string | undefined;
  request: CreateQuote;
  at: number;
}

interface QuoteRequestFormProps {
  initial: QuoteValues;
  onChange: (values: QuoteValues) => void;
  onSubmitted: (quote: SubmittedQuote) => void;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}

export function QuoteRequestForm({ initial, onChange, onSubmitted }: QuoteRequestFormProps) {
  const submission = useSubmitQuote();
  const photos = useOpenPhotos();
  const [wasStopped, setStopped] = useState(false);
  // Dropping is mentioned only where there is a mouse.
  const [canDrop, setCanDrop] = useState(false);
  const refused = submission.isError
    ? { title: 'Your request was not sent', text: failureText(submission.error) }
    : undefined;
  // Before hydration the form has no submit button: neither a press nor Enter sends it the browser's own way.
  const isHydrated = useIsHydrated();
  const root = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // A mouse that was over the form before hydration fires no enter event.
  useEffect(() => {
    if (root.current?.matches(':hover') && matchMedia('(hover: hover)').matches) setCanDrop(true);
  }, []);

  const send = (request: CreateQuote) => {
    setStopped(photos.obstacle !== undefined);
    if (submission.isPending || photos.obstacle) return;
    submission.mutate(request, {
      onSuccess: ({ id, reference, customerUrl }) =>
        onSubmitted({
          name: `Quote ${reference ?? `#${id}`}`,
          path: customerUrl ? new URL(customerUrl).pathname : undefined,
          request,
          at: Date.now(),
        }),
      onError: (error) => {
        const issues = issuesOf(error);
        if (Object.keys(issues).length > 0) showErrors(issues);
        else button.current?.focus();
      },
    });
  };
  const { form, submit, showErrors } = useLateForm(loadRules, root, initial, {
    onChange,
    onChecked: send,
    onUnchecked: showSubmissionFailed,
  });

  return (
    <form
      ref={root}
      className={styles.form}
      onSubmit={submit}
      noValidate
      onFocus={prepare}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setCanDrop(true)}
      onDragEnter={() => setCanDrop(true)}
      onDragOver={keepPage}
      onDrop={keepPage}
    >
      <Part title="Your details">
        <ContactFields form={form} labels={{ name: 'Full Name', phone: 'Phone Number' }} isOwn />
      </Part>
      <Part title="Pickup and delivery">
        <AddressFields form={form} isOwn />
        <SpeedField form={form} isForVisitor />
      </Part>
      <Part title="What should we carry?">
        <ItemList
          form={form}
          photos={photos}
          addText="Add Another Item"
          Figures={QuantityInput}
          picker={{ canDrop, ...uploadToasts }}
        />
      </Part>
      <Part title="Anything else?">
        <NotesField form={form} />
      </Part>
      <ErrorSummary form={form} obstacle={(wasStopped ? photos.obstacle : undefined) ?? refused} />
      <div className={styles.submit}>
        <Button
          ref={button}
          type={isHydrated ? 'submit' : 'button'}
          size="lg"
          leftSection={<IconSend size={20} aria-hidden />}
          disabled={submission.isPending}
        >
          {submission.isPending ? 'Submitting...' : 'Submit Quote Request'}
        </Button>
        <p className={styles.note}>Free and without obligation. You hear from us within 24 hours.</p>
      </div>
    </form>
  );
}
