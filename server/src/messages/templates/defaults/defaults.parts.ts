import type { TemplateTrigger, TemplateType } from '@quickfleet/shared/messages/templates';

export interface DefaultTemplate {
  trigger: TemplateTrigger;
  type: TemplateType;
  name: string;
  subject: string;
  content: string;
}

export const hello = 'Hello {{customerName}},';
export const text = (...paragraphs: string[]) => paragraphs.join('\n\n');
