import { Button, Container, Text, TextInput, Title } from '@mantine/core';
import { TRACKING_EXAMPLE } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import {
  type Icon,
  IconBolt,
  IconMapPin,
  IconMapPinCheck,
  IconShieldCheck,
  IconSteeringWheel,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import { brand, quoteWithin } from '../../../lib/words/brand.ts';
import styles from './home.module.css';
import { SectionLink } from './section-link.tsx';

const blocks = [
  [-40, -30, 150, 96],
  [126, -30, 90, 96],
  [232, -30, 170, 60],
  [418, -30, 120, 96],
  [-40, 82, 90, 120],
  [66, 82, 150, 56],
  [66, 154, 70, 48],
  [152, 154, 64, 48],
  [232, 46, 74, 92],
  [322, 46, 80, 92],
  [418, 82, 120, 56],
  [232, 154, 170, 70],
  [418, 154, 120, 110],
  [-40, 218, 130, 100],
  [106, 218, 110, 60],
  [106, 294, 110, 60],
  [232, 240, 74, 100],
  [322, 240, 80, 60],
  [322, 316, 216, 60],
  [418, 280, 120, 20],
  [-40, 334, 130, 120],
  [106, 370, 110, 90],
  [232, 356, 74, 110],
  [322, 392, 216, 80],
] as const;

const done = 'M58 250 L58 210 L224 210 L224 172';
const ahead = 'M224 172 L224 146 L314 146 L314 84';

/** What tracking looks like, as a picture: a map, a route, a vehicle under way. Purely decorative. */
function HeroBoard() {
  return (
    <div className={styles.board} aria-hidden>
      <svg viewBox="0 0 440 400" className={styles.map} focusable="false">
        <g transform="rotate(-7 220 150)">
          {blocks.map(([x, y, width, height]) => (
            <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} rx="5" className={styles.block} />
          ))}
          <path d={ahead} className={styles.wayAhead} />
          <path d={done} className={styles.wayDone} />
          <circle cx="58" cy="250" r="15" className={styles.originRing} />
          <circle cx="58" cy="250" r="7" className={styles.origin} />
          <g transform="translate(314 80) rotate(7)">
            <path d="M0 0c-9-12-15-19-15-27a15 15 0 1 1 30 0c0 8-6 15-15 27z" className={styles.pin} />
            <circle cy="-27" r="5.5" className={styles.pinHole} />
          </g>
          <circle cx="224" cy="172" r="18" className={styles.vehicleRing} />
          <circle cx="224" cy="172" r="9" className={styles.vehicle} />
        </g>
      </svg>
      <div className={styles.slip}>
        <div className={styles.slipHead}>
          <span className="mono">{TRACKING_EXAMPLE}</span>
          <span className={styles.slipStatus}>{t('In transit')}</span>
        </div>
        <div className={styles.slipSteps}>
          <span data-done />
          <span data-done />
          <span data-now />
          <span />
        </div>
        <div className={styles.slipFoot}>
          <span>{t('Picked up 9:42 AM')}</span>
          <span>{t('Next: delivery')}</span>
        </div>
      </div>
    </div>
  );
}

const { site } = brand;
const { sameDay, insured } = site.claims;
const badges: readonly { text: string; icon: Icon }[] = [
  ...(sameDay ? [{ text: t('Same-Day Delivery'), icon: IconBolt }] : []),
  { text: t('Real-Time Tracking'), icon: IconMapPinCheck },
  { text: insured ? t('Insured & Secure') : t('In Safe Hands'), icon: IconShieldCheck },
];

export function Hero() {
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <Container size="lg" className={styles.heroInside}>
        <div className={styles.heroWords}>
          <Title order={1} id="hero-title" className={styles.headline}>
            {site.headline ?? (
              <>
                <span>{sameDay ? t('Delivered today.') : t('Delivered on your day.')} </span>
                <span>{t('Tracked all the way.')}</span>
              </>
            )}
          </Title>
          <Text className={styles.lead}>
            {site.intro ??
              t(
                '{company} collects at your door and delivers {day, select, same {the same day} other {on the day you choose}}, {care, select, insured {insured and } other {}}in safe hands. Request a quote and get your price {within}.',
                {
                  company: brand.name,
                  day: sameDay ? 'same' : 'other',
                  care: insured ? 'insured' : 'other',
                  within: quoteWithin,
                },
              )}
          </Text>
          <div className={styles.heroActions}>
            <SectionLink to="quote-form" size="lg">
              {t('Get Quote')}
            </SectionLink>
            <Button
              component={Link}
              href={paths.track}
              size="lg"
              variant="default"
              leftSection={<IconMapPin size={20} aria-hidden />}
            >
              {t('Track Your Order')}
            </Button>
            <Button
              component={Link}
              href={paths.driver}
              size="lg"
              px="md"
              variant="subtle"
              leftSection={<IconSteeringWheel size={20} aria-hidden />}
            >
              {t('Driver Portal')}
            </Button>
          </div>
          <form action={paths.track} className={styles.follow}>
            <TextInput
              name="trackingNumber"
              aria-label={t('Tracking number')}
              placeholder={t('e.g. {example}', { example: TRACKING_EXAMPLE })}
              maxLength={60}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="search"
              required
            />
            <Button type="submit" variant="default">
              {t('Track (verb)')}
            </Button>
          </form>
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
