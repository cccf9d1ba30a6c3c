import { Container, Text, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { type Icon, IconBolt, IconCalendarEvent, IconPackages, IconSignature } from '@tabler/icons-react';
import { brand } from '../../../lib/words/brand.ts';
import styles from './home.module.css';

const { sameDay } = brand.site.claims;
const services: readonly { title: string; text: string; icon: Icon }[] = [
  {
    title: sameDay ? t('Same-day courier') : t('Door to door'),
    text: sameDay
      ? t('Collected and delivered on the day you ask, across town or beyond it.')
      : t('Collected and delivered on the day you choose, across town or beyond it.'),
    icon: IconBolt,
  },
  {
    title: t('Delivery on your date'),
    text: t('Name the day that suits your customer, and we plan the run around it.'),
    icon: IconCalendarEvent,
  },
  {
    title: t('Many items, one run'),
    text: t('List every piece with photos. Each item is checked in and out individually.'),
    icon: IconPackages,
  },
  {
    title: t('Proof of delivery'),
    text: t('Photos and signatures at pickup and at the door, kept with your order.'),
    icon: IconSignature,
  },
];

export function Services() {
  return (
    <section id="services" className={styles.band} aria-labelledby="services-title">
      <Container size="lg" className={styles.services}>
        <div className={styles.servicesHead}>
          <Title order={2} id="services-title">
            {t('Services')}
          </Title>
          <Text c="dimmed">
            {sameDay
              ? t('One courier for everything that has to arrive today, or on the day you choose.')
              : t('One courier for everything that has to arrive on the day you choose.')}
          </Text>
        </div>
        <ul className={styles.serviceList}>
          {services.map(({ title, text, icon: ServiceIcon }) => (
            <li key={title}>
              <ServiceIcon size={26} stroke={1.6} aria-hidden />
              <div>
                <h3>{title}</h3>
                <Text c="dimmed">{text}</Text>
              </div>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  );
}
