import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';

export interface SettingsSection {
  id: string;
  title: string;
  /** What the search finds it by, besides its title and what it shows. */
  words: string;
}
export interface SettingsHead {
  title: string;
  sections: readonly SettingsSection[];
}

/** The sections of the settings under six heads, in the order in which they are shown. */
export const settingsHeads: readonly SettingsHead[] = [
  {
    title: t('Company'),
    sections: [
      {
        id: 'profile',
        title: t('Company'),
        words: t('name brand phone e-mail address area served website registered'),
      },
      { id: 'locale', title: t('Place and time'), words: t('time zone clock 12 24 hours country language locale') },
      {
        id: 'hours',
        title: t('Business hours'),
        words: t('opening times holidays closed weekend same day today until night'),
      },
      {
        id: 'look',
        title: t('Logo and colour'),
        words: t('logo favicon picture accent brand look theme contrast buttons links'),
      },
      {
        id: 'registration',
        title: t('Registration and sign-in'),
        words: t('second factor two-factor 2fa authenticator security sign up account visitors strangers open closed'),
      },
    ],
  },
  {
    title: t('Prices and papers'),
    sections: [
      {
        id: 'quoting',
        title: t('Quoting'),
        words: t(
          'currency tax rate valid days prices payment link terms saved lines discount reminders expire silence',
        ),
      },
      {
        id: 'pricing',
        title: t('Price rules'),
        words: t(
          'estimate first number price per kilometre item zones areas postcodes weight classes surcharges fuel binding',
        ),
      },
      {
        id: 'price-lists',
        title: t('Price lists'),
        words: t('price list customer minimum fuel surcharge valid month agreed'),
      },
      {
        id: 'billing',
        title: t('Billing'),
        words: t('bank account iban bic transfer vat tax number register represented small business invoice'),
      },
      {
        id: 'invoices',
        title: t('Invoices'),
        words: t('invoice number series address terms days discount reminders fee failed'),
      },
      {
        id: 'accounting',
        title: t('Accounting'),
        words: t('datev accounts journal bookkeeping revenue consultant client number tax advisor'),
      },
      {
        id: 'papers',
        title: t('Company papers'),
        words: t('registered name tax number address phone payment terms receipt invoice statement letterhead'),
      },
    ],
  },
  {
    title: t('Deliveries'),
    sections: [
      { id: 'promises', title: t('Promises'), words: t('price answer within hours response times due business') },
      { id: 'proof', title: t('Proof'), words: t('signature photos pin name pickup delivery rules') },
      { id: 'reasons', title: t('Why a stop fails'), words: t('failed attempt driver nobody home refused closed') },
      {
        id: 'planning',
        title: t('Planning'),
        words: t('depot skills cooled two people full windows plan the day'),
      },
      {
        id: 'positions',
        title: t('Positions of drivers'),
        words: t('gps location share where map live customers see how far stops away privacy'),
      },
      {
        id: 'recipients',
        title: t('Requests about a delivery'),
        words: t(
          'recipient customer say another time window neighbour safe place gate code note contact cancel confirm',
        ),
      },
      {
        id: 'cancellation',
        title: t('Cancelling late'),
        words: t('merchant shop api key cancel fee charge hours before pickup'),
      },
    ],
  },
  {
    title: t('Website and tracking'),
    sections: [
      {
        id: 'site',
        title: t('Website texts'),
        words: t('home page headline introduction privacy policy terms of service sections contact'),
      },
      {
        id: 'tracking',
        title: t('Tracking'),
        words: t('number names addresses photos postcode code verified privacy locked details level'),
      },
      {
        id: 'embeds',
        title: t('Other websites'),
        words: t('embed website shop iframe tracking field quote form script origin'),
      },
    ],
  },
  {
    title: t('Mails and notices'),
    sections: [
      {
        id: 'mail-server',
        title: t('Mail server'),
        words: t('smtp e-mail sender from reply office outgoing password'),
      },
      { id: 'mail', title: t('Mails to customers'), words: t('e-mail attach proof of delivery pdf') },
      {
        id: 'notices',
        title: t('Notices'),
        words: t('e-mail notify recipient mails to recipients delivery contact minutes plan settle wait held'),
      },
    ],
  },
  {
    title: t('Data and server'),
    sections: [
      {
        id: 'retention',
        title: t('Evidence'),
        words: t('photos signatures positions days kept retention privacy delete'),
      },
      { id: 'export', title: t('Export everything'), words: t('download zip archive move backup all data') },
      { id: 'health', title: t('Health'), words: t('checks doctor backup disk database mail server proxy clock') },
      {
        id: 'environment',
        title: t('Environment'),
        words: t('variables port public url smtp s3 secrets time zone start'),
      },
    ],
  },
];
export const settingsSections: readonly SettingsSection[] = settingsHeads.flatMap(({ sections }) => sections);

export const settingsAddress = (id: string, more: Record<string, string> = {}): string =>
  `${paths.adminSettings}?${new URLSearchParams({ section: id, ...more })}`;
