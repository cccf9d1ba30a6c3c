import { Button, Group, Modal, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { DialogTitle } from './dialog-title.tsx';
import type { Question } from './use-question.ts';

export function AskDialog({
  question,
  onAnswer,
}: {
  question: Question | undefined;
  onAnswer: (yes: boolean) => void;
}) {
  // What was asked stays readable while the dialog closes.
  const [shown, setShown] = useState(question);
  if (question && question !== shown) setShown(question);
  return (
    <Modal
      opened={question !== undefined}
      onClose={() => onAnswer(false)}
      title={shown?.about ? <DialogTitle title={shown.title} order={shown.about} /> : shown?.title}
      size="sm"
      zIndex={300}
    >
      <Text>{shown?.text}</Text>
      <Group grow mt="lg">
        <Button variant="default" onClick={() => onAnswer(false)} data-autofocus>
          {t('Cancel')}
        </Button>
        <Button color={shown?.isDanger === false ? 'teal' : 'red'} onClick={() => onAnswer(true)}>
          {shown?.action}
        </Button>
      </Group>
    </Modal>
  );
}
