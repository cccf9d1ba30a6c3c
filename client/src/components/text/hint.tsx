import { type ComponentType, cloneElement, createContext, type ReactElement, use } from 'react';

interface HintProps {
  label: string;
  children: ReactElement<{ title?: string }>;
}

const AsTitle = ({ label, children }: HintProps) => cloneElement(children, { title: label });

/**
 * How hints look below here. Public pages do without the positioning library, so there it is the browser's own title.
 */
export const HintLook = createContext<ComponentType<HintProps>>(AsTitle);

/** Says what a button without words does, or why it cannot be used. */
export function Hint(props: HintProps) {
  const Look = use(HintLook);
  return <Look {...props} />;
}
