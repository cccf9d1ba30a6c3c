import { FloatingDelayGroup } from '@floating-ui/react';
import { Tooltip, TooltipGroupContext } from '@mantine/core';
import { TOOLTIP_OPEN_MS, TOOLTIP_SKIP_MS } from '@quickfleet/shared/limits';
import type { ReactNode } from 'react';
import { HintLook } from './hint.tsx';

const delay = { open: TOOLTIP_OPEN_MS, close: 0 };
const inGroup = { withinGroup: true };

/** Hints become tooltips that share their delays; Mantine's own Tooltip.Group does not open the next one immediately. */
export function Tooltips({ children }: { children: ReactNode }) {
  return (
    <TooltipGroupContext value={inGroup}>
      <FloatingDelayGroup delay={delay} timeoutMs={TOOLTIP_SKIP_MS}>
        <HintLook value={Tooltip}>{children}</HintLook>
      </FloatingDelayGroup>
    </TooltipGroupContext>
  );
}
