import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { role as roleSchema, roles } from '@quickfleet/shared/roles';
import { createUser, displayName, type User, updateUser } from '@quickfleet/shared/users';
import { Dialog } from '../../components/dialog.tsx';
import { issuesOf } from '../../lib/error-message.ts';
import { useKept } from '../../lib/use-kept.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { PasswordField } from './password-field.tsx';
import { roleWords } from './role-words.ts';
import { useCreateUser, useUpdateUser } from './team-mutations.ts';

/** The dialog's subject: a new person, or one that is there. */
export type Edited = { user: User | undefined };

const changes = updateUser.pick({ username: true, firstName: true, lastName: true, email: true, phone: true, role: true });
const roleData = roles.map((value) => ({ value, label: `${roleWords[value].text}: ${roleWords[value].may}` }));

function UserForm({ user, isSelf, onDone }: { user: User | undefined; isSelf: boolean; onDone: () => void }) {
  const create = useCreateUser();
  const update = useUpdateUser((name) => `${name} was saved`);
  const initial = {
    username: user?.username ?? '',
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    phone: user?.phone ?? '',
    role: user?.role ?? 'driver',
    password: '',
  };
  const { form, onSubmit, showErrors } = useZodForm(user ? changes : createUser, initial, { mode: 'controlled' });
  const field = (name: keyof typeof initial) => form.getInputProps(name);

  const save = async (typed: typeof initial) => {
    const { password, role, ...rest } = typed;
    const person = { ...rest, role: roleSchema.parse(role) };
    try {
      if (user) await update.mutateAsync({ id: user.id, version: user.version, ...person });
      else await create.mutateAsync({ ...person, password });
      onDone();
    } catch (error) {
      showErrors(issuesOf(error));
    }
  };

  return (
    <form onSubmit={onSubmit((_, typed) => void save(typed))} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="First name" data-autofocus autoComplete="off" {...field('firstName')} />
          <TextInput label="Last name" autoComplete="off" {...field('lastName')} />
        </SimpleGrid>
        <TextInput label="Username" withAsterisk autoComplete="off" autoCapitalize="none" spellCheck={false} {...field('username')} />
        <NativeSelect label="Role" data={roleData} disabled={isSelf} description={isSelf ? 'Another admin changes your role.' : undefined} {...field('role')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Email" type="email" inputMode="email" autoComplete="off" {...field('email')} />
          <TextInput
            label="Phone"
            type="tel"
            description="Customers see a driver’s number while a delivery is on its way"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            {...field('phone')}
          />
        </SimpleGrid>
        {!user && <PasswordField label="Password" value={form.values.password} onChange={(password) => form.setFieldValue('password', password)} error={form.errors['password']} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {user ? 'Save Changes' : 'Add person'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function UserDialog({ edited, selfId, onClose }: { edited: Edited | undefined; selfId: number | undefined; onClose: () => void }) {
  const shown = useKept(edited);
  return (
    <Dialog opened={edited !== undefined} onClose={onClose} title={shown?.user ? `Edit ${displayName(shown.user)}` : 'Add a person'} size="lg" closeOnClickOutside={false}>
      {shown && <UserForm key={shown.user?.id ?? 'new'} user={shown.user} isSelf={shown.user !== undefined && shown.user.id === selfId} onDone={onClose} />}
    </Dialog>
  );
}
