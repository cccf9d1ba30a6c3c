/** Every number of the product in one place. */

export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 100;
/** Rows of the unversioned lists GET /api/quotes and GET /api/customers. */
export const BARE_LIST_MAX = 1000;
/** Labels of one PDF file, a page each. */
export const LABELS_MAX = 200;

export const QUANTITY_MIN = 1;
export const QUANTITY_DEFAULT = 1;
export const QUANTITY_MAX = 100_000;
export const ITEMS_MAX = 100;
/** Stops of one driver's day, as much as a list of them may name. */
export const DAY_STOPS_MAX = 2000;
/** Open stops of a day for which an order is suggested. */
export const SUGGEST_STOPS_MAX = 150;
/** Orders that one plan names. */
export const PLAN_ORDERS_MAX = 2000;
/** How long a plan is looked for, in seconds. */
export const PLAN_SECONDS = 5;
export const PLAN_SECONDS_MAX = 60;
/** A plan that was applied is taken back within so many minutes. */
export const PLAN_UNDO_MINUTES = 15;
/** Words for what drivers can do and orders need, in one list. */
export const SKILLS_MAX = 50;
export const SKILL_MAX = 40;
export const BREAKS_MAX = 6;
/** The heaviest order, and what a vehicle carries at most. */
export const WEIGHT_KG_MAX = 100_000;
/** How long notices about planning wait for more changes, at most. */
export const SETTLE_MINUTES_MAX = 60;
/** A stop that begins within so many minutes is not planned any more: its notices leave immediately. */
export const SETTLE_BEFORE_MINUTES = 60;
/** Points that one call of a driver's phone may bring, and how long they are kept. */
export const POSITIONS_MAX = 60;
export const POSITION_HOURS = 24;
/** A driver is not shown when the phone has been silent for longer. */
export const POSITION_FRESH_MINUTES = 15;
/** Steps of one change of a day's plan: POST /drivers/days/{day}/moves. */
export const DAY_MOVES_MAX = 300;
/** Orders without a day, and orders left over from earlier days, that the board shows; the lists show all. */
export const BOARD_LEFT_MAX = 200;
export const IMAGES_PER_ITEM_MAX = 20;
export const PARCELS_MIN = 1;
export const PARCELS_MAX = 999;
/** Codes of other companies on the parcels of one order. */
export const PARTNER_CODES_MAX = 200;
export const PARTNER_CODE_MAX = 200;
/** Notes of the office about one quote, order or customer. */
export const OFFICE_NOTES_MAX = 500;
/** A window for pickup or delivery is at most this long: a longer one is a slip of the year. */
export const WINDOW_DAYS_MAX = 31;
/** An open order is shown as due soon when its window ends within this time. */
export const DUE_SOON_MINUTES = 120;
/** Earlier addresses that are offered for a customer's next order. */
export const ADDRESSES_OFFERED = 20;
/** Saved addresses of one customer. */
export const ADDRESSES_SAVED_MAX = 200;
export const ADDRESS_LABEL_MAX = 80;
/** Contacts used before at an address that are offered. */
export const CONTACTS_OFFERED = 5;
export const PRICE_STEP = 0.01;

