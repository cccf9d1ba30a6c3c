import { paths } from '@quickfleet/shared/paths';
import { Link } from 'wouter';
import { LegalPage, OwnText } from '../features/company/legal/legal-page.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';
import { brand, supportMailto } from '../lib/words/brand.ts';

export function PrivacyPage() {
  useDocumentTitle(
    'Privacy Policy',
    'Which data a quote, a delivery and the tracking page need, who sees them and for how long.',
  );
  return (
    <LegalPage title="Privacy Policy" lead={`What ${brand.name} keeps about you, what for, and who gets to see it.`}>
      <OwnText text={brand.site.privacy}>
        <h2>What we keep</h2>
        <ul>
          <li>
            For a quote: your name and e-mail address, the two addresses, the items with their photos, and whatever you
            add (phone, company, instructions).
          </li>
          <li>
            For a delivery: the same, the photos taken at pickup and delivery, the signatures with the name of who
            signed, and the time of each step.
          </li>
          <li>
            For an account: your username and a fingerprint of your password from which the password cannot be read.
          </li>
        </ul>
        <p>
          We need these to price, carry out and prove your delivery, and for nothing else. We do not sell them and show
          no advertising.
        </p>

        <h2>Who sees it</h2>
        <ul>
          <li>Our office sees quotes and orders; the driver sees the order they carry, without its price.</li>
          <li>
            Anyone with the tracking number can see the <Link href={paths.track}>tracking page</Link>: names, addresses,
            items with photos, signature and, while the driver is under way, the driver’s first name and phone number.
            It never shows your e-mail address, your phone number or the price.
          </li>
          <li>Thirty days after delivery the tracking page shows the state of the order and nothing more.</li>
        </ul>

        <h2>Photos</h2>
        <p>
          We remove the location and camera details that phones add to photos. A photo that was never sent with a
          request is deleted within two days.
        </p>

        <h2>In your browser</h2>
        <p>
          There are no trackers and no cookies of other companies. One cookie keeps you signed in, another one ties the
          photos you upload to your browser for a day. A request you have begun to type stays in this browser until you
          send it or start over.
        </p>

        <h2>How long</h2>
        <p>
          We keep orders and their proof of delivery as long as the law asks for business records. Quotes that came to
          nothing are deleted when you ask us to.
        </p>

        <h2>Your rights</h2>
        <p>
          You may see, correct or have deleted what we keep about you. Write to{' '}
          <a href={supportMailto('Privacy')}>our support</a> and name your quote or tracking number.
        </p>
      </OwnText>
    </LegalPage>
  );
}
