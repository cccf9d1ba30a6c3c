import sharp from 'sharp';
import { ADMIN, type Api, photoUpload, type Site } from '../harness.ts';

export interface Made {
  id: number;
  trackingNumber: string;
  items: { id: number }[];
}

/** Orders created and moved the way people do it: by staff, by a driver with the access code, by signatures. */
export async function dispatchOf(site: Site) {
  const admin = await site.api(ADMIN);
  const driver = await site.createUser('driver', {
    firstName: 'Sam',
    lastName: 'Secretname',
    phone: '+1 555 010 0142',
  });

  const sendForm = async (
    as: Api,
    path: string,
    fields: Record<string, string>,
    files: { field: string; bytes: Buffer; type: string }[],
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const { field, bytes, type } of files) form.append(field, new Blob([new Uint8Array(bytes)], { type }), 'file');
    const answer = await fetch(site.url + path, { method: 'POST', headers: { cookie: as.cookie }, body: form });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  const drawn = (seed: number) =>
    sharp({ create: { width: 450, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .composite([
        {
          input: Buffer.from(
            `<svg width="450" height="200"><path d="M20 ${60 + seed} C 120 20, 240 180, 420 ${40 + seed}" stroke="#0b1f33" stroke-width="3" fill="none"/></svg>`,
          ),
        },
      ])
      .png()
      .toBuffer();

  const phoneOf = async (order: Made): Promise<Api> => {
    const { accessCode } = await admin.send<{ accessCode: string }>('GET', `/api/v1/orders/${order.id}`);
    const phone = await site.api();
    await phone.send('POST', '/api/driver/access', { accessCode });
    return phone;
  };

  return {
    make: (more: Record<string, unknown> = {}) =>
      admin.send<Made>('POST', '/api/v1/orders', {
        customerName: 'Ada Sender',
        customerEmail: 'ada.private@example.com',
        customerPhone: '+1 555 9999',
        pickupAddress: '1 Pickup Street\nSpringfield',
        deliveryAddress: '2 Delivery Road\nShelbyville',
        notes: 'Secret note',
        quotePrice: '84.50',
        deliveryDate: '2028-05-24',
        items: [
          { name: 'Box of books', description: 'Heavy', quantity: 2 },
          { name: 'Lamp', quantity: 1 },
        ],
        ...more,
      }),
    assign: (order: Made) => admin.send('POST', `/api/v1/orders/${order.id}/assign`, { driverId: driver.id }),
    setStatus: (order: Made, status: string) => admin.send('PUT', `/api/v1/orders/${order.id}/status`, { status }),
    async addPhotos(order: Made, at: number, kind: 'pickup' | 'delivery', count: number) {
      const phone = await phoneOf(order);
      const flag = kind === 'pickup' ? 'isPickedUp' : 'isDelivered';
      const shots = await Promise.all(
        Array.from({ length: count }, (_, shot) => photoUpload(`${kind}${shot}.jpg`, order.id * 10 + shot)),
      );
      await sendForm(
        phone,
        `/api/driver/${kind}/${order.items[at]?.id}`,
        { [flag]: 'true' },
        shots.map(({ buffer, mimeType }) => ({ field: `${kind}Images`, bytes: buffer, type: mimeType })),
      );
    },
    async sign(order: Made, kind: 'pickup' | 'delivery', customerName: string) {
      await sendForm(await phoneOf(order), '/api/driver/signature', { customerName, orderId: String(order.id), kind }, [
        { field: 'signature', bytes: await drawn(kind === 'pickup' ? 10 : 40), type: 'image/png' },
      ]);
    },
  };
}
export type Dispatch = Awaited<ReturnType<typeof dispatchOf>>;
