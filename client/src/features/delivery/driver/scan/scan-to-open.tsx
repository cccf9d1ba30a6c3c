import { portal, usePortal } from '../outbox/use-portal.ts';
import { openOwnOrder } from '../portal/drivers-mutations.ts';
import { describeOwner, findOwn } from './find-parcel.ts';
import { ScanButton } from './scan-button.tsx';

/** Opens the order of a label: one of this driver's, or one that this phone holds. */
export function ScanToOpen() {
  const state = usePortal();
  const open = async (number: string) => {
    const order = findOwn(state, number);
    if (!order) return { text: await describeOwner(number), isRight: false };
    if (state.orders.has(order.id) && state.orders.get(order.id)?.openedBy === 'code') await portal.openHeld(order.id);
    else await openOwnOrder(order);
    return undefined;
  };
  return <ScanButton label="Scan a label" onNumber={open} />;
}
