const NEXT = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

/** What a payment slip of Switzerland calls an invoice: 26 digits and a check digit (modulo 10, recursive). */
export function slipReference(invoiceId: number): string {
  const digits = String(invoiceId).padStart(26, '0');
  let carry = 0;
  for (const digit of digits) carry = NEXT[(carry + Number(digit)) % 10] ?? 0;
  return `${digits}${(10 - carry) % 10}`;
}
