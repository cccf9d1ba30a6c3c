import { addressRest } from '@quickfleet/shared/base/import-words';
import type { AddressUse } from '@quickfleet/shared/people/saved-addresses';

// What German, French and Spanish files say: heads of columns after the English ones of the fields, and words in cells.

/** The time zone after a head, as our own tables write it: one blank, then brackets. */
const ZONE =
  / \((?:UTC|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)\/[\w/+-]+)\)$/;
/** What a head says of its cells: a currency, a unit, how days are written. */
const UNIT =
  / ?[([](?:[€$£]|EUR|USD|GBP|CHF|CAD|AUD|kg|g|lbs?|oz|[dmyjat]{1,4}(?:[./-][dmyjat]{1,4}){1,2}|hh?:mm)[)\]]$/i;
/** The unit that a head gives to the weights below it: 'Weight (g)', 'Gewicht in g'. */
export const unitOfHead = (name: string): string | undefined =>
  /(?:[([]|\s)(g|gr|gramm|grams?|lbs?|oz)[)\]]?$/i.exec(name)?.[1];
/** A head as it is compared: 'Ship-To (Street)' and 'ship to street' are the same. */
export const wordOf = (name: string): string =>
  name
    .replace(ZONE, '')
    .replace(UNIT, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const wordsIn = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .flatMap((word) => (word.includes('strasse') ? [word, word.replaceAll('strasse', 'straße')] : [word]));

const PICKUP = ['abhol', 'abholung', 'beiderabholung', 'enlevement', 'alenlevement', 'recogida', 'enlarecogida'];
const DELIVERY = ['liefer', 'zustell', 'lieferung', 'zustellung', 'beiderzustellung', 'livraison', 'alalivraison'];
const DELIVERY_ES = ['entrega', 'enlaentrega', 'envio'];
/** 'abholname', 'namebeiderabholung': a language puts the stop before the word or after it. */
const atStop = (stops: readonly string[], words: string): string[] =>
  stops.flatMap((stop) => wordsIn(words).flatMap((word) => [stop + word, word + stop]));
const atPickup = (words: string) => atStop(PICKUP, words);
const atDelivery = (words: string) => atStop([...DELIVERY, ...DELIVERY_ES], words);
const ofContact = (words: string) =>
  wordsIn(words).flatMap((word) => [`kontakt${word}`, `${word}deskontakts`, `${word}ducontact`, `${word}delcontacto`]);

const NAMES = 'name ansprechpartner ansprechperson nom contact destinataire nombre contacto';
const COMPANIES = 'firma unternehmen societe entreprise empresa';
const PHONES = 'telefon telefonnummer mobil telephone tel portable telefono movil';
const MAILS = 'email mail courriel correo correoelectronico';
const NOTES = 'hinweise hinweis notizen notiz bemerkung notes note consignes instructions notas nota instrucciones';

const customerName = wordsIn(`
  namedeskunden kundenname kunde besteller auftraggeber empfanger empfangername vollername
  nomduclient client nomcomplet destinataire nom nombredelcliente cliente nombrecompleto destinatario nombre`);
const customerEmail = wordsIn(`
  emaildeskunden kundenemail emailadresse mailadresse emailduclient courriel adresseemail adressemail courrielduclient
  correodelcliente emaildelcliente correo correoelectronico`);
const customerPhone = wordsIn(`
  telefondeskunden kundentelefon telefon telefonnummer handy mobil mobilnummer telephoneduclient numerodetelephone
  portable telefonodelcliente telefono numerodetelefono movil`);
const customerCompany = wordsIn(`
  firmadeskunden kundenfirma firma firmenname unternehmen societeduclient societe entreprise raisonsociale
  empresadelcliente empresa razonsocial`);
const day = wordsIn(`
  tag datum liefertag lieferdatum zustelltag zustelldatum wunschtermin wunschtag jour datedelivraison jourdelivraison
  dia fecha fechadeentrega diadeentrega geplant prevue previsto`);

/** Further heads by the names of our fields, as `wordOf` gives them. */
const heads: Readonly<Record<string, readonly string[]>> = {
  customerName,
  name: customerName,
  customerEmail,
  email: customerEmail,
  customerPhone,
  phone: customerPhone,
  customerCompany,
  company: customerCompany,
  pickupAddress: wordsIn(`
    abholadresse abholung abholort absenderadresse absender von de adressedenlevement enlevement lieudenlevement
    adressedepart depart expediteur direccionderecogida recogida origen remitente`),
  deliveryAddress: wordsIn(`
    zustelladresse lieferadresse zustellung lieferung lieferort versandadresse empfangeradresse nach an a ziel
    adressedelivraison livraison lieudelivraison adressearrivee arrivee direcciondeentrega entrega
    direcciondeenvio destino adresse anschrift direccion`),
  notes: wordsIn(`
    notizen notiz bemerkung bemerkungen hinweise lieferhinweise anmerkung anmerkungen kommentar
    remarque remarques consignes commentaire commentaires notas nota observaciones comentarios`),
  pickupName: atPickup(NAMES),
  pickupCompany: atPickup(COMPANIES),
  pickupPhone: atPickup(PHONES),
  pickupEmail: atPickup(MAILS),
  pickupNotes: [...atPickup(NOTES), ...wordsIn('hinweisezurabholung consignesdenlevement notasderecogida')],
  deliveryName: [...atDelivery(NAMES), ...wordsIn('empfanger empfangername destinataire destinatario')],
  deliveryCompany: atDelivery(COMPANIES),
  deliveryPhone: atDelivery(PHONES),
  deliveryEmail: atDelivery(MAILS),
  deliveryNotes: [...atDelivery(NOTES), ...wordsIn('hinweisezurzustellung consignesdelivraison notasdeentrega')],
  items: wordsIn('inhalt waren artikelliste contenu marchandises articles contenido mercancias articulos'),
  itemName: wordsIn('artikel artikelname produkt position bezeichnung produit designation articulo producto'),
  itemQuantity: wordsIn(`
    anzahldesartikels anzahl menge stuck stuckzahl quantitedelarticle quantite nombredarticles cantidaddelarticulo
    cantidad unidades`),
  itemDescription: wordsIn(`
    beschreibungdesartikels beschreibung artikelbeschreibung descriptiondelarticle descripciondelarticulo descripcion`),
  itemValue: wordsIn('wertdesartikels warenwert wert valeurdelarticle valeur valordelarticulo valor'),
  quotePrice: wordsIn(
    'preis gesamt lieferpreis versandkosten gesamtpreis prix fraisdeport precio gastosdeenvio importe',
  ),
  parcels: wordsIn(
    'pakete packstucke anzahlpakete kolli colis nombredecolis paquetes bultos numerodebultos nbcolis nbrecolis anzahlpaket paketanzahl',
  ),
  partnerCodes: wordsIn('partnercodes fremdcodes codespartenaires codigosdeotrasempresas'),
  collect: wordsIn(`
    beiderzustellungzukassieren nachnahme nachnahmebetrag aencaisseralalivraison contreremboursement montantdelaremise
    acobrarenlaentrega contrareembolso`),
  collectMethod: wordsIn('wiekassiertwird kassierart artdernachnahme modedencaissement comosecobra formadecobro'),
  collectCurrency: wordsIn('wahrungdeszukassierendenbetrags wahrungdernachnahme devisedelencaissement monedadelcobro'),
  weightKg: wordsIn('gewichtinkg gewicht poidsenkg poids pesoenkg peso gewichtkg poidskg pesokg'),
  needs: wordsIn('bedarf besoins necesidades'),
  pickupPlace: wordsIn('ortderabholung abholort lieudenlevement lieuenlevement lugarderecogida'),
  deliveryPlace: wordsIn(
    'ortderzustellung zustellort koordinaten lieudelivraison coordonnees lugardeentrega coordenadas',
  ),
  place: wordsIn('ortderadresse koordinaten standort lieudeladresse coordonnees lugardeladireccion coordenadas'),
  onAccount: wordsIn('aufrechnung rechnung encompte surfacture confactura acuenta'),
  deliveryDate: day,
  speedDate: day,
  speedType: wordsIn('termin tempo lieferart delai plazo velocidad'),
  pickupFrom: wordsIn(
    'abholfenster creneaudenlevement franjaderecogida abholungab abholungvon abholbeginn enlevementapartirde enlevementde recogidadesde recogidade',
  ),
  pickupTo: wordsIn('abholungbis abholende enlevementjusqua recogidahasta'),
  deliveryFrom: wordsIn(`
    zustellungvon zustellungab lieferungvon lieferungab livraisonde livraisonapartirde entregade entregadesde
    zeitfenster lieferfenster lieferzeitfenster zustellfenster creneau creneauhoraire creneaudelivraison franjahoraria
    franjadeentrega franja zeitvon uhrzeitvon lieferzeitvon heurededebut horadeinicio`),
  deliveryTo: wordsIn(
    'zustellungbis lieferungbis livraisonjusqua entregahasta zeitbis uhrzeitbis lieferzeitbis heuredefin horadefin',
  ),
  driverNotes: wordsIn('notizenfurdenfahrer fahrerhinweise notespourlechauffeur notasparaelconductor'),
  officeNotes: wordsIn(
    'notizendesburos internenotiz internenotizen notesdubureau notesinternes notasdelaoficina notasinternas',
  ),
  externalId: wordsIn(`
    externekennung bestellnummer auftragsnummer bestellnr auftragsnr kundennummer referenz identifiantexterne
    numerodecommande ncommande ndecommande commande numeroclient identificadorexterno numerodepedido nopedido nodepedido pedido referencia`),
  quoteNumber: wordsIn('angebot angebotsnummer nummerdesangebots devis numerodudevis presupuesto numerodelpresupuesto'),
  trackingNumber: wordsIn('sendungsnummer numerodesuivi numerodeseguimiento'),
  shopPaid: wordsIn('imshopbezahlt payedanslaboutique pagadoenlatienda'),
  shopCurrency: wordsIn('wahrungdesshops devisedelaboutique monedadelatienda'),
  metadata: wordsIn('metadaten metadonnees metadatos'),
  address: wordsIn('adresse anschrift direccion abholadresse zustelladresse lieferadresse'),
  use: wordsIn('verwendung art usage uso tipo'),
  label: wordsIn('namederadresse bezeichnung nomdeladresse libelle nombredeladireccion etiqueta'),
  personName: ofContact('name nom nombre'),
  personCompany: ofContact(COMPANIES),
  personPhone: ofContact(PHONES),
  personEmail: ofContact(MAILS),
  personNotes: ofContact(NOTES),
};

const STREETS =
  'strasse strasseundhausnummer strassehausnummer strassehausnr strasseundnr strassenr anschrift adresse rue adresse1 calle direccion direccion1';
const REST = `
  hausnummer hausnr adresszusatz adresse2 complementdadresse direccion2 plz postleitzahl plzort plzundort plzstadt codepostal cp cpville codigopostal
  ort stadt ville ciudad poblacion provincia land pays pais`;
/** What belongs to an address in a column next to it. */
export const restWords: readonly string[] = [...addressRest, ...wordsIn(REST)];
const place = (...prefixes: readonly string[]): (readonly string[])[] =>
  prefixes.flatMap((prefix) =>
    wordsIn(STREETS).map((street) => [street, ...wordsIn(REST)].map((word) => prefix + word)),
  );
const anywhere = place('');
const places: Readonly<Record<string, readonly (readonly string[])[]>> = {
  pickupAddress: place('abhol', 'absender', 'enlevement', 'recogida'),
  deliveryAddress: [...place('liefer', 'zustell', 'empfanger', 'livraison', 'entrega'), ...anywhere],
  address: anywhere,
};
const people: Readonly<Record<string, readonly (readonly string[])[]>> = {
  customerName: [wordsIn('vorname nachname'), wordsIn('prenom nom'), wordsIn('nombre apellidos apellido')],
};

/** What heads a field has in other languages, whole and in parts. */
export const headsOf = (field: string): { words: readonly string[]; parts: readonly (readonly string[])[] } => ({
  words: heads[field] ?? [],
  parts: [...(places[field] ?? []), ...(people[field === 'name' ? 'customerName' : field] ?? [])],
});

// Words of cells.
export const YES: ReadonlySet<string> = new Set(wordsIn('yes y true 1 x on ja j wahr oui o vrai si s verdadero'));
export const NO: ReadonlySet<string> = new Set(wordsIn('no n false 0 off nein falsch non faux falso'));

export const USES: Readonly<Record<AddressUse, ReadonlySet<string>>> = {
  pickup: new Set(wordsIn('pickup abholung enlevement recogida')),
  delivery: new Set(wordsIn('delivery zustellung lieferung livraison entrega')),
  both: new Set(wordsIn('both beide beides lesdeux ambos ambas')),
};