export const NAME_MAX = 200;
export const BRAND_NAME_MAX = 60;
/** Opening times of one day, and holidays that are listed. */
export const OPEN_TIMES_MAX = 6;
export const HOLIDAYS_MAX = 100;
/** Of which public holidays are listed. */
export const HOLIDAY_YEARS = { from: 1970, to: 2100 };
/** Calendar feeds of one driver or customer; how far back they go, and how many orders they have. */
export const CALENDARS_MAX = 10;
export const CALENDAR_DAYS_BACK = 31;
export const CALENDAR_ORDERS_MAX = 1000;
export const EMAIL_MAX = 254;
export const PHONE_MAX = 40;
export const ADDRESS_MAX = 500;
export const DESCRIPTION_MAX = 2000;
export const NOTES_MAX = 5000;
/** The terms that a customer agrees to. */
export const TERMS_MAX = 20_000;
/** Lines of one price, saved lines, questions about one quote. */
export const LINES_MAX = 50;
/** Taxes on one line of a price. */
export const TAXES_MAX = 4;
/** Sites that may embed the public forms. */
export const EMBED_ORIGINS_MAX = 20;
export const LINE_PRESETS_MAX = 50;
/** Charges of one order. */
export const CHARGES_MAX = 50;
/** Length of a driver’s own words for running late. */
/** By how much a driver can say to run late. */
export const DELAY_MINUTES_MIN = 5;
export const DELAY_MINUTES_MAX = 240;
export const DELAY_WORDS_MAX = 80;
/** Of one reader about one delivery. */
export const REQUESTS_MAX = 20;
export const REQUEST_TEXT_MAX = 300;
/** Of a rating, and the words with it. */
export const STARS_MAX = 5;
export const RATING_WORDS_MAX = 1000;
export const REQUEST_MINUTES_MAX = 2880;
export const WAITING_REQUESTS_SHOWN = 200;
/** A day of waiting. */
export const CHARGE_MINUTES_MAX = 1440;
export const FREE_MINUTES_MAX = 240;
/** Areas, weight classes and surcharges of the price rules; postcodes of one area. */
export const PRICE_ROWS_MAX = 30;
export const ZONE_POSTCODES_MAX = 100;
/** Paid quotes that price rules are tried on. */
export const REPLAY_QUOTES = 200;
/** Stops at an address: their positions are looked at. */
export const PLACES_READ = 20;
export const QUESTIONS_MAX = 50;
export const QUESTION_MAX = 2000;
export const REASON_MAX = 1000;
export const URL_MAX = 2048;
export const SEARCH_MAX = 200;
/** Addresses that are offered while somebody types. */
export const PLACES_FOUND = 8;
/** What other programs know things by (own-numbers.ts). */
export const EXTERNAL_ID_MAX = 100;
export const METADATA_KEYS_MAX = 20;
export const METADATA_KEY_MAX = 40;
export const METADATA_VALUE_MAX = 500;
/** Of API keys: networks they may call from, hours that a rotated one works on, days that calls are kept. */
export const KEY_ADDRESSES_MAX = 50;
export const KEY_OVERLAP_HOURS = 24;
export const KEY_OVERLAP_HOURS_MAX = 720;
export const API_KEY_CALLS_DAYS = 30;
/** Calls that wait in memory to be kept. */
export const API_KEY_CALLS_BUFFER = 5000;
/** So many days before a key ends its admin is mailed, most first. */
export const KEY_REMINDER_DAYS = [14, 3] as const;
/** Of a list that programs keep a copy of (sync.ts). */
export const CURSOR_MAX = 600;
export const IDS_MAX = 100;
/** Views that one person can keep, and the longest query of one. */
export const SAVED_VIEWS_MAX = 20;
/** Subscribed phones per driver and devices per link of a delivery, and the longest address of one. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;
export const PUSH_ENDPOINT_MAX = 1000;
export const SAVED_VIEW_QUERY_MAX = 1000;
export const TEMPLATE_SUBJECT_MAX = 300;
export const TEMPLATE_CONTENT_MAX = 50_000;

/** An identifier as it is pasted: each of its characters may be encoded, with invisible ones between. */
export const PASTED_MAX = 500;
export const ACCESS_CODE_MAX = 12;
export const ACCESS_CODE_LENGTH = 10;
/** 32 symbols without I, L, O and U, which are misread over the phone: 10 of them carry 50 bits. */
export const ACCESS_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const TRACKING_PREFIX = 'QF';
export const TRACKING_DIGITS = 12;
export const TRACKING_EXAMPLE = 'QF001234567890';

