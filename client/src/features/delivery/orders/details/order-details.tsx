import { Alert, Box, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { orderFields, orderNotes } from '@quickfleet/shared/delivery/orders/order-fields';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { paths } from '@quickfleet/shared/paths';
import { can } from '@quickfleet/shared/permissions';
import { isStaff, type Role } from '@quickfleet/shared/roles';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconFileCheck, IconInfoCircle, IconMail, IconMapSearch, IconPencil, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ContactAtStop } from '../../../../components/delivery/contact-at-stop.tsx';
import { OrderIncidents } from '../../../../components/delivery/order-incidents.tsx';
import { PrintLabels } from '../../../../components/delivery/print-labels.tsx';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { QueryError } from '../../../../components/feedback/query-state.tsx';
import { Steady } from '../../../../components/feedback/steady.tsx';
import { HistoryTimeline } from '../../../../components/subject/history-timeline.tsx';
import { OfficeNotes } from '../../../../components/subject/office-notes.tsx';
import { SubjectHistory } from '../../../../components/subject/subject-history.tsx';
import { SubjectMails } from '../../../../components/subject/subject-mails.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { Stars } from '../../../../components/text/stars.tsx';
import { inNewTab, proofHref } from '../../../../lib/addresses/paper-links.ts';
import { statusOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
import { useClickGuard } from '../../../../lib/live/use-click-guard.ts';
import { AssignHere } from '../change/assign-here.tsx';
import { InPlaceEdit } from '../change/in-place-edit.tsx';
import { OrderMenu } from '../change/order-menu.tsx';
import styles from '../list/orders.module.css';
import { LateEvidenceList } from '../proof/late-evidence.tsx';
import { OrderPieces } from '../proof/order-pieces.tsx';
import { OrderProof } from '../proof/order-proof.tsx';
import { OrderRequests } from '../requests/order-requests.tsx';
import { OrderAttempts, OrderFailure } from './order-attempts.tsx';
import { OrderCharges } from './order-charges.tsx';
import { Address, CustomerFacts, DriverLink, OrderFacts } from './order-facts.tsx';
import { OrderItems, OrderSignatures } from './order-items.tsx';
import { OrderPlace } from './order-place.tsx';
import { OrderSheet, usePrint } from './order-sheet.tsx';
import { PartnerCodes } from './partner-codes.tsx';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

function Notes({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <Part title={title}>
      <p dir="auto" className="as-written" style={{ margin: 0 }}>
        {keepNumbers(text)}
      </p>
    </Part>
  );
}

/** What remains of a deleted order: its history, and evidence that came later. */
function DeletedOrder({ id }: { id: number }) {
  const history = trpc.history.list.useQuery({ subject: 'order', id });
  const { data = [], lateEvidence = [] } = history.data ?? {};
  return (
    <Stack gap="lg" mt="lg">
      {lateEvidence.length > 0 && (
        <Part title={t('Arrived late')}>
          <LateEvidenceList pieces={lateEvidence} />
        </Part>
      )}
      {data.length > 0 && (
        <Part title={t('History')}>
          <HistoryTimeline lines={data} />
        </Part>
      )}
    </Stack>
  );
}

function Details({ order, role, onEdit }: { order: Order; role: Role; onEdit: () => void }) {
  const staff = isStaff(role);
  const { isPrinting, sheet, print } = usePrint(t('Order {number}', { number: order.trackingNumber }));
  return (
    <Stack gap="lg">
      <Group gap="xs">
        {can(role, 'orders.update') && isOpenOrder(order.status) && (
          <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
            {t('Edit')}
          </Button>
        )}
        <InPlaceEdit part="notes" order={order} isInDialog />
        {staff && order.accessCode && isOpenOrder(order.status) && <DriverLink code={order.accessCode} />}
        <Button
          variant="default"
          component={Link}
          href={paths.trackNumber(order.trackingNumber)}
          leftSection={<IconMapSearch size={18} aria-hidden />}
        >
          {t('Tracking page')}
        </Button>
        {staff && (
          <Button
            variant="default"
            component={Link}
            href={`${paths.adminMailbox}?orderId=${order.id}`}
            leftSection={<IconMail size={18} aria-hidden />}
          >
            {t('E-mails')}
          </Button>
        )}
        <PrintLabels
          orders={[order]}
          text={t('{count, plural, one {Print label} other {Print # labels}}', { count: order.parcels })}
        />
        <Button
          variant="default"
          {...inNewTab}
          href={proofHref(order.id)}
          leftSection={<IconFileCheck size={18} aria-hidden />}
        >
          {t('Proof (paper)')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={print}
          loading={isPrinting}
        >
          {t('Print')}
        </Button>
        {staff && <OrderMenu order={order} />}
        {isPrinting && <OrderSheet order={order} ref={sheet} />}
      </Group>
      <OrderFailure order={order} mayDecide={can(role, 'attempts.resolve')} />
      <div className={styles.halves}>
        <Card padding="md">
          <Part title={t('Order')}>
            <OrderFacts order={order} isForDriver={role === 'driver'} />
            {can(role, 'orders.assign') && isOpenOrder(order.status) && (
              <Box mt="sm">
                <AssignHere order={order} />
              </Box>
            )}
          </Part>
        </Card>
        <Card padding="md">
          <Part title={t('Customer')}>
            <CustomerFacts order={order} isForStaff={staff} />
          </Part>
        </Card>
      </div>
      {staff && (
        <Alert variant="light" color="blue" icon={<IconInfoCircle aria-hidden />}>
          {isOpenOrder(order.status)
            ? t('Note for drivers: open {path} and enter the access code. The driver link does both in one step.', {
                path: paths.driver,
              })
            : t(
                'Note for drivers: {path} opens an order with its access code. This order is {status, select, delivered {delivered} other {cancelled}}, so there is nothing left to do in it.',
                { path: paths.driver, status: order.status },
              )}
        </Alert>
      )}
      <Part title={t('Addresses')}>
        <div className={styles.halves}>
          <div>
            <Address title={t('Pickup address')} what={t('pickup address (to copy)')} text={order.pickupAddress} />
            {staff && <OrderPlace order={order} stop="pickup" />}
            <ContactAtStop contact={order.pickupContact} stop="pickup" />
          </div>
          <div>
            <Address
              title={t('Delivery address')}
              what={t('delivery address (to copy)')}
              text={order.deliveryAddress}
            />
            {staff && <OrderPlace order={order} stop="delivery" />}
            <ContactAtStop contact={order.deliveryContact} stop="delivery" />
          </div>
        </div>
      </Part>
      {(order.partnerCodes.length > 0 || (can(role, 'orders.update') && isOpenOrder(order.status))) && (
        <Part title={t('Codes of other companies')}>
          <PartnerCodes order={order} />
        </Part>
      )}
      {order.requests && order.requests.length > 0 && (
        <Part title={t('Requests')}>
          <OrderRequests orderId={order.id} requests={order.requests} />
        </Part>
      )}
      {order.rating && (
        <Part title={t('Rating')}>
          <Stars stars={order.rating.stars} />
          {order.rating.words && (
            <Text dir="auto" className="as-written">
              {keepNumbers(order.rating.words)}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {order.rating.by === 'customer' ? t('Customer') : t('Recipient')} ·{' '}
            <RelativeTime value={order.rating.createdAt} />
          </Text>
        </Part>
      )}
      {orderNotes.map((name) => (
        <Notes key={name} title={t(orderFields[name].asText.label)} text={order[name]} />
      ))}
      {order.lateEvidence && order.lateEvidence.length > 0 && (
        <Part title={t('Arrived late')}>
          <LateEvidenceList pieces={order.lateEvidence} />
        </Part>
      )}
      {order.attempts.length > 0 && (
        <Part title={t('Attempts')}>
          <OrderAttempts attempts={order.attempts} />
        </Part>
      )}
      <Part title={t('Proof')}>
        <Stack gap="md">
          <OrderProof order={order} mayChange={can(role, 'orders.update')} />
          <OrderPieces order={order} />
        </Stack>
      </Part>
      {can(role, 'charges.update') && (
        <Part title={t('Charges')}>
          <OrderCharges order={order} />
        </Part>
      )}
      <Part title={t('Items ({count})', { count: order.items.length })}>
        <OrderItems items={order.items} currency={order.currency} />
      </Part>
      <Part title={t('Signatures')}>
        <OrderSignatures signatures={order.signatures} />
      </Part>
      {can(role, 'incidents.list') && (
        <Part title={t('Claims')}>
          <OrderIncidents order={order} />
        </Part>
      )}
      {can(role, 'officeNotes.list') && (
        <Part title={t('Office notes')}>
          <OfficeNotes subject="order" id={order.id} />
        </Part>
      )}
      {can(role, 'mailbox.list') && (
        <Part title={t('E-mails')}>
          <SubjectMails subject={{ orderId: order.id }} />
        </Part>
      )}
      {can(role, 'history.list') && (
        <Part title={t('History')}>
          <SubjectHistory subject="order" id={order.id} />
        </Part>
      )}
    </Stack>
  );
}

/** What makes buttons of the details come, go and move when it changes meanwhile. */
const shapeOf = (order: Order | undefined): string =>
  order
    ? [order.id, order.status, order.outcome, order.driverId, order.attempts.length, order.requests?.length].join(' ')
    : '';

interface OrderDetailsProps {
  id: number | undefined;
  role: Role;
  onClose: () => void;
  onEdit: (id: number) => void;
  neighbours: ReactNode;
}

/** One order in full; its place is in the URL, so Back closes it and a link opens it. */
export function OrderDetails({ id, role, onClose, onEdit, neighbours }: OrderDetailsProps) {
  const shown = usePrevious(id);
  const order = trpc.orders.get.useQuery({ id: shown ?? 0 }, { enabled: id !== undefined });
  const isGone = order.isError && statusOf(order.error) === 404;
  const hasMoved = useClickGuard(shapeOf(order.data));
  const title = order.data ? t('Order {number}', { number: formatTracking(order.data.trackingNumber) }) : t('Order');
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title={title} size={900} centered={false} yOffset="5dvh">
      {neighbours}
      {order.isPending && (
        <Stack role="status" aria-busy>
          <span className="visually-hidden">{t('Loading')}</span>
          <Skeleton h={36} w={320} maw="100%" />
          <div className={styles.halves}>
            <Skeleton h={240} />
            <Skeleton h={240} />
          </div>
          <Skeleton h={160} />
        </Stack>
      )}
      <QueryError
        title={isGone ? t('This order does not exist any more') : t('The order could not be loaded')}
        query={order}
      />
      {isGone && shown !== undefined && can(role, 'history.list') && <DeletedOrder id={shown} />}
      {order.data && (
        <Steady isGuarded={hasMoved}>
          <Details order={order.data} role={role} onEdit={() => onEdit(order.data.id)} />
        </Steady>
      )}
    </Dialog>
  );
}
