import { Badge, Group, Switch, Text, UnstyledButton } from '@mantine/core';
import type { Template } from '@quickfleet/shared/messages/templates';
import list from '../../../components/lists/list.module.css';
import { useToggleTemplate } from './template-mutations.ts';
import { typeColor } from './template-values.ts';
import styles from './templates.module.css';

interface TemplateListProps {
  templates: readonly Template[];
  selectedId: number | undefined;
  onSelect: (id: number) => void;
}

/** Name, type, switch and trigger of each; the name opens the panel. */
export function TemplateList({ templates, selectedId, onSelect }: TemplateListProps) {
  const toggle = useToggleTemplate();
  return (
    <ul className={`${list.list} ${list.entries}`}>
      {templates.map(({ id, name, type, trigger, enabled }) => (
        <li key={id} className={`${list.entry} ${styles.entry}`} data-selected={id === selectedId || undefined}>
          <UnstyledButton
            className={`${list.open} ${styles.name}`}
            onClick={() => onSelect(id)}
            data-row-open
            aria-current={id === selectedId ? 'true' : undefined}
          >
            {name}
          </UnstyledButton>
          <Switch
            className={styles.switch}
            checked={enabled}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
            aria-label={`${name} enabled`}
          />
          <Group gap={8} mt={4} wrap="nowrap" className={styles.meta}>
            <Badge size="sm" variant="light" color={typeColor(type)}>
              {type}
            </Badge>
            <Text size="xs" c="dimmed" truncate>
              Trigger: <span className="mono">{trigger}</span>
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  );
}
