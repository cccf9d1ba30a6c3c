import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { Link } from 'wouter';
import { LegalPage, OwnText } from '../../features/company/legal/legal-page.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';
import { brand, supportMailto } from '../../lib/words/brand.ts';
import { rich } from '../../lib/words/rich.tsx';

export function PrivacyPage() {
  useDocumentTitle(
    t('Privacy Policy'),
    t('Which data a quote, a delivery and the tracking page need, who sees them and for how long.'),
  );
  return (
    <LegalPage
      title={t('Privacy Policy')}
      lead={t('What {name} keeps about you, what for, and who gets to see it.', { name: brand.name })}
    >
      <OwnText text={brand.site.privacy}>
        <h2>{t('What we keep')}</h2>
        <ul>
          <li>
            {t(
              'For a quote: your name and e-mail address, the two addresses, the items with their photos, and whatever you add (phone, company, instructions).',
            )}
          </li>
          <li>
            {t(
              'For a delivery: the same, the photos taken at pickup and delivery, the signatures with the name of who signed, and the time of each step.',
            )}
          </li>
          <li>
            {t(
              'For an account: your username and a fingerprint of your password from which the password cannot be read.',
            )}
          </li>
        </ul>
        <p>
          {t(
            'We need these to price, carry out and prove your delivery, and for nothing else. We do not sell them and show no advertising.',
          )}
        </p>

        <h2>{t('Who sees it')}</h2>
        <ul>
          <li>{t('Our office sees quotes and orders; the driver sees the order they carry, without its price.')}</li>
          <li>
            {rich(
              'Anyone with the tracking number can see the {link}: names, addresses, items with photos, signature and, while the driver is under way, the driver’s first name and phone number. It never shows your e-mail address, your phone number or the price.',
              { link: <Link href={paths.track}>{t('tracking page')}</Link> },
            )}
          </li>
          <li>{t('Thirty days after delivery the tracking page shows the state of the order and nothing more.')}</li>
        </ul>

        <h2>{t('Photos')}</h2>
        <p>
          {t(
            'We remove the location and camera details that phones add to photos. A photo that was never sent with a request is deleted within two days.',
          )}
        </p>

        <h2>{t('In your browser')}</h2>
        <p>
          {t(
            'There are no trackers and no cookies of other companies. One cookie keeps you signed in, another one ties the photos you upload to your browser for a day. A request you have begun to type stays in this browser until you send it or start over.',
          )}
        </p>

        <h2>{t('How long')}</h2>
        <p>
          {t(
            'We keep orders and their proof of delivery as long as the law asks for business records. Quotes that came to nothing are deleted when you ask us to.',
          )}
        </p>

        <h2>{t('Your rights')}</h2>
        <p>
          {rich(
            'You may see, correct or have deleted what we keep about you. Write to {link} and name your quote or tracking number.',
            { link: <a href={supportMailto('Privacy')}>{t('our support')}</a> },
          )}
        </p>
      </OwnText>
    </LegalPage>
  );
}
