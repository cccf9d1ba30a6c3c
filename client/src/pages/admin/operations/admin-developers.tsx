import { t } from '@quickfleet/shared/words/t';
import {
  IconActivity,
  IconBuildingStore,
  IconKey,
  IconSend,
  IconShieldCheck,
  IconTableImport,
  IconWebhook,
} from '@tabler/icons-react';
import { DevelopersScreen, type Section } from '../../../features/operations/developers/developers-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';

/** In the order of the screen; the address of each is in `developerSections` (shared/src/paths.ts). */
const sections: readonly Section[] = [
  {
    at: undefined,
    title: t('Endpoints'),
    icon: IconWebhook,
    panel: lazyNamed(() =>
      import('../../../features/messages/webhooks/endpoints/endpoints.tsx').then((m) => m.Endpoints),
    ),
  },
  {
    at: 'deliveries',
    title: t('Deliveries'),
    icon: IconSend,
    panel: lazyNamed(() =>
      import('../../../features/messages/webhooks/deliveries/deliveries.tsx').then((m) => m.Deliveries),
    ),
  },
  {
    at: 'events',
    title: t('Events'),
    icon: IconActivity,
    panel: lazyNamed(() => import('../../../features/messages/events/event-feed.tsx').then((m) => m.EventFeed)),
  },
  {
    at: 'verify',
    title: t('Verify'),
    icon: IconShieldCheck,
    panel: lazyNamed(() =>
      import('../../../features/messages/webhooks/verification/verification.tsx').then((m) => m.Verification),
    ),
  },
  {
    at: 'shops',
    title: t('Shops'),
    icon: IconBuildingStore,
    panel: lazyNamed(() => import('../../../features/operations/inbound/shops.tsx').then((m) => m.Shops)),
  },
  {
    at: 'keys',
    title: t('API keys'),
    icon: IconKey,
    panel: lazyNamed(() => import('../../../features/people/api-keys/api-keys.tsx').then((m) => m.ApiKeys)),
  },
  {
    at: 'imports',
    title: t('Imports'),
    icon: IconTableImport,
    panel: lazyNamed(() => import('../../../features/operations/imports/imports.tsx').then((m) => m.Imports)),
  },
];

export function AdminDevelopersPage() {
  useDocumentTitle(t('Developers'));
  return <DevelopersScreen sections={sections} />;
}
