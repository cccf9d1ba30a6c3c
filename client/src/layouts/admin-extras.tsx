import type { User } from '@quickfleet/shared/people/users';
import { isStaff } from '@quickfleet/shared/roles';
import { HelpDialog } from '../features/operations/help/help-dialog.tsx';
import { HelpItems } from '../features/operations/help/help-items.tsx';
import { WhatsNewDialog } from '../features/operations/help/whats-new-dialog.tsx';
import { SoundChoice } from '../features/operations/news/sound-choice.tsx';
import { StaffAccountMenu } from '../features/people/auth/account-menu.tsx';
import type { HelpGroup } from './admin-shortcuts.ts';

// What the staff's frame loads when the screen is at rest: menus and dialogs are as large as the rest of it.

export type Opened = 'help' | 'news' | undefined;

export function AdminMenu({ user, open }: { user: User; open: (dialog: Opened) => void }) {
  return (
    <StaffAccountMenu user={user}>
      <HelpItems onHelp={() => open('help')} onNews={() => open('news')} />
      {isStaff(user.role) && <SoundChoice userId={user.id} />}
    </StaffAccountMenu>
  );
}

interface AdminDialogsProps {
  opened: Opened;
  onClose: () => void;
  path: string;
  groups: readonly HelpGroup[];
}
export function AdminDialogs({ opened, onClose, path, groups }: AdminDialogsProps) {
  return (
    <>
      <HelpDialog opened={opened === 'help'} onClose={onClose} path={path} groups={groups} />
      <WhatsNewDialog opened={opened === 'news'} onClose={onClose} />
    </>
  );
}
