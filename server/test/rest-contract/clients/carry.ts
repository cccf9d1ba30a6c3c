/** What a generated client has to do for the main job; each implementation is typed by its own generator alone. */
export interface MainJob {
  upload(photo: Blob): Promise<string>;
  ask(imageUrl: string): Promise<number>;
  price(quoteId: number, price: string): Promise<unknown>;
  pay(quoteId: number): Promise<unknown>;
  convert(quoteId: number): Promise<Coded>;
  assign(orderId: number, driverId: number): Promise<unknown>;
  /** On the driver's phone, which has no key and keeps a cookie. */
  open(accessCode: string): Promise<unknown>;
  sign(image: Blob, customerName: string): Promise<unknown>;
  leave(orderId: number): Promise<unknown>;
  track(trackingNumber: string): Promise<string>;
  /** The `code` of the error that asking for an order that is not there ends with. */
  miss(orderId: number): Promise<string>;
}
interface Coded {
  id: number;
  trackingNumber: string;
}
/** Where the server is, and with which key if any. */
export interface Target {
  baseUrl: string;
  key?: string;
}
/** The same for a client that takes it when it is created. */
export const target: Target = { baseUrl: '' };
export type Connect = (target: Target) => MainJob;
export const headersOf = ({ key }: Target): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {});

export const QUOTE = {
  customer: { name: 'Ada Sender', email: 'ada@example.com', phone: '+1 555 0142' },
  pickupAddress: '1 Pickup Street\nSpringfield',
  deliveryAddress: '2 Delivery Road\nShelbyville',
} as const;
export const PAYMENT_URL = 'https://pay.example.com/q/1';

/** A fetch that keeps cookies, as that of a browser does. */
export function withCookies(plain: typeof fetch): typeof fetch {
  let cookie = '';
  return async (input, init) => {
    const request = new Request(input, init);
    if (cookie && !request.headers.has('authorization')) request.headers.set('cookie', cookie);
    const answer = await plain(request);
    const [set] = answer.headers.getSetCookie();
    if (set) cookie = set.split(';')[0] ?? '';
    return answer;
  };
}

interface Materials {
  photo: Blob;
  /** At the pickup and at the delivery: the same image twice is a repeat. */
  signatures: readonly [Blob, Blob];
  driverId: number;
  /** What the office tells the driver; a key does not read it. */
  codeOf(orderId: number): Promise<string>;
}
/** From a photo to a delivered order; answers its status on the tracking page. */
export async function carry(
  office: MainJob,
  phone: MainJob,
  { photo, signatures: [first, second], driverId, codeOf }: Materials,
): Promise<{ id: number; status: string }> {
  const quoteId = await office.ask(await office.upload(photo));
  await office.price(quoteId, '84.50');
  await office.pay(quoteId);
  const { id, trackingNumber } = await office.convert(quoteId);
  await office.assign(id, driverId);
  await phone.open(await codeOf(id));
  await phone.sign(first, 'Ada Sender');
  await phone.leave(id);
  await phone.sign(second, 'Bo Receiver');
  return { id, status: await phone.track(trackingNumber) };
}
