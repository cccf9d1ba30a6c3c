import { t } from '@quickfleet/shared/words/t';
import { useParams } from 'wouter';
import { CustomerPage } from '../../../features/people/customers/customer-page.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';
import { NotFoundPage } from '../../not-found.tsx';

export function AdminCustomerPage() {
  useDocumentTitle(t('Customer'));
  const { id = '' } = useParams();
  return /^[1-9]\d{0,8}$/.test(id) ? <CustomerPage key={id} id={Number(id)} /> : <NotFoundPage />;
}
