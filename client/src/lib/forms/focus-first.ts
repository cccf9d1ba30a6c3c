const FOCUSABLE = 'input:not([type="hidden"]), textarea, select, button, [tabindex]';

const isBefore = (a: Node, b: Node) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Focuses a field, or the first one within `node`, and centres it so that no bar or keyboard covers it. */
export function showField(node: HTMLElement | null | undefined): void {
  const field = node?.matches(FOCUSABLE) ? node : node?.querySelector<HTMLElement>(FOCUSABLE);
  if (!field) return;
  const folded = field.closest('details');
  if (folded) folded.open = true;
  const show = () => field.scrollIntoView({ block: 'center' });
  field.focus({ preventScroll: true });
  show();
  window.visualViewport?.addEventListener('resize', show);
  field.addEventListener('blur', () => window.visualViewport?.removeEventListener('resize', show), { once: true });
}

/** Shows the first field with an error, first in the order of the page and not of the schema. */
export function focusFirst(
  form: { getInputNode: (path: string) => HTMLElement | null },
  errors: Record<string, unknown>,
): void {
  const nodes = Object.keys(errors).flatMap((path) => form.getInputNode(path) ?? []);
  showField(
    nodes.reduce<HTMLElement | undefined>(
      (found, node) => (found === undefined || isBefore(node, found) ? node : found),
      undefined,
    ),
  );
}
