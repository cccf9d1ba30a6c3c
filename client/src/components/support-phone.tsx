import { brand } from '../lib/words/brand.ts';

/** The company's own number, in its own order beside any script, with a link where it is sure what to dial. */
export function SupportPhone({ isPaper = false }: { isPaper?: boolean }) {
  const number = <bdi dir="ltr">{brand.supportPhone}</bdi>;
  return brand.supportTel && !isPaper ? <a href={brand.supportTel}>{number}</a> : number;
}
