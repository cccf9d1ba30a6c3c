import { Button, Group, Modal, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { type ReactNode, useRef, useState } from 'react';

export interface ConfirmOptions {
  /** 'Delete quote #42?' */
  title: string;
  /** Names the thing and the consequence: 'The quote of A. Smith and its photos are removed.' */
  text: ReactNode;
  /** The verb on the button: 'Delete quote'. */
  action: string;
  cancel?: string;
  /** Red unless the action takes nothing away. */
  isDanger?: boolean;
}

/**
 * `const { confirm, confirmDialog } = useConfirm()`: put `{confirmDialog}` anywhere in the JSX, then
 * `if (await confirm({ … })) remove()`.
 */
export function useConfirm() {
  const [asked, setAsked] = useState<ConfirmOptions>();
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(yes: boolean) => void>(undefined);

  const confirm = (options: ConfirmOptions): Promise<boolean> => {
    answer.current?.(false);
    setAsked(options);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const close = (yes: boolean) => {
    setOpen(false);
    answer.current?.(yes);
    answer.current = undefined;
  };

  const confirmDialog = (
    <Modal opened={isOpen} onClose={() => close(false)} title={asked?.title} size="sm" zIndex={300}>
      <Text component="div">{asked?.text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => close(false)} data-autofocus>
          {asked?.cancel ?? t('Cancel')}
        </Button>
        <Button color={asked?.isDanger === false ? undefined : 'red'} onClick={() => close(true)}>
          {asked?.action}
        </Button>
      </Group>
    </Modal>
  );
  return { confirm, confirmDialog };
}
