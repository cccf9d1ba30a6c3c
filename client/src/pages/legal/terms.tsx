import { CLAIM_DAYS } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { Link } from 'wouter';
import { ImprintFacts } from '../../features/company/legal/imprint-facts.tsx';
import { LegalPage, OwnText } from '../../features/company/legal/legal-page.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';
import { brand, quoteWithin, supportMailto } from '../../lib/words/brand.ts';
import { rich } from '../../lib/words/rich.tsx';

export function TermsPage() {
  useDocumentTitle(
    t('Terms of Service'),
    t('How a quote becomes an order, what we carry, and what happens when something goes wrong.'),
  );
  return (
    <LegalPage
      title={t('Terms of Service')}
      lead={t('How a delivery with {name} works, and what each side can rely on.', { name: brand.name })}
    >
      {brand.imprint && (
        <>
          <h2>{t('Who we are')}</h2>
          <ImprintFacts />
        </>
      )}
      <OwnText text={brand.site.terms}>
        <h2>{t('From quote to order')}</h2>
        <p>
          {t(
            'A quote request is free and not binding. We answer {quoteWithin} with a price. The quote says how you pay: by payment link, by bank transfer, in cash at the door or on account. Your order is confirmed when you have paid; with cash or on account, when you accept the price. Then you get a tracking number by e-mail.',
            { quoteWithin },
          )}
        </p>

        <h2>{t('What you tell us')}</h2>
        <p>
          {t(
            'Please describe the items truthfully and completely, with addresses at which somebody can hand over and receive them. The values of items are for reference; the quoted price counts.',
          )}
        </p>

        <h2>{t('What we do not carry')}</h2>
        <p>{t('Dangerous goods, live animals, cash, and anything that may not be owned or moved under the law.')}</p>

        <h2>{t('Pickup and delivery')}</h2>
        <p>
          {rich(
            'Our driver photographs the items and asks for a signature at pickup and at delivery. With the signature at the door the delivery is complete. Anyone with the tracking number can follow it on the {link}; please share it only with those it concerns.',
            { link: <Link href={paths.track}>{t('tracking page')}</Link> },
          )}
        </p>

        <h2>{t('Delivery times')}</h2>
        <p>
          {t(
            'We aim for the day you chose, and for the same day where you asked for it. Traffic, weather and closed doors can get in the way; we tell you as soon as we know.',
          )}
        </p>

        <h2>{t('Damage and loss')}</h2>
        <p>
          {rich(
            '{insured, select, yes {Packages are insured on the way. } other {}}Please report damage within {days} days of delivery, with photos and the tracking number, to {link}.',
            {
              insured: brand.site.claims.insured ? 'yes' : 'no',
              days: CLAIM_DAYS,
              link: <a href={supportMailto('Claim')}>{t('our support')}</a>,
            },
          )}
        </p>

        <h2>{t('Cancelling')}</h2>
        <p>
          {t(
            'You may cancel until the driver has picked up the items. Write or call us; what you have paid is returned.',
          )}
        </p>

        <h2>{t('Your data')}</h2>
        <p>
          {rich('Our {link} says what we keep and who sees it.', {
            link: <Link href={paths.privacy}>{t('Privacy Policy')}</Link>,
          })}
        </p>
      </OwnText>
    </LegalPage>
  );
}
