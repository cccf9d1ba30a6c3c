import { Center, Loader } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';

/** The centred spinner while the user or a page loads. */
export function SpinnerPage() {
  return (
    <Center mih="60vh" role="status">
      <Loader aria-hidden />
      <span className="visually-hidden">{t('Loading')}</span>
    </Center>
  );
}
