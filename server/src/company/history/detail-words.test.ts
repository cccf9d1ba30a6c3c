import { expect, it } from 'vitest';
import { inLanguage } from '../../words/speak.ts';
import { detailFor, detailInWords, type Said, textToStore } from './detail-words.ts';
import type { Sentence, sentences } from './sentences.ts';
import { codeOf, moneyOf, type Value, type values, wordOf } from './values.ts';

const clocks = { BUSINESS_TIMEZONE: 'UTC', hourCycle: 'h12' } as const;
const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ') ?? '';
const inGerman = (detail: string, facts?: unknown) =>
  plain(inLanguage('de', () => detailInWords({ detail, facts }, clocks)));

it('C516 a stored line is said in the reader’s words; its values stay what they were', () => {
  const stored = 'Phone: 555 0100 → none\nProof rules changed\nAnna called back';
  expect(detailInWords({ detail: stored }, clocks)).toBe(stored);
  const german = inLanguage('de', () => detailInWords({ detail: stored }, clocks));
  expect(german).toBe('Telefon: 555 0100 → keine Angabe\nNachweisregeln geändert\nAnna called back');
  expect(inGerman('nobody → Marta Bell')).toBe('niemand → Marta Bell');
  // What only looks like a field of ours is somebody's own words.
  expect(inGerman('toString: a → b')).toBe('toString: a → b');
});

it('C516 a price is written with its currency, as the reader writes amounts', () => {
  const facts = { from: null, to: '1234.50', currency: 'EUR' };
  expect(inGerman('no price → 1234.50', facts)).toBe('kein Preis → 1.234,50 €');
  expect(inGerman('no price → 1234.50')).toBe('kein Preis → 1234.50');
});

