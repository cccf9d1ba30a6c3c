import styles from './quote-request.module.css';

const steps = [
  { title: 'E-mail confirmation', text: 'Straight away, with the link to the page of your quote.' },
  { title: 'Your quote within 24 hours', text: 'A fixed price, to accept and pay on that page.' },
  { title: 'Pickup and live tracking', text: "Once you've paid, we collect, and you follow every step." },
];

/** The order of things from the visitor's side; before sending and after it. */
export function WhatHappensNext() {
  return (
    <ol className={styles.next}>
      {steps.map(({ title, text }) => (
        <li key={title}>
          <span className={styles.nextTitle}>{title}</span>
          <span className={styles.note}>{text}</span>
        </li>
      ))}
    </ol>
  );
}
