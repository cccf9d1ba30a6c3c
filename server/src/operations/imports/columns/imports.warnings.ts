import { type ImportKind, importFieldsOf } from '@quickfleet/shared/operations/import-fields';
import type { ImportWarning } from '@quickfleet/shared/operations/imports';
import { t } from '@quickfleet/shared/words/t';
import type { StoredColumn } from '../import.entity.ts';
import { wordOf } from './imports.words.ts';

/** Parts of heads that people use for a field, and that are too common to read it by. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  quotePrice: ['betrag', 'preis', 'price', 'amount', 'montant', 'prix', 'importe', 'precio', 'summe', 'kosten'],
  deliveryDate: ['termin', 'datum', 'date', 'fecha', 'liefertag', 'wunschtag'],
  pickupFrom: ['abholzeit', 'pickuptime', 'heuredenlevement', 'horaderecogida'],
  deliveryFrom: ['zeitfenster', 'timewindow', 'timeslot', 'uhrzeit', 'lieferzeit', 'creneau', 'franja', 'deliverytime'],
  customerPhone: ['phone', 'telefon', 'handy', 'mobil', 'movil', 'portable'],
  customerEmail: ['mail', 'courriel', 'correo'],
  pickupAddress: ['abhol', 'pickup', 'enlevement', 'recogida'],
  deliveryAddress: ['adresse', 'address', 'anschrift', 'strasse', 'street', 'direccion', 'calle'],
  customerCompany: ['firma', 'company', 'societe', 'empresa'],
  notes: ['notiz', 'hinweis', 'bemerkung', 'kommentar', 'comment', 'remark', 'instruction', 'consigne'],
  externalId: ['bestellnummer', 'bestellnr', 'auftragsnr', 'ordernumber', 'orderid', 'referen'],
  itemQuantity: ['anzahl', 'menge', 'quantity', 'quantite', 'cantidad'],
  weightKg: ['weight', 'gewicht', 'poids', 'peso'],
  parcels: ['paket', 'parcel', 'package', 'colis', 'bulto'],
};
/** What other kinds call the same. */
const SAME: Readonly<Record<string, string>> = {
  speedDate: 'deliveryDate',
  phone: 'customerPhone',
  email: 'customerEmail',
  company: 'customerCompany',
  address: 'deliveryAddress',
};
/** When something happened to the order in the shop, which says nothing of the delivery. */
const PAST = /^(?:created|updated|modified|paid|birth|erstellt|geandert|bezahlt|geburt|cree|modifie|creado)/;

/** A column that looks like one of our fields and is not read, unless somebody said that it is left out. */
export function findWarnings(
  kind: ImportKind,
  columns: readonly StoredColumn[],
  told: ReadonlySet<string>,
): ImportWarning[] {
  const fields = Object.entries(importFieldsOf(kind));
  const missing = fields.filter(([name]) => !columns.some(({ field }) => field === name));
  return columns.flatMap(({ name, field }) => {
    const word = wordOf(name);
    if (field !== null || told.has(name) || PAST.test(word)) return [];
    const near = missing.find(([own]) => (NEAR[SAME[own] ?? own] ?? []).some((part) => word.includes(part)));
    if (!near) return [];
    const message = t('“{column}” looks like “{label}” and is not read', { column: name, label: t(near[1].label) });
    return [{ column: name, row: null, message }];
  });
}
