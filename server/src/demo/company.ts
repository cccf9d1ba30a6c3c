import { windowOn } from '@quickfleet/shared/quoting/window-rules';

/**
 * The people, places and things of the demo company. Every name is made up; numbers and domains are reserved for
 * fiction.
 */

export const drivers = [
  { username: 'marta', firstName: 'Marta', lastName: 'Kovacs', phone: '+1 555 010 0131' },
  { username: 'jonas', firstName: 'Jonas', lastName: 'Weber', phone: '+1 555 010 0132' },
  { username: 'aisha', firstName: 'Aisha', lastName: 'Rahman', phone: '+1 555 010 0133' },
  { username: 'diego', firstName: 'Diego', lastName: 'Santos', phone: '+1 555 010 0134' },
] as const;

export const customers = [
  ['Nora Lindqvist', 'nora@lindqvist-optics.example', 'Lindqvist Optics'],
  ['Samuel Okafor', 'samuel@okaforprint.example', 'Okafor Print House'],
  ['Grace Whitfield', 'grace@whitfieldlaw.example', 'Whitfield & Partners'],
  ['Hana Suzuki', 'hana@greenleafcafe.example', 'Greenleaf Café'],
  ['Pavel Novak', 'pavel@novakceramics.example', 'Novak Ceramics'],
  ['Lucia Moretti', 'lucia@morettidental.example', 'Moretti Dental'],
  ['Tom Baker', 'tom.baker@mail.example', null],
  ['Ines Duarte', 'ines@duartefloral.example', 'Duarte Floral Studio'],
  ['Yusuf Demir', 'yusuf@demirparts.example', 'Demir Auto Parts'],
  ['Clara Jensen', 'clara.jensen@mail.example', null],
  ['Rafael Costa', 'rafael@costawines.example', 'Costa Wines'],
  ['Emily Carter', 'emily@carterarch.example', 'Carter Architects'],
  ['Viktor Petrov', 'viktor@petrovlabs.example', 'Petrov Labs'],
  ['Amara Diallo', 'amara@diallofabrics.example', 'Diallo Fabrics'],
  ['Leo Schneider', 'leo.schneider@mail.example', null],
  ['Mei Chen', 'mei@chenelectronics.example', 'Chen Electronics'],
] as const;

export const places = [
  '14 Harbour Lane, Unit 3\nPort Ellis',
  '220 Market Street\nSpringfield',
  '8 Mill Court\nShelbyville',
  '77 Kingsway, 2nd floor\nSpringfield',
  '5 Orchard Close\nWestbrook',
  '301 Station Road\nPort Ellis',
  '19 Cedar Avenue\nNorth Haven',
  '42 Foundry Row, Gate B\nSpringfield',
  '9 Abbey Square\nShelbyville',
  '160 Riverside Drive\nWestbrook',
  '27 Quarry Hill\nNorth Haven',
  '63 Linden Street, rear entrance\nSpringfield',
] as const;

/** Where they are: on the map of nowhere, some minutes apart. */
export const positions: readonly (readonly [address: string, lat: number, lng: number])[] = [
  ['14 Harbour Lane, Unit 3\nPort Ellis', 52.0421, -1.1302],
  ['220 Market Street\nSpringfield', 52.0012, -1.0021],
  ['8 Mill Court\nShelbyville', 51.9523, -0.9404],
  ['77 Kingsway, 2nd floor\nSpringfield', 52.0069, -0.9915],
  ['5 Orchard Close\nWestbrook', 51.9871, -1.1173],
  ['301 Station Road\nPort Ellis', 52.0367, -1.1188],
  ['19 Cedar Avenue\nNorth Haven', 52.0748, -0.9852],
  ['42 Foundry Row, Gate B\nSpringfield', 51.9958, -1.0147],
  ['9 Abbey Square\nShelbyville', 51.9561, -0.9317],
  ['160 Riverside Drive\nWestbrook', 51.9812, -1.1049],
  ['27 Quarry Hill\nNorth Haven', 52.0812, -0.9718],
  ['63 Linden Street, rear entrance\nSpringfield', 51.9989, -0.9834],
  ['1 Depot Way\nSpringfield', 52.0095, -1.0203],
];

export const things = [
  { name: 'Box of contact lenses', description: 'Temperature sensitive', value: '320.00', shape: 'box' },
  { name: 'Printed brochures', description: '4 cartons, shrink-wrapped', value: '180.00', shape: 'stack' },
  { name: 'Contract documents', description: 'Signature on delivery', value: null, shape: 'envelope' },
  { name: 'Coffee machine part', description: null, value: '95.50', shape: 'box' },
  { name: 'Ceramic vases', description: 'Fragile, this side up', value: '410.00', shape: 'vase' },
  { name: 'Dental impressions', description: 'Urgent', value: '60.00', shape: 'box' },
  { name: 'Floor lamp', description: 'Boxed, 1.6 m long', value: '149.99', shape: 'tube' },
  { name: 'Wedding bouquet', description: 'Keep upright and cool', value: '220.00', shape: 'vase' },
  { name: 'Brake discs', description: 'Heavy, 18 kg', value: '260.00', shape: 'stack' },
  { name: 'Framed picture', description: 'Glass', value: '75.00', shape: 'envelope' },
  { name: 'Case of wine', description: '6 bottles', value: '138.00', shape: 'box' },
  { name: 'Architectural model', description: 'Very fragile', value: '900.00', shape: 'box' },
  { name: 'Lab samples', description: 'Dry ice inside', value: null, shape: 'box' },
  { name: 'Rolls of fabric', description: null, value: '310.40', shape: 'tube' },
  { name: 'Laptop', description: 'In original packaging', value: '1250.00', shape: 'envelope' },
] as const;
export type Shape = (typeof things)[number]['shape'];

export const remarks = [
  'Please ring twice.',
  'Reception closes at 5 pm.',
  'Call before arrival.',
  'Leave with the neighbour if nobody is in.',
  'Loading dock is behind the building.',
  null,
  null,
  null,
] as const;

/** What comes again and again, from `day` on. */
export const recurringJobs = (day: string, timeZone: string) => [
  {
    rule: 'FREQ=WEEKLY;BYDAY=TU,FR',
    start: day,
    order: {
      customerName: 'Hana Suzuki',
      customerEmail: 'hana@greenleafcafe.example',
      customerCompany: 'Greenleaf Café',
      pickupAddress: '220 Market Street\nSpringfield',
      deliveryAddress: '9 Abbey Square\nShelbyville',
      pickupWindow: windowOn(day, 8 * 60, 9 * 60, timeZone),
      deliveryWindow: windowOn(day, 9 * 60, 11 * 60, timeZone),
      onAccount: true,
      items: [{ name: 'Crates of pastry', quantity: 4 }],
    },
  },
  {
    rule: 'FREQ=MONTHLY;BYDAY=-1FR',
    start: day,
    order: {
      customerName: 'Grace Whitfield',
      customerEmail: 'grace@whitfieldlaw.example',
      customerCompany: 'Whitfield & Partners',
      pickupAddress: '77 Kingsway, 2nd floor\nSpringfield',
      deliveryAddress: '301 Station Road\nPort Ellis',
      deliveryWindow: windowOn(day, 13 * 60, 17 * 60, timeZone),
      quotePrice: '65.00',
      items: [{ name: 'Archive boxes', quantity: 6 }],
    },
  },
];
