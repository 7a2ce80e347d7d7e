/**
 * One cell of a CSV file. A text that a spreadsheet would run as a formula is made a plain text.
 *
 * @example csvCell('=SUM(A1)') // "'=SUM(A1)"
 */
export function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const plain = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