export const USERNAME_MAX = 80;
export const PASSWORD_MIN = 8;
/** How long a link to a new password works, and how many of one account work at the same time. */
export const RESET_MINUTES = 30;
export const RESET_LINKS_MAX = 3;
/** How long a sign-in link works, how many of one address work at the same time, and how many are mailed in a day. */
export const SIGN_IN_LINK_MINUTES = 15;
export const SIGN_IN_LINKS_MAX = 3;
export const SIGN_IN_LINKS_A_DAY = 10;
/** Codes that each sign in once, for a lost phone. */
export const RECOVERY_CODES = 10;
/** Of one account. */
export const PASSKEYS_MAX = 10;
/** How long an invitation works. */
export const INVITATION_DAYS = 7;
export const PASSWORD_MAX = 128;
/** How long a code for the tracking page works, how many wrong tries end it, and how long details stay unlocked. */
export const TRACKING_CODE_MINUTES = 15;
/** Wrong tries of one code, and those of them from one network: a stranger leaves some to the customer. */
export const TRACKING_CODE_TRIES = 5;
export const TRACKING_CODE_TRIES_FROM = 3;
export const UNLOCKED_HOURS = 12;
/** Orders that one session keeps unlocked. */
export const UNLOCKED_MAX = 20;

export const SIGNATURE_WIDTH = 450;
export const SIGNATURE_HEIGHT = 200;
export const SIGNATURE_PEN_MIN = 1;
export const SIGNATURE_PEN_MAX = 3;
export const SIGNATURE_POINT_DISTANCE = 1;
export const SIGNATURE_START_DELAY_MS = 300;

export const UPLOAD_FILE_BYTES_MAX = 15 * 1024 * 1024;
/** Lines of activity on a page of its screen. */
export const ACTIVITY_PAGE = 50;
/** Of a logo as it is stored: it goes with every page and every mail. */
export const LOGO_BYTES_MAX = 500 * 1024;
export const UPLOAD_REQUEST_BYTES_MAX = 60 * 1024 * 1024;
export const UPLOAD_FILES_MAX = 10;
/**
 * Bytes of uploads that one server process holds on its disk at one moment: in all, of these only for staff, drivers and
 * keys, and of one session or of all strangers behind one address. LIMIT_SCALE leaves them alone.
 */
export const UPLOADS_BYTES_MAX = 512 * 1024 * 1024;
export const UPLOADS_BYTES_KEPT = 128 * 1024 * 1024;
export const UPLOADS_BYTES_EACH = 128 * 1024 * 1024;
/** An upload that brings less than this many bytes in so many seconds is cut off. */
export const UPLOAD_PACE_BYTES = 4096;
export const UPLOAD_PACE_SECONDS = 20;
export const UPLOAD_FIELDS_MAX = 30;
export const UPLOAD_FIELD_BYTES_MAX = 10 * 1024;
export const IMAGE_PIXELS_MAX = 64_000_000;
export const IMAGE_SIDE_MAX = 12_000;
/** Photos are kept at this longest side: enough to read a label, small enough for a phone. */
export const IMAGE_STORED_SIDE = 1600;
/** An uploaded photo that no quote or order claimed is swept after this. */
export const PENDING_UPLOAD_HOURS = 24;
/** How long a deleted quote can be brought back. */
export const QUOTE_RESTORE_MINUTES = 15;

