/** Why a line has the tax that it has, as EN 16931 calls it (UNTDID 5305). */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type TaxCategory = (typeof taxCategories)[number];
