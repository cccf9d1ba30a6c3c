import { Portal } from '@mantine/core';
import { contactInWords } from '@quickfleet/shared/base/contact/stop-person';
import { displayOrderStatus } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { paths } from '@quickfleet/shared/paths';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { SupportPhone } from '../../../../components/support-phone.tsx';
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
              <SupportPhone isPaper /> · {brand.supportEmail}
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
            <h2>{t('From')}</h2>
            <p dir="auto" className="as-written">
              {keepNumbers(order.pickupAddress)}
            </p>
            {order.pickupContact && <p>{contactInWords(order.pickupContact)}</p>}
          </div>
          <div>
            <h2>{t('To (a place)')}</h2>
            <p dir="auto" className="as-written">
              {keepNumbers(order.deliveryAddress)}
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
          {t('State: {state}', { state: displayOrderStatus(order.status, order.driverId !== null) })}
          {order.driver && ` · ${t('Driver: {name}', { name: driverName(order.driver) })}`}
          {order.deliveryDate &&
            ` · ${order.deliveredAt ? t('Delivered {when} (order)', { when: formatDateTime(order.deliveredAt) }) : t('Planned for {day}', { day: formatDate(order.deliveryDate) })}`}
        </p>
        {(['pickupWindow', 'deliveryWindow'] as const).map((name) => {
          const window = order[name];
          return (
            window && (
              <p key={name}>
                {name === 'pickupWindow'
                  ? t('Pickup: {times}', { times: windowInWords(window, brand.timeZone, brand.hourCycle) })
                  : t('Delivery: {times}', { times: windowInWords(window, brand.timeZone, brand.hourCycle) })}
              </p>
            )
          );
        })}
        {order.notes && (
          <p dir="auto" className="as-written">
            {t('Instructions: {notes}', { notes: order.notes })}
          </p>
        )}
        <table className={styles.items}>
          <thead>
            <tr>
              <th>{t('Quantity')}</th>
              <th>{t('Item')}</th>
              <th>{t('Picked up')}</th>
              <th>{t('Delivered (item)')}</th>
            </tr>
          </thead>
          <tbody>
            {order.items.map((item) => (
              <tr key={item.id}>
                <td>{item.quantity}</td>
                <td>
                  {keepNumbers(item.name)}
                  {item.description && <div className={styles.small}>{keepNumbers(item.description)}</div>}
                </td>
                <td>{item.isPickedUp ? t('Yes') : ''}</td>
                <td>{item.isDelivered ? t('Yes') : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className={styles.signatures}>
          {order.signatures.map(({ kind, signer, signerName, url, capturedAt }) => (
            <figure key={url}>
              <img src={url} alt="" />
              <figcaption>
                {t(
                  '{kind, select, pickup {Pickup} other {Delivery}}, {signer, select, customer {customer} other {driver}}: {name}, {when}',
                  { kind, signer, name: signerName ?? t('Unknown'), when: formatDateTime(capturedAt) },
                )}
              </figcaption>
            </figure>
          ))}
          {order.signatures.length === 0 && (
            <div className={styles.line}>{t('Received in good order: name, date, signature')}</div>
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
