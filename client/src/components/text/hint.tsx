import { type ComponentType, cloneElement, createContext, type ReactElement, type Ref, use } from 'react';

export interface HintProps {
  label: string;
  /** Of what is hinted at, from whatever is around the hint. */
  ref?: Ref<HTMLElement>;
  children: ReactElement<{ title?: string; ref?: Ref<HTMLElement>; 'aria-describedby'?: string | undefined }>;
}

const AsTitle = ({ label, children }: HintProps) => cloneElement(children, { title: label });

/** How hints look below here. On public pages it is the browser's own title. */
export const HintLook = createContext<ComponentType<HintProps>>(AsTitle);

/** Says what a button without words does, or why it cannot be used. */
export function Hint(props: HintProps) {
  const Look = use(HintLook);
  return <Look {...props} />;
}