export const HEADER_SCROLL_PX = 50;
export const RECENT_LIST = 5;
/** How many rows one bulk action takes at most. */
export const BULK_MAX = 1000;
export const PICKUP_CUT = 30;
export const SKELETON_ROWS = 5;
export const TOAST_MS = 3000;
/** A toast with a button stays longer: somebody has to reach it. */
export const TOAST_UNDO_MS = 10_000;
export const TOAST_LONG_MS = 5000;
export const TOAST_WIDTH_PX = 420;
export const TOOLTIP_OPEN_MS = 700;
/** For this long after a tooltip has closed, the next one opens without a delay. */
export const TOOLTIP_SKIP_MS = 300;
/** How long a pause in the typing is before a list is searched, and before the palette, which asks for less, is. */
export const SEARCH_WAIT_MS = 300;
export const PALETTE_WAIT_MS = 150;
/** How often a tab asks whether there is new work. */
export const NEWS_READ_MS = 60_000;
/** Results of one kind in the palette. */
export const PALETTE_RESULTS = 5;
/** How long after the first key of a shortcut the second one may come. */
export const SHORTCUT_WAIT_MS = 1000;
/** A handheld scanner types at least so many keys, with no longer pause between two. People are slower. */
export const SCAN_KEYS_MIN = 5;
export const SCAN_GAP_MS = 50;
export const HIGHLIGHT_MS = 1500;
export const HIGHLIGHT_NEW_MS = 2000;
export const PULSE_MS = 1200;
/** How long a driver can take the edit of an item back. */
export const UNDO_MS = 6000;
/** How often the tracking page asks again while its live stream is down. */
export const TRACKING_POLL_MS = 60_000;
/** A page that shows how far away the driver is reads it this often. */
export const WHEREABOUTS_POLL_MS = 30_000;

export const DRIVER_SESSION_HOURS = 12;
/** A delivered order still opens with its code for this long. */
export const CODE_AFTER_DELIVERY_HOURS = 24;
export const DRIVER_GRANTS_MAX = 5;
/** For this long a right to an order that has ended still lets a phone hand in evidence. */
export const LATE_EVIDENCE_DAYS = 90;
/** How long the link to the proof of delivery in a mail opens it. */
export const PROOF_LINK_DAYS = 30;
/** The office gets one mail per quote and kind in this many minutes; the next mail covers what came since. */
export const OFFICE_MAIL_MINUTES = 10;
/** How long after a delivery its customer may open a claim without staff. */
export const CLAIM_DAYS = 14;
/** Proofs in one ZIP file. */
export const PROOFS_MAX = 100;
/** Mail that has not left for so many minutes is said in the log and on the dashboard. */
export const MAIL_STUCK_MINUTES = 10;
/** Rights that have ended and are kept in one session. */
export const ENDED_GRANTS_MAX = 20;
/** The office gets one mail about late evidence of one order in this many minutes. */
export const LATE_MAIL_MINUTES = 60;
/** How far a phone's clock may be from the order's life: before its creation, and after now. */
/** The PIN of a handover, and how many wrong tries end it until staff reset it. */
export const PIN_DIGITS = 6;
export const PIN_TRIES_MAX = 10;
/** The server's sentence that a phone hands on. */
export const REFUSAL_MAX = 300;
/** Photos of one attempt. */
export const ATTEMPT_PHOTOS_MAX = 10;
export const CLOCK_EARLY_HOURS = 24;
export const CLOCK_AHEAD_MINUTES = 5;
export const IDEMPOTENCY_HOURS = 24;
/** Confirmations that the public form may cause to one mailbox in this many hours; LIMIT_SCALE multiplies it. */
export const CONFIRMATIONS_MAX = 3;
export const CONFIRMATIONS_HOURS = 24;

/**
 * Concurrent live streams of one server process, and how many of these are reserved for staff, drivers and keys.
 * LIMIT_SCALE multiplies the numbers of streams.
 */
export const STREAMS_MAX = 5250;
export const STREAMS_KEPT = 250;
/** Of strangers behind one address; many customers may share one. */
export const STREAMS_PER_ADDRESS = 30;
/**
 * Milliseconds from the opening of one live stream to that of the next, by which they take a small part of a server's
 * time; LIMIT_SCALE divides them.
 */
export const STREAM_TURN_MS = 25;
/** Requests for a live stream that wait for their turn in one process; of one address no more than it may hold. */
export const STREAMS_WAITING_MAX = 1000;
/** Of one session or one API key: each tab that is looked at holds one. */
export const STREAMS_PER_SESSION = 10;
/** A stream ends after this time, give or take a tenth, and its client opens another: no stream lives forever. */
export const STREAM_LIFE_SECONDS = 1800;

