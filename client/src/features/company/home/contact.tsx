import { Container, Text, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import {
  type Icon,
  IconBolt,
  IconCalendarPlus,
  IconClock,
  IconMail,
  IconMapPin,
  IconMessageReply,
  IconPhone,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SupportPhone } from '../../../components/support-phone.tsx';
import { answerWithin, brand, supportMailto } from '../../../lib/words/brand.ts';
import { formatTime, formatWeekday, todayInZone } from '../../../lib/words/format.ts';
import { useOpensAt } from '../../../lib/words/use-same-day.ts';
import styles from './home.module.css';
import { SectionLink } from './section-link.tsx';

function Fact({ icon: FactIcon, label, children }: { icon: Icon; label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>
        <FactIcon size={22} stroke={1.7} aria-hidden />
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Where nobody is there now: when somebody is. */
function Closed() {
  const opensAt = useOpensAt();
  if (!opensAt) return null;
  const day = todayInZone(opensAt);
  return (
    <Text size="sm" mt={2}>
      {day === todayInZone()
        ? t('Closed now. We open today at {time}.', { time: formatTime(opensAt) })
        : t('Closed now. We open {day} at {time}.', { day: formatWeekday(day), time: formatTime(opensAt) })}
    </Text>
  );
}

export function Contact() {
  return (
    <section id="contact" className={styles.contact} aria-labelledby="contact-title">
      <Container size="lg" className={styles.contactInside}>
        <div className={styles.contactWords}>
          <Title order={2} id="contact-title">
            {t('Contact us')}
          </Title>
          <Text>{t('Questions about a delivery, a regular run or an order on its way? We are glad to help.')}</Text>
          <SectionLink to="quote-form" size="lg" variant="white" color="dark">
            {t('Get Started Today')}
          </SectionLink>
        </div>
        <dl className={styles.facts}>
          <Fact icon={IconPhone} label={t('Phone')}>
            <SupportPhone />
          </Fact>
          <Fact icon={IconMail} label={t('Email address (of the company)')}>
            <a href={supportMailto()}>{brand.supportEmail}</a>
          </Fact>
          <Fact icon={IconClock} label={t('Business hours')}>
            {brand.hoursText}
            <Closed />
          </Fact>
          {brand.sameDayText && (
            <Fact icon={IconBolt} label={t('Same-Day Delivery')}>
              {t('Order by {time}', { time: brand.sameDayText })}
            </Fact>
          )}
          {brand.areaServed && (
            <Fact icon={IconMapPin} label={t('Area served')}>
              <bdi>{brand.areaServed}</bdi>
            </Fact>
          )}
          {brand.site.claims.weekend && (
            <Fact icon={IconCalendarPlus} label={t('Weekends')}>
              {t('Weekend support available')}
            </Fact>
          )}
          <Fact icon={IconMessageReply} label={t('Response time')}>
            {t('We respond {within}', { within: answerWithin })}
          </Fact>
        </dl>
      </Container>
    </section>
  );
}
