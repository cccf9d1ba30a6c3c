import { CLAIM_DAYS } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { Link } from 'wouter';
import { LegalPage, OwnText } from '../features/company/legal/legal-page.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';
import { brand, quoteWithin, supportMailto } from '../lib/words/brand.ts';

export function TermsPage() {
  useDocumentTitle(
    'Terms of Service',
    'How a quote becomes an order, what we carry, and what happens when something goes wrong.',
  );
  return (
    <LegalPage
      title="Terms of Service"
      lead={`How a delivery with ${brand.name} works, and what each side can rely on.`}
    >
      <OwnText text={brand.site.terms}>
        <h2>From quote to order</h2>
        <p>
          A quote request is free and not binding. We answer {quoteWithin} with a price and a payment link. Your order
          is confirmed when you pay; then you get a tracking number by e-mail.
        </p>

        <h2>What you tell us</h2>
        <p>
          Please describe the items truthfully and completely, with addresses at which somebody can hand over and
          receive them. The values of items are for reference; the quoted price counts.
        </p>

        <h2>What we do not carry</h2>
        <p>Dangerous goods, live animals, cash, and anything that may not be owned or moved under the law.</p>

        <h2>Pickup and delivery</h2>
        <p>
          Our driver photographs the items and asks for a signature at pickup and at delivery. With the signature at the
          door the delivery is complete. Anyone with the tracking number can follow it on the{' '}
          <Link href={paths.track}>tracking page</Link>; please share it only with those it concerns.
        </p>

        <h2>Delivery times</h2>
        <p>
          We aim for the day you chose, and for the same day where you asked for it. Traffic, weather and closed doors
          can get in the way; we tell you as soon as we know.
        </p>

        <h2>Damage and loss</h2>
        <p>
          {brand.site.claims.insured && 'Packages are insured on the way. '}Please report damage within {CLAIM_DAYS}{' '}
          days of delivery, with photos and the tracking number, to <a href={supportMailto('Claim')}>our support</a>.
        </p>

        <h2>Cancelling</h2>
        <p>
          You may cancel until the driver has picked up the items. Write or call us; what you have paid is returned.
        </p>

        <h2>Your data</h2>
        <p>
          Our <Link href={paths.privacy}>Privacy Policy</Link> says what we keep and who sees it.
        </p>
      </OwnText>
    </LegalPage>
  );
}
