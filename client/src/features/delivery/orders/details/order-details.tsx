import { Alert, Box, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking';
import { paths } from '@quickfleet/shared/paths';
import { can } from '@quickfleet/shared/permissions';
import { isStaff, type Role } from '@quickfleet/shared/roles';
import { IconFileCheck, IconInfoCircle, IconMail, IconMapSearch, IconPencil, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ContactAtStop } from '../../../../components/delivery/contact-at-stop.tsx';
import { OrderIncidents } from '../../../../components/delivery/order-incidents.tsx';
import { PrintLabels } from '../../../../components/delivery/print-labels.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { QueryError } from '../../../../components/feedback/query-state.tsx';
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
import { OrderSheet, usePrint } from './order-sheet.tsx';

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
        {text}
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
        <Part title="Arrived late">
          <LateEvidenceList pieces={lateEvidence} />
        </Part>
      )}
      {data.length > 0 && (
        <Part title="History">
          <HistoryTimeline lines={data} />
        </Part>
      )}
    </Stack>
  );
}

function Details({ order, role, onEdit }: { order: Order; role: Role; onEdit: () => void }) {
  const staff = isStaff(role);
  const { isPrinting, sheet, print } = usePrint(`Order ${order.trackingNumber}`);
  return (
    <Stack gap="lg">
      <Group gap="xs">
        {can(role, 'orders.update') && isOpenOrder(order.status) && (
          <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
            Edit
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
          Tracking page
        </Button>
        {staff && (
          <Button
            variant="default"
            component={Link}
            href={`${paths.adminMailbox}?orderId=${order.id}`}
            leftSection={<IconMail size={18} aria-hidden />}
          >
            E-mails
          </Button>
        )}
        <PrintLabels orders={[order]} text={order.parcels === 1 ? 'Print label' : `Print ${order.parcels} labels`} />
        <Button
          variant="default"
          {...inNewTab}
          href={proofHref(order.id)}
          leftSection={<IconFileCheck size={18} aria-hidden />}
        >
          Proof
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={print}
          loading={isPrinting}
        >
          Print
        </Button>
        {staff && <OrderMenu order={order} />}
        {isPrinting && <OrderSheet order={order} ref={sheet} />}
      </Group>
      <OrderFailure order={order} mayDecide={can(role, 'attempts.resolve')} />
      <div className={styles.halves}>
        <Card padding="md">
          <Part title="Order">
            <OrderFacts order={order} isForDriver={role === 'driver'} />
            {can(role, 'orders.assign') && isOpenOrder(order.status) && (
              <Box mt="sm">
                <AssignHere order={order} />
              </Box>
            )}
          </Part>
        </Card>
        <Card padding="md">
          <Part title="Customer">
            <CustomerFacts order={order} isForStaff={staff} />
          </Part>
        </Card>
      </div>
      {staff && (
        <Alert variant="light" color="blue" icon={<IconInfoCircle aria-hidden />}>
          {isOpenOrder(order.status)
            ? `Note for drivers: open ${paths.driver} and enter the access code. The driver link does both in one step.`
            : `Note for drivers: ${paths.driver} opens an order with its access code. This order is ${order.status}, so there is nothing left to do in it.`}
        </Alert>
      )}
      <Part title="Addresses">
        <div className={styles.halves}>
          <div>
            <Address title="Pickup address" text={order.pickupAddress} />
            <ContactAtStop contact={order.pickupContact} stop="pickup" />
          </div>
          <div>
            <Address title="Delivery address" text={order.deliveryAddress} />
            <ContactAtStop contact={order.deliveryContact} stop="delivery" />
          </div>
        </div>
      </Part>
      {order.requests && order.requests.length > 0 && (
        <Part title="Requests">
          <OrderRequests orderId={order.id} requests={order.requests} />
        </Part>
      )}
      {order.rating && (
        <Part title="Rating">
          <Stars stars={order.rating.stars} />
          {order.rating.words && (
            <Text dir="auto" className="as-written">
              {order.rating.words}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {order.rating.by === 'customer' ? 'Customer' : 'Recipient'} ·{' '}
            <RelativeTime value={order.rating.createdAt} />
          </Text>
        </Part>
      )}
      <Notes title="Special instructions" text={order.notes} />
      <Notes title="Notes for the driver" text={order.driverNotes} />
      {staff && <Notes title="Notes for the office" text={order.officeNotes} />}
      {order.lateEvidence && order.lateEvidence.length > 0 && (
        <Part title="Arrived late">
          <LateEvidenceList pieces={order.lateEvidence} />
        </Part>
      )}
      {order.attempts.length > 0 && (
        <Part title="Attempts">
          <OrderAttempts attempts={order.attempts} />
        </Part>
      )}
      <Part title="Proof">
        <Stack gap="md">
          <OrderProof order={order} mayChange={can(role, 'orders.update')} />
          <OrderPieces order={order} />
        </Stack>
      </Part>
      {can(role, 'charges.update') && (
        <Part title="Charges">
          <OrderCharges order={order} />
        </Part>
      )}
      <Part title={`Items (${order.items.length})`}>
        <OrderItems items={order.items} currency={order.currency} />
      </Part>
      <Part title="Signatures">
        <OrderSignatures signatures={order.signatures} />
      </Part>
      {can(role, 'incidents.list') && (
        <Part title="Claims">
          <OrderIncidents order={order} />
        </Part>
      )}
      {can(role, 'officeNotes.list') && (
        <Part title="Office notes">
          <OfficeNotes subject="order" id={order.id} />
        </Part>
      )}
      {can(role, 'mailbox.list') && (
        <Part title="E-mails">
          <SubjectMails subject={{ orderId: order.id }} />
        </Part>
      )}
      {can(role, 'history.list') && (
        <Part title="History">
          <SubjectHistory subject="order" id={order.id} />
        </Part>
      )}
    </Stack>
  );
}

interface OrderDetailsProps {
  id: number | undefined;
  role: Role;
  onClose: () => void;
  onEdit: (id: number) => void;
}

/** One order in full; its place is in the URL, so Back closes it and a link opens it. */
export function OrderDetails({ id, role, onClose, onEdit }: OrderDetailsProps) {
  const shown = usePrevious(id);
  const order = trpc.orders.get.useQuery({ id: shown ?? 0 }, { enabled: id !== undefined });
  const isGone = order.isError && statusOf(order.error) === 404;
  const title = order.data ? `Order ${formatTracking(order.data.trackingNumber)}` : 'Order';
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title={title} size={900} centered={false} yOffset="5dvh">
      {order.isPending && (
        <Stack role="status" aria-busy>
          <span className="visually-hidden">Loading</span>
          <Skeleton h={36} w={320} maw="100%" />
          <div className={styles.halves}>
            <Skeleton h={240} />
            <Skeleton h={240} />
          </div>
          <Skeleton h={160} />
        </Stack>
      )}
      <QueryError
        title={isGone ? 'This order does not exist any more' : 'The order could not be loaded'}
        query={order}
      />
      {isGone && shown !== undefined && can(role, 'history.list') && <DeletedOrder id={shown} />}
      {order.data && <Details order={order.data} role={role} onEdit={() => onEdit(order.data.id)} />}
    </Dialog>
  );
}
