import { actorOf } from '../../company/history/history.service.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import type { EmailTemplate } from './email-template.entity.ts';
import { TemplateVersion } from './template-version.entity.ts';

/**
 * What a version of a template consists of. Whether it is switched on is no part of it: a mail reads the same either
 * way.
 */
export const wordsOf = ({
  name,
  type,
  trigger,
  subject,
  content,
}: Pick<EmailTemplate, 'name' | 'type' | 'trigger' | 'subject' | 'content'>) => ({
  name,
  type,
  trigger,
  subject,
  content,
});

/**
 * Keeps what a template says now, with who and when, in the running transaction: after the flush that gave it its
 * `version`.
 */
export async function keepVersion(ctx: AppContext, template: EmailTemplate): Promise<void> {
  ctx.em.create(TemplateVersion, {
    template,
    version: template.version,
    ...wordsOf(template),
    savedAt: now(ctx),
    savedBy: actorOf(ctx).name,
  });
  await ctx.em.flush();
}

/** Changes a template's words and keeps them as a version when they are other words than before. */
export async function changeWords(ctx: AppContext, template: EmailTemplate, change: () => void): Promise<void> {
  const before = JSON.stringify(wordsOf(template));
  change();
  await ctx.em.flush();
  if (JSON.stringify(wordsOf(template)) !== before) await keepVersion(ctx, template);
}
