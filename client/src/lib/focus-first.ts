const isBefore = (a: Node, b: Node) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Leads to the first field with an error, first as people see the page and not as the schema names its fields. */
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