const day: Said & Value = { is: 'day', day: '2031-03-02' };
const euros: Value = { is: 'money', amount: '1234.50', currency: 'EUR' };
type Sample<One> = readonly [said: One, stored: string, german: string];
/** Of each kind of value what is stored in English, and what a German reads. */
const ofValues: { [Name in keyof typeof values]: Sample<Extract<Value, { is: Name }>> } = {
  money: [moneyOf({ amount: '20.00', currency: 'USD' }) as never, '20.00 USD', '20,00 $'],
  collect: [{ is: 'collect', amount: '45', currency: 'EUR', method: 'card' }, '€45.00 by card', '45,00 € mit Karte'],
  day: [{ is: 'day', day: '2031-03-02' }, '2031-03-02', '02.03.2031'],
  date: [{ is: 'date', day: '2031-03-02' }, 'Mar 2, 2031', '02.03.2031'],
  moment: [{ is: 'moment', at: '2031-03-02T08:30:00.000Z' }, '2031-03-02 08:30 UTC', '2. März 2031, 08:30 UTC'],
  window: [
    { is: 'window', from: '2031-03-03T14:00:00Z', to: '2031-03-03T16:00:00Z' },
    'Mon, Mar 3, 2031, 2:00 PM – 4:00 PM UTC',
    'Mo., 3. März 2031, 14:00 – 16:00 UTC',
  ],
  price_basis: [{ is: 'price_basis', kind: 'list', reason: 'Agreed' }, 'Price list (Agreed)', 'Preisliste (Agreed)'],
  minutes: [{ is: 'minutes', minutes: 5 }, '5 min', '5 Min.'],
  word: [wordOf('paymentMethod', 'transfer') as never, 'Bank transfer', 'Überweisung'],
  code: [codeOf('stop', 'delivery') as never, 'delivery', 'Zustellung'],
  failure: [{ is: 'failure', reason: 'Nobody home' }, 'Nobody home', 'Niemand zu Hause'],
  properties: [
    { is: 'properties', names: ['firstName', 'customerPhone'] },
    'firstName, customerPhone',
    'Vorname, Telefon',
  ],
  device: [{ is: 'device', browser: 'Chrome', system: 'Windows' }, 'Chrome on Windows', 'Chrome auf Windows'],
  rule: [
    { is: 'rule', rule: 'FREQ=WEEKLY;BYDAY=TU', startsOn: '2031-03-04', days: [], hasMore: false },
    'Every Tuesday',
    'Jeden Dienstag',
  ],
};
const ofSentences: { [Name in keyof typeof sentences]: Sample<Extract<Sentence, { is: Name }>> } = {
  change: [
    { is: 'change', field: 'Price', from: null, to: euros },
    'Price: none → €1,234.50',
    'Preis: keine Angabe → 1.234,50 €',
  ],
  changed: [{ is: 'changed', field: 'Proof rules' }, 'Proof rules changed', 'Nachweisregeln geändert'],
  secret_changed: [{ is: 'secret_changed', field: 'mail.smtpUrl' }, 'mail.smtpUrl: changed', 'mail.smtpUrl geändert'],
  moved: [
    { is: 'moved', from: codeOf('plain', 'nobody'), to: 'Marta Bell' },
    'nobody → Marta Bell',
    'niemand → Marta Bell',
  ],
  by: [{ is: 'by', who: 'mia@example.com' }, 'By mia@example.com', 'Durch mia@example.com'],
  from_job: [{ is: 'from_job', job: 7 }, 'from recurring job #7', 'aus Dauerauftrag #7'],
  again: [{ is: 'again', order: 'QF1' }, 'again, as QF1', 'noch einmal, wie QF1'],
  way_back: [{ is: 'way_back', order: 'QF1' }, 'the way back of QF1', 'der Rückweg von QF1'],
  booked_by: [{ is: 'booked_by', who: 'Mia' }, 'booked by Mia', 'gebucht von Mia'],
  without_number: [
    { is: 'without_number', number: 'A-1' },
    'without the externalId A-1, which another order has',
    'ohne die externalId A-1, die ein anderer Auftrag hat',
  ],
  not_on_day: [
    { is: 'not_on_day', job: 7, day },
    'recurring job #7 does not come on 2031-03-02 any more',
    'Dauerauftrag #7 findet am 02.03.2031 nicht mehr statt',
  ],
  left_out: [
    { is: 'left_out', job: 7, day },
    'recurring job #7 is left out on 2031-03-02',
    'Dauerauftrag #7 entfällt am 02.03.2031',
  ],
  job_ended: [{ is: 'job_ended', job: 7 }, 'recurring job #7 has ended', 'Dauerauftrag #7 ist beendet'],
  items_of_job: [{ is: 'items_of_job', job: 7 }, 'items, as in recurring job #7', 'Artikel wie in Dauerauftrag #7'],
  driver_of_job_gone: [
    { is: 'driver_of_job_gone', driver: null, job: 7 },
    'The driver of recurring job #7 is no driver any more',
    'Der Fahrer von Dauerauftrag #7 ist kein Fahrer mehr',
  ],
  driver_gone: [
    { is: 'driver_gone', driver: 'Marta Bell' },
    'Marta Bell is no driver any more',
    'Marta Bell ist kein Fahrer mehr',
  ],
  no_address: [
    { is: 'no_address', driver: 'Marta Bell' },
    'Marta Bell has no e-mail address',
    'Marta Bell hat keine E-Mail-Adresse',
  ],
  item_added: [{ is: 'item_added', item: '2 × Crate' }, 'Item added: 2 × Crate', 'Artikel hinzugefügt: 2 × Crate'],
  item_removed: [{ is: 'item_removed', item: '2 × Crate' }, 'Item removed: 2 × Crate', 'Artikel entfernt: 2 × Crate'],
  item_changed: [
    { is: 'item_changed', item: 'Crate', field: 'quantity', from: '2', to: '4' },
    'Crate, quantity: 2 → 4',
    'Crate, Menge: 2 → 4',
  ],
  with_photos: [{ is: 'with_photos', item: 'Crate', photos: 2 }, 'Crate, 2 photos', 'Crate, 2 Fotos'],
  not_written: [
    { is: 'not_written', template: 'Order created with tracking link', because: 'no_address' },
    'Order created with tracking link: there is no e-mail address',
    'Auftrag angelegt, mit Link zur Sendungsverfolgung: keine E-Mail-Adresse vorhanden',
  ],
  opt_out: [
    { is: 'opt_out', reader: 'customer', step: wordOf('mailStep', 'order_delivered') },
    'The customer: Your delivery has arrived',
    'Der Kunde: Ihre Sendung ist angekommen',
  ],
  clock_wrong: [
    { is: 'clock_wrong', at: { is: 'moment', at: '1999-01-02T08:30:00.000Z' } },
    'the phone’s clock was wrong: 1999-01-02 08:30 UTC',
    'die Uhr des Telefons ging falsch: 2. Jan. 1999, 08:30 UTC',
  ],
  pin_tried: [
    { is: 'pin_tried', stop: codeOf('stop', 'delivery'), tries: 1, of: 5 },
    'delivery, try 1 of 5',
    'Zustellung, Versuch 1 von 5',
  ],
  missing: [{ is: 'missing', kinds: ['photos'], photos: 'one' }, 'Still missing: a photo', 'Es fehlt noch: ein Foto'],
  arrived_late: [
    {
      is: 'arrived_late',
      ...{ count: 2, what: wordOf('lateKind', 'delivery_signature'), of: 'Ada' },
      ...{ when: wordOf('lateReason', 'refused'), refusal: 'The PIN is missing' },
    },
    '2 × Delivery signature of Ada arrived but could not count: The PIN is missing',
    '2 × Unterschrift bei der Zustellung von Ada kam an, konnte aber nicht zählen: The PIN is missing',
  ],
  delay: [{ is: 'delay', reason: 'traffic', words: null }, 'Heavy traffic', 'Viel Verkehr'],
  charge: [
    { is: 'charge', label: 'Waiting', minutes: 22, amount: '5.55', currency: 'USD' },
    'Waiting, 22 min: $5.55',
    'Waiting, 22 Min.: 5,55 $',
  ],
  collected: [
    { is: 'collected', amount: '40', currency: 'EUR', method: 'cash', reason: 'Had no more' },
    '€40.00 in cash: Had no more',
    '40,00 € in bar: Had no more',
  ],
  leave_at: [
    { is: 'leave_at', place: 'neighbour', words: 'Miller' },
    'Leave with a neighbour: Miller',
    'Beim Nachbarn abgeben: Miller',
  ],
  reader: [{ is: 'reader', reader: 'recipient' }, 'The recipient', 'Der Empfänger'],
  stars: [{ is: 'stars', stars: 2, by: 'recipient' }, '2 of 5 stars by the recipient', '2 von 5 Sternen vom Empfänger'],
  cash_counted: [
    { is: 'cash_counted', day, counted: '60', expected: '65', difference: '-5', currency: 'USD' },
    '2031-03-02: $60.00 of $65.00, $5.00 too little',
    '02.03.2031: 60,00 $ von 65,00 $, 5,00 $ zu wenig',
  ],
  from_day: [{ is: 'from_day', what: 'rule', day }, 'rule, from 2031-03-02', 'rule, ab 02.03.2031'],
  version: [{ is: 'version', version: 2 }, 'Version 2', 'Fassung 2'],
  until: [{ is: 'until', day }, 'until 2031-03-02', 'bis 02.03.2031'],
  pays_later: [{ is: 'pays_later', how: 'account' }, 'on account', 'auf Rechnung'],
  too_many_confirmations: [
    { is: 'too_many_confirmations', hours: 24 },
    'Three confirmations went to this address within 24 hours',
    'Drei Bestätigungen gingen innerhalb von 24 Stunden an diese Adresse',
  ],
  reminded: [{ is: 'reminded', when: 'ending' }, 'before its last day', 'vor dem letzten Tag'],
  waits_for: [{ is: 'waits_for', what: 'price' }, 'a price', 'ein Preis'],
  rule_part: [
    { is: 'rule_part', label: 'Items: 2', price: { ...euros, stored: 'number' } },
    'Items: 2: 1234.50',
    'Stück: 2: 1.234,50 €',
  ],
  not_priced: [{ is: 'not_priced', why: 'No.' }, 'Not priced: No.', 'Ohne Preis: No.'],
  confirmed: [
    { is: 'confirmed', money: moneyOf({ amount: '20.00', currency: 'USD' }), by: null },
    '20.00 USD, marked by hand',
    '20,00 $, von Hand markiert',
  ],
  short: [
    { is: 'short', paid: euros, of: euros, open: euros },
    '€1,234.50 of €1,234.50 is paid; €1,234.50 is still open',
    '1.234,50 € von 1.234,50 € ist bezahlt; 1.234,50 € ist noch offen',
  ],
  too_much: [
    { is: 'too_much', paid: euros, of: euros, more: euros },
    '€1,234.50 was paid of €1,234.50: €1,234.50 too much',
    '1.234,50 € von 1.234,50 € wurde bezahlt: 1.234,50 € zu viel',
  ],
  agreed: [
    { is: 'agreed', name: 'Ada', version: 2, total: moneyOf({ amount: '20.00', currency: 'USD' }), as: null },
    'Ada agreed to version 2: 20.00 USD',
    'Ada stimmte Fassung 2 zu: 20,00 $',
  ],
  said_as: [{ is: 'said_as', words: 'Too late', as: 'Mia' }, 'Too late, as Mia', 'Too late, als Mia'],
  sign_in_failed: [{ is: 'sign_in_failed', because: 'password' }, 'Wrong password', 'Falsches Passwort'],
  on_account: [{ is: 'on_account', isOn: false }, 'not on account any more', 'nicht mehr auf Rechnung'],
  recipient_mails: [{ is: 'recipient_mails', isOn: true }, 'recipients are sent e-mails', 'Empfänger bekommen E-Mails'],
  imported_row: [
    { is: 'imported_row', file: 'a.csv', row: '2' },
    'imported from a.csv row 2',
    'importiert aus a.csv, Zeile 2',
  ],
  imported_rows: [
    { is: 'imported_rows', file: 'a.csv', rows: '2–3' },
    'imported from a.csv rows 2–3',
    'importiert aus a.csv, Zeilen 2–3',
  ],
  import_of: [
    { is: 'import_of', kind: codeOf('imported', 'customers'), file: 'a.csv', count: 12 },
    '12 customers from a.csv',
    '12 Kunden aus a.csv',
  ],
  template_version: [{ is: 'template_version', version: 1 }, 'version 1', 'Fassung 1'],
  endpoint: [
    { is: 'endpoint', state: 'gone' },
    'The endpoint answered 410 Gone',
    'Der Endpunkt antwortete mit 410 Gone',
  ],
  endpoint_silent: [
    { is: 'endpoint_silent', days: 3, error: 'timeout' },
    'Nothing has arrived for 3 days. The last try: timeout',
    'Seit 3 Tagen kam nichts an. Der letzte Versuch: timeout',
  ],
  payment_waits: [
    { is: 'payment_waits', because: 'paid', quote: 7 },
    'Quote #7 is paid already; this is a second payment',
    'Angebot #7 ist schon bezahlt; das ist eine zweite Zahlung',
  ],
  payment_currency: [
    { is: 'payment_currency', quote: 7, paid: 'USD', asked: 'EUR' },
    'The payment is in USD, and quote #7 is in EUR',
    'Die Zahlung ist in USD, Angebot #7 in EUR',
  ],
  quote_not_found: [
    { is: 'quote_not_found', named: ['#7', 'Q-2031-4'], found: 2 },
    'The event names two different quotes, #7 or Q-2031-4',
    'Die Meldung nennt zwei verschiedene Angebote, #7 oder Q-2031-4',
  ],
};

