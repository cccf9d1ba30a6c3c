import { t } from '@quickfleet/shared/words/t';
import { ImprintFacts } from '../../features/company/legal/imprint-facts.tsx';
import { LegalPage } from '../../features/company/legal/legal-page.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';
import { brand } from '../../lib/words/brand.ts';

export function ImprintPage() {
  useDocumentTitle(t('Imprint'), t('Who is behind {name}, and how to reach us.', { name: brand.name }));
  return (
    <LegalPage title={t('Imprint')} lead={t('Who is behind {name}, and how to reach us.', { name: brand.name })}>
      <ImprintFacts />
    </LegalPage>
  );
}
