#!/usr/bin/env bash
# A bank's statement in ISO 20022 (camt.053) has the amounts of its entries as decimals, a text of up to 140 characters
# as the reference of a payment, and true or 1 where an entry is taken back (types of XML Schema). iso20022.js, which
# gives amounts in the smallest unit, answers 114.99999999999999 cents for 1.15 euros, a hundred times the yen and a
# tenth of the fils. Its types say that the reference is a text; one of 27 digits, as Swiss invoices have, is the number
# 2.1e+26, and 0012 is 12: no invoice has such a reference. An entry that is taken back never says so. Nothing throws.
# iso20022.js 0.0.15.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund iso20022.js@0.0.15

cat > read.js <<'JS'
import { CashManagementEndOfDayReport } from 'iso20022.js';

const entry = ([currency, amount, reference, back]) => `<Ntry><Amt Ccy="${currency}">${amount}</Amt>
  <CdtDbtInd>CRDT</CdtDbtInd><RvslInd>${back}</RvslInd><Sts>BOOK</Sts>
  <BookgDt><Dt>2026-11-30</Dt></BookgDt><ValDt><Dt>2026-11-30</Dt></ValDt>
  <BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>
  <NtryDtls><TxDtls><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const entries = [
  ['EUR', '1.15', '0012', 'false'],
  ['EUR', '7.50', 'A-12', 'true'],
  ['JPY', '1500', '210000000003139471430009017', 'false'],
  ['KWD', '1.250', 'A-13', '1'],
];
const statement = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-11-30T20:00:00+01:00</CreDtTm></GrpHdr>
<Stmt><Id>S-1</Id><CreDtTm>2026-11-30T20:00:00+01:00</CreDtTm>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Svcr><FinInstnId><BIC>COBADEFFXXX</BIC></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-30</Dt></Dt></Bal>
${entries.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`;
const read = CashManagementEndOfDayReport.fromXML(statement).statements[0].entries;
for (const [at, [currency, amount, reference, back]] of entries.entries()) {
  const { amount: units, reversal, transactions } = read[at];
  console.log(`${amount} ${currency}, ${reference}, taken back ${back}: ${units}, ${transactions[0].remittanceInformation}, ${reversal}`);
}
JS
echo 'iso20022.js 0.0.15'
seen=$(node read.js)
echo "$seen"
[ "$seen" = "1.15 EUR, 0012, taken back false: 114.99999999999999, 12, false
7.50 EUR, A-12, taken back true: 750, A-12, false
1500 JPY, 210000000003139471430009017, taken back false: 150000, 2.1000000000313946e+26, false
1.250 KWD, A-13, taken back 1: 125, A-13, false" ]
