/** A whole number as JSON has it, however large: ids have 63 bits, and the shape's are numbers. */
export const idNumber = (id: bigint | string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(id))
