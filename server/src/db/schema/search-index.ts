/** The tables with a `search` column. */
export const searched = ['customers', 'emails', 'orders', 'quotes'] as const;

/** A trigram index, which finds a text of three letters or more anywhere inside `search` (made by migrate.ts). */
export const searchIndex = (table: (typeof searched)[number]) => {
  const name = `${table}_search`;
  return { name, expression: `create index "${name}" on "${table}" using gin ("search" gin_trgm_ops)` };
};

/** The same for the people at the stops, whom only some rows name. */
export const contactSearchIndex = (table: 'orders' | 'quotes') => {
  const name = `${table}_contact_search`;
  const expression = `create index "${name}" on "${table}" using gin ("contact_search" gin_trgm_ops) where contact_search is not null`;
  return { name, expression };
};
