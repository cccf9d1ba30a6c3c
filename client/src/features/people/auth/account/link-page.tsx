import { Alert, Anchor, Button } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconLinkOff, IconPackages } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { QueryError } from '../../../../components/feedback/query-state.tsx';
import { SpinnerPage } from '../../../../components/feedback/spinner-page.tsx';
import { codeOf, messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { showError } from '../../../../lib/toast.ts';
import { AccountFrame } from './account-frame.tsx';

const title = t('See your deliveries');

function Ended() {
  return (
    <AccountFrame title={t('This link no longer works')} lead={t('It was used, or its 15 minutes are over.')}>
      <Alert color="amber" role="alert" icon={<IconLinkOff aria-hidden />}>
        <Anchor component={Link} href={paths.my} inherit c="inherit" underline="always">
          {t('Ask for a new link')}
        </Anchor>
      </Alert>
    </AccountFrame>
  );
}

/** Opens the deliveries of a mailed link. Mail programs look at links too, so that only the button uses it up. */
export function LinkPage({ token }: { token: string }) {
  const [, navigate] = useLocation();
  const utils = trpc.useUtils();
  const link = trpc.signInLinks.get.useQuery({ token }, { retry: false, staleTime: Number.POSITIVE_INFINITY });
  const open = trpc.signInLinks.open.useMutation();
  const press = async () => {
    try {
      await open.mutateAsync({ token });
      // What this browser showed of another address is not shown for this one.
      await utils.my.invalidate(undefined, { refetchType: 'none' });
      utils.my.get.setData(undefined, undefined);
      navigate(paths.my, { replace: true });
    } catch (error) {
      if (codeOf(error) === 'LINK_ENDED') await link.refetch();
      else showError(t('Not opened'), messageOf(error));
    }
  };
  if (link.isPending) return <SpinnerPage />;
  if (['LINK_ENDED', 'VALIDATION_FAILED'].includes(codeOf(link.error) ?? '')) return <Ended />;
  if (!link.data)
    return (
      <AccountFrame title={title} lead={t('The link could not be read.')}>
        <QueryError query={link} title={t('The link could not be loaded')} />
      </AccountFrame>
    );
  return (
    <AccountFrame title={title} lead={t('Quotes and orders placed with {email}.', { email: link.data.email })}>
      <Button
        fullWidth
        leftSection={<IconPackages size={18} aria-hidden />}
        loading={open.isPending}
        onClick={() => void press()}
      >
        {t('Open my deliveries')}
      </Button>
    </AccountFrame>
  );
}
