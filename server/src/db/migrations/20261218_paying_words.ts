import { Migration } from '@mikro-orm/migrations';
import { BRIEFLY } from './briefly.ts';

/** A sentence of default templates in each language that they were written in, before and after. */
interface Sentence {
  trigger: string;
  texts: readonly (readonly [before: string, after: string])[];
}
const sentences: readonly Sentence[] = [
  {
    trigger: 'quote_sent',
    texts: [
      ['Your quote is ready. As soon as your payment arrives, we’ll book your delivery and send you a tracking number.', 'Your quote is ready. {{nextStep}}'],
      ['Ihr Angebot ist fertig. Sobald Ihre Zahlung eingegangen ist, buchen wir die Zustellung und senden Ihnen eine Sendungsnummer.', 'Ihr Angebot ist fertig. {{nextStep}}'],
      ['Votre devis est prêt. Dès réception de votre paiement, nous réservons la livraison et vous envoyons un numéro de suivi.', 'Votre devis est prêt. {{nextStep}}'],
      ['Su presupuesto está listo. En cuanto recibamos el pago, reservaremos la entrega y le enviaremos un número de seguimiento.', 'Su presupuesto está listo. {{nextStep}}'],
      ['عرض السعر جاهز. فور وصول الدفعة سنحجز التوصيل ونرسل إليك رقم التتبع.', 'عرض السعر جاهز. {{nextStep}}'],
    ],
  },
  {
    trigger: 'quote_accepted',
    texts: [
      ['Thank you for accepting the quote. Its page keeps a copy of what we agreed. As soon as your payment arrives, we’ll book your delivery.', 'Thank you for accepting the quote. Its page keeps a copy of what we agreed. {{nextStep}}'],
      ['Danke, dass Sie das Angebot angenommen haben. Seine Seite bewahrt eine Kopie unserer Vereinbarung. Sobald Ihre Zahlung eingegangen ist, buchen wir die Zustellung.', 'Danke, dass Sie das Angebot angenommen haben. Seine Seite bewahrt eine Kopie unserer Vereinbarung. {{nextStep}}'],
      ['Merci d’avoir accepté le devis. Sa page conserve une copie de notre accord. Dès réception de votre paiement, nous réservons la livraison.', 'Merci d’avoir accepté le devis. Sa page conserve une copie de notre accord. {{nextStep}}'],
      ['Gracias por aceptar el presupuesto. Su página guarda una copia de lo acordado. En cuanto recibamos el pago, reservaremos la entrega.', 'Gracias por aceptar el presupuesto. Su página guarda una copia de lo acordado. {{nextStep}}'],
      ['شكرًا لقبول عرض السعر. تحتفظ صفحته بنسخة مما اتفقنا عليه. فور وصول الدفعة سنحجز التوصيل.', 'شكرًا لقبول عرض السعر. تحتفظ صفحته بنسخة مما اتفقنا عليه. {{nextStep}}'],
    ],
  },
  {
    trigger: 'quote_received',
    texts: [
      ['Requested: {{submissionDate}}', 'Requested: {{submissionDate}}\nPrice by: {{priceBy}}'],
      ['Angefragt am: {{submissionDate}}', 'Angefragt am: {{submissionDate}}\nPreis bis: {{priceBy}}'],
      ['Demandé le : {{submissionDate}}', 'Demandé le : {{submissionDate}}\nPrix au plus tard : {{priceBy}}'],
      ['Solicitado: {{submissionDate}}', 'Solicitado: {{submissionDate}}\nPrecio a más tardar: {{priceBy}}'],
      ['تاريخ الطلب: {{submissionDate}}', 'تاريخ الطلب: {{submissionDate}}\nالسعر في موعد أقصاه: {{priceBy}}'],
    ],
  },
];

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Sentences of default templates that say how a quote is paid and until when it is priced; each change is a version. */
export class PayingWords extends Migration {
  override up(): void | Promise<void> {
    this.addSql(BRIEFLY);
    for (const { trigger, texts } of sentences)
      for (const [before, after] of texts) this.#replace(trigger, before, after);
  }

  override down(): void | Promise<void> {
    for (const { trigger, texts } of sentences)
      for (const [before, after] of texts) this.#replace(trigger, after, before);
  }

  #replace(trigger: string, from: string, to: string): void {
    this.addSql(`with updated as (
        update "email_templates" set "content" = replace("content", ${quoted(from)}, ${quoted(to)}), "version" = "version" + 1, "updated_at" = now()
        where "trigger" = ${quoted(trigger)} and "type" <> 'sms' and strpos("content", ${quoted(from)}) > 0 returning *)
      insert into "template_versions" ("template_id", "version", "name", "type", "trigger", "subject", "content", "language", "saved_at", "saved_by")
      select "id", "version", "name", "type", "trigger", "subject", "content", "language", now(), 'QuickFleet' from updated;`);
  }
}
