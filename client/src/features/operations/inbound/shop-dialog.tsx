import {
  Alert,
  Button,
  Code,
  Group,
  NativeSelect,
  PasswordInput,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { NAME_MAX } from '@quickfleet/shared/limits';
import {
  createInbound,
  type Inbound,
  type ShopKind,
  shopKinds,
  shopNames,
} from '@quickfleet/shared/operations/inbound';
import { t } from '@quickfleet/shared/words/t';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { CustomerSelect } from '../../../components/customer-choice/customer-select.tsx';
import { contactFrom } from '../../../components/delivery-form/delivery-values.ts';
import fields from '../../../components/delivery-form/fields.module.css';
import { PersonFields } from '../../../components/delivery-form/stop-contact.tsx';
import { Dialog, DialogOf } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { CopyButton } from '../../../components/text/code/copy-button.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useConnectShop, useUpdateShop } from './shop-mutations.ts';

/** An empty secret or token of a shop that is changed stays what it is. */
const unlessGiven = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), schema]);
const { secret, accessToken } = createInbound.shape;
const knownShop = createInbound.extend({ secret: unlessGiven(secret), accessToken: unlessGiven(accessToken) });

/** Where the shop has the field that gets the address. */
const places: Record<ShopKind, string> = {
  shopify: t(
    'In Shopify: Settings, Notifications, Webhooks. Create one for Order payment and one for Order cancellation, in JSON, with this address.',
  ),
  woocommerce: t(
    'In WooCommerce: Settings, Advanced, Webhooks. Add one for Order created, Order updated and Order deleted each, with this address and the same secret.',
  ),
};

export function ShopAddress({ of: { kind, url } }: { of: Inbound }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t('Address for the shop')}
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code block flex={1} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="ltr">
          {url}
        </Code>
        <CopyButton value={url} what={t('address (to copy)')} />
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {places[kind]}
      </Text>
    </div>
  );
}

interface ShopFormProps {
  /** What is changed; a new one without. */
  present: Inbound | undefined;
  onMade: (shop: Inbound) => void;
  onDone: () => void;
}
function ShopForm({ present, onMade, onDone }: ShopFormProps) {
  const connect = useConnectShop();
  const update = useUpdateShop();
  const initial = {
    kind: present?.kind ?? 'shopify',
    customerId: present ? String(present.customerId) : '',
    name: present?.name ?? '',
    secret: '',
    pickupAddress: present?.pickupAddress ?? '',
    pickupContact: contactFrom(present?.pickupContact),
    shopUrl: present?.shopUrl ?? '',
    accessToken: '',
  };
  const { form, onSend } = useZodForm(present ? knownShop : createInbound, initial, { mode: 'controlled' });
  const send = onSend(async ({ secret: given, ...input }) => {
    if (present) {
      const { id, version } = present;
      await update.mutateAsync({ ...input, ...(given !== undefined && { secret: given }), id, version });
      onDone();
      return;
    }
    if (given === undefined) return;
    const made = await connect.mutateAsync({ ...input, secret: given });
    onDone();
    onMade(made);
  });
  const kept = present ? t('Kept as it is unless you enter another') : undefined;

  return (
    <DialogForm
      onSubmit={send}
      onCancel={onDone}
      send={present ? t('Save changes') : t('Connect shop')}
      isPending={connect.isPending || update.isPending}
    >
      {!present && (
        <>
          <NativeSelect
            label={t('Kind of shop')}
            data={shopKinds.map((value) => ({ value, label: shopNames[value] }))}
            data-autofocus
            {...form.getInputProps('kind')}
          />
          <CustomerSelect
            label={t('Customer')}
            description={t('Whose orders they are')}
            placeholder={t('Choose a customer')}
            withAsterisk
            value={form.values.customerId || null}
            onChange={(id) => form.setFieldValue('customerId', id ?? '')}
            error={form.errors['customerId']}
          />
        </>
      )}
      <TextInput
        label={t('Name')}
        maxLength={NAME_MAX}
        withAsterisk
        {...(present && { 'data-autofocus': true })}
        {...form.getInputProps('name')}
      />
      <PasswordInput
        label={t('Secret that the shop signs with')}
        description={kept ?? t('Shopify shows it below its webhooks; in WooCommerce you choose it')}
        autoComplete="off"
        withAsterisk={!present}
        {...form.getInputProps('secret')}
      />
      <Textarea
        label={t('Pickup address')}
        autosize
        minRows={2}
        withAsterisk
        {...form.getInputProps('pickupAddress')}
      />
      <fieldset>
        <Text fw={600} component="legend">
          {t('Who is there?')}
        </Text>
        <Text size="sm" c="dimmed" mb="xs">
          {t('Leave this empty if it is the customer.')}
        </Text>
        <div className={fields.pair}>
          <PersonFields form={form} path="pickupContact" at="pickup" />
        </div>
      </fieldset>
      <TextInput
        label={t('Address of the shop')}
        description={t('Only to tell it the tracking number when the driver has the parcel')}
        placeholder="https://acme.myshopify.com"
        type="url"
        {...form.getInputProps('shopUrl')}
      />
      <PasswordInput
        label={t('Access token')}
        description={
          present?.hasAccessToken
            ? kept
            : t('Shopify: Admin API access token. WooCommerce: consumer key:consumer secret')
        }
        autoComplete="off"
        {...form.getInputProps('accessToken')}
      />
    </DialogForm>
  );
}

interface ShopDialogProps {
  isOpen: boolean;
  present: Inbound | undefined;
  onMade: (shop: Inbound) => void;
  onClose: () => void;
}
/** Connects a shop, or changes one. */
export function ShopDialog({ isOpen, present, onMade, onClose }: ShopDialogProps) {
  // What it shows while it closes.
  const [shown, setShown] = useState(present);
  if (isOpen && shown !== present) setShown(present);
  return (
    <Dialog opened={isOpen} onClose={onClose} title={shown ? t('Edit shop') : t('Connect a shop')} size="lg">
      <ShopForm key={shown?.id ?? 'new'} present={shown} onMade={onMade} onDone={onClose} />
    </Dialog>
  );
}

/** The address of a shop that was just connected. */
export function ConnectedDialog({ of, onClose }: { of: Inbound | undefined; onClose: () => void }) {
  return (
    <DialogOf of={of} onClose={onClose} title={t('One more step')} size="lg">
      {(shown) => (
        <Stack>
          <Alert
            variant="light"
            icon={<IconLink aria-hidden />}
            title={t('Paste the address into the shop')}
            role="status"
          >
            {t('From then on its paid orders are orders here, and what it cancels is cancelled.')}
          </Alert>
          <ShopAddress of={shown} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('Done')}</Button>
          </Group>
        </Stack>
      )}
    </DialogOf>
  );
}
