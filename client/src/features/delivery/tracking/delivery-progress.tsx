import type { OrderProgress } from '@quickfleet/shared/delivery/order-progress';
import type { TrackingStep } from '@quickfleet/shared/delivery/order-status';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking';
import { type Icon, IconMapPin, IconPackage, IconPackageExport, IconTruckDelivery } from '@tabler/icons-react';
import { ProgressSteps } from '../../../components/delivery/progress-steps.tsx';

const looks: Record<TrackingStep, { title: string; text: string; icon: Icon }> = {
  created: { title: 'Order Created', text: 'Received, and being prepared for pickup.', icon: IconPackage },
  picked_up: { title: 'Items Picked Up', text: 'Collected at the pickup address.', icon: IconPackageExport },
  in_transit: { title: 'In Transit', text: 'On the way to the delivery address.', icon: IconTruckDelivery },
  delivered: { title: 'Delivered', text: 'Handed over at the delivery address.', icon: IconMapPin },
};

/** The four steps, each with its state in words and colour. */
export function DeliveryProgress({ order, progress }: { order: TrackedOrder; progress: OrderProgress }) {
  const completedAt = (step: TrackingStep) => order.steps.find((candidate) => candidate.step === step)?.completedAt;
  return (
    <ProgressSteps
      steps={progress.steps.map(({ step, state }) => ({ key: step, ...looks[step], state, at: completedAt(step) }))}
    />
  );
}
