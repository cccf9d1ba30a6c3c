import { Button, NativeSelect, PasswordInput, SimpleGrid, TextInput } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { OptionalText } from '../fields.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { lockOf, useGroup } from '../use-group.ts';
import { MailServerTest } from './mail-server-test.tsx';
import { type MailServer, noMailServer, smtpUrlOf, usualPort } from './mail-server-url.ts';

interface ServerFieldsProps {
  server: MailServer;
  host: string | null;
  error: string | undefined;
  locked: ReturnType<typeof lockOf>;
  onChange: (patch: Partial<MailServer>) => void;
}
/** How to reach the mail server: what a provider lists on its page of help. */
function ServerFields({ server, host, error, locked, onChange }: ServerFieldsProps) {
  const isUsual = server.port === usualPort(server.encryption);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label={t('Mail server')}
        placeholder={host ?? 'smtp.example.com'}
        autoComplete="off"
        spellCheck={false}
        value={server.host}
        error={error}
        onChange={(event) => onChange({ host: event.currentTarget.value.trim() })}
        {...locked}
      />
      <SimpleGrid cols={2}>
        <NativeSelect
          label={t('Encryption')}
          value={server.encryption}
          data={[
            { value: 'tls', label: t('TLS') },
            { value: 'starttls', label: t('STARTTLS') },
          ]}
          onChange={(event) => {
            const encryption = event.currentTarget.value === 'tls' ? 'tls' : 'starttls';
            onChange({ encryption, ...(isUsual && { port: usualPort(encryption) }) });
          }}
          {...locked}
        />
        <TextInput
          label={t('Port')}
          inputMode="numeric"
          maxLength={5}
          value={server.port}
          onChange={(event) => onChange({ port: event.currentTarget.value.replaceAll(/\D/g, '') })}
          {...locked}
        />
      </SimpleGrid>
      <TextInput
        label={t('User')}
        autoComplete="off"
        spellCheck={false}
        value={server.user}
        onChange={(event) => onChange({ user: event.currentTarget.value })}
        {...locked}
      />
      <PasswordInput
        label={t('Password')}
        autoComplete="new-password"
        value={server.password}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
        {...locked}
      />
    </SimpleGrid>
  );
}

/** How mails leave, and where those for the office go. */
export function MailServerSection({ company }: { company: CompanySettingsView }) {
  const { values, field, errors, save, form } = useGroup('mail', company, ['from', 'replyTo', 'officeEmail']);
  // Is never read out: what is typed is new.
  const [server, setServer] = useState(noMailServer);
  const smtpUrl = smtpUrlOf(server);
  const locked = lockOf(company, 'mail.smtpUrl');
  const { smtpHost } = company.mail;
  const saveAll = async () => {
    const isSaved = await save(smtpUrl ? { smtpUrl } : {});
    if (isSaved) setServer(noMailServer);
    return isSaved;
  };
  const present = smtpHost
    ? t(
        'Mails leave through {smtpHost}. To change that, enter all five again; the password is stored encrypted and never shown.',
        { smtpHost },
      )
    : t('No mail server yet: mails wait in the mailbox. Your mail provider lists these five under “SMTP”.');
  return (
    <SettingsForm
      id="mail-server"
      title={t('Mail server')}
      text={present}
      {...form}
      isChanged={form.isChanged || smtpUrl !== ''}
      onSave={saveAll}
    >
      <ServerFields
        server={server}
        host={smtpHost}
        error={errors['smtpUrl'] && t('Enter a name like smtp.example.com, without https:// and without a path')}
        locked={locked}
        onChange={(patch) => setServer((now) => ({ ...now, ...patch }))}
      />
      {smtpHost !== null && !locked.disabled && (
        <Button variant="subtle" size="compact-sm" color="red" mr="auto" onClick={() => void save({ smtpUrl: null })}>
          {t('Remove the mail server')}
        </Button>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <OptionalText
          label={t('Sender')}
          placeholder={`${company.profile.name} <${company.profile.email}>`}
          {...field('from')}
        />
        <OptionalText label={t('Answers go to')} type="email" placeholder={t('The sender')} {...field('replyTo')} />
        <OptionalText label={t('Mails for the office')} type="email" {...field('officeEmail')} />
      </SimpleGrid>
      {(smtpHost !== null || smtpUrl !== '') && (
        <MailServerTest
          to={company.mail.officeEmail ?? company.profile.email}
          draft={{ ...(smtpUrl && { smtpUrl }), ...(values.from !== company.mail.from && { from: values.from }) }}
        />
      )}
    </SettingsForm>
  );
}
