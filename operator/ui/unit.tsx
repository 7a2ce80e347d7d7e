/** What an amount of a field is in, at its right. */
export const Unit = ({ children }: { children: string }) => (
  <span className="shrink-0 text-13 text-t2">{children}</span>
)
