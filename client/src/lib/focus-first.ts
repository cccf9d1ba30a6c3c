const isBefore = (a: Node, b: Node) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Focuses the first field with an error, first in the order of the page and not of the schema. */
export function focusFirst(
  form: { getInputNode: (path: string) => HTMLElement | null },
  errors: Record<string, unknown>,
): void {
  const nodes = Object.keys(errors).flatMap((path) => form.getInputNode(path) ?? []);
  const first = nodes.reduce<HTMLElement | undefined>(
    (found, node) => (found === undefined || isBefore(node, found) ? node : found),
    undefined,
  );
  first?.focus();
}
