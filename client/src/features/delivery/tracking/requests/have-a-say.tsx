import { Alert, Badge, Button, Card, Stack, Text, Title } from '@mantine/core';
import {
  type RequestKind,
  type RequestState,
  requestKindWords,
  requestStateWords,
} from '@quickfleet/shared/company/request-kinds';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconBan, IconClock, IconHome, IconNote, IconUser } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Steady } from '../../../../components/feedback/steady.tsx';
import { PlacePhoto } from '../../../../components/photos/place-photo.tsx';
import { issuesOf, messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { uploadImage } from '../../../../lib/api/upload.ts';
import { useAttempt } from '../../../../lib/forms/use-attempt.ts';
import { useClickGuard } from '../../../../lib/live/use-click-guard.ts';
import { formatMoment } from '../tracked-progress.ts';
import styles from '../tracking.module.css';
import { RequestForm, type Wish } from './request-forms.tsx';

const icons = { window: IconClock, leave_at: IconHome, note: IconNote, contact: IconUser, cancel: IconBan } as const;
const colors: Readonly<Record<RequestState, string>> = { accepted: 'green', waiting: 'amber', refused: 'gray' };

/** What was agreed about an attempt that failed is still to come: 'Agreed' alone would say that it was done. */
const stateWords = (kind: RequestKind, state: RequestState, isStillToCome: boolean): string =>
  isStillToCome && state === 'accepted' && (kind === 'leave_at' || kind === 'note')
    ? t('Agreed for the next attempt')
    : requestStateWords[state];

function OwnRequests({ requests, isStillToCome }: Pick<DeliveryPage, 'requests'> & { isStillToCome: boolean }) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {requests.map(({ kind, state, text, photoUrl, reason, createdAt }) => (
        <li key={`${kind} ${createdAt}`}>
          <span className={styles.strong}>{requestKindWords[kind]}</span>{' '}
          <Badge size="sm" variant="light" color={colors[state]}>
            {stateWords(kind, state, isStillToCome)}
          </Badge>
          <Text dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {keepNumbers(text)}
          </Text>
          {photoUrl && <PlacePhoto url={photoUrl} />}
          {reason && (
            <Text dir="auto" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {keepNumbers(reason)}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {formatMoment(createdAt)}
          </Text>
        </li>
      ))}
    </Stack>
  );
}

/** Whether the last attempt to deliver it failed and nothing was decided yet. */
const isFailed = ({ status, outcome }: DeliveryPage) => isOpenOrder(status) && outcome === 'failed';

/** What the reader may ask for, and what became of it. After a failed attempt it opens with the choice. */
export function HaveASay({ token, delivery }: { token: string; delivery: DeliveryPage }) {
  const isOpen = isOpenOrder(delivery.status);
  const utils = trpc.useUtils();
  const attemptOf = useAttempt();
  const options = trpc.deliveryPage.options.useQuery({ token }, { enabled: isOpen });
  const [kind, setKind] = useState<RequestKind>();
  const isBusy = useRef(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [answer, setAnswer] = useState<{ state: RequestState; reason: string | null }>();
  const kinds = isOpen ? (options.data?.kinds ?? []) : [];
  const failed = isFailed(delivery);

  // A repeated press sends the photo that is there already.
  const uploads = useRef(new WeakMap<File, string>());
  const upload = async (photo: File) => {
    const url = uploads.current.get(photo) ?? (await uploadImage(photo));
    uploads.current.set(photo, url);
    return url;
  };
  const send = async ({ photo, ...wish }: Wish) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setPending(true);
    setFailure(undefined);
    try {
      const input = { token, ...wish, ...(photo ? { photoUrl: await upload(photo) } : {}) };
      const content = { ...input, after: delivery.requests.length };
      const said = await utils.client.deliveryPage.request.mutate(input, {
        context: { idempotencyKey: attemptOf(content) },
      });
      setAnswer(said);
      setKind(undefined);
      await Promise.all([
        utils.deliveryPage.get.invalidate({ token }),
        utils.deliveryPage.options.invalidate({ token }),
      ]);
    } catch (error) {
      setFailure(error);
    } finally {
      isBusy.current = false;
      setPending(false);
    }
  };
  const choose = (next: RequestKind | undefined) => {
    setKind(next);
    setFailure(undefined);
    setAnswer(undefined);
  };

  const hasMoved = useClickGuard(kinds.join(' '));
  const errors = issuesOf(failure);
  if (kinds.length === 0 && delivery.requests.length === 0 && !answer) return null;
  return (
    <Card
      padding="lg"
      component="section"
      aria-labelledby="have-a-say"
      className={delivery.requests.length > 0 ? 'no-print' : 'no-print needs-script'}
    >
      <Title order={2} size="h3" id="have-a-say" mb="md">
        {failed ? t('Choose what happens next') : kinds.length > 0 ? t('Change something?') : t('Your requests')}
      </Title>
      {failed && kinds.length > 0 && !kind && (
        <Text c="dimmed" mb="md">
          {t('You don’t have to wait until we contact you.')}
        </Text>
      )}
      <div role="status">
        {answer && (
          <Alert
            mb="md"
            color={colors[answer.state]}
            variant="light"
            title={answer.state === 'accepted' ? t('Done') : requestStateWords[answer.state]}
          >
            {answer.reason ?? (answer.state === 'accepted' ? t('We’ve changed it, and the driver sees it too.') : '')}
          </Alert>
        )}
      </div>
      <Steady isGuarded={hasMoved} className={styles.wishes ?? ''}>
        {failure !== undefined && Object.keys(errors).length === 0 && (
          <Alert color="red" variant="light" role="alert">
            {messageOf(failure)}
          </Alert>
        )}
        {kind ? (
          <RequestForm
            key={kind}
            kind={kind}
            windows={options.data?.windows ?? []}
            errors={errors}
            isPending={isPending}
            onSend={(wish) => void send(wish)}
            onClose={() => choose(undefined)}
          />
        ) : (
          kinds.length > 0 && (
            <Stack gap="xs" align="stretch" className="needs-script">
              {kinds.map((one) => {
                const KindIcon = icons[one];
                return (
                  <Button
                    key={one}
                    variant="default"
                    justify="flex-start"
                    leftSection={<KindIcon size={18} aria-hidden />}
                    onClick={() => choose(one)}
                  >
                    {requestKindWords[one]}
                  </Button>
                );
              })}
            </Stack>
          )
        )}
        {delivery.requests.length > 0 && <OwnRequests requests={delivery.requests} isStillToCome={failed} />}
        {kinds.length === 0 && isOpen && options.isSuccess && (
          <Text c="dimmed">{t('It can’t be changed here any more. Please call us.')}</Text>
        )}
      </Steady>
    </Card>
  );
}
