/** The part of the promises that held, as a whole number of hundredths. */
export const percentOf = ({ promises, held }: { promises: number; held: number }): number =>
  promises === 0 ? 0 : Math.round((held / promises) * 100);
