/** The heads of a field: each the first of several names that the file has. */
type Heads = readonly (string | readonly string[])[];

/** One form that a shop's export has, or that of an export plug-in. */
export interface PresetLayout {
  /** Where its columns are written down, and when they were read there. */
  source: string;
  seen: string;
  /** Heads that together only this form has; letters and digits in small letters, as all heads here. */
  heads: readonly string[];
  /** Our fields; several columns of one are joined in the order of the file. A head that ends with `*` begins others. */
  fields: Readonly<Record<string, Heads>>;
}
/** How the orders of one shop are read. */
export interface ImportPreset {
  /** As it calls itself. */
  shop: string;
  layouts: readonly PresetLayout[];
  /**
   * The order in a notice that the shop sends. Its heads are the names on the way to a value of the JSON,
   * written together: `billing_address.zip` is `billingaddresszip`. Each of `line_items` is a row.
   */
  notices?: PresetLayout;
}
