import { Container, Text, Title } from '@mantine/core';
import { type Icon, IconBolt, IconCalendarEvent, IconPackages, IconSignature } from '@tabler/icons-react';
import { brand } from '../../../lib/words/brand.ts';
import styles from './home.module.css';

const { sameDay } = brand.site.claims;
const services: readonly { title: string; text: string; icon: Icon }[] = [
  {
    title: sameDay ? 'Same-day courier' : 'Door to door',
    text: `Collected and delivered on the day ${sameDay ? 'you ask' : 'you choose'}, across town or beyond it.`,
    icon: IconBolt,
  },
  {
    title: 'Delivery on your date',
    text: 'Name the day that suits your customer, and we plan the run around it.',
    icon: IconCalendarEvent,
  },
  {
    title: 'Many items, one run',
    text: 'List every piece with photos. Each item is checked in and out individually.',
    icon: IconPackages,
  },
  {
    title: 'Proof of delivery',
    text: 'Photos and signatures at pickup and at the door, kept with your order.',
    icon: IconSignature,
  },
];

export function Services() {
  return (
    <section id="services" className={styles.band} aria-labelledby="services-title">
      <Container size="lg" className={styles.services}>
        <div className={styles.servicesHead}>
          <Title order={2} id="services-title">
            Services
          </Title>
          <Text c="dimmed">
            One courier for everything that has to arrive {sameDay && 'today, or '}on the day you choose.
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
