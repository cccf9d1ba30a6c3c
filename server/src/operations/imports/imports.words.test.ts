import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { importFieldsOf, importKinds } from '@quickfleet/shared/operations/import-fields';
import type { Import } from '@quickfleet/shared/operations/imports';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { staffLanguages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { describe, expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { check, commit, rowsOf, sendFile } from '../../../test/support/imports.ts';
import { inLanguage } from '../../words/speak.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const fieldsOf = ({ columns }: Import) => Object.fromEntries(columns.map(({ name, field }) => [name, field]));
/** 'Auf Rechnung' of 'Auf Rechnung (ja oder nein)'. */
const headOf = (label: string) => label.split(/[,(:]/)[0]?.trim() ?? '';

describe('C501 a file in the language of its company', () => {
  it.each(staffLanguages)('is read by the names that our screens have for each field (%s)', async (language) => {
    for (const kind of importKinds) {
      const fields = inLanguage(language, () =>
        Object.entries(importFieldsOf(kind)).map(([name, { label }]) => [headOf(t(label)), name] as const),
      );
      // All items in one column are called like one item where a language says "Artikel" for both.
      const named = [...new Map(fields).entries()].filter(([, name]) => name !== 'items');
      const heads = named.map(([head]) => `"${head}"`).join(';');
      const found = ok<Import>(await sendFile(world.admin, kind, `${heads}\n${named.map(() => 'x').join(';')}`));
      expect(fieldsOf(found)).toEqual(Object.fromEntries(named));
    }
  });

  it.each([
    {
      language: 'de',
      heads: 'Bestellnr.;Vorname;Nachname;E-Mail-Adresse;Abholadresse;Straße;PLZ;Ort;Artikel;Menge;Auf Rechnung',
      cells: 'B-1;Ada;Lieferle;ada.de@example.com;Lager 1;Hauptstraße 2;10115;Berlin;Karton;2;ja',
      address: 'Hauptstraße 2, 10115, Berlin',
      isOnAccount: true,
    },
    {
      language: 'fr',
      heads: 'Commande;Prénom;Nom;Courriel;Adresse d’enlèvement;Adresse;Code postal;Ville;Produit;Quantité;En compte',
      cells: 'C-1;Ada;Livreur;ada.fr@example.com;Entrepôt 1;2 rue Haute;75001;Paris;Carton;2;non',
      address: '2 rue Haute, 75001, Paris',
      isOnAccount: false,
    },
    {
      language: 'es',
      heads: 'Pedido;Nombre;Apellidos;Correo electrónico;Origen;Calle;Código postal;Ciudad;Producto;Cantidad;A cuenta',
      cells: 'P-1;Ada;Reparto;ada.es@example.com;Almacén 1;Calle Mayor 2;28013;Madrid;Caja;2;sí',
      address: 'Calle Mayor 2, 28013, Madrid',
      isOnAccount: true,
    },
  ])('goes in as its shop exports it ($language)', async ({ heads, cells, address, isOnAccount }) => {
    const [externalId = '', first, last, email = ''] = cells.split(';');
    const customer = { name: `${first} ${last}`, email, creditLimit: '1000' };
    ok(await world.admin.post('/api/v1/customers', { ...customer, onAccount: true }));
    const found = await check(world.app, world.admin, 'orders', `${heads}\n${cells}`);
    expect(await rowsOf(world.admin, found.id)).toMatchObject([{ state: 'valid', issues: [] }]);
    await commit(world.app, world.admin, found.id);
    const [row] = await rowsOf(world.admin, found.id);
    const order = ok<Order>(await world.admin.get(`/api/v1/orders/${row?.objectId}`));
    expect(order).toMatchObject({ customerName: `${first} ${last}`, deliveryAddress: address, externalId });
    expect(order.items).toMatchObject([{ quantity: 2 }]);
    expect(order.onAccount).toBe(isOnAccount);
  });

  it.each(staffLanguages)('is read back with the speeds that an exported table has in it (%s)', async (language) => {
    const words = {
      de: 'Heute: 1. Dezember',
      fr: 'Laisser QuickFleet choisir',
      es: 'Que elija QuickFleet',
      en: 'Today',
    };
    const types = { de: 'today', fr: 'let_quickfleet_choose', es: 'let_quickfleet_choose', en: 'today' };
    const file = `Customer,E-mail,Pickup address,Delivery address,Item,Speed\nAda,ada.${language}@example.com,Here 1,There 2,Box,${words[language]}`;
    const found = await check(world.app, world.admin, 'quotes', file);
    expect(await rowsOf(world.admin, found.id)).toMatchObject([{ state: 'valid', issues: [] }]);
    await commit(world.app, world.admin, found.id);
    const [row] = await rowsOf(world.admin, found.id);
    const quote = ok<Quote>(await world.admin.get(`/api/v1/quotes/${row?.objectId}`));
    expect(quote.speedType).toBe(types[language]);
  });

  it('says where addresses are used, and is told in its language how to write it', async () => {
    const email = 'adressen@example.com';
    ok(await world.admin.post('/api/v1/customers', { name: 'Ada', email }));
    const uses = ['Abholung', 'Zustellung', 'beides', 'Enlèvement', 'les deux', 'entrega', 'irgendwo'];
    const lines = uses.map((use, at) => `${email};${at} Street;${use}`);
    const found = await check(world.app, world.admin, 'addresses', `E-Mail;Adresse;Verwendung\n${lines.join('\n')}`);
    const rows = await rowsOf(world.admin, found.id);
    expect(rows.map(({ state }) => state)).toEqual([...Array(6).fill('valid'), 'invalid']);
    expect(rows.at(-1)?.issues).toMatchObject([{ column: 'Verwendung', field: 'use' }]);
    await commit(world.app, world.admin, found.id);
    expect(
      (await world.app.sql<{ use: string }>('select use from customer_addresses order by address')).map(
        ({ use }) => use,
      ),
    ).toEqual(['pickup', 'delivery', 'both', 'pickup', 'both', 'delivery']);
  });
});
