import { Text } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconClipboardList, IconMapPinCheck, IconSteeringWheel, IconTruck } from '@tabler/icons-react';
import { Link } from 'wouter';
import { BrandMark } from '../../../components/brand-mark.tsx';
import { RouteLine } from '../../../components/delivery/route-line.tsx';
import styles from './sign-in.module.css';

const highlights: readonly { title: string; text: string; icon: Icon }[] = [
  { title: t('Order management'), text: t('Every quote and order in one place.'), icon: IconClipboardList },
  { title: t('Driver coordination'), text: t('The right driver on every order.'), icon: IconSteeringWheel },
  { title: t('Real-time tracking'), text: t('Each step, as it happens.'), icon: IconMapPinCheck },
  { title: t('Fleet management'), text: t('Who is out, and with what.'), icon: IconTruck },
];

/** One sentence about the product and four highlights, next to the form (A03). */
export function SignInPanel() {
  return (
    <aside className={styles.panel} aria-label={t('About')}>
      <Link href={paths.home} style={{ textDecoration: 'none' }}>
        <BrandMark onDark />
      </Link>
      <div>
        <RouteLine shape="hero" width={420} />
        <p className={styles.lead}>{t('Manage quotes, track orders, coordinate drivers and deliver service.')}</p>
      </div>
      <ul className={styles.highlights}>
        {highlights.map(({ title, text, icon: HighlightIcon }) => (
          <li key={title}>
            <HighlightIcon size={22} stroke={1.7} aria-hidden />
            <div>
              <Text fw={600}>{title}</Text>
              <span className={styles.note}>{text}</span>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}
