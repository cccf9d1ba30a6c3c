import { z } from 'zod';
import { textOrNull } from '../base/primitives.ts';
import { t } from '../words/t.ts';

export const sandboxContents = ['demo', 'empty'] as const;
export type SandboxContent = (typeof sandboxContents)[number];

export const resetSandbox = z.object({
  to: z
    .enum(sandboxContents, {
      error: () => t('to is one of {sandboxContents}', { sandboxContents: sandboxContents.join(', ') }),
    })
    .meta({ description: 'What is there afterwards: the demo company, or nothing', example: 'demo' }),
});
export type ResetSandbox = z.infer<typeof resetSandbox>;

export const sandboxOut = z
  .object({
    content: z.enum(sandboxContents).meta({ example: 'demo' }),
    password: textOrNull.meta({
      description:
        'Of the dispatcher `dispatcher` and the drivers `marta`, `jonas`, `aisha` and `diego`; null without the demo',
      example: 'demo-204817',
    }),
    trackingNumber: textOrNull.meta({ description: 'Of an order on its way', example: 'QF482915730264' }),
    accessCode: textOrNull.meta({ description: 'Opens an order at `POST /driver/access`', example: 'K7M2Q9XW4T' }),
  })
  .meta({ id: 'Sandbox' });
export type SandboxState = z.infer<typeof sandboxOut>;
