/** A page of rows in the wire form of design section 2. */
export interface Page<T> {
  data: T[];
  page: number;
  limit: number;
  total: number;
  totalPages: number;
}

export const toPage = <T>(data: T[], total: number, { page, limit }: { page: number; limit: number }): Page<T> => ({
  data,
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});

export const offsetOf = ({ page, limit }: { page: number; limit: number }): number => (page - 1) * limit;
