import type { TemplateTrigger, TemplateType, TemplateVariable } from '@quickfleet/shared/messages/templates';
import { type Message, message, t } from '@quickfleet/shared/words/t';

export interface DefaultTemplate {
  trigger: TemplateTrigger;
  type: TemplateType;
  name: string;
  subject: string;
  content: string;
}

/** One line, or several below each other. */
export type Paragraph = Message | readonly Message[];
/** A default template before it is known who reads it; `{trackingNumber}` is one of its variables. */
export interface WrittenTemplate extends Pick<DefaultTemplate, 'trigger' | 'type'> {
  name: Message;
  subject: Message;
  content: readonly Paragraph[];
}

/** Every variable stands for itself: {trackingNumber} becomes {{trackingNumber}}, which is filled in each mail. */
const variables: Record<string, string> = new Proxy({}, { get: (_, name) => `{{${String(name)}}}` });
const line = (words: Message): string => t(words, variables);
const isLine = (paragraph: Paragraph): paragraph is Message => !Array.isArray(paragraph);

/** Paragraphs as the content of a template in the present language. */
export const contentIn = (paragraphs: readonly Paragraph[]): string =>
  paragraphs.map((paragraph) => (isLine(paragraph) ? line(paragraph) : paragraph.map(line).join('\n'))).join('\n\n');

/** A default template in the present language. */
export const templateIn = ({ trigger, type, name, subject, content }: WrittenTemplate): DefaultTemplate => ({
  trigger,
  type,
  name: line(name),
  subject: line(subject),
  content: contentIn(content),
});

/** A line of nothing but a variable. */
export const only = (name: TemplateVariable): Message => `{${name}}` as unknown as Message;

export const hello = message('Hello {customerName},');

/** When it arrived, and who took it. */
export const arrival = [message('Delivered: {deliveredAt}'), message('Signed by: {signedBy}')];
export const photos = message('Photos of the delivery: {photosUrl}');
