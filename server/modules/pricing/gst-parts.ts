/**
 * GST of minor units in the parts that it is shown in: one (IGST), or halves (CGST and SGST), of which the first is rounded
 * half up and the second is the rest. They always sum to it.
 */
export function gstParts(tax: number, parts: 1 | 2): number[] {
  const half = Math.ceil(tax / 2)
  return parts === 1 ? [tax] : [half, tax - half]
}
