#!/usr/bin/env bash
# A transfer that pays an invoice may carry the creditor's reference on its own: in ISO 20022 (pain.001) that is
# RmtInf/Strd/CdtrRefInf, with the kind of reference in Tp/CdOrPrtry/Cd and the reference itself in Ref, beside Tp. The
# package sepa has a field for it, checks its length, and writes an element that the schema does not have (CdorPrtry; in
# XML capitals count), with the reference within it. Its own checks pass. A bank refuses the whole file of payments, or
# drops the reference, so that nobody knows which invoice was paid. The free text of such a payment is right.
# sepa 3.0.0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund sepa@3.0.0 @xmldom/xmldom@0.9.12

cat > write.js <<'JS'
import { DOMParser } from '@xmldom/xmldom';
import SEPA from 'sepa';

/** The places of all texts below an element. */
function textsOf(element, place) {
  const inner = [...element.childNodes].filter((child) => child.nodeType === 1);
  if (inner.length === 0) console.log(`  ${place}: ${element.textContent}`);
  for (const child of inner) textsOf(child, `${place}/${child.localName}`);
}
function write(what, fields) {
  const file = new SEPA.Document('pain.001.001.09');
  file.grpHdr.id = 'RUN1';
  file.grpHdr.created = new Date('2026-12-01T08:00:00');
  file.grpHdr.initiatorName = 'Courier';
  const batch = file.createPaymentInfo();
  batch.debtorName = 'Courier';
  batch.debtorIBAN = 'DE89370400440532013000';
  batch.requestedExecutionDate = new Date('2026-12-02T08:00:00');
  file.addPaymentInfo(batch);
  const to = { creditorName: 'Garage', creditorIBAN: 'FI2112345600000785', end2endId: 'ONE', amount: 120 };
  batch.addTransaction(Object.assign(batch.createTransaction(), to, fields));
  const read = new DOMParser().parseFromString(file.toString(), 'text/xml');
  console.log(what);
  textsOf(read.getElementsByTagName('RmtInf')[0], 'RmtInf');
}
write('with free text', { remittanceInfo: 'Invoice 539007547034' });
const reference = { typeCode: 'SCOR', issuer: 'ISO', reference: 'RF18539007547034' };
write('with a reference', { structuredRemittanceInfo: reference });
JS
echo 'sepa 3.0.0'
node write.js | tee out
[ "$(cat out)" = 'with free text
  RmtInf/Ustrd: Invoice 539007547034
with a reference
  RmtInf/Strd/CdtrRefInf/Tp/CdorPrtry/Cd: SCOR
  RmtInf/Strd/CdtrRefInf/Tp/CdorPrtry/Issr: ISO
  RmtInf/Strd/CdtrRefInf/Tp/CdorPrtry/Ref: RF18539007547034' ]
