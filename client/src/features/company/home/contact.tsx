import { Container, Text, Title } from '@mantine/core';
import {
  type Icon,
  IconCalendarPlus,
  IconClock,
  IconMail,
  IconMapPin,
  IconMessageReply,
  IconPhone,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
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
      Closed now. We open {day === todayInZone() ? 'today' : formatWeekday(day)} at {formatTime(opensAt)}.
    </Text>
  );
}

export function Contact() {
  return (
    <section id="contact" className={styles.contact} aria-labelledby="contact-title">
      <Container size="lg" className={styles.contactInside}>
        <div className={styles.contactWords}>
          <Title order={2} id="contact-title">
            Contact us
          </Title>
          <Text>Questions about a delivery, a regular run or an order on its way? We are glad to help.</Text>
          <SectionLink to="quote-form" size="lg" variant="white" color="dark">
            Get Started Today
          </SectionLink>
        </div>
        <dl className={styles.facts}>
          <Fact icon={IconPhone} label="Phone">
            {brand.supportTel ? <a href={brand.supportTel}>{brand.supportPhone}</a> : brand.supportPhone}
          </Fact>
          <Fact icon={IconMail} label="E-mail">
            <a href={supportMailto()}>{brand.supportEmail}</a>
          </Fact>
          <Fact icon={IconClock} label="Business hours">
            {brand.hoursText}
            <Closed />
          </Fact>
          {brand.areaServed && (
            <Fact icon={IconMapPin} label="Area served">
              {brand.areaServed}
            </Fact>
          )}
          {brand.site.claims.weekend && (
            <Fact icon={IconCalendarPlus} label="Weekends">
              Weekend support available
            </Fact>
          )}
          <Fact icon={IconMessageReply} label="Response time">
            We respond {answerWithin}
          </Fact>
        </dl>
      </Container>
    </section>
  );
}
