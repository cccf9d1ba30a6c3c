import { Button, Container, Text, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import {
  type Icon,
  IconBolt,
  IconMapPin,
  IconMapPinCheck,
  IconShieldCheck,
  IconSteeringWheel,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import { brand } from '../../../lib/words/brand.ts';
import { HeroBoard } from './hero-board.tsx';
import styles from './home.module.css';
import { SectionLink } from './section-link.tsx';

const badges: readonly { text: string; icon: Icon }[] = [
  { text: 'Same-Day Delivery', icon: IconBolt },
  { text: 'Real-Time Tracking', icon: IconMapPinCheck },
  { text: 'Insured & Secure', icon: IconShieldCheck },
];

export function Hero() {
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <Container size="lg" className={styles.heroInside}>
        <div className={styles.heroWords}>
          <Title order={1} id="hero-title" className={styles.headline}>
            <span>Delivered today. </span>
            <span>Tracked all the way.</span>
          </Title>
          <Text className={styles.lead}>
            {brand.name} collects at your door and delivers the same day, insured and in safe hands. Request a quote and
            get your price within 24 hours.
          </Text>
          <div className={styles.heroActions}>
            <SectionLink to="quote-form" size="lg">
              Get Quote
            </SectionLink>
            <Button
              component={Link}
              href={paths.track}
              size="lg"
              variant="default"
              leftSection={<IconMapPin size={20} aria-hidden />}
            >
              Track Your Order
            </Button>
            <Button
              component={Link}
              href={paths.driver}
              size="lg"
              px="md"
              variant="subtle"
              leftSection={<IconSteeringWheel size={20} aria-hidden />}
            >
              Driver Portal
            </Button>
          </div>
          <ul className={styles.badges}>
            {badges.map(({ text, icon: BadgeIcon }) => (
              <li key={text}>
                <BadgeIcon size={20} stroke={1.8} aria-hidden />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <HeroBoard />
      </Container>
    </section>
  );
}
