import { FloatingDelayGroup } from '@floating-ui/react';
import { Tooltip, TooltipGroupContext } from '@mantine/core';
import { TOOLTIP_OPEN_MS, TOOLTIP_SKIP_MS } from '@quickfleet/shared/limits';
import type { ReactNode } from 'react';
import { HintLook } from './hint.tsx';

const delay = { open: TOOLTIP_OPEN_MS, close: 0 };
const inGroup = { withinGroup: true };

/**
 * The tooltips below here share their delays, and hints become tooltips. Mantine's own Tooltip.Group has no delay in
 * which the next one opens at once; the group that it is made of does.
 */
export function Tooltips({ children }: { children: ReactNode }) {
  return (
    <TooltipGroupContext value={inGroup}>
      <FloatingDelayGroup delay={delay} timeoutMs={TOOLTIP_SKIP_MS}>
        <HintLook value={Tooltip}>{children}</HintLook>
      </FloatingDelayGroup>
    </TooltipGroupContext>
  );
}
