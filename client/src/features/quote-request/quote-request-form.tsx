// The visitor's form: fields in four parts, checked by the shared schema, sent once.
import { Button, Textarea } from '@mantine/core';
import { NOTES_MAX } from '@quickfleet/shared/limits';
import type { CreateQuote } from '@quickfleet/shared/quotes';
import { IconSend } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { issuesOf } from '../../lib/error-message.ts';
import { preloadToasts } from '../../lib/toast.ts';
import { useIsHydrated } from '../../lib/use-is-hydrated.ts';
import { useLateForm } from '../../lib/use-late-form.ts';
import { ContactFields } from './contact-fields.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { ItemList } from './item-list.tsx';
import styles from './quote-request.module.css';
import { failureText, tellSubmissionFailed, useSubmitQuote } from './quote-request-mutations.ts';
import type { RequestValues } from './request-values.ts';
import { useOpenPhotos } from './use-open-photos.ts';

/**
 * The rules come with the first touch of the form: the page stands without them, and most of its visitors only look.
 */
const loadRules = () => import('./request-schema.ts').then(({ requestSchema }) => requestSchema());
/** What sending needs is fetched while there is a network; a failure here is told when the form is sent. */
const prepare = () => {
  void loadRules().catch(() => {});
  preloadToasts();
};

/** A photo dropped beside its place must not take the page away. */
const keepPage = (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault();

export interface SubmittedQuote {
  id: number;
  request: CreateQuote;
  at: number;
}

interface QuoteRequestFormProps {
  initial: RequestValues;
  onChange: (values: RequestValues) => void;
  onSubmitted: (quote: SubmittedQuote) => void;
}

export function QuoteRequestForm({ initial, onChange, onSubmitted }: QuoteRequestFormProps) {
  const submission = useSubmitQuote();
  const photos = useOpenPhotos();
  const [wasStopped, setStopped] = useState(false);
  // Only who has a mouse is told of dropping.
  const [canDrop, setCanDrop] = useState(false);
  const refused = submission.isError
    ? { title: 'Your request was not sent', text: failureText(submission.error) }
    : undefined;
  // Before hydration the form has no submit button: neither a press nor Enter sends it the browser's own way.
  const isHydrated = useIsHydrated();
  const root = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // A mouse that stood there before hydration enters nothing any more.
  useEffect(() => {
    if (root.current?.matches(':hover') && matchMedia('(hover: hover)').matches) setCanDrop(true);
  }, []);

  const send = (request: CreateQuote) => {
    setStopped(photos.obstacle !== undefined);
    if (submission.isPending || photos.obstacle) return;
    submission.mutate(request, {
      onSuccess: ({ id }) => onSubmitted({ id, request, at: Date.now() }),
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
    onUnchecked: tellSubmissionFailed,
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
      <ContactFields form={form} />
      <DeliveryFields form={form} />
      <ItemList form={form} canDrop={canDrop} photos={photos} />
      <fieldset className={styles.part}>
        <legend className={styles.legend}>Anything else?</legend>
        <Textarea
          key={form.key('notes')}
          label="Special Instructions"
          placeholder="Optional: floor, gate code, opening hours"
          autosize
          minRows={3}
          maxLength={NOTES_MAX}
          {...form.getInputProps('notes')}
        />
      </fieldset>
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
