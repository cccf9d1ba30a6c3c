import { Portal } from '@mantine/core';
import { contactInWords } from '@quickfleet/shared/base/stop-person';
import { displayOrderStatus } from '@quickfleet/shared/delivery/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking';
import { paths } from '@quickfleet/shared/paths';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { brand } from '../../../../lib/words/brand.ts';
import { formatDate, formatDateTime } from '../../../../lib/words/format.ts';
import { driverName } from '../cells/driver-cell.tsx';
import styles from './order-sheet.module.css';

const MARK = 'printing';

/** Prints one sheet, rendered only while printing, instead of the page; `title` names the file. */
export function usePrint(title: string) {
  const [isPrinting, setPrinting] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isPrinting) return;
    let isOver = false;
    const before = document.title;
    const end = () => setPrinting(false);
    const start = async () => {
      // A photo that is not loaded would print as an empty frame.
      await Promise.allSettled([...(sheet.current?.querySelectorAll('img') ?? [])].map((photo) => photo.decode()));
      if (isOver) return;
      document.title = title;
      document.body.dataset[MARK] = 'sheet';
      window.addEventListener('afterprint', end, { once: true });
      window.print();
    };
    void start();
    return () => {
      isOver = true;
      window.removeEventListener('afterprint', end);
      delete document.body.dataset[MARK];
      document.title = before;
    };
  }, [isPrinting, title]);

  return { isPrinting, sheet, print: () => setPrinting(true) };
}

const words = { pickup: 'Pickup', delivery: 'Delivery', customer: 'customer', driver: 'driver' } as const;

/** Delivery note and proof of delivery on paper; it may reach anyone, so it has neither the access code nor a price. */
export function OrderSheet({ order, ref }: { order: Order; ref: RefObject<HTMLDivElement | null> }) {
  const photos = order.items.flatMap((item) => [
    ...item.pickupImageUrls.map((url, at) => ({ url, caption: `P${at + 1} ${item.name}` })),
    ...item.deliveryImageUrls.map((url, at) => ({ url, caption: `D${at + 1} ${item.name}` })),
  ]);
  return (
    <Portal target={document.body}>
      <div ref={ref} className={styles.sheet} data-print-sheet>
        <header className={styles.head}>
          <div>
            <strong>{brand.name}</strong>
            <div>
              {brand.supportPhone} · {brand.supportEmail}
            </div>
          </div>
          <div className={styles.number}>
            {formatTracking(order.trackingNumber)}
            <div className={styles.small}>
              {brand.publicUrl || location.origin}
              {paths.trackNumber(order.trackingNumber)}
            </div>
          </div>
        </header>
        <section className={styles.addresses}>
          <div>
            <h2>From</h2>
            <p dir="auto" className="as-written">
              {order.pickupAddress}
            </p>
            {order.pickupContact && <p>{contactInWords(order.pickupContact)}</p>}
          </div>
          <div>
            <h2>To</h2>
            <p dir="auto" className="as-written">
              {order.deliveryAddress}
            </p>
            {order.deliveryContact && <p>{contactInWords(order.deliveryContact)}</p>}
          </div>
        </section>
        <p>
          {order.customerName}
          {order.customerCompany && `, ${order.customerCompany}`}
          {order.customerPhone && ` · ${order.customerPhone}`}
        </p>
        <p>
          State: {displayOrderStatus(order.status, order.driverId !== null)}
          {order.driver && ` · Driver: ${driverName(order.driver)}`}
          {order.deliveryDate &&
            ` · ${order.deliveredAt ? 'Delivered' : 'Planned for'} ${order.deliveredAt ? formatDateTime(order.deliveredAt) : formatDate(order.deliveryDate)}`}
        </p>
        {(['pickupWindow', 'deliveryWindow'] as const).map((name) => {
          const window = order[name];
          return (
            window && (
              <p key={name}>
                {name === 'pickupWindow' ? 'Pickup' : 'Delivery'}:{' '}
                {windowInWords(window, brand.timeZone, brand.hourCycle)}
              </p>
            )
          );
        })}
        {order.notes && (
          <p dir="auto" className="as-written">
            Instructions: {order.notes}
          </p>
        )}
        <table className={styles.items}>
          <thead>
            <tr>
              <th>Quantity</th>
              <th>Item</th>
              <th>Picked up</th>
              <th>Delivered</th>
            </tr>
          </thead>
          <tbody>
            {order.items.map((item) => (
              <tr key={item.id}>
                <td>{item.quantity}</td>
                <td>
                  {item.name}
                  {item.description && <div className={styles.small}>{item.description}</div>}
                </td>
                <td>{item.isPickedUp ? 'Yes' : ''}</td>
                <td>{item.isDelivered ? 'Yes' : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className={styles.signatures}>
          {order.signatures.map(({ kind, signer, signerName, url, capturedAt }) => (
            <figure key={url}>
              <img src={url} alt="" />
              <figcaption>
                {words[kind]}, {words[signer]}: {signerName ?? 'Unknown'}, {formatDateTime(capturedAt)}
              </figcaption>
            </figure>
          ))}
          {order.signatures.length === 0 && (
            <div className={styles.line}>Received in good order: name, date, signature</div>
          )}
        </div>
        <div className={styles.photos}>
          {photos.map(({ url, caption }) => (
            <figure key={url}>
              <img src={url} alt="" />
              <figcaption>{caption}</figcaption>
            </figure>
          ))}
        </div>
      </div>
    </Portal>
  );
}
