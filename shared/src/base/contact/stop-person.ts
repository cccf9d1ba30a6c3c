// The person at a stop, when that is not the customer. Without the checking library: a phone's first load has this.

export interface StopContact {
  name: string | null;
  company: string | null;
  phone: string | null;
  email: string | null;
  notes: string | null;
}
export interface Contacts {
  pickupContact: StopContact | null;
  deliveryContact: StopContact | null;
}
export const contactFields = ['name', 'company', 'phone', 'email', 'notes'] as const satisfies (keyof StopContact)[];

/** 'Sam Porter, Harbour Café, +1 555 0100, sam@example.com, Ring twice' */
export const contactInWords = (contact: StopContact | null | undefined): string | null =>
  contact
    ? contactFields
        .map((field) => contact[field])
        .filter(Boolean)
        .join(', ')
    : null;

interface Stops extends Partial<Contacts> {
  customerName: string;
  customerPhone: string | null;
}
/** Who is at a stop: its contact, else the customer. What a phone stored before there were contacts has none. */
export function personAt(
  order: Stops,
  stop: 'pickup' | 'delivery',
): { name: string; phone: string | null; notes: string | null; isCustomer: boolean } {
  const contact = order[`${stop}Contact`];
  if (!contact) return { name: order.customerName, phone: order.customerPhone, notes: null, isCustomer: true };
  const { name, company, phone, notes: words } = contact;
  const called = [company, name].filter(Boolean).join(' · ');
  return { name: called || order.customerName, phone, notes: words, isCustomer: false };
}
