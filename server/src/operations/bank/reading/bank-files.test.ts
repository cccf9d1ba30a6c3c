import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReadStatement } from './bank-line.ts';
import { readBankTable } from './bank-table.ts';
import { readCamt } from './camt.ts';
import { readMt940 } from './mt940.ts';

const uncounted = () => undefined;
const swift = (...lines: string[]): ReadStatement =>
  readMt940([':20:1', ':25:1/2', ':28C:1/1', ':60F:C260101EUR0,', ...lines, '-'].join('\r\n'), uncounted);
async function* inOne(text: string): AsyncGenerator<string> {
  yield text;
}
const camt = (...entries: string[]): Promise<ReadStatement> =>
  readCamt(inOne(`<Document><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`), uncounted);
async function table(lines: readonly string[]): Promise<ReadStatement> {
  const folder = await mkdtemp(join(tmpdir(), 'bank-'));
  const [path, bytes] = [join(folder, 'a.csv'), Buffer.from(lines.join('\n'))];
  try {
    await writeFile(path, bytes);
    return await readBankTable(path, bytes.length, {}, uncounted);
  } finally {
    await rm(folder, { recursive: true });
  }
}
const amounts = ({ lines }: ReadStatement) => lines.map(({ amount }) => amount);

describe('C717 what banks write', () => {
  it('C717 in an MT940 the payer’s number may be in the line of the booking alone, and the account ends where it ends', () => {
    const { lines } = swift(
      ':61:2601020102C108,10NTRFNONREF//1',
      '000000000000000000000000042',
      ':86:?ZI:?9:1',
      ':61:260102C10,50NMSCINV 2026-7//2',
      ':86:Payment',
      ':61:260102D2,N062KREF+//3',
      ':86:Account fee',
      ':61:260102C50,00NTRFEREF//4',
      ':86:/TRTP/SEPA/IBAN/NL12RABO0123456789/BIC/RABONL2U/NAME/J JANSEN/REMI/FACTUUR 2026-1/EREF/NOTPROVIDED',
    );
    expect(lines).toMatchObject([
      { reference: '?ZI:?9:1 000000000000000000000000042' },
      { reference: 'Payment INV 2026-7' },
      { reference: 'Account fee', amount: '-2' },
      { reference: 'FACTUUR 2026-1', name: 'J JANSEN', account: 'NL12RABO0123456789' },
    ]);
  });

  it('C717 a file with seven bits has its German letters, and no other sign becomes one', () => {
    const { lines } = swift(
      ':61:2601020102C1,NTRFNONREF//1',
      ':86:166|00GUT|20SVWZ+Rechnung K{se|21Stra~e [INV-1]|32B{ckerei M}ller ]bersee',
    );
    expect(lines).toMatchObject([{ name: 'Bäckerei Müller Übersee', reference: 'Rechnung Käse Straße [INV-1]' }]);
    const wide = swift(':61:2601020102C1,NTRFNONREF//1', ':86:166?00GUT?20SVWZ+a{b?32Jörg');
    expect(wide.lines).toMatchObject([{ name: 'Jörg', reference: 'a{b' }]);
  });

  it('C717 what a camt says of a reversal is of who paid before', async () => {
    const parties = '<RltdPties><Dbtr><Pty><Nm>Ann</Nm></Pty></Dbtr><Cdtr><Pty><Nm>Us</Nm></Pty></Cdtr></RltdPties>';
    const entry = (more: string) =>
      `<Ntry><Amt Ccy="EUR">119</Amt><CdtDbtInd>DBIT</CdtDbtInd>${more}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-05</Dt></BookgDt><NtryDtls><TxDtls>${parties}</TxDtls></NtryDtls></Ntry>`;
    expect((await camt(entry('<RvslInd>true</RvslInd>'), entry('<RvslInd>false</RvslInd>'))).lines).toMatchObject([
      { amount: '-119', name: 'Ann' },
      { amount: '-119', name: 'Us' },
    ]);
  });

  it('C717 of a table what is only noted is left out, and zero on one side is nothing', async () => {
    const german = await table([
      'Buchungstag;Buchungstext;Verwendungszweck;Soll;Haben;Info',
      '05.03.26;GUTSCHRIFT;Rechnung 2026-1;0,00;119,00;Umsatz gebucht',
      '06.03.26;LASTSCHRIFT;Miete;4,50;0,00;Umsatz gebucht',
      '07.03.26;GUTSCHRIFT;Rechnung 2026-2;0,00;80,00;Umsatz vorgemerkt',
    ]);
    expect(german.lines).toMatchObject([
      { amount: '119.00', reference: 'Rechnung 2026-1' },
      { amount: '-4.50', reference: 'Miete' },
    ]);
    const swiss = await table([
      'Buchungsdatum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF',
      "05.03.2026;Zahlung 2026-1;1'108.10;",
      '06.03.2026;Miete;;-20.00',
    ]);
    expect(swiss.lines).toMatchObject([{ amount: '1108.10', reference: 'Zahlung 2026-1' }, { amount: '-20.00' }]);
  });

  it('C717 the amounts of a table say together which sign is before the cents', async () => {
    const whole = (...cells: string[]) => table(['Date;Amount', ...cells.map((cell) => `2026-03-05;${cell}`)]);
    expect(amounts(await whole('1.000', '-3,90', '1.234,50-'))).toEqual(['1000', '-3.90', '-1234.50']);
    expect(amounts(await whole('1,000', '-3.90'))).toEqual(['1000', '-3.90']);
    // Nothing says it: as it was read before.
    expect(amounts(await whole('1.000', '20'))).toEqual(['1.000', '20']);
    await expect(whole('1,000', '20')).rejects.toMatchObject({ message: 'Row 2: Write the amount like 1234.50' });
  });
});
