/** Offers a file to be kept, under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken the address by the next turn; keeping it would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
