import { Card, Container, Text, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import {
  type Icon,
  IconBolt,
  IconCircleCheck,
  IconHeadset,
  IconMapPinCheck,
  IconPackage,
  IconShieldCheck,
  IconStar,
} from '@tabler/icons-react';
import { brand, quoteWithin } from '../../../lib/words/brand.ts';
import styles from './home.module.css';

interface Point {
  title: string;
  icon: Icon;
}
const { sameDay, insured, roundTheClock, record } = brand.site.claims;
const cards: readonly (Point & { text: string })[] = [
  {
    title: t('Lightning Fast Delivery'),
    text: sameDay
      ? t('Same-day delivery is our standard. Your request is answered {within} and confirmed by e-mail right away.', {
          within: quoteWithin,
        })
      : t('Your request is answered {within} and confirmed by e-mail right away.', { within: quoteWithin }),
    icon: IconBolt,
  },
  {
    title: t('Advanced Tracking'),
    text: t('Every step in real time, from your door to theirs. No account and no app, the tracking number is enough.'),
    icon: IconMapPinCheck,
  },
  {
    title: insured ? t('Secure & Insured') : t('In Safe Hands'),
    text: insured
      ? t('Every package is insured and handled with care, photographed and signed for on the way.')
      : t('Every package is handled with care, photographed and signed for on the way.'),
    icon: IconShieldCheck,
  },
];
const trust: readonly Point[] = [
  ...(record ? [{ title: t('5-Star Rated Service'), icon: IconStar }] : []),
  ...(roundTheClock ? [{ title: t('24/7 Support Available'), icon: IconHeadset }] : []),
  ...(record ? [{ title: t('99.9% Delivery Success'), icon: IconCircleCheck }] : []),
  ...(insured ? [{ title: t('Fully Insured Packages'), icon: IconPackage }] : []),
];

export function WhyChoose() {
  return (
    <section className={styles.band} aria-labelledby="why-title">
      <Container size="lg">
        <Title order={2} id="why-title" mb="xl">
          {t('Why Choose {company}?', { company: brand.name })}
        </Title>
        <div className={styles.reasons}>
          {cards.map(({ title, text, icon: CardIcon }) => (
            <Card key={title} padding="xl">
              <CardIcon size={32} stroke={1.5} className={styles.reasonIcon} aria-hidden />
              <h3 className={styles.reasonTitle}>{title}</h3>
              <Text c="dimmed">{text}</Text>
            </Card>
          ))}
        </div>
        <ul className={styles.trust}>
          {trust.map(({ title, icon: TrustIcon }) => (
            <li key={title}>
              <TrustIcon size={22} stroke={1.7} aria-hidden />
              {title}
            </li>
          ))}
        </ul>
      </Container>
    </section>
  );
}