/**
 * How often one caller may do a thing: `max` in `seconds`, per address, per account or in all. LIMIT_SCALE multiplies
 * `max`.
 */
export interface Rate {
  /** 'pair': of one subject from one network, so that a stranger does not use it up for everybody. */
  by: 'ip' | 'account' | 'subject' | 'pair' | 'all';
  max: number;
  seconds: number;
}

/** Rate limits by procedure; counted in the database, before the work is done. */
export const rates = {
  /** Of each API key, whatever it calls. */
  'keys.calls': [{ by: 'subject', max: 600, seconds: 60 }],
  // The address first: one that is refused uses up no more accounts.
  'auth.login': [
    { by: 'ip', max: 20, seconds: 900 },
    { by: 'account', max: 5, seconds: 900 },
  ],
  /** On a device where this user has signed in before. */
  'auth.login.device': [{ by: 'subject', max: 5, seconds: 900 }],
  /** Codes of the second factor, after the right password; on a known device they are counted apart. */
  'auth.code': [{ by: 'account', max: 10, seconds: 3600 }],
  'auth.code.device': [{ by: 'subject', max: 10, seconds: 3600 }],
  /** Nobody guesses a signature; these bound the work of trying. */
  'auth.passkeyOptions': [{ by: 'ip', max: 60, seconds: 900 }],
  'auth.passkey': [{ by: 'ip', max: 20, seconds: 900 }],
  'account.forgot': [{ by: 'ip', max: 10, seconds: 900 }],
  /** Their tokens cannot be guessed; this bounds the work of trying. */
  'account.reset': [{ by: 'ip', max: 30, seconds: 900 }],
  'signInLinks.send': [{ by: 'ip', max: 10, seconds: 900 }],
  /** Links to one e-mail address, whoever it belongs to: fewer than are mailed to it in a day. */
  'links.from': [{ by: 'pair', max: 6, seconds: 86_400 }],
  'signInLinks.get': [{ by: 'ip', max: 60, seconds: 900 }],
  'signInLinks.open': [{ by: 'ip', max: 30, seconds: 900 }],
  'invitations.get': [{ by: 'ip', max: 60, seconds: 900 }],
  'invitations.join': [{ by: 'ip', max: 30, seconds: 900 }],
  'auth.register': [{ by: 'ip', max: 5, seconds: 3600 }],
  /** Wrong ones, of a signed-in user who wants a new password. */
  'users.currentPassword': [{ by: 'account', max: 5, seconds: 900 }],
  /** New names that a user tries for themselves. */
  'users.username': [{ by: 'account', max: 5, seconds: 3600 }],
  'quotes.create': [{ by: 'ip', max: 10, seconds: 3600 }],
  /** While a form is filled in, after each pause. */
  'estimates.create': [{ by: 'ip', max: 120, seconds: 600 }],
  'my.price': [{ by: 'ip', max: 120, seconds: 600 }],
  'my.book': [{ by: 'ip', max: 60, seconds: 3600 }],
  'my.accept': [{ by: 'ip', max: 30, seconds: 600 }],
  'my.decline': [{ by: 'ip', max: 30, seconds: 600 }],
  'my.saveAddress': [{ by: 'ip', max: 60, seconds: 600 }],
  'my.changeAddress': [{ by: 'ip', max: 60, seconds: 600 }],
  'estimates.replay': [{ by: 'account', max: 20, seconds: 60 }],
  'quotes.sendEmail': [{ by: 'subject', max: 1, seconds: 60 }],
  'quotePage.get': [{ by: 'ip', max: 60, seconds: 60 }],
  /** Each opened stream is a look-up too. */
  'quotePage.onChange': [{ by: 'ip', max: 60, seconds: 60 }],
  'quotePage.seen': [{ by: 'ip', max: 60, seconds: 60 }],
  'quotePage.accept': [{ by: 'ip', max: 30, seconds: 600 }],
  'quotePage.decline': [{ by: 'ip', max: 30, seconds: 600 }],
  'quotePage.ask': [{ by: 'ip', max: 20, seconds: 3600 }],
  'quotePage.changeDate': [{ by: 'ip', max: 30, seconds: 600 }],
  /** Tokens that no quote has. */
  'quotePage.miss': [
    { by: 'ip', max: 20, seconds: 600 },
    { by: 'all', max: 600, seconds: 60 },
  ],
  'deliveryPage.get': [{ by: 'ip', max: 60, seconds: 60 }],
  /** Each opened stream is a look-up too. */
  'deliveryPage.onChange': [{ by: 'ip', max: 60, seconds: 60 }],
  'deliveryPage.options': [{ by: 'ip', max: 60, seconds: 60 }],
  'deliveryPage.request': [{ by: 'ip', max: 30, seconds: 600 }],
  'deliveryPage.rate': [{ by: 'ip', max: 30, seconds: 600 }],
  'deliveryPage.pushKey': [{ by: 'ip', max: 60, seconds: 60 }],
  'deliveryPage.startPush': [{ by: 'ip', max: 30, seconds: 600 }],
  'deliveryPage.stopPush': [{ by: 'ip', max: 30, seconds: 600 }],
  /** The page where a reader switches mails off. */
  mailChoices: [{ by: 'ip', max: 60, seconds: 60 }],
  /** Tokens that no delivery has. */
  'deliveryPage.miss': [
    { by: 'ip', max: 20, seconds: 600 },
    { by: 'all', max: 600, seconds: 60 },
  ],
  'calendars.feed': [{ by: 'ip', max: 240, seconds: 60 }],
  /** Tokens that no feed has. Calendar services ask from few addresses, so that feeds are not counted with them. */
  'calendars.miss': [{ by: 'ip', max: 60, seconds: 600 }],
  /** Notices with an unknown token or a wrong signature; right ones are not counted, they come from few addresses. */
  'inbound.miss': [{ by: 'ip', max: 60, seconds: 600 }],
  'templates.test': [{ by: 'account', max: 5, seconds: 60 }],
  'templates.preview': [{ by: 'account', max: 60, seconds: 60 }],
  'mailbox.testServer': [{ by: 'account', max: 5, seconds: 60 }],
  'mailbox.resend': [{ by: 'subject', max: 3, seconds: 60 }],
  'mailbox.resendFailed': [{ by: 'account', max: 3, seconds: 60 }],
  'webhooks.test': [{ by: 'subject', max: 20, seconds: 60 }],
  'webhooks.replay': [{ by: 'subject', max: 10, seconds: 60 }],
  'uploads.store': [{ by: 'ip', max: 120, seconds: 3600 }],
  /** 100 MiB an hour. */
  'uploads.kilobytes': [{ by: 'ip', max: 102_400, seconds: 3600 }],
  'drivers.access': [{ by: 'ip', max: 10, seconds: 900 }],
  /** Wrong codes of all addresses together; a right one is never refused for them. */
  'drivers.miss': [{ by: 'all', max: 600, seconds: 60 }],
  /** Claims by callers who are not the customer; the right address or link is never refused because of them. */
  'incidents.miss': [
    { by: 'ip', max: 10, seconds: 3600 },
    { by: 'all', max: 600, seconds: 60 },
  ],
  /** By the link of a mail. */
  'evidence.proof': [{ by: 'ip', max: 30, seconds: 60 }],
  'tracking.get': [{ by: 'ip', max: 60, seconds: 60 }],
  /** Each opened stream is a look-up too. */
  'tracking.onChange': [{ by: 'ip', max: 60, seconds: 60 }],
  /** Wrong ones; a right one is taken back. */
  'tracking.unlock': [{ by: 'ip', max: 10, seconds: 900 }],
  /** Wrong postcodes of one order, from wherever: the next day, by a code or by the mail's link it opens again. */
  'tracking.postcode': [{ by: 'subject', max: 10, seconds: 86_400 }],
  'tracking.postcodeFrom': [{ by: 'pair', max: 5, seconds: 86_400 }],
  'tracking.sendCode': [{ by: 'ip', max: 10, seconds: 900 }],
  /** Codes mailed to the customer of one order. */
  'tracking.codes': [{ by: 'subject', max: 5, seconds: 86_400 }],
  'tracking.codesFrom': [{ by: 'pair', max: 3, seconds: 86_400 }],
  'tracking.miss': [
    { by: 'ip', max: 20, seconds: 600 },
    { by: 'all', max: 600, seconds: 60 },
  ],
} as const satisfies Record<string, readonly Rate[]>;
export type RateName = keyof typeof rates;