it.each([...Object.values(ofValues), ...Object.values(ofSentences)])(
  'C667 stores %j with its English text, and a German reads it in German',
  (said, stored, german) => {
    expect(textToStore([said], clocks)).toBe(stored);
    expect(inGerman(stored, { says: [said] })).toBe(german);
    for (const language of ['fr', 'es'] as const)
      inLanguage(language, () => expect(detailInWords({ detail: '', facts: { says: [said] } }, clocks)).toBeTruthy());
  },
);

it('C667 what a person typed stays as it was typed, between words of ours', () => {
  const says: Said[] = [{ by: ': ', of: [wordOf('incidentKind', 'damaged'), 'Price: 1 → 2'] }, 'Paid'];
  expect(inGerman('', { says })).toBe('Etwas ist beschädigt: Price: 1 → 2 Paid');
});

it('C667 facts of a later release, which nobody can say yet, leave the stored text', () => {
  for (const says of [[{ is: 'of_tomorrow', day }], [{ by: ', ', of: ['a', { is: 'charge', label: 'Waiting' }] }]])
    expect(inGerman('Phone: 1 → 2', { says })).toBe('Telefon: 1 → 2');
});

it('C668 English for programs stays as it is stored; English for people has amounts and days as they write them', () => {
  const says: Said[] = [{ by: ' · ', of: [moneyOf({ amount: '1234.50', currency: 'EUR' }), day] }];
  expect(detailFor({ detail: '1234.50 EUR · 2031-03-02', facts: { says } }, clocks)).toEqual({
    detail: '1234.50 EUR · 2031-03-02',
    words: '€1,234.50 · Mar 2, 2031',
  });
  expect(detailFor({ detail: 'Waiting' }, clocks)).toEqual({ detail: 'Waiting', words: null });
});
