import type { Role } from './roles.ts';

/** What an API key may be given. */
export const scopes = [
  'customers:read',
  'customers:write',
  'customers:members',
  'quotes:read',
  'quotes:write',
  'quotes:manage',
  'orders:read',
  'orders:write',
  'orders:manage',
  'orders:codes',
  'plans:write',
  'drivers:read',
  'evidence:read',
  'invoices:read',
  'invoices:write',
  'stats:read',
  'reports:read',
  'uploads:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'imports:write',
  'exports:write',
  'sandbox:reset',
] as const;
export type Scope = (typeof scopes)[number];

/**
 * Everyone who can stand behind a call: nobody, an access-code session, the owner of an e-mail address, who came by a
 * mailed link, and a signed-in role. API keys have scopes instead.
 */
export type Caller = 'anonymous' | 'code' | 'email' | Role;
export const callers = [
  'anonymous',
  'code',
  'email',
  'customer',
  'driver',
  'dispatcher',
  'admin',
] as const satisfies readonly Caller[];

/** 'own': the call is let in and the service looks only at what is the caller's own. */
export type Grant = 'yes' | 'own' | 'no';
/** `also`: scopes that let a key in for a part of the call, which the service judges. */
export type Permission = Record<Caller, Grant> & { key: Scope | 'any' | null; also?: readonly Scope[] };

const nobody: Record<Caller, Grant> = {
  anonymous: 'no',
  code: 'no',
  email: 'no',
  customer: 'no',
  driver: 'no',
  dispatcher: 'no',
  admin: 'no',
};
const everyone: Record<Caller, Grant> = {
  anonymous: 'yes',
  code: 'yes',
  email: 'yes',
  customer: 'yes',
  driver: 'yes',
  dispatcher: 'yes',
  admin: 'yes',
};
const rule = (grants: Partial<Record<Caller, Grant>>, key: Permission['key'] = null): Permission => ({
  ...nobody,
  ...grants,
  key,
});

const anyone = (key: Permission['key'] = null): Permission => ({ ...everyone, key });
const signedIn = rule({ customer: 'yes', driver: 'yes', dispatcher: 'yes', admin: 'yes' });
const staff = (key: Permission['key'] = null, ...also: Scope[]): Permission => ({
  ...rule({ dispatcher: 'yes', admin: 'yes' }, key),
  ...(also.length > 0 && { also }),
});
const adminOnly = rule({ admin: 'yes' });
const adminsAnd = (key: Permission['key']) => rule({ admin: 'yes' }, key);
const driversAlone = rule({ driver: 'own' });
const theirOwnOrder = rule({ code: 'own', driver: 'own' });
/** What was ordered with an e-mail address: for the person who proved that it is theirs. */
const theirOwnAddress = rule({ email: 'own', customer: 'own' });

/**
 * Who may call what, by procedure path. The server asks this table before every procedure and every form-data route, on
 * REST, on the unversioned paths and on tRPC; what has no row here is refused.
 */
