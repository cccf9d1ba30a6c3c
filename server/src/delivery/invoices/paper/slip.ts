import { SwissQRBill } from 'swissqrbill/pdf';
import { type Document, mm } from '../../../pdf/document.ts';
import { faceOf, fontBytes } from '../../../pdf/fonts.ts';

/** Who pays or is paid, as a payment slip takes it. */
export interface SlipParty {
  name: string;
  address: string;
  zip: string;
  city: string;
  country: string;
}
/** A payment slip of Switzerland. */
export interface Slip {
  account: string;
  amount: string;
  creditor: SlipParty;
  debtor: SlipParty | null;
  /** Of a QR-IBAN alone. */
  reference: string | null;
  message: string;
  language: 'DE' | 'EN' | 'FR';
}

const FONT = 'Liberation Sans';
const HEIGHT = mm(105);

/** Draws the slip at the foot of a page that has nothing else: it is cut off along its edge. */
export async function drawSlip(doc: Document, page: [number, number], slip: Slip): Promise<void> {
  // The paper is a PDF/A, which has its fonts inside: ours takes the place of the one that a slip may have.
  const face = faceOf(65, 'zh');
  doc.registerFont(FONT, await fontBytes(face, 400));
  doc.registerFont(`${FONT}-Bold`, await fontBytes(face, 700));
  doc.addPage({ size: page, margin: 0 });
  const { account, amount, creditor, debtor, reference, message, language } = slip;
  const bill = new SwissQRBill(
    {
      currency: 'CHF',
      amount: Number(amount),
      creditor: { ...creditor, account },
      ...(debtor ? { debtor } : {}),
      ...(reference === null ? {} : { reference }),
      message,
    },
    { language, fontName: FONT },
  );
  bill.attachTo(doc, 0, page[1] - HEIGHT);
}