/** Recurring jobs: how many days ahead orders are made, and how many days are shown. */
export const RECURRING_HORIZON_DAYS = 14;
export const RECURRING_SHOWN_DAYS = 10;
/** A first day lies at most so many days in the future, and ten times as many in the past. */
export const RECURRING_START_DAYS = 731;
/** No day that is planned lies further ahead. */
export const DAYS_AHEAD_MAX = 731;
/** Nor the planned day of an order further back, when it is written down afterwards. */
export const DAYS_BACK_MAX = 31;
export const RULE_MAX = 300;
/** Whom one saved report is mailed to. */
export const REPORT_RECIPIENTS_MAX = 30;
/** Minutes after midnight at which reports leave. */
export const REPORTS_LEAVE_AT = 360;

/** How long events and the deliveries of webhooks are kept. */
export const EVENT_DAYS = 30;
/** Events of one answer of the feed. */
export const EVENTS_DEFAULT = 50;
export const EVENTS_MAX = 500;
/** Orders of one call that makes several. */
export const BATCH_MAX = 100;
/** How long before a pickup window a cancellation may count as late. */
export const CANCELLATION_HOURS_MAX = 720;
/** Webhooks of one company. */
export const WEBHOOKS_MAX = 50;
/** Webhooks of the keys of one customer. */
export const MERCHANT_WEBHOOKS_MAX = 5;
/** Shops that are connected for one customer. */
export const INBOUND_MAX = 5;
/** A notice of a shop, in bytes. */
export const NOTICE_BYTES_MAX = 512 * 1024;
/** How long a notice that made no order is kept. */
export const NOTICE_DAYS = 30;
/** A receiver that has not answered by then has not got it. */
export const WEBHOOK_TIMEOUT_SECONDS = 15;
/** A webhook that fails for so long is switched off. */
export const WEBHOOK_FAILING_DAYS = 5;
/** How long the secret before a rotation signs too. */
export const SECRET_OVERLAP_HOURS = 24;
export const SECRET_OVERLAP_HOURS_MAX = 720;
/** Events that one call sends again. */
export const REPLAY_MAX = 50_000;

/** A job that was running when its process ended this often is set aside. */
export const JOB_ENDS_MAX = 3;

/** Imports: rows and columns of one file, characters of a cell and of a head, days that a file's rows are kept. */
export const IMPORT_ROWS_MAX = 50_000;
export const IMPORT_COLUMNS_MAX = 100;
export const IMPORT_CELL_MAX = 10_000;
export const IMPORT_COLUMN_MAX = 200;
export const IMPORT_DAYS = 30;
/** A file is kept in parts of this size until its rows go in. */
export const IMPORT_FILE_PART_BYTES = 256 * 1024;
/** What the parts of an Excel file may have unpacked, all together. */
export const IMPORT_UNPACKED_MAX = 200 * 1024 * 1024;

/** Days that an export of everything can be downloaded. */
export const EXPORT_DAYS = 3;

/** Connections to the database that one process takes at most, and what for. */
export const DATABASE_CONNECTIONS = { calls: 20, jobs: 10, events: 1 } as const;