export const permissions = {
  'auth.me': signedIn,
  'auth.session': anyone(),
  'auth.login': anyone(),
  'auth.passkeyOptions': anyone(),
  'auth.passkey': anyone(),
  'auth.register': rule({ anonymous: 'yes', code: 'yes', email: 'yes', admin: 'yes' }),
  'auth.logout': anyone(),

  'users.me': signedIn,
  'users.list': rule({ dispatcher: 'own', admin: 'yes' }),
  'users.get': adminOnly,
  'users.create': adminOnly,
  'users.update': rule({ customer: 'own', driver: 'own', dispatcher: 'own', admin: 'yes' }),
  'users.delete': adminOnly,

  'invitations.list': adminOnly,
  'invitations.create': adminOnly,
  'invitations.withdraw': adminOnly,
  // The token in the address is the right.
  'invitations.get': anyone(),
  'invitations.join': anyone(),
  'account.forgot': anyone(),
  'account.reset': anyone(),
  'signInLinks.send': anyone(),
  'signInLinks.get': anyone(),
  'signInLinks.open': anyone(),
  'factor.get': signedIn,
  'factor.begin': signedIn,
  'factor.confirm': signedIn,
  'factor.renewCodes': signedIn,
  'factor.remove': signedIn,
  'factor.reset': adminOnly,
  'passkeys.list': signedIn,
  'passkeys.begin': signedIn,
  'passkeys.add': signedIn,
  'passkeys.remove': signedIn,
  'sessions.list': signedIn,
  'sessions.endOthers': signedIn,
  'sessions.end': signedIn,

  'customers.list': staff('customers:read'),
  'customers.all': staff('customers:read'),
  'customers.get': staff('customers:read'),
  'customers.addresses': staff('customers:read'),
  'customers.saveAddress': staff('customers:write'),
  'customers.changeAddress': staff('customers:write'),
  'customers.removeAddress': staff('customers:write'),
  'orders.contacts': staff('orders:read'),
  'customers.statement': staff('customers:read'),
  'customers.statementTable': staff('customers:read'),
  'customers.create': staff('customers:write'),
  /** `customers:members` for the e-mail address, which opens what was ordered; `customers:write` for everything else. */
  'customers.update': staff('customers:write', 'customers:members'),
  'customers.confirmEmail': staff(),
  'customers.delete': adminOnly,
  'customers.members': staff('customers:read', 'customers:members'),
  'customers.joinMember': staff('customers:members'),
  'customers.removeMember': staff('customers:members'),
  'customers.personalData': adminOnly,
  'customers.export': adminOnly,
  'customers.erase': adminOnly,

  'quotes.create': anyone('quotes:write'),
  'quotes.createAsStaff': staff(),
  'estimates.create': anyone('quotes:write'),
  'estimates.replay': adminOnly,
  'quotes.list': staff('quotes:read'),
  'quotes.all': staff('quotes:read'),
  'quotes.get': staff('quotes:read'),
  'quotes.update': staff('quotes:write'),
  'quotes.delete': staff(),
  'quotes.restore': staff(),
  'quotes.sendEmail': staff('quotes:manage'),
  'quotes.convertToOrder': staff('quotes:manage'),
  /** A key needs `quotes:write` too. */
  'quotes.book': staff('quotes:manage'),
  'quotes.answer': staff('quotes:manage'),
  'quotes.renew': staff('quotes:manage'),
  'quotes.acceptOnBehalf': staff('quotes:manage'),
  'quotes.declineOnBehalf': staff('quotes:manage'),
  'quotes.rotateLink': staff(),

  // The token in the address is the right.
  'quotePage.get': anyone('any'),
  'quotePage.accept': anyone(),
  'quotePage.decline': anyone(),
  'quotePage.ask': anyone(),
  'quotePage.changeDate': anyone(),
  'quotePage.seen': anyone(),
  'quotePage.onChange': anyone('any'),

  // The token in the address is the right.
  'deliveryPage.get': anyone('any'),
  'deliveryPage.onChange': anyone('any'),
  'deliveryPage.options': anyone('any'),
  'deliveryPage.request': anyone(),
  'deliveryPage.rate': anyone(),
  'deliveryPage.pushKey': anyone('any'),
  'deliveryPage.startPush': anyone(),
  'deliveryPage.stopPush': anyone(),
  'deliveryPage.calendar': anyone('any'),
  'deliveryPage.receipt': anyone('any'),
  'requests.waiting': staff(),
  'requests.decide': staff(),

  'company.get': staff(),
  'company.update': adminOnly,
  'setup.get': adminOnly,
  'setup.addSamples': adminOnly,
  'setup.removeSamples': adminOnly,

  /** Callers prove by a signature that they are the payment provider. */
  'payments.receive': anyone('any'),
  'quotes.hint': staff('quotes:read'),
  'quotes.paper': staff('quotes:read'),
  'quotes.receipt': staff('quotes:read'),
  /** By the customer's link. */
  'quotePage.paper': anyone('any'),
  'quotePage.receipt': anyone('any'),
  'quotes.unpay': staff('quotes:manage'),
  'payments.list': staff('quotes:read'),
  'payments.match': staff('quotes:manage'),
  'payments.setAside': staff('quotes:manage'),

  /** A key of one customer reads its issued ones. */
  'invoices.list': staff('invoices:read'),
  'invoices.get': staff('invoices:read'),
  'invoices.paper': staff('invoices:read'),
  'invoices.xml': staff('invoices:read'),
  'invoices.aging': staff('invoices:read'),
  'invoices.create': staff('invoices:write'),
  'invoices.update': staff('invoices:write'),
  'invoices.delete': staff('invoices:write'),
  'invoices.run': staff('invoices:write'),
  'invoices.issue': staff('invoices:write'),
  'invoices.send': staff('invoices:write'),
  'invoices.credit': staff('invoices:write'),
  'invoices.pay': staff('invoices:write'),
  'invoices.remind': staff('invoices:write'),
  /** What was delivered in a month, with its prices. */
  'accounting.list': staff('orders:read'),
  'charges.add': staff('orders:write'),
  'charges.update': staff('orders:manage'),
  'charges.propose': theirOwnOrder,
  'drivers.delay': theirOwnOrder,
  'orders.create': staff('orders:write'),
  'orders.list': staff('orders:read'),
  'orders.counts': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:read'),
  'orders.get': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:read'),
  'orders.update': staff('orders:write'),
  'orders.delete': adminOnly,
  'orders.assign': staff('orders:manage'),
  'orders.unassign': staff('orders:manage'),
  'orders.batch': staff('orders:write'),
  /** `orders:write` for a key of one customer; another key needs `orders:manage`. */
  'orders.cancel': staff('orders:manage', 'orders:write'),
  'orders.return': staff('orders:write'),
  'orders.duplicate': staff('orders:write'),
  'orderPayments.paid': staff('orders:manage'),
  'orderPayments.undo': staff('orders:manage'),
  'orders.setStatus': rule({ code: 'own', driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:manage'),
  'orders.listOfDriver': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:read'),
  'orders.rotateCode': staff(),
  'orders.label': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:read'),
  'orders.labels': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:read'),
  'orders.labelZpl': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:read'),
  'orders.labelsZpl': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:read'),

  'attempts.create': rule({ code: 'own', driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:manage'),
  'attempts.resolve': staff('orders:manage'),
  'attempts.correct': staff(),
  'attempts.resetPin': staff(),
  'failureReasons.list': rule({ code: 'yes', driver: 'yes', dispatcher: 'yes', admin: 'yes' }, 'orders:read'),
  'failureReasons.create': staff(),
  'failureReasons.update': staff(),
  'drivers.pin': theirOwnOrder,
  'drivers.scan': theirOwnOrder,
  /** A driver's day by doors, and what is done at one for several orders. */
  'stops.list': driversAlone,
  'stops.photos': theirOwnOrder,
  'stops.signature': theirOwnOrder,
  'stops.attempts': theirOwnOrder,
  'stops.scan': theirOwnOrder,
  'stops.arrive': theirOwnOrder,
  'stops.pin': theirOwnOrder,

  'savedViews.list': staff(),
  'savedViews.save': staff(),
  'savedViews.delete': staff(),
  'push.key': driversAlone,
  'push.subscribe': driversAlone,
  'push.unsubscribe': driversAlone,
  'positions.share': driversAlone,
  /** No key reads where people are. */
  'positions.list': staff(),
  'plans.accept': staff('plans:write'),
  'plans.create': staff('plans:write'),
  'plans.fit': staff('plans:write'),
  'plans.one': staff('plans:write'),
  'plans.stop': staff('plans:write'),
  'plans.undo': staff('plans:write'),
  'plans.routes': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:read'),
  'planning.board': staff('orders:read'),
  'planning.day': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:read'),
  'planning.moves': staff('orders:manage'),
  'planning.reschedule': staff('orders:manage'),
  'planning.sendNotices': staff('orders:manage'),
  'planning.setDay': staff('orders:manage'),
  'planning.suggestion': staff('orders:read'),
  'planning.setShift': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:manage'),

  'holidays.list': staff('orders:read'),
  'holidays.places': staff('orders:read'),
  'calendars.list': staff('orders:read'),
  // Whoever gives access must have it.
  'calendars.create': staff('orders:read'),
  'calendars.delete': staff('orders:read'),
  // The token in the address is the right.
  'calendars.feed': anyone('any'),
  'recurring.list': staff('orders:read'),
  'recurring.get': staff('orders:read'),
  'recurring.preview': staff('orders:read'),
  'recurring.create': staff('orders:manage'),
  'recurring.update': staff('orders:manage'),
  'recurring.delete': staff(),
  'recurring.skip': staff('orders:manage'),

  'history.list': staff(),
  'activity.list': adminOnly,

  'officeNotes.list': staff(),
  'officeNotes.add': staff(),
  'officeNotes.delete': rule({ dispatcher: 'own', admin: 'own' }),

  'evidence.keys': anyone('any'),
  'evidence.proof': rule(
    { anonymous: 'own', code: 'own', email: 'own', customer: 'own', driver: 'own', dispatcher: 'yes', admin: 'yes' },
    'evidence:read',
  ),
  'evidence.pack': staff('evidence:read'),
  'evidence.proofs': staff('evidence:read'),

  'incidents.list': staff('orders:read'),
  'incidents.get': staff('orders:read'),
  'incidents.create': staff('orders:write'),
  'incidents.update': staff('orders:write'),
  'incidents.report': anyone(),

  /** Says that there is none to a caller without an address. */
  'my.get': anyone(),
  'my.orders': theirOwnAddress,
  'my.quotes': theirOwnAddress,
  'my.quote': theirOwnAddress,
  'my.accept': theirOwnAddress,
  'my.decline': theirOwnAddress,
  'my.addresses': theirOwnAddress,
  'my.saveAddress': theirOwnAddress,
  'my.changeAddress': theirOwnAddress,
  'my.removeAddress': theirOwnAddress,
  'my.again': theirOwnAddress,
  'my.price': theirOwnAddress,
  'my.book': theirOwnAddress,
  'my.paper': theirOwnAddress,
  'my.receipt': theirOwnAddress,
  'my.statement': theirOwnAddress,
  'my.statementTable': theirOwnAddress,
  'my.invoices': theirOwnAddress,
  'my.invoicePaper': theirOwnAddress,
  'my.invoiceXml': theirOwnAddress,

  'tracking.get': anyone('any'),
  'tracking.onChange': anyone('any'),
  /** What the number alone does not show, in this browser. */
  'tracking.unlock': anyone(),
  'tracking.sendCode': anyone(),

  'uploads.store': anyone('uploads:write'),
  'files.read': anyone('any'),

  'drivers.list': staff('drivers:read'),
  'drivers.access': anyone(),
  'drivers.leave': anyone(),
  'drivers.current': rule({ code: 'own' }),
  'drivers.last': anyone(),
  'drivers.captureSignature': theirOwnOrder,
  'drivers.handIn': theirOwnOrder,
  'drivers.pickup': theirOwnOrder,
  'drivers.transit': theirOwnOrder,
  'drivers.delivery': theirOwnOrder,
  'drivers.stopPhotos': theirOwnOrder,
  'drivers.addItem': theirOwnOrder,
  'drivers.editItem': theirOwnOrder,
  'drivers.deleteItem': theirOwnOrder,
  'drivers.runSheet': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'orders:read'),
  'drivers.runSheets': staff('orders:read'),

  'templates.list': staff(),
  'templates.get': staff(),
  'templates.create': staff(),
  'templates.update': staff(),
  'templates.delete': staff(),
  'templates.initialize': staff(),
  'templates.test': staff(),
  'templates.preview': staff(),
  'templates.versions': staff(),
  'templates.restore': staff(),

  'mailbox.list': staff(),
  'mailbox.testServer': adminOnly,
  'mailbox.channels': staff(),
  'mailbox.get': staff(),
  'mailbox.resend': staff(),
  'mailbox.resendFailed': staff(),

  /** Carries only what each listener may read. */
  'live.onChange': rule({ driver: 'yes', dispatcher: 'yes', admin: 'yes' }, 'any'),

  'dashboard.stats': staff('stats:read'),
  'dashboard.desk': staff('stats:read'),
  'dashboard.days': staff('stats:read'),
  'eta.report': staff('stats:read'),
  'ratings.list': staff('stats:read'),
  'ratings.summary': staff('stats:read'),
  /** A driver's own two, and a customer's own three. */
  'reports.get': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'reports:read'),
  'reports.changes': rule({ driver: 'own', dispatcher: 'yes', admin: 'yes' }, 'reports:read'),
  'reports.mine': theirOwnAddress,
  'dashboard.news': staff(),

  /** Of each type, what the key's other scopes let it read. */
  'events.list': adminsAnd('events:read'),
  'events.latest': adminOnly,
  'webhooks.list': adminsAnd('webhooks:read'),
  'webhooks.get': adminsAnd('webhooks:read'),
  'webhooks.deliveries': adminsAnd('webhooks:read'),
  'webhooks.delivery': adminsAnd('webhooks:read'),
  'webhooks.create': adminsAnd('webhooks:write'),
  'webhooks.update': adminsAnd('webhooks:write'),
  'webhooks.delete': adminsAnd('webhooks:write'),
  'webhooks.rotateSecret': adminsAnd('webhooks:write'),
  'webhooks.test': adminsAnd('webhooks:write'),
  'webhooks.replay': adminsAnd('webhooks:write'),
  'webhooks.replayRange': adminsAnd('webhooks:write'),
  'inbound.list': adminsAnd('webhooks:read'),
  'inbound.get': adminsAnd('webhooks:read'),
  'inbound.notices': adminsAnd('webhooks:read'),
  /** A key needs `orders:write` too: what a shop sends becomes orders. */
  'inbound.create': adminsAnd('webhooks:write'),
  'inbound.update': adminsAnd('webhooks:write'),
  'inbound.delete': adminsAnd('webhooks:write'),
  'inbound.retry': adminsAnd('webhooks:write'),
  /** The token in the address and the signature of the shop are the right. */
  'inbound.receive': anyone('any'),

  /** With the scope of the ordinary call that makes the same. A key knows the imports that it began. */
  'imports.create': staff('imports:write'),
  'imports.list': staff('imports:write'),
  'imports.get': staff('imports:write'),
  'imports.rows': staff('imports:write'),
  'imports.change': staff('imports:write'),
  'imports.commit': staff('imports:write'),
  'imports.cancel': staff('imports:write'),
  'imports.undo': staff('imports:write'),
  'imports.failed': staff('imports:write'),

  /** Everything that the company has: no key of one customer. */
  'exports.create': adminsAnd('exports:write'),
  'exports.list': adminsAnd('exports:write'),
  'exports.get': adminsAnd('exports:write'),
  'exports.download': adminsAnd('exports:write'),
  'exports.delete': adminsAnd('exports:write'),

  /** 404 where there is no sandbox. */
  'sandbox.reset': adminsAnd('sandbox:reset'),

  'apiKeys.list': adminOnly,
  'apiKeys.create': adminOnly,
  'apiKeys.update': adminOnly,
  'apiKeys.rotate': adminOnly,
  'apiKeys.calls': adminOnly,
  'apiKeys.revoke': adminOnly,
  /** Of a key alone: what it is and may do. */
  'apiKeys.me': rule({}, 'any'),

  'settings.get': adminOnly,
  'doctor.get': adminOnly,
  'doctor.jobs': adminOnly,
  'doctor.tryAgain': adminOnly,
} as const satisfies Record<string, Permission>;
/** What a person of the staff may call while the second factor that they need is not set up. */
export const beforeFactorActions: readonly string[] = [
  'auth.me',
  'users.me',
  'factor.get',
  'factor.begin',
  'factor.confirm',
  'sessions.list',
  'sessions.endOthers',
  'sessions.end',
];
export type Action = keyof typeof permissions;

/** What a key of one customer may call, with its scopes: each of these looks at that customer's rows alone. */
export const merchantActions: readonly Action[] = [
  'apiKeys.me',
  'calendars.create',
  'calendars.delete',
  'calendars.list',
  'estimates.create',
  'events.list',
  'evidence.keys',
  'evidence.proof',
  'evidence.proofs',
  'files.read',
  'inbound.create',
  'inbound.delete',
  'inbound.get',
  'inbound.list',
  'inbound.notices',
  'inbound.retry',
  'inbound.update',
  'invoices.get',
  'invoices.list',
  'invoices.paper',
  'invoices.xml',
  'orders.batch',
  'orders.cancel',
  'orders.create',
  'orders.get',
  'orders.label',
  'orders.labels',
  'orders.labelZpl',
  'orders.labelsZpl',
  'orders.list',
  'orders.return',
  'orders.update',
  'quotes.all',
  'quotes.create',
  'quotes.get',
  'quotes.list',
  'quotes.paper',
  'quotes.receipt',
  'reports.changes',
  'reports.get',
  'tracking.get',
  'uploads.store',
  'webhooks.create',
  'webhooks.delete',
  'webhooks.deliveries',
  'webhooks.delivery',
  'webhooks.get',
  'webhooks.list',
  'webhooks.replay',
  'webhooks.replayRange',
  'webhooks.rotateSecret',
  'webhooks.test',
  'webhooks.update',
];
/** The scopes that such a key may have. */
export const merchantScopes = [
  'quotes:read',
  'quotes:write',
  'orders:read',
  'orders:write',
  'invoices:read',
  'evidence:read',
  'reports:read',
  'uploads:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
] as const satisfies readonly Scope[];

/**
 * What a session may still call for an order after its access code has ended: upload evidence, and ask what happened to
 * the order. Every other call is refused.
 */
export const endedCodeActions: readonly Action[] = [
  'drivers.captureSignature',
  'drivers.handIn',
  'drivers.pickup',
  'drivers.transit',
  'drivers.delivery',
  'drivers.stopPhotos',
  'stops.photos',
  'stops.signature',
  'stops.attempts',
  'attempts.create',
  'charges.propose',
  'drivers.current',
];

/** Whether a role sees a button; the server decides again for every call. */
export const can = (role: Role | undefined, action: Action): boolean =>
  (role === undefined ? permissions[action].anonymous : permissions[action][role]) === 'yes';
