import { hiddenFrom, nothingOf } from '@quickfleet/shared/base/fields';
import { orderFields } from '@quickfleet/shared/delivery/orders/order-fields';
import type { KeyHolder, RequestContext } from '../context.ts';

/** What the office writes for itself and its drivers, and where people called from: for staff who signed in. */
const forStaff: readonly string[] = [...hiddenFrom(orderFields, 'program'), 'noteOffice'];
/** An object with these two is an acceptance; its address is that of a network. */
const isAcceptance = (row: object) => 'onBehalf' in row && 'contentHash' in row;
/** Needs `evidence:read`: what each of them is without it. */
const evidence: Record<string, unknown> = {
  signatures: [],
  pickupSignature: null,
  deliverySignature: null,
  customerSignature: null,
  driverSignature: null,
  lateEvidence: undefined,
  proofPieces: undefined,
};
/** Whether a key reads the access codes of orders: they open the job in a driver's stead. */
export const mayReadCodes = (key: Pick<KeyHolder, 'scopes'> | undefined): boolean =>
  key?.scopes.includes('orders:codes') ?? false;
/** Of an attempt. */
const evidenceOfAttempt: Record<string, unknown> = { photoUrls: [], position: null, deviceId: null, deviceName: null };
/** Hidden from merchants: drivers and the people in the office. */
const forMerchants: Record<string, unknown> = {
  ...nothingOf(hiddenFrom(orderFields, 'merchant')),
  driverSignatureName: null,
  answeredBy: null,
  overrideReason: null,
  outcomeReason: null,
  lateEvidence: undefined,
  proofPieces: undefined,
  failureReasons: undefined,
};
const isSignatureOfDriver = (row: object) => 'signer' in row && row.signer === 'driver';
const isPayment = (row: object) => 'isRefund' in row && 'isFinal' in row;
const isRevision = (row: object) => 'revision' in row && 'changes' in row && 'lines' in row;
/** The same of one kind of object. */
const merchantViewOf = (row: object): Record<string, unknown> => ({
  ...forMerchants,
  ...(isAcceptance(row) && 'onBehalf' in row && row.onBehalf === true ? { by: null, reason: null } : {}),
  ...(isPayment(row) ? { by: null } : {}),
  ...(isRevision(row) ? { by: '' } : {}),
  ...(isSignatureOfDriver(row) ? { signerName: null, signerRelation: null } : {}),
  ...(isAttempt(row) ? { by: '', position: null, deviceId: null, deviceName: null, noteOffice: null } : {}),
});

/** A merchant knows the charges that are on its statement. */
const isApproved = (charge: unknown): charge is object =>
  typeof charge === 'object' && charge !== null && 'state' in charge && charge.state === 'approved';
const isAttempt = (row: object) => 'outcome' in row && 'stop' in row && 'receivedAt' in row;

interface View {
  mayReadEvidence: boolean;
  mayReadCodes: boolean;
  isMerchant: boolean;
}
function withoutHidden(value: unknown, view: View): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutHidden(one, view));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const hidden: Record<string, unknown> = {
    ...(isAcceptance(value) ? { address: null } : {}),
    ...(view.mayReadCodes ? {} : { accessCode: null }),
    ...(view.isMerchant ? merchantViewOf(value) : {}),
    ...(view.mayReadEvidence ? {} : { ...evidence, ...(isAttempt(value) ? evidenceOfAttempt : {}) }),
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (forStaff.includes(name) && (part === null || typeof part === 'string')) return [name, null];
      if (view.isMerchant && name === 'charges' && Array.isArray(part))
        return [name, part.filter(isApproved).map((charge) => ({ ...charge, by: null }))];
      // Gate codes and where it is left are for the driver.
      if (name === 'requests' && Array.isArray(part)) return [name, []];
      return [name, Object.hasOwn(hidden, name) ? hidden[name] : withoutHidden(part, view)];
    }),
  );
}

/** An answer as a caller may read it: an API key reads less than staff who signed in, whatever the call. */
export function forCaller({ caller: { key } }: Pick<RequestContext, 'caller'>, answer: unknown): unknown {
  if (!key) return answer;
  return withoutHidden(answer, {
    mayReadEvidence: key.scopes.includes('evidence:read'),
    mayReadCodes: mayReadCodes(key),
    isMerchant: key.customerId !== null,
  });
}

/** A key reads no notes, so that an empty one that it sends back is what it was given: it takes nothing away. */
export const isHiddenFromKey = ({ caller }: Pick<RequestContext, 'caller'>, name: string, value: unknown): boolean =>
  caller.key !== undefined && forStaff.includes(name) && (value === null || value === undefined);
